"""A table of checks to copy, for exactly one study: its protocol's columns, its first item, answers to be changed."""

import csv
import io
from collections.abc import Iterator

from jurybox.core import LETTERS
from jurybox.core.questions import QuestionBase
from jurybox.store import Run, checks, item_list
from jurybox.studies.lifecycle.gold_cells import EXPECTED
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench, view_in

MOST_ROWS = 12
"""Of a long document, the first segments show how it goes on."""


def gold_sample(bench: Workbench, key: str) -> str:
    """With tabs between cells, as a spreadsheet takes it; empty where the study has no item yet."""

    def read(run: Run) -> str:
        view = view_in(bench, run, key)
        first = item_list.page_after(run, view.id, item_list.Wanted(), after=0, most=1)
        material = checks.material(run, view.id, first[0].key) if first else None
        return _written(view, first[0].key, material) if material is not None and material.outputs else ""

    return bench.database.read(read)


def _written(view: StudyView, key: str, material: checks.CheckMaterial) -> str:
    questions = [q for _, q in view.protocol.questions() if q.example_cell() is not None]
    has_segments = any(q.about in ("segment", "output") for q in questions)
    columns = ["id", "system", *(["segment"] if has_segments else []), *(EXPECTED + q.id for q in questions)]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, dialect="excel-tab", lineterminator="\n")
    writer.writeheader()
    most = view.protocol.unit.candidates
    shown = list(material.outputs)[: len(LETTERS) if most == "all" else most]
    segments = range(1, len(material.segments) + 1) if has_segments else [0]
    writer.writerows(list(_rows(key, shown, segments, questions))[:MOST_ROWS])
    return text.getvalue()


def _rows(
    key: str, shown: list[str], segments: range | list[int], questions: list[QuestionBase]
) -> Iterator[dict[str, str]]:
    """Each answer where it belongs: with a unit or segment, with an output, with each segment of an output."""
    for n, system in enumerate(shown):
        for segment in segments:
            is_first = segment in (0, 1)
            row = {"id": key, "system": system, **({"segment": str(segment)} if segment else {})}
            asked = {"unit": n == 0 and is_first, "candidate": is_first, "segment": n == 0, "output": True}
            row |= {EXPECTED + q.id: q.example_cell() or "" if asked[q.about] else "" for q in questions}
            yield row
