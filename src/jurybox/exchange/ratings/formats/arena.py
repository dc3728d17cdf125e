"""A/B tables of arenas: two systems a row, what each made, and which is better. JSON lines, JSON, csv or Parquet.

Chatbot Arena and MT-Bench have question_id, model_a, model_b, winner (model_a, model_b, tie, tie (bothbad)), judge,
conversation_a, conversation_b, turn, language, tstamp. A conversation is a list of {role, content}. Others have id,
prompt, response_a, response_b and winner_model_a, winner_model_b, winner_tie, where prompt and responses may be lists
of turns.
"""

import json
from collections.abc import Iterable, Iterator

import msgspec

from jurybox.core import JsonObject, JsonValue, micros_of, rfc3339
from jurybox.exchange.files import json_line
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target

QUESTION, RATER, BLANK = "better", "judge", "\n\n"
ITEM = ("question_id", "id", "item", "conversation_id")
WINNERS = {
    "model_a": "a",
    "a": "a",
    "model_b": "b",
    "b": "b",
    "tie": "tie",
    "tie (bothbad)": "bad",
    "both_bad": "bad",
    "bothbad": "bad",
}
TICKS = {"winner_model_a": "a", "winner_model_b": "b", "winner_tie": "tie"}
TEXTS = ("prompt", "question", *(f"{made}_{side}" for made in ("conversation", "response", "answer") for side in "ab"))
KNOWN = {*ITEM, *TICKS, *TEXTS, "model_a", "model_b", "winner", "judge", "turn", "language", "tstamp"}


def read(source: RatingsFile) -> Iterator[Rating]:
    table = source.table(())
    if table is None:
        return
    seen: dict[tuple[str, str], tuple[str, int]] = {}
    keys: dict[tuple[str, str], str] = {}
    for row in table.rows:
        entry, line = row.values, row.line
        source.unused(name for name in entry if name not in KNOWN)
        battle = _battle(entry, line, source)
        if battle is None:
            continue
        number, a, b, winner = battle
        shown, made = _texts(entry)
        item = number if entry.get("turn") in (None, "", 1, "1") else f"{number}:{_text(entry['turn'])}"
        key = keys.setdefault((item, shown), item)
        about = Rating(item=key, group=_text(entry.get("language")), source=shown or None)
        for system, text in zip((a, b), made, strict=True):
            before, first = seen.setdefault((key, system), (text, line))
            if first == line:
                yield msgspec.structs.replace(about, system=system, output=text)
            elif before != text:
                source.fault("campaign.differs", line, key, what=system, first=f"{source.name}:{first}")
        if winner == "":
            continue
        orders = {"a": ((a,), (b,)), "b": ((b,), (a,)), "tie": ((a, b),), "bad": ((), (a, b))}
        yield msgspec.structs.replace(
            about,
            question=QUESTION,
            rater=_text(entry.get("judge")) or RATER,
            order=orders[winner],
            answered_at=_time(entry.get("tstamp")),
            judgement=str(line),
        )


def _battle(entry: JsonObject, line: int, source: RatingsFile) -> tuple[str, str, str, str] | None:
    """What was compared, the two systems, and which is better; None where anything is wrong with it, all of it told."""
    a, b = (str(entry.get(name) or "").strip() for name in ("model_a", "model_b"))
    number = next((_text(entry[name]) for name in ITEM if entry.get(name) not in (None, "")), "")
    before = len(source.faults)
    for name, value in (("model_a", a), ("model_b", b), ("question_id", number)):
        if not value:
            source.fault("formats.empty_cell", line, name)
    if a and a == b:
        source.fault("ratings.same_system", line, a, column="model_a", other="model_b")
    winner = _winner(entry, a, b)
    if winner is None:
        source.fault("formats.bad_entry", line, _text(entry.get("winner")), where="winner")
    return (number, a, b, winner or "") if len(source.faults) == before else None


def _text(value: JsonValue) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value).strip()


def _time(value: JsonValue) -> str:
    try:
        return rfc3339(round(float(str(value)) * 1_000_000))
    except (ValueError, OverflowError):
        return ""


def _winner(entry: JsonObject, a: str, b: str) -> str | None:
    """Which side, tie or bad; empty where nobody said it, None where it can't be understood."""
    told = _text(entry.get("winner"))
    if told:
        named = {a: "a", b: "b"}
        return named.get(told) or WINNERS.get(told.casefold())
    ticked = [side for name, side in TICKS.items() if _text(entry.get(name)) in ("1", "True", "true", "TRUE")]
    if not any(name in entry for name in TICKS):
        return ""
    return ticked[0] if len(ticked) == 1 else None


def _texts(entry: JsonObject) -> tuple[str, list[str]]:
    """What was asked, and what both answered."""
    if "conversation_a" in entry or "conversation_b" in entry:
        said = [_turns(entry.get(f"conversation_{side}")) for side in "ab"]
        asked = [text for role, text in said[0] if role == "user"]
        return BLANK.join(asked), [BLANK.join(text for role, text in one if role != "user") for one in said]
    asked = [text for _, text in _turns(entry.get("prompt", entry.get("question")))]
    answers = [entry.get(f"response_{side}", entry.get(f"answer_{side}")) for side in "ab"]
    return BLANK.join(asked), [BLANK.join(text for _, text in _turns(one)) for one in answers]


def _turns(value: JsonValue) -> list[tuple[str, str]]:
    """The turns of a conversation, or the texts of a list, or a text; a cell may hold them as JSON."""
    if isinstance(value, str) and value[:1] in "[{":
        try:
            value = json.loads(value)
        except ValueError:
            return [("", str(value))]
    if isinstance(value, list):
        found = [
            (str(one.get("role", "")), one.get("content")) if isinstance(one, dict) else ("", one) for one in value
        ]
        return [(role, str(text)) for role, text in found if text is not None]
    return [("", str(value))] if value not in (None, "") else []


def write(target: Target, ratings: Iterable[Rating]) -> None:
    """A line for each comparison of two, as Chatbot Arena has it."""
    texts: dict[tuple[str, str], str] = {}
    said: list[Rating] = []
    for one in ratings:
        if one.system and one.output is not None:
            texts.setdefault((one.item, one.system), one.output)
        if one.order is not None:
            said.append(one)
    with target.file() as file:
        for one in said:
            entry = _entry(one, texts, target)
            if entry is not None:
                file.write(json_line(entry))


def _entry(one: Rating, texts: dict[tuple[str, str], str], target: Target) -> dict[str, object] | None:
    names = [name for group in one.order or () for name in group]
    if len(names) != 2:
        target.losses.add("formats.rankings_lost")
        return None
    a, b = sorted(names)
    groups = one.order or ()
    winner = (
        "tie" if len(groups) == 1 else "tie (bothbad)" if not groups[0] else "model_a" if a in groups[0] else "model_b"
    )
    asked = [{"role": "user", "content": one.source}] if one.source else []
    conversations = {
        f"conversation_{side}": [*asked, {"role": "assistant", "content": texts.get((one.item, name), "")}]
        for side, name in (("a", a), ("b", b))
    }
    language = {"language": one.group} if one.group else {}
    when = {"tstamp": _seconds(one.answered_at)} if one.answered_at else {}
    return {
        "question_id": one.item,
        "model_a": a,
        "model_b": b,
        "winner": winner,
        "judge": one.rater,
        **conversations,
        "turn": 1,
        **language,
        **when,
    }


def _seconds(time: str) -> float:
    return micros_of(time) / 1_000_000
