"""Workbooks that raters filled in before Jurybox come in as judgements, matched by equal texts."""

from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from jurybox.core.errors import Conflict, JuryboxError, Refused
from jurybox.studies.carry.workbooks import OldChoices, OldTaken, OldWorkbookColumns, read_old
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench
from tests.fixtures.small import SCALE
from tests.fixtures.studies import HIDING, Played, lines, loaded, new_study, open_study

Table = list[list[Any]]
HEADER: list[Any] = ["Source", "Translation", "Score"]


def table(items: int = 2, systems: str = "ab", scores: tuple[Any, ...] = (5, 4, 3, 2)) -> Table:
    made = lines(items, systems)
    return [[line["source"], line["output"], score] for line, score in zip(made, scores, strict=False)]


def workbook(folder: Path, rows: Table, name: str = "Ana.xlsx") -> Path:
    file = xlsxwriter.Workbook(str(folder / name), {"strings_to_numbers": False})
    sheet = file.add_worksheet()
    for n, row in enumerate(rows):
        sheet.write_row(n, 0, row)
    file.close()
    return folder / name


def read(study: Played, *paths: Path, columns: OldWorkbookColumns | None = None, **options: Any) -> OldTaken:
    return read_old(study.bench, study.key, list(paths), columns or OldWorkbookColumns(), OldChoices(**options))[0]


def codes(study: Played, *paths: Path, columns: OldWorkbookColumns | None = None) -> list[tuple[str, int | None]]:
    before = study.log(), raters.list_raters(study.bench, study.key)
    with pytest.raises(JuryboxError) as refused:
        read(study, *paths, columns=columns)
    assert (study.log(), raters.list_raters(study.bench, study.key)) == before
    return [(fault.code, fault.line) for fault in refused.value.faults]


def test_ratings_from_before_become_judgements_of_a_new_rater(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "ab"), quorum=2)
    path = workbook(tmp_path, [HEADER, *table()])
    taken = read(study, path)
    assert (taken.new, taken.rater, taken.is_new_rater) == (4, "Ana", True)
    assert taken.headings == {"source": "A (Source)", "output": "B (Translation)", "quality": "C (Score)"}
    assert study.slots() == [(2, 1, 0)] * 4
    assert {row["channel"] for row in study.log()} == {"import"}
    log = study.log()
    again = read(study, path)
    assert (again.new, again.unchanged, again.is_new_rater) == (0, 4, False)
    assert study.log() == log
    before = study.projections()
    study.rebuild()
    assert study.projections() == before


def test_a_file_without_header_is_read_by_the_order_of_its_columns(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "ab"))
    taken = read(study, workbook(tmp_path, table(scores=(5, "", 3, 2))))
    assert (taken.new, taken.empty) == (3, 1)
    assert taken.headings == {"source": "A", "output": "B", "quality": "C"}


def test_columns_are_named_by_heading_or_letter(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "ab"))
    rows = [["n", "My rating", "Satz", "Ausgabe"], *([n, s, a, b] for n, (a, b, s) in enumerate(table()))]
    path = workbook(tmp_path, rows)
    said = OldWorkbookColumns(source="Satz", output="D", scores=("My rating",), rater="Ben")
    taken = read(study, path, columns=said)
    assert (taken.new, taken.rater) == (4, "Ben")
    missing = OldWorkbookColumns(source="Satz", output="D", scores=("Note",))
    assert codes(study, path, columns=missing) == [("workbook.no_such_column", 1)]


def test_a_known_rater_is_not_added_again(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "ab"), quorum=3)
    ana = study.rater("Ana")
    ana.submit(ana.one(), 3)
    path = workbook(tmp_path, [HEADER, *table(scores=(3, 3, 3, 3))])
    taken = read(study, path)
    assert (taken.is_new_rater, taken.new + taken.unchanged) == (False, 4)
    assert len(raters.list_raters(bench, study.key)) == 1
    assert ana.ask()["state"] == "done"


def test_what_a_rater_said_since_is_a_conflict(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(1, "a"))
    ana = study.rater("Ana")
    ana.submit(ana.one(), 1)
    path = workbook(tmp_path, [HEADER, ["Source 0", "Output a of 0", 5]])
    assert codes(study, path) == [("workbook.newer_judgement", 2)]
    assert read(study, path, supersede=True).replaced == 1


def test_rows_that_match_nothing_are_refused_or_left_out_and_counted(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "ab"))
    rows = [*table(), ["Source 0", "Nobody made this", 3]]
    path = workbook(tmp_path, [HEADER, *rows])
    assert codes(study, path) == [("workbook.old_unmatched", 6)]
    taken = read(study, path, leave_out=True)
    assert (taken.new, taken.unmatched) == (4, 1)


def test_wrong_scores_are_told_with_their_cells(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "ab"))
    path = workbook(tmp_path, [HEADER, *table(scores=(6, "4,5", "good", 2.5))])
    assert codes(study, path) == [
        ("answer.not_a_level", 2), ("workbook.decimal_comma", 3), ("answer.not_a_level", 4), ("answer.not_a_level", 5),
    ]  # fmt: skip


def test_the_same_texts_rated_twice_must_be_rated_alike(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(1, "a"))
    row = ["Source 0", "Output a of 0"]
    assert codes(study, workbook(tmp_path, [HEADER, [*row, 3], [*row, 4]])) == [("workbook.old_differ", 3)]
    assert read(study, workbook(tmp_path, [HEADER, [*row, 3], [*row, 3]])).new == 1


def test_without_a_source_the_output_must_stand_once(bench: Workbench, tmp_path: Path) -> None:
    made = lines(2, "a")
    made[1]["output"] = made[0]["output"]
    study = open_study(bench, made)
    path = workbook(tmp_path, [["Output", "Score"], [made[0]["output"], 3]])
    assert codes(study, path) == [("workbook.old_ambiguous", 2)]
    rows: Table = [["Source", "Output", "Score"], ["Source 1", made[0]["output"], 3]]
    assert read(study, workbook(tmp_path, rows)).new == 1


def test_texts_are_equal_whatever_the_spaces_and_line_ends(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, [{"id": "1", "system": "s", "source": "one\ntwo  é", "output": "x"}])
    assert read(study, workbook(tmp_path, [HEADER, [" one two e\u0301", "x ", 3]])).new == 1


def test_candidates_of_one_page_come_together_or_not_at_all(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "ab"), loaded(unit={"candidates": "all"}))
    path = workbook(tmp_path, [HEADER, *table(scores=(5, 4, 3, ""))])
    assert codes(study, path) == [("answer.missing", 4)]
    taken = read(study, path, leave_out=True)
    assert (taken.new, taken.left_out) == (1, 1)


def test_several_questions_and_stages_are_named(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "ab"), loaded(**HIDING))
    path = workbook(tmp_path, [["Source", "Output", "F", "A"], *([*row, 1] for row in table())])
    assert codes(study, path) == [("workbook.which_question", 1)]
    assert codes(study, path, columns=OldWorkbookColumns(scores=("grammar=F",))) == [
        ("workbook.unknown_question", None)
    ]
    assert read(study, path, columns=OldWorkbookColumns(scores=("adequacy=A",))).new == 4
    stages = open_study(bench, lines(2, "ab"), loaded(**HIDING), key="stages")
    assert read(stages, path, columns=OldWorkbookColumns(scores=("fluency=F", "adequacy=A"))).new == 8
    assert read(stages, path, columns=OldWorkbookColumns(scores=("fluency=F", "adequacy=A"))).unchanged == 8
    two = [{**SCALE, "id": name} for name in ("one", "two")]
    stage = {"id": "rating", "show": ["source", "output"], "ask": two}
    both = open_study(bench, lines(2, "ab"), loaded(stages=[stage]), key="both")
    assert read(both, path, columns=OldWorkbookColumns(scores=("one=F", "two=A"))).new == 4


def test_more_ratings_than_the_quorum_are_kept_as_surplus(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(1, "a"), quorum=1)
    row = ["Source 0", "Output a of 0", 3]
    paths = [workbook(tmp_path, [HEADER, row], f"{name}.xlsx") for name in ("Ana", "Ben")]
    first, second = read_old(bench, study.key, paths, OldWorkbookColumns())
    assert (first.new, dict(first.not_counted)) == (1, {})
    assert dict(second.not_counted) == {"surplus": 1}


def test_a_draft_has_nothing_to_match(new_bench: NewBench, tmp_path: Path) -> None:
    study = new_study(new_bench("sqlite"), lines(1, "a"))
    with pytest.raises(Conflict):
        read(study, workbook(tmp_path, [HEADER, *table()]))
    with pytest.raises(Refused):
        read(study.open(), tmp_path / "nothing.xlsx")
