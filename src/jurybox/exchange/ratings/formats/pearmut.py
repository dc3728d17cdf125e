"""Pearmut (Zouhar and Kocmi 2026): a campaign as JSON, and the log of what its users said as JSON lines.

A line of the log has user_id, item_i, item [{item_id, src, tgt {model: text}}], annotation [{model: {score, sliders,
error_spans, textfield}}] beside it, and actions with their times. `end_i` is inclusive; places count UTF-16 code units
and leave out line breaks; the place behind the last one is the mark for something missing. `"annotation": "__RESET__"`
voids what the user said of the item before. Saying something again corrects it.
"""

from collections.abc import Iterable, Iterator

import msgspec

from jurybox.core import JsonObject, JsonValue, micros_of, rfc3339
from jurybox.exchange.files import from_units, json_line, list_in, object_in, text_in, to_units, units
from jurybox.exchange.ratings.formats.rating import Mark, Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target
from jurybox.exchange.ratings.formats.values import ParsedCell, is_real

RESET, ERROR, BREAK = "__RESET__", "error", "\n"
SCORE, SPANS, TEXT = "score", "error_spans", "textfield"
PURPOSES = {"welcome_": "calibration", "random_": "check", "goodbye_": "calibration"}
"""Items that are not of the campaign's own data have such an item_i."""
Entry = tuple[int, JsonObject]


class _Said(ParsedCell, total=False):
    text: str


def read(source: RatingsFile) -> Iterator[Rating]:
    entries = _valid(source)
    spans = any(_has_spans(entry) for _, entry, _ in entries)
    for line, entry, before in entries:
        items, said = list_in(entry, "item"), list_in(entry, "annotation")
        if items is None or said is None or len(items) != len(said):
            source.fault("formats.bad_entry", line, None, where="annotation")
            continue
        about = _about(entry)
        for place, (item, by_model) in enumerate(zip(items, said, strict=True)):
            if isinstance(item, dict) and isinstance(item.get("tgt"), dict) and isinstance(by_model, dict):
                for rating in _of_item(about, item, by_model, spans, line, source):
                    behind = f":{place}:{rating.system}"
                    corrected = f"{before}{behind}" if before else ""
                    yield msgspec.structs.replace(rating, judgement=f"{line}{behind}", supersedes=corrected)
            elif isinstance(item, dict) and "form" in item:
                source.note("formats.forms_not_read")
            elif by_model is not None:
                source.fault("formats.bad_entry", line, None, where="item")


def _has_spans(entry: JsonObject) -> bool:
    """Whether anything was marked: a campaign that asks for scores alone has empty lists of spans too."""
    said = [by_model for by_model in list_in(entry, "annotation") or () if isinstance(by_model, dict)]
    return any(isinstance(one, dict) and bool(one.get(SPANS)) for by_model in said for one in by_model.values())


def _valid(source: RatingsFile) -> list[tuple[int, JsonObject, int]]:
    """The entries that were not reset, each with the line of the one that it corrects (0: none)."""
    kept: dict[tuple[str, str], list[Entry]] = {}
    for line, entry in source.json_lines():
        user, item = str(entry.get("user_id", "")), str(entry.get("item_i", ""))
        if entry.get("annotation") == RESET:
            voided = [(user, item)] if "item_i" in entry else [key for key in kept if key[0] == user]
            source.note("formats.voided", sum(len(kept.pop(key, [])) for key in voided))
        elif "annotation" not in entry:
            source.fault("formats.not_this_format", line, allowed="Pearmut", what="annotation")
        else:
            kept.setdefault((user, item), []).append((line, entry))
    before = {said[n][0]: said[n - 1][0] for said in kept.values() for n in range(1, len(said))}
    entries = sorted((pair for said in kept.values() for pair in said), key=lambda pair: pair[0])
    return [(line, entry, before.get(line, 0)) for line, entry in entries]


def _about(entry: JsonObject) -> Rating:
    actions = [action for action in list_in(entry, "actions") or () if isinstance(action, dict)]
    times = [time for action in actions if is_real(time := action.get("time"))]
    place = str(entry.get("item_i", ""))
    return Rating(
        item="",
        rater=str(entry.get("user_id", "")),
        purpose=next((purpose for head, purpose in PURPOSES.items() if place.startswith(head)), "rating"),
        answered_at=_time(times[-1]) if times else "",
        elapsed_ms=round((times[-1] - times[0]) * 1000) if len(times) > 1 and times[-1] >= times[0] else None,
    )


def _time(seconds: float) -> str:
    try:
        return rfc3339(round(seconds * 1_000_000))
    except OverflowError:
        return ""


def _of_item(
    about: Rating, item: JsonObject, by_model: JsonObject, spans: bool, line: int, source: RatingsFile
) -> Iterator[Rating]:
    names, texts = object_in(item, "questions"), object_in(item, "tgt")
    key, shown = item.get("item_id"), item.get("src")
    about = msgspec.structs.replace(
        about,
        item=str(key) if key is not None else str(shown or ""),
        group=str(item.get("group", "")),
        source=shown if isinstance(shown, str) else None,
    )
    for model, said in by_model.items():
        text = texts.get(model)
        if not isinstance(said, dict) or not isinstance(text, str):
            source.fault("formats.bad_entry", line, model, where="annotation")
            continue
        base = msgspec.structs.replace(about, system=model, output=text)
        for question, told in _answers(said, text, (spans, SPANS in names), line, source):
            named = names.get(question, question) if question in (SCORE, SPANS, TEXT) else question
            yield msgspec.structs.replace(base, question=str(named), **told)


def _answers(
    said: JsonObject, text: str, marked: tuple[bool, bool], line: int, source: RatingsFile
) -> Iterator[tuple[str, _Said]]:
    """`marked`: whether anything was marked in this file, and whether this item surely asks for marks."""
    numbers = {SCORE: said.get(SCORE), **object_in(said, "sliders")}
    rated = {name: value for name, value in numbers.items() if is_real(value)}
    for name, value in rated.items():
        yield name, {"value": value}
    spans = list_in(said, SPANS)
    if spans is not None and (spans or marked[1] or (marked[0] and rated)):
        yield SPANS, {"marks": tuple(pearmut_mark(span, text, line, source) for span in spans)}
    if written := text_in(said, TEXT):
        yield TEXT, {"text": written}


def pearmut_mark(span: JsonValue, text: str, line: int, source: RatingsFile) -> Mark:
    """One beyond the text is a fault, and is kept over all of the text, so that its names are looked at too."""
    told = span if isinstance(span, dict) else {}
    start, end, weight = told.get("start_i"), told.get("end_i"), told.get("severity")
    label, kept = str(told.get("category") or ERROR), None if weight is None else str(weight)
    missing = units(text, BREAK)[-1]
    if start == end and start in ("missing", missing):
        return Mark(None, None, label, kept)
    place = from_units(text, start, end + 1, BREAK) if type(start) is int and type(end) is int else None
    if place is None:
        source.fault("formats.span_outside", line, [start, end], [0, missing])
        place = 0, len(text)
    return Mark(*place, label, kept)


def write(target: Target, ratings: Iterable[Rating]) -> None:
    """One line for each time a rater said something of an item; outputs said of at once stand together."""
    lines: dict[tuple[str, ...], list[Rating]] = {}
    for rating in ratings:
        said: tuple[str, ...] = (rating.rater, rating.item, rating.purpose, rating.judgement)
        if any(r.system == rating.system and r.question == rating.question for r in lines.get(said, ())):
            said = (*said, rating.answered_at, str(len(lines)))
        lines.setdefault(said, []).append(rating)
    numbers: dict[str, int] = {}
    with target.file() as file:
        for said_of in lines.values():
            number = numbers.setdefault(said_of[0].item, len(numbers))
            file.write(json_line(_entry(said_of, number, target)))


class _Span(msgspec.Struct):
    start_i: int
    end_i: int
    category: str | None
    severity: str | None


class _OfModel(msgspec.Struct):
    """What a log says of one output."""

    score: int | float | None = None
    error_spans: list[_Span] = []
    textfield: str | None = None
    sliders: dict[str, int | float] | msgspec.UnsetType = msgspec.UNSET


def _entry(ratings: list[Rating], number: int, target: Target) -> dict[str, object]:
    first = ratings[0]
    scores = list(dict.fromkeys(r.question for r in ratings if r.value is not None))
    places = {"marks": SPANS, "text": TEXT} | ({"number": SCORE} if len(scores) == 1 else {})
    names = {places[rating.kind]: rating.question for rating in ratings if rating.kind in places}
    by_model: dict[str, _OfModel] = {}
    for rating in ratings:
        held = by_model.setdefault(rating.system, _OfModel())
        if rating.value is not None and len(scores) == 1:
            held.score = rating.value
        elif rating.value is not None:
            held.sliders = {**(held.sliders or {}), rating.question: rating.value}
        elif rating.marks is not None:
            held.error_spans = [
                span for mark in rating.marks if (span := pearmut_span(mark, rating.output or "", target))
            ]
        else:
            held.textfield = rating.text
    head = {"calibration": "welcome_", "check": "random_"}.get(first.purpose, "")
    return {
        "annotation": [by_model],
        "actions": _actions(first),
        "item": [{**item_of(ratings), "questions": names}],
        "user_id": first.rater,
        "item_i": f"{head}{number}" if head else number,
    }


def item_of(ratings: list[Rating]) -> dict[str, object]:
    """An item as campaigns and logs have it."""
    first = ratings[0]
    source = {"src": first.source} if first.source is not None else {}
    group = {"group": first.group} if first.group else {}
    return {"item_id": first.item, **group, **source, "tgt": {r.system: r.output or "" for r in ratings}}


def _actions(rating: Rating) -> list[dict[str, float | str]]:
    if not rating.answered_at:
        return []
    ended = micros_of(rating.answered_at) / 1_000_000
    begun: list[dict[str, float | str]] = []
    if rating.elapsed_ms is not None:
        begun.append({"time": ended - rating.elapsed_ms / 1000, "action": "load"})
    return [*begun, {"time": ended, "action": "submit"}]


def pearmut_span(mark: Mark, text: str, target: Target) -> _Span | None:
    category = None if mark.label == ERROR else mark.label
    if mark.count != 1:
        target.losses.add("formats.counts_lost")
    if mark.reason is not None:
        target.losses.add("formats.reasons_lost")
    if mark.field != "output":
        target.losses.add("formats.source_spans_lost")
        return None
    if mark.is_missing and mark.start is not None:
        target.losses.add("formats.places_lost")
    if mark.start is None or mark.end is None or mark.is_missing:
        start = end = units(text, BREAK)[-1]
    else:
        lies_in = mark.start < mark.end <= len(text)
        start, end = to_units(text, mark.start, mark.end, BREAK) if lies_in else (0, 0)
        if start == end:
            target.losses.add("formats.spans_without_text_lost")
            return None
        end -= 1
    return _Span(start, end, category, mark.weight)
