"""What the rows of each table must be, beyond their types, before they are written on this server."""

from collections.abc import Callable
from typing import Any

from jurybox.core import (
    MOST_SEGMENTS,
    AssignmentState,
    CheckKind,
    CheckSays,
    EventKind,
    Item,
    Purpose,
    Segment,
    SystemKind,
    hash_bytes,
    takes_suggestions,
)
from jurybox.studies.carry.archive.rows_in import Inward, Row, sound
from jurybox.studies.lifecycle import LANGUAGE
from jurybox.studies.results import FROZEN_NAME, from_json, read_wish

PURPOSES, STATES = frozenset(Purpose), frozenset(AssignmentState)
MOST_QUORUM = 1_000


def event(into: Inward, number: int, row: Row) -> None:
    sound(row["number"] == number, "events are numbered as they happened")
    sound(row["kind"] in list(EventKind), f"nothing of the kind {row['kind']} can happen to a study")
    data = row["data"]
    sound(isinstance(data, dict), "the data of an event have names")
    if "import" in data:
        data["import"] = into.key("import", data["import"])
    if "until" in data:
        data["until"] = into.up_to("judgement", data["until"])
    for name in ("rater", "enquiry", "merged"):
        if name in data:
            data[name] = into.same_or_new(data[name])
    if row["kind"] == EventKind.IMPORTED:
        sound(_texts(data.get("systems")), "an import names its systems")


def guideline(into: Inward, number: int, row: Row) -> None:
    sound(LANGUAGE.fullmatch(row["lang"]) is not None, f"{row['lang']} is no language")
    sound(hash_bytes("guideline", row["prose"].encode()) == row["hash"], "the prose has another hash")


def example(into: Inward, number: int, row: Row) -> None:
    sound(row["number"] == number - 1, "examples stand in the order of the protocol")
    _shown(into, row["content"])


def _shown(into: Inward, content: Any) -> None:
    into.see_fields(content["fields"])
    _segments(into, content["segments"])
    sound(isinstance(content["candidates"], list), "an example has candidates")
    for candidate in content["candidates"]:
        for fields in (candidate["fields"], *candidate["segments"]):
            into.see_fields(fields)


def check_item(into: Inward, number: int, row: Row) -> None:
    sound(row["kind"] in list(CheckKind), f"a check is not of the kind {row['kind']}")
    _shown(into, row["content"])
    CheckSays.model_validate(row["says"])


def import_(into: Inward, number: int, row: Row) -> None:
    sound(row["state"] == "done", "an import is done")


def item(into: Inward, number: int, row: Row) -> None:
    into.see_fields(row["fields"])
    segments = _segments(into, row["segments"])
    sound(Item(row["key"], row["grp"], row["fields"], segments).hash() == row["hash"], "the item has another hash")


def _segments(into: Inward, found: Any) -> tuple[Segment, ...]:
    sound(isinstance(found, list) and len(found) <= MOST_SEGMENTS, "segments are a list")
    made = tuple(Segment(**segment) for segment in found)
    for segment in made:
        into.see_fields(segment.fields)
        times = [time for time in (segment.start, segment.end) if time is not None]
        sound(all(isinstance(time, int | float) and not isinstance(time, bool) for time in times), "a time is a number")
    return made


def system(into: Inward, number: int, row: Row) -> None:
    sound(row["kind"] in list(SystemKind), f"a system is not of the kind {row['kind']}")


def output(into: Inward, number: int, row: Row) -> None:
    into.see_fields(row["fields"])
    sound(0 <= row["segment"] <= MOST_SEGMENTS, f"there is no segment {row['segment']}")


def suggestion(into: Inward, number: int, row: Row) -> None:
    question = next((q for _, q in into.protocol.questions() if q.id == row["question"]), None)
    sound(question is not None and takes_suggestions(question), f"nothing is suggested for {row['question']}")
    sound(row["value"] is not None, "a suggestion has a value")
    sound(0 <= row["segment"] <= MOST_SEGMENTS, f"there is no segment {row['segment']}")


def unit(into: Inward, number: int, row: Row) -> None:
    row["candidates"] = into.candidates(row["candidates"])
    _window(row)


def _window(row: Row) -> None:
    sound(row["win"] is None or 1 <= row["win"] <= MOST_SEGMENTS, f"there is no window {row['win']}")


def slot(into: Inward, number: int, row: Row) -> None:
    sound(0 <= row["stage"] < len(into.protocol.stages), f"there is no stage {row['stage']}")
    sound(0 <= row["quorum"] <= MOST_QUORUM, f"{row['quorum']} is no quorum")


def returned(into: Inward, number: int, row: Row) -> None:
    sound(0 <= row["stage"] < len(into.protocol.stages), f"there is no stage {row['stage']}")


def membership(into: Inward, number: int, row: Row) -> None:
    row["uid"] = into.same_or_new(row["uid"])
    sound(_texts(row["groups"]), "groups are names")
    _stages(into, row["stages"])
    if row["merged_into"] is not None:
        row["merged_into"] = into.key("membership", row["merged_into"])
        into.merged[into.keys["membership"][number - 1]] = row["merged_into"]
    row["rater_id"], row["token_hash"] = into.raters[number - 1], into.token(row["uid"])


def consent(into: Inward, number: int, row: Row) -> None:
    sound(row["given"] in (0, 1), "consent was given or not")


def questionnaire(into: Inward, number: int, row: Row) -> None:
    answers = row["answers"]
    sound(isinstance(answers, dict) and _texts(list(answers.values())), "answers are texts")


def assignment(into: Inward, number: int, row: Row) -> None:
    row["uid"] = into.same_or_new(row["uid"])
    is_example, is_check = row["example"] is not None, row["check_item"] is not None
    if is_check:
        row["check_item"] = into.key("check_item", row["check_item"])
        sound(not is_example and row["unit_id"] is None, "a unit or a check is rated")
    else:
        sound(is_example == (row["unit_id"] is None) == (row["item_id"] is None), "a unit or an example is rated")
    if is_example:
        sound(0 <= row["example"] < len(into.protocol.examples), f"there is no example {row['example']}")
    row["candidates"] = into.candidates(row["candidates"], is_example or is_check)
    _window(row)
    sound(row["purpose"] in PURPOSES, f"{row['purpose']} is no purpose")
    sound(row["state"] in STATES, f"{row['state']} is no state")
    _stages(into, row["stages"])
    sound(row["stage"] is None or row["stage"] in row["stages"], "the next stage is one of its stages")
    sound(-1 <= row["shown"] < len(into.protocol.stages), "what was shown is a stage")
    into.given.add(row)


def enquiry(into: Inward, number: int, row: Row) -> None:
    row["uid"] = into.same_or_new(row["uid"])


def reply(into: Inward, number: int, row: Row) -> None:
    sound(row["published"] == 1, "a reply in an archive was published")


def acknowledgement(into: Inward, number: int, row: Row) -> None:
    sound(row["kind"] in ("guideline", "reply"), "a guideline or a reply is acknowledged")
    row["what"] = into.key(row["kind"], row["what"])


def frozen(into: Inward, number: int, row: Row) -> None:
    row["last_seq"] = into.up_to("judgement", row["last_seq"])
    sound(FROZEN_NAME.fullmatch(row["name"]) is not None, "a frozen result has another name")
    document = row["document"].encode()
    sound(hash_bytes("frozen", document) == row["document_hash"], "a frozen result has another hash")
    read_wish(row["settings"])
    findings = from_json(row["document"])
    sound(findings.signature == row["signature"], "a frozen result has another signature")


def as_it_is(into: Inward, number: int, row: Row) -> None:
    """Types and references say it all."""


def _texts(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(entry, str) for entry in found)


def _stages(into: Inward, found: Any) -> None:
    known = range(len(into.protocol.stages))
    sound(isinstance(found, list) and all(isinstance(n, int) and n in known for n in found), "stages exist")


CHECKS: dict[str, Callable[[Inward, int, Row], None]] = {
    "study_event": event,
    "guideline": guideline,
    "example": example,
    "import": import_,
    "item": item,
    "system": system,
    "output": output,
    "suggestion": suggestion,
    "candidate": as_it_is,
    "candidate_system": as_it_is,
    "unit": unit,
    "check_item": check_item,
    "slot": slot,
    "returned": returned,
    "membership": membership,
    "consent": consent,
    "questionnaire": questionnaire,
    "assignment": assignment,
}
AFTER: dict[str, Callable[[Inward, int, Row], None]] = {
    "enquiry": enquiry,
    "reply": reply,
    "acknowledgement": acknowledgement,
    "frozen": frozen,
}
"""What comes after the judgements."""
