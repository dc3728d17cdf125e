"""What the data of a record must hold, whoever makes them; a gap is told before anything is kept."""

import json
from collections.abc import Iterator
from typing import Any

from tests.upgrade.doors import DATA, House
from tests.upgrade.material import OWN
from tests.upgrade.outputs import studies_of

EVENTS = {
    "created", "imported", "opened", "closed", "items_added", "rater_added", "rater_revoked", "link_renewed",
    "item_withdrawn", "system_withdrawn", "quorum_raised", "pilot_marked", "guideline_revised", "replied", "reopened",
}  # fmt: skip
HELD: dict[str, set[Any]] = {
    "standing": {"counted", "surplus", "final", "closed", "withdrawn"},
    "channel": {"browser", "xlsx", "import", "label-studio"},
    "purpose": {"rating", "repeat", "calibration"},
    "by": {"rater", "rule", "marks", "override", "cannot"},
    "pilot": {True, False},
}
"""Columns of the export, and what must stand in them somewhere."""


def gaps(house: House) -> list[str]:
    """What is promised and is not there."""
    return [*_in_events(house), *_in_judgements(house), *_in_questions(house)]


def shown(house: House, study: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(house.done("study", "show", study, "--json", "--data", DATA))
    return found


def log_of(house: House, study: str) -> list[dict[str, Any]]:
    lines = house.done("export", study, "--all", "--format", "jsonl", "--data", DATA).splitlines()
    return [json.loads(line) for line in lines]


def _in_events(house: House) -> Iterator[str]:
    studies = [shown(house, study) for study in studies_of(house)]
    for kind in sorted(EVENTS - {event["kind"] for study in studies for event in study["events"]}):
        yield f"no event {kind}"
    for state in sorted({"draft", "open", "closed"} - {study["state"] for study in studies}):
        yield f"no study that is {state}"
    if not any(study["inbox"] for study in studies):
        yield "no unit waits in the inbox"


def _in_judgements(house: House) -> Iterator[str]:
    rows = [row for study in studies_of(house) for row in log_of(house, study)]
    for column, wanted in HELD.items():
        for value in sorted(wanted - {row[column] for row in rows}):
            yield f"no judgement with {column} {value}"
    if not any(row["supersedes"] for row in rows):
        yield "no judgement that supersedes another"


def _in_questions(house: House) -> Iterator[str]:
    """Every question of our own protocols was answered, and by more than one rater."""
    for study, document in OWN.items():
        rows = [row for row in log_of(house, study) if row["standing"] == "counted"]
        for question in [question["id"] for stage in document()["stages"] for question in stage["ask"]]:
            raters = {row["rater"] for row in rows if row["question"] == question and row["by"] != "cannot"}
            if len(raters) < 2:
                yield f"question {question} of {study} has answers of {len(raters)} raters"
