"""Judgements out: one row per answer and system, streamed from the log a page at a time."""

import json
from collections.abc import Iterator
from typing import Any

from jurybox.core.times import rfc3339
from jurybox.core.unit import LETTERS
from jurybox.exchange.export import long_table
from jurybox.store import before, export, people
from jurybox.store.export import Logged
from jurybox.store.statement import Run
from jurybox.studies.calibrating import outcome
from jurybox.studies.creating import find_study
from jurybox.studies.view import StudyView, load_view
from jurybox.studies.workbench import Workbench

Row = dict[str, Any]


def export_rows(bench: Workbench, key: str, everything: bool = False) -> Iterator[Row]:
    """Long rows of a study: what counts, stands and was not withdrawn; `everything` gives the whole log."""
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        systems = {
            candidate: [name for name, is_gone in made if everything or not is_gone]
            for candidate, made in export.candidate_systems(run, view.id).items()
        }
        replaced = set() if everything else _replaced(run, view)
        for entry in export.logged(run, view.id):
            pilot = entry.seq <= view.row.pilot_seq
            counts = entry.standing == "counted" and entry.seq not in replaced and not pilot
            if everything or (counts and not entry.item_withdrawn):
                yield from _rows(view, entry, systems, pilot)


def _replaced(run: Run, view: StudyView) -> set[int]:
    """The counted judgements that a later counted one stands in place of."""
    current: dict[tuple[int, int], int] = {}
    replaced: set[int] = set()
    for seq, assignment, stage in run.all(export.COUNTED, study=view.id):
        if (assignment, stage) in current:
            replaced.add(current[assignment, stage])
        current[assignment, stage] = seq
    return replaced


def _rows(view: StudyView, entry: Logged, systems: dict[int, list[str]], pilot: bool) -> Iterator[Row]:
    stage = view.stage(entry.stage)
    item = entry.item if entry.example is None else view.protocol.examples[entry.example].id
    base = {
        "study": view.row.key, "protocol": view.protocol.name, "item": item, "group": entry.group,
        "rater": entry.membership, "stage": stage.id, "purpose": entry.purpose, "standing": entry.standing,
        "pilot": pilot, "seq": entry.seq, "judgement": entry.id, "supersedes": entry.supersedes,
        "answered_at": rfc3339(entry.answered_at), "received_at": rfc3339(entry.received_at),
        "elapsed_ms": entry.elapsed_ms, "channel": entry.channel, "comment": entry.comment,
    }  # fmt: skip
    if entry.cannot is not None:
        for name in _names(systems, entry, entry.candidates):
            yield {
                **base,
                "system": name,
                "question": None,
                "target": "unit",
                "value": None,
                "text": entry.cannot,
                "by": "cannot",
            }
        return
    for question in stage.ask:
        for target, cell in entry.answers.get(question.id, {}).items():
            candidates = [int(target)] if question.about == "candidate" else entry.candidates
            value, text = value_and_text(cell)
            by = "cannot" if "cannot" in cell else cell["by"]
            shown = target if entry.example is None or question.about != "candidate" else LETTERS[-int(target) - 1]
            for name in _names(systems, entry, candidates):
                yield {
                    **base,
                    "system": name,
                    "question": question.id,
                    "target": shown,
                    "value": value,
                    "text": text,
                    "by": by,
                }


def _names(systems: dict[int, list[str]], entry: Logged, candidates: list[int]) -> list[str]:
    """The systems a row is about; a row about several candidates, or a worked example, is about none in particular."""
    return systems.get(candidates[0], []) if len(candidates) == 1 and entry.example is None else [""]


def value_and_text(cell: dict[str, Any]) -> tuple[Any, str | None]:
    if "cannot" in cell:
        return None, cell["cannot"]
    value, reason = cell["value"], cell.get("reason")
    if isinstance(value, (int, float)):
        return value, reason
    if isinstance(value, str):
        return None, value
    if (
        isinstance(value, list)
        and value
        and all(isinstance(entry, dict) and set(entry) <= {"id", "text"} for entry in value)
    ):
        texts = [entry["text"] for entry in value if entry.get("text")]
        return "|".join(entry["id"] for entry in value), "\n".join(texts) or None
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return "|".join(value), reason
    return json.dumps(value, ensure_ascii=False), reason


def export_lines(bench: Workbench, key: str, kind: str, everything: bool = False) -> Iterator[bytes]:
    """The export as the bytes of a csv, tsv or jsonl file, a piece at a time."""
    return long_table(export_rows(bench, key, everything), kind)


def rater_rows(bench: Workbench, key: str) -> Iterator[Row]:
    """One row per rater, without names: consent, calibration, and the answers to the questionnaire."""
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        for m in people.memberships(run, view.id):
            said, about = before.consent_of(run, m.id), before.about_rater(run, m.id)
            went = outcome(run, view, m.id)
            yield {
                "study": view.row.key, "rater": m.uid, "groups": "|".join(m.groups), "done": m.done,
                "consent": None if said is None else "given" if said.given else "declined",
                "consent_hash": said.hash if said else None, "consent_at": rfc3339(said.at) if said else None,
                "calibration": None if went is None else "passed" if went.passed else "short",
                "calibration_agrees": went.agrees if went else None,
                "calibration_within": went.within if went else None, "calibration_of": went.of if went else None,
                "answered_at": rfc3339(about.at) if about else None, "lang": about.lang if about else None,
                **{f"about.{q.id}": about.answers.get(q.id) if about else None for q in view.settings.questionnaire},
            }  # fmt: skip


def rater_lines(bench: Workbench, key: str, kind: str) -> Iterator[bytes]:
    """The table of raters as the bytes of a csv, tsv or jsonl file."""
    rows = list(rater_rows(bench, key))
    return long_table(rows, kind, tuple(rows[0]) if rows else ("study", "rater"))
