"""Workbooks and the pool: what is reserved, shown and given back, stage by stage, beside raters in the browser."""

from pathlib import Path
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from jurybox.core.errors import Conflict, JuryboxError, Refused
from jurybox.studies.carry.workbooks.read import TakenFile, read_workbooks
from jurybox.studies.carry.workbooks.withdraw import withdraw_workbooks
from jurybox.studies.carry.workbooks.write import write_workbooks
from jurybox.studies.lifecycle import change
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.small import CASES, SCALE
from tests.fixtures.studies import HIDING, Played, lines, loaded, new_study, open_study
from tests.fixtures.workbooks import Book, filled


def write(study: Played, to: Path, *names: str, **options: Any) -> dict[str, Path]:
    """The workbooks by rater and stage: `Ana`, or `Ana fluency` where there are several stages."""
    written = write_workbooks(study.bench, study.key, to, list(names), **options)
    several = len(study.view.protocol.stages) > 1
    return {f"{file.rater} {file.stage}" if several else file.rater: file.path for file in written.files}


def read(study: Played, *paths: Path, **options: Any) -> TakenFile:
    return read_workbooks(study.bench, list(paths), **options)[0]


def codes(error: pytest.ExceptionInfo[JuryboxError]) -> list[str]:
    return [fault.code for fault in error.value.faults]


def test_a_workbook_reserves_its_units_and_judgements_take_their_place(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(3, "ab"), quorum=2)
    study.rater("Ana"), study.rater("Ben")
    paths = write(study, tmp_path, "Ana")
    assert study.slots() == [(2, 1, 0)] * 6
    taken = read(study, filled(paths["Ana"], value=4))
    assert (taken.new, taken.unchanged, taken.empty, taken.gone) == (6, 0, 0, [])
    assert study.slots() == [(2, 1, 0)] * 6
    log = study.log()
    assert {(row["channel"], row["standing"]) for row in log} == {("xlsx", "counted")}
    assert {next(iter(row["answers"]["quality"].values()))["value"] for row in log} == {4}
    before = study.projections()
    study.rebuild()
    assert study.projections() == before


def test_reading_a_file_twice_changes_nothing(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "ab"))
    study.rater("Ana")
    path = filled(write(study, tmp_path)["Ana"])
    read(study, path)
    log = study.log()
    again = read(study, path)
    assert (again.new, again.unchanged) == (0, 4)
    assert study.log() == log
    assert read_workbooks(bench, [path, path])[1].unchanged == 4


def test_what_is_filled_in_later_comes_later(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(4, "a"))
    study.rater("Ana")
    path = write(study, tmp_path)["Ana"]
    book = Book(path)
    book.put(4, "jurybox:ask:quality", 5)
    book.save()
    assert (read(study, path).new, read(study, path).empty) == (1, 3)
    taken = read(study, filled(path, value=5))
    assert (taken.new, taken.unchanged, taken.empty) == (3, 1, 0)
    assert len(study.log()) == 4


def test_writing_again_gives_the_same_tasks_and_never_overwrites(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(4, "a"))
    study.rater("Ana")
    path = write(study, tmp_path)["Ana"]
    with pytest.raises(Conflict) as refused:
        write(study, tmp_path)
    assert codes(refused) == ["workbook.file_there"]
    again = write(study, tmp_path / "again")["Ana"]
    ids = [[book.at(line, "jurybox:id") for line in book.rows()] for book in (Book(path), Book(again))]
    assert ids[0] == ids[1]
    write(study, tmp_path, force=True)


def test_a_share_is_even_or_as_many_as_was_said(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(10, "a"), quorum=1)
    for name in ("Ana", "Ben"):
        study.rater(name)
    written = write_workbooks(bench, study.key, tmp_path)
    assert [(file.rater, file.units) for file in written.files] == [("Ana", 5), ("Ben", 5)]
    other = open_study(bench, lines(10, "a"), key="other")
    other.rater("Ana")
    assert [file.units for file in write_workbooks(bench, "other", tmp_path, units=3).files] == [3]


def test_browser_and_workbook_raters_share_a_study(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(6, "a"), quorum=2)
    ana, ben = study.rater("Ana"), study.rater("Ben")
    path = write(study, tmp_path, "Ana", units=6)["Ana"]
    ben.rate(6)
    assert ben.ask()["state"] != "rate"
    read(study, filled(path, value=2))
    assert study.slots() == [(2, 0, 0)] * 6
    assert sorted(row["channel"] for row in study.log()) == ["browser"] * 6 + ["xlsx"] * 6
    assert ana.ask()["state"] == "done"


def test_a_task_judged_in_the_browser_meanwhile_is_a_conflict(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "a"))
    ana = study.rater("Ana")
    path = write(study, tmp_path)["Ana"]
    ana.submit(ana.one(), 5)
    filled(path, value=2)
    before = study.log()
    with pytest.raises(Refused) as refused:
        read(study, path)
    assert codes(refused) == ["workbook.newer_judgement"]
    assert study.log() == before
    taken = read(study, path, supersede=True)
    assert (taken.new, taken.replaced) == (2, 1)
    first, *_, last = [row for row in study.log() if row["assignment_id"] == before[0]["assignment_id"]]
    assert (last["supersedes"], last["standing"]) == (first["id"], "counted")
    assert read(study, path).unchanged == 2


def test_a_withdrawn_workbook_gives_its_units_to_others(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(3, "a"), quorum=1)
    _, ben = study.rater("Ana"), study.rater("Ben")
    path = write(study, tmp_path, "Ana", units=3)["Ana"]
    assert ben.ask()["units"] == []
    assert withdraw_workbooks(bench, study.key, "Ana") == 3
    assert study.slots() == [(1, 1, 0)] * 3
    ben.rate(2)
    taken = read(study, filled(path))
    assert (taken.new, dict(taken.not_counted)) == (3, {"surplus": 2})
    before = study.projections()
    study.rebuild()
    assert study.projections() == before


def test_cannot_judge_passes_the_unit_on(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(1, "a"), quorum=1)
    _, ben = study.rater("Ana"), study.rater("Ben")
    path = write(study, tmp_path, "Ana", units=1)["Ana"]
    book = Book(path)
    book.put(4, "jurybox:cannot", "I do not know the language.")
    read(study, book.save())
    assert study.log()[0]["cannot"] == "I do not know the language."
    assert len(ben.next()) == 1


def test_candidates_are_rows_under_letters_and_one_may_not_be_judged(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "abc"), loaded(unit={"candidates": "all"}))
    study.rater("Ana")
    path = write(study, tmp_path)["Ana"]
    book = Book(path)
    assert [book.at(line, "jurybox:part") for line in book.rows()] == list("ABCABC")
    book.answer("quality", lambda line: 1 + line % 5)
    book.put(5, "jurybox:ask:quality", None)
    book.put(5, "jurybox:cannot", "cut off")
    book.put(6, "jurybox:comment", "odd")
    taken = read(study, book.save())
    assert taken.new == 2
    (first, _) = study.log()
    assert sum("cannot" in cell for cell in first["answers"]["quality"].values()) == 1
    assert first["comment"] == "C: odd"
    shown = {row[0] for row in sql(bench, "SELECT candidates FROM assignment")}
    assert len(shown) == 2


def test_a_question_about_the_unit_has_a_row_of_its_own(bench: Workbench, tmp_path: Path) -> None:
    stage = {"id": "rating", "show": ["source", "output"],
             "ask": [{**CASES["note"], "about": "unit"}, SCALE, {**CASES["tick"], "id": "whole"}]}  # fmt: skip
    study = open_study(bench, lines(1, "ab"), loaded(unit={"candidates": "all"}, stages=[stage]))
    study.rater("Ana")
    book = Book(write(study, tmp_path)["Ana"])
    assert [book.at(line, "jurybox:part") for line in book.rows()] == ["All", "A", "B"]
    book.put(4, "jurybox:ask:note", "two dogs")
    for line in (5, 6):
        book.put(line, "jurybox:ask:quality", line - 1)
    book.put(6, "jurybox:ask:whole:yes", "x")
    read(study, book.save())
    answers = study.log()[0]["answers"]
    assert answers["note"]["unit"]["value"] == "two dogs"
    assert sorted(len(cell["value"]) for cell in answers["whole"].values()) == [0, 1]


def test_segments_are_rows_with_their_own_answers(bench: Workbench, tmp_path: Path) -> None:
    table = [
        {
            "id": "film",
            "system": "one",
            "segment": str(n),
            "source": "",
            "output": f"Part {n}",
            "start": "0",
            "end": "1",
        }
        for n in (1, 2)
    ]
    for line in table:
        del line["source"]
    stage = {"id": "rating", "show": ["output"],
             "ask": [{**CASES["errors"], "about": "segment"}, {**SCALE, "about": "segment"}]}  # fmt: skip
    shape = {"fields": {"output": "text"}, "unit": {"segments": 2}, "stages": [stage]}
    study = open_study(bench, table, loaded(**shape))
    study.rater("Ana")
    book = Book(write(study, tmp_path)["Ana"])
    assert book.texts("output") == ["Part 1", "Part 2"]
    book.answer("quality", 4)
    book.put(5, "jurybox:ask:errors:typo", "x")
    read(study, book.save())
    answers = study.log()[0]["answers"]
    assert answers["errors"] == {"1": {"value": [], "by": "rater"}, "2": {"value": [{"id": "typo"}], "by": "rater"}}


class TestStages:
    """The second stage shows what the first one hides."""

    @pytest.fixture
    def study(self, bench: Workbench) -> Played:
        study = open_study(bench, lines(3, "ab"), loaded(**HIDING), quorum=2)
        study.rater("Ana"), study.rater("Ben")
        return study

    def test_the_second_workbook_is_written_when_the_first_is_back(self, study: Played, tmp_path: Path) -> None:
        first = write(study, tmp_path / "1", "Ana")
        assert list(first) == ["Ana fluency"]
        assert "jurybox:show:source" not in Book(first["Ana fluency"]).codes
        assert list(write(study, tmp_path / "2", "Ana")) == ["Ana fluency"], "nothing came back yet"
        half = Book(first["Ana fluency"])
        half.put(4, "jurybox:ask:fluency", 4)
        read(study, half.save())
        assert list(write(study, tmp_path / "3", "Ana")) == ["Ana fluency"], "the rest of the batch is still out"
        read(study, filled(first["Ana fluency"], "fluency", 4))
        second = write(study, tmp_path / "4", "Ana")
        assert list(second) == ["Ana adequacy"]
        assert all(Book(second["Ana adequacy"]).texts("source"))
        assert read(study, filled(second["Ana adequacy"], "adequacy", 5)).new == 6
        assert write_workbooks(study.bench, study.key, tmp_path / "5", ["Ana"]).nothing_for == ["Ana"]

    def test_the_first_stage_is_then_final(self, study: Played, tmp_path: Path) -> None:
        path = filled(write(study, tmp_path / "1", "Ana")["Ana fluency"], "fluency", 4)
        read(study, path)
        read(study, filled(path, "fluency", 3), supersede=True)
        write(study, tmp_path / "2", "Ana")
        taken = read(study, filled(path, "fluency", 1), supersede=True)
        assert dict(taken.not_counted) == {"final": 6}
        assert read(study, path, supersede=True).new == 0, "reading it again appends nothing"

    def test_who_has_seen_a_source_never_gets_its_first_stage(self, bench: Workbench, tmp_path: Path) -> None:
        study = open_study(bench, lines(4, "ab"), loaded(**HIDING), quorum=2, batch=2)
        ana = study.rater("Ana")
        ana.rate(4)
        seen = {row[0] for row in sql(bench, "SELECT item_id FROM assignment WHERE shown > 0")}
        assert seen
        write(study, tmp_path, units=100)
        hidden = sql(bench, "SELECT item_id FROM assignment WHERE shown = 0 AND stage = 0")
        assert hidden
        assert seen.isdisjoint(row[0] for row in hidden)

    def test_what_a_rule_answers_is_taken_when_all_else_is_done(self, bench: Workbench, tmp_path: Path) -> None:
        table = lines(2, "ab")
        table[0]["output"] = table[0]["source"]
        study = open_study(bench, table, loaded(**HIDING), quorum=1)
        study.rater("Ana")
        read(study, filled(write(study, tmp_path / "1")["Ana fluency"], "fluency", 4))
        path = write(study, tmp_path / "2")["Ana adequacy"]
        book = Book(path)
        ruled = next(line for line in book.rows() if book.at(line, "jurybox:ask:adequacy"))
        assert book.at(ruled, "jurybox:ask:adequacy") == "1 – Level 1 (It repeats it.)"
        open_lines = [line for line in book.rows() if line != ruled]
        book.put(open_lines[0], "jurybox:ask:adequacy", 5)
        assert read(study, book.save()).new == 1
        for line in open_lines:
            book.put(line, "jurybox:ask:adequacy", 5)
        assert read(study, book.save()).new == 3
        made = [cell for row in study.log() for cell in row["answers"].get("adequacy", {}).values()]
        assert sorted((cell["value"], cell["by"]) for cell in made) == [(1, "rule"), *[(5, "rater")] * 3]


def test_fixed_lists_go_into_workbooks_with_their_repeats_later(bench: Workbench, tmp_path: Path) -> None:
    study = new_study(bench, lines(40, "a"), assign="fixed", repeats=0.25)
    study.rater("Ana")
    study.open()
    assert read(study, filled(write(study, tmp_path / "1")["Ana"])).new == 40
    path = write(study, tmp_path / "2")["Ana"]
    purposes = {row[0] for row in sql(bench, "SELECT purpose FROM assignment WHERE stage IS NOT NULL AND shown >= 0")}
    assert purposes == {"repeat"}
    assert read(study, filled(path)).new == len(list(Book(path).rows()))


def test_repeats_of_a_pool_get_a_number_of_their_own(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(40, "a"), repeats=0.25)
    study.rater("Ana")
    assert read(study, filled(write(study, tmp_path / "1", units=30)["Ana"])).new == 30
    path = write(study, tmp_path / "2", units=40)["Ana"]
    purposes = [row[0] for row in sql(bench, "SELECT purpose FROM assignment WHERE stage IS NOT NULL AND shown >= 0")]
    assert set(purposes) == {"rating", "repeat"}
    positions = [row[0] for row in sql(bench, "SELECT position FROM assignment WHERE shown >= 0 ORDER BY position")]
    assert positions == list(range(len(positions)))
    assert read(study, filled(path)).new == len(purposes)


def test_what_a_sheet_cannot_carry_is_refused_by_name(bench: Workbench, tmp_path: Path) -> None:
    stage = {"id": "rating", "show": ["source", "output"], "ask": [CASES["spans"], CASES["better"], CASES["order"]]}
    study = open_study(bench, lines(1, "ab"), loaded(unit={"candidates": 2}, stages=[stage]))
    study.rater("Ana")
    with pytest.raises(Refused) as refused:
        write(study, tmp_path)
    assert [fault.where for fault in refused.value.faults] == ["rating.spans", "rating.better", "rating.order"]
    assert set(codes(refused)) == {"workbook.question_not_carried"}
    assert not list(tmp_path.glob("*.xlsx"))
    assert sql(bench, "SELECT count(*) FROM assignment") == [(0,)]


def test_what_needs_no_answer_is_left_out_and_said(bench: Workbench, tmp_path: Path) -> None:
    stage = {"id": "rating", "show": ["source", "output"], "ask": [{**CASES["spans"], "required": False}, SCALE]}
    study = open_study(bench, lines(1, "a"), loaded(stages=[stage]))
    study.rater("Ana")
    assert write_workbooks(bench, study.key, tmp_path).not_asked == ["spans"]


def test_a_text_beyond_a_cell_is_left_out_and_said(bench: Workbench, tmp_path: Path) -> None:
    table = lines(2, "a")
    table[1]["source"] = "💃" * 16_384
    study = open_study(bench, table, quorum=1)
    study.rater("Ana")
    written = write_workbooks(bench, study.key, tmp_path)
    assert written.too_long == {"Ana": 1}
    assert [file.units for file in written.files] == [1]
    assert sorted(study.slots()) == [(1, 0, 0), (1, 1, 0)]


def test_who_has_not_consented_gets_no_workbook(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(1, "a"), consent={"en": "Do you?"})
    study.rater("Ana")
    with pytest.raises(Refused) as refused:
        write(study, tmp_path)
    assert codes(refused) == ["workbook.not_ready"]


def test_a_study_must_be_open_and_have_raters(bench: Workbench, tmp_path: Path) -> None:
    study = new_study(bench, lines(1, "a"))
    with pytest.raises(Conflict) as refused:
        write(study, tmp_path)
    assert codes(refused) == ["study.not_open"]
    study.open()
    with pytest.raises(Conflict) as refused:
        write(study, tmp_path)
    assert codes(refused) == ["workbook.no_raters"]


def test_an_ended_rater_and_a_withdrawn_item(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2, "a"), quorum=2)
    study.rater("Ana"), study.rater("Ben")
    paths = write(study, tmp_path)
    change.withdraw_item(bench, study.key, "item-0", "broken")
    taken = read(study, filled(paths["Ben"]))
    assert dict(taken.not_counted) == {"withdrawn": 1}
    raters.revoke_rater(bench, study.key, "Ana")
    with pytest.raises(Refused) as refused:
        read(study, filled(paths["Ana"]))
    assert codes(refused) == ["workbook.rater_revoked"]


def test_judgements_carry_the_guideline_that_the_workbook_held(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(1, "a"))
    study.rater("Ana")
    path = write(study, tmp_path)["Ana"]
    before = study.view.guidelines["en"].hash
    change.revise_guideline(bench, study.key, "en", "Rate with more care.", "")
    read(study, filled(path))
    assert study.log()[0]["guideline_hash"] == before != study.view.guidelines["en"].hash


def test_texts_that_have_a_form_stand_in_their_cells_as_they_are_stored(bench: Workbench, tmp_path: Path) -> None:
    fields = {"dialogue": "conversation", "figures": "table", "output": "markdown"}
    stage = {"id": "rating", "show": list(fields), "ask": [SCALE]}
    line = {"dialogue": "user: Hello.\nassistant: Yes?\n  What?", "figures": "a,b\n1,2", "output": "**Yes**"}
    study = open_study(bench, [{"id": "1", "system": "a", **line}], loaded(fields=fields, stages=[stage]))
    study.rater("Ana")
    path = write(study, tmp_path)["Ana"]
    book = CalamineWorkbook.from_path(path)
    rows = [row for sheet in book.sheet_names for row in book.get_sheet_by_name(sheet).to_python()]
    assert {str(cell) for row in rows for cell in row} >= set(line.values())
    assert read(study, filled(path, value=4)).new == 1
