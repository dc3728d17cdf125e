"""Erasing on request: a person, what people wrote, a whole study. What was erased is kept as ids that say nothing."""

import json
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from jurybox.core import REDACTED, EventKind, Refused, redacted_answers
from jurybox.exchange.files import keep_names
from jurybox.store import Run, audit, erasing, people, studies
from jurybox.studies.people import find_member
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench, view_of

RATER, TEXTS, STUDY = "rater", "texts", "study"
FILE = "erased.jsonl"


@dataclass(frozen=True, slots=True)
class StillHeld:
    """Where what was erased can still be found: files of ours, and copies that others may have."""

    files: tuple[str, ...]


def erase_rater(bench: Workbench, study: str, rater: str, who: str = "command line") -> StillHeld:
    """Forget who a rater is, in every study: name, platform, links, drafts. Their judgements stay, nameless."""

    def erase(run: Run) -> str:
        member = find_member(people.memberships(run, find_study(run, study).id), rater)
        return _erase_rater(bench, run, member.rater, who)

    _keep(bench, RATER, bench.database.erase(erase))
    return _still_held(bench)


def _erase_rater(bench: Workbench, run: Run, uid: str, who: str) -> str:
    number = erasing.rater_of(run, uid)
    if number is not None:
        with erasing.maintenance(run, "erase a rater", bench.now()):
            erasing.erase_rater(run, number, bench.now())
            _note(bench, run, RATER, uid, who)
    return uid


def redact_texts(bench: Workbench, study: str, rater: str | None = None, who: str = "command line") -> StillHeld:
    """Blank what the raters of a study wrote, or one of them: comments, reasons, questionnaires, enquiries, replies.

    What they chose, scored and marked stays, and so does that something was written.
    """

    def redact(run: Run) -> str:
        row = find_study(run, study)
        member = 0 if rater is None else find_member(people.memberships(run, row.id), rater).id
        subject = f"{row.uid}/{member}"
        _redact(bench, run, (row.id, member), subject, who)
        studies.append_event(run, row, kind=EventKind.REDACTED, data={"all": not member}, who=who, now=bench.now())
        return subject

    _keep(bench, TEXTS, bench.database.erase(redact))
    return _still_held(bench)


def _redact(bench: Workbench, run: Run, of: tuple[int, int], subject: str, who: str) -> None:
    study, member = of
    with erasing.maintenance(run, "redact", bench.now()):
        for row in erasing.free_texts(run, study=study, member=member):
            answers = msgspec.json.encode(redacted_answers(json.loads(row.answers))).decode()
            comment, cannot = (REDACTED if text else text for text in (row.comment, row.cannot))
            new = row._replace(answers=answers, comment=comment, cannot=cannot)
            if new != row:
                erasing.set_free_text(run, new)
        erasing.blank_other_texts(run, study=study, member=member, marker=REDACTED)
        _note(bench, run, TEXTS, subject, who)


def delete_study(bench: Workbench, key: str, confirmed: str, who: str = "command line") -> StillHeld:
    """A study with all that belongs to it: items, raters, judgements, files. One line of audit stays.

    `confirmed` is the key once more: nothing else stands between a slip and the loss of a study.
    """
    if confirmed != key:
        raise Refused.of("study.delete_not_confirmed", "confirm", confirmed, key)
    view = view_of(bench, key)

    def delete(run: Run) -> set[str]:
        with erasing.maintenance(run, "delete a study", bench.now()):
            shown = erasing.media_of(run, view.id)
            erasing.delete_study(run, view.id, key)
            _note(bench, run, STUDY, view.row.uid, who)
            return shown - erasing.media_of(run, None) if shown else shown

    for file in bench.database.erase(delete):
        bench.media.remove(file)
    for folder in ("archives", "reports"):
        shutil.rmtree(bench.folder / folder / key, ignore_errors=True)
    shutil.rmtree(bench.folder / "uploads" / "studies" / view.row.uid, ignore_errors=True)
    _keep(bench, STUDY, view.row.uid)
    return _still_held(bench)


def erase_again(bench: Workbench, file: Path) -> int:
    """After a restore: forget once more what was erased since the backup was made; how much of it was there."""
    try:
        wanted = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        pairs = [(str(one["kind"]), str(one["subject"])) for one in wanted]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise Refused.of("backup.erased_unreadable", given=str(file)) from error
    return sum(_again(bench, kind, subject) for kind, subject in dict.fromkeys(pairs))


def _again(bench: Workbench, kind: str, subject: str) -> bool:
    if kind == STUDY:
        keys = bench.database.read(lambda run: [row.key for row in studies.all_studies(run) if row.uid == subject])
        for key in keys:
            delete_study(bench, key, key)
        return bool(keys)
    if kind == RATER:
        known = bench.database.read(lambda run: erasing.rater_of(run, subject)) is not None
        if known:
            bench.database.erase(partial(_erase_rater, bench, uid=subject, who="restore"))
            _keep(bench, RATER, subject)
        return known
    return _redact_again(bench, subject)


def _redact_again(bench: Workbench, subject: str) -> bool:
    uid, _, member = subject.partition("/")
    found = bench.database.read(lambda run: [row.id for row in studies.all_studies(run) if row.uid == uid])
    for study in found:
        bench.database.erase(lambda run: _redact(bench, run, (study, int(member)), subject, "restore"))  # noqa: B023
        _keep(bench, TEXTS, subject)
    return bool(found)


def _note(bench: Workbench, run: Run, kind: str, subject: str, who: str) -> None:
    erasing.note(run, kind=kind, subject=subject, now=bench.now())
    audit.append(run, who=who, what=f"erased_{kind}", data={"subject": subject}, now=bench.now())


def _keep(bench: Workbench, kind: str, subject: str) -> None:
    """Beside the database, for backups that were made before: `jurybox restore --erased` takes this file."""
    handle = os.open(bench.folder / FILE, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "a", encoding="utf-8") as file:
        file.write(json.dumps({"kind": kind, "subject": subject}) + "\n")
        file.flush()
        os.fsync(file.fileno())
    keep_names(bench.folder)


def _still_held(bench: Workbench) -> StillHeld:
    """Files of this folder that were made before and may hold it."""
    found: Iterable[Path] = (path for name in ("archives", "reports") for path in (bench.folder / name).rglob("*"))
    return StillHeld(tuple(sorted(path.relative_to(bench.folder).as_posix() for path in found if path.is_file())))
