"""Rows on their way into an archive: keys become row numbers, names of people go."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from jurybox.core import Answers, translate_targets
from jurybox.store import Run, enquiries, organisers, tables
from jurybox.studies.carry.archive.layout import columns_of, json_of, media_in, references_of
from jurybox.studies.study import StudyView

Row = dict[str, Any]
_from_json = msgspec.json.Decoder().decode


class Outward:
    """One study on its way out."""

    def __init__(self, run: Run, view: StudyView, with_questionnaire: bool) -> None:
        self.run, self.view, self.with_questionnaire = run, view, with_questionnaire
        self.keys: dict[str, array[int]] = {
            table.name: tables.ids_of_study(run, table, view.id) for table in tables.OF_STUDY if table.key is not None
        }
        names = organisers.names(run)
        self.organisers = {name: f"organiser {n}" for n, name in enumerate(names, start=1)}
        self.media: set[str] = set()
        self.asked = self._published_questions()

    def number(self, table: str, key: int) -> int:
        """The row number of a key; a key that is not of this study is an error."""
        place = bisect_left(self.keys[table], key)
        if place == len(self.keys[table]) or self.keys[table][place] != key:
            raise LookupError(f"{table} {key}")
        return place + 1

    def up_to(self, table: str, key: int) -> int:
        """How many rows there are up to a key."""
        return bisect_right(self.keys[table], key)

    def rows(self, table: tables.StoredTable) -> Iterator[list[Any]]:
        kept, links, texts = columns_of(table), references_of(table), json_of(table)
        change = CHANGES.get(table.name, _as_it_is)
        for values in tables.read_of_study(self.run, table, self.view.id):
            row: Row = {**values}
            for name in texts:
                row[name] = _from_json(row[name])
            for name, target in links.items():
                if row[name] is not None:
                    row[name] = self.number(target, row[name])
            if change(self, row):
                yield [row[name] for name in kept]

    def _published_questions(self) -> dict[int, str]:
        """What was asked, as all raters read it, by enquiry."""
        found: dict[int, str] = {}
        for reply in enquiries.replies_of(self.run, self.view.id):
            if reply.published:
                found.setdefault(reply.enquiry, reply.question)
        return found

    def candidate(self, key: int) -> int:
        """Candidates of worked examples and checks are negative, and the same everywhere."""
        return key if key < 0 else self.number("candidate", key)


def _as_it_is(out: Outward, row: Row) -> bool:
    return True


def _study(out: Outward, row: Row) -> bool:
    row["pilot_seq"] = out.up_to("judgement", row["pilot_seq"])
    _without_codes(row["settings"])
    return True


def _without_codes(settings: Row) -> None:
    """Codes are a platform's, for one study."""
    settings["completion_code"] = None
    if isinstance(settings.get("calibration"), dict):
        settings["calibration"]["review_code"] = None
    if isinstance(settings.get("checks"), dict):
        settings["checks"]["completion_code"] = None


def _event(out: Outward, row: Row) -> bool:
    data: Row = row["data"]
    if "import" in data:
        data["import"] = out.number("import", data["import"])
    if "until" in data:
        data["until"] = out.up_to("judgement", data["until"])
    if isinstance(data.get("settings"), dict):
        _without_codes(data["settings"])
    return _who(out, row)


def _who(out: Outward, row: Row) -> bool:
    row["who"] = out.organisers.get(row["who"], row["who"])
    return True


def _shown(out: Outward, row: Row) -> bool:
    for name in ("fields", "segments", "content"):
        out.media.update(file for file, _ in media_in(row.get(name)))
    return True


def _candidates(out: Outward, row: Row) -> bool:
    row["candidates"] = [out.candidate(key) for key in row["candidates"]]
    if row.get("check_item") is not None:
        row["check_item"] = out.number("check_item", row["check_item"])
    return True


def _membership(out: Outward, row: Row) -> bool:
    if row["merged_into"] is not None:
        row["merged_into"] = out.number("membership", row["merged_into"])
    return True


def _about_rater(out: Outward, row: Row) -> bool:
    if not out.with_questionnaire:
        row["answers"] = {}
    return True


def _judgement(out: Outward, row: Row) -> bool:
    stage = out.view.stage(row["stage"])
    answers = msgspec.convert(row["answers"], Answers)
    renamed = translate_targets(stage, answers, lambda target: str(out.candidate(int(target))))
    row["answers"] = msgspec.to_builtins(renamed)
    return True


def _enquiry(out: Outward, row: Row) -> bool:
    row["text"] = out.asked[row["id"]]
    return True


def _acknowledgement(out: Outward, row: Row) -> bool:
    """What a rater has read: everything up to a reply or revision. Nothing, where none of it is kept."""
    row["what"] = out.up_to(row["kind"], row["what"])
    return bool(row["what"])


def _frozen(out: Outward, row: Row) -> bool:
    row["last_seq"] = out.up_to("judgement", row["last_seq"])
    return _who(out, row)


CHANGES: dict[str, Callable[[Outward, Row], bool]] = {
    "study": _study,
    "study_event": _event,
    "item": _shown,
    "output": _shown,
    "example": _shown,
    "check_item": _shown,
    "unit": _candidates,
    "membership": _membership,
    "assignment": _candidates,
    "questionnaire": _about_rater,
    "judgement": _judgement,
    "enquiry": _enquiry,
    "reply": _who,
    "acknowledgement": _acknowledgement,
    "frozen": _frozen,
}
"""What else happens to a row; False leaves it out, which only rows may that no other row refers to."""
