"""What can be wrong with a workbook that came back: each told with its cell, found and allowed, and nothing taken."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.errors import Refused
from jurybox.studies.carry.workbooks.read import TakenFile, read_workbooks
from jurybox.studies.carry.workbooks.write import write_workbooks
from jurybox.texts import line_of
from tests.fixtures.databases import NewBench
from tests.fixtures.small import CASES, SCALE
from tests.fixtures.studies import Played, lines, loaded, open_study
from tests.fixtures.workbooks import Book

QUALITY = "jurybox:ask:quality"
Edit = Callable[[Book], None]


@pytest.fixture
def study(new_bench: NewBench) -> Played:
    study = open_study(new_bench("sqlite"), lines(4, "a"), quorum=3, order="sequential")
    study.rater("Ana"), study.rater("Ben")
    return study


@pytest.fixture
def came_back(study: Played, tmp_path: Path) -> Callable[..., Path]:
    """A workbook filled in with threes, then edited."""

    def make(edit: Edit, rater: str = "Ana", of: Played = study) -> Path:
        folder = tmp_path / f"{rater}-{len(list(tmp_path.iterdir()))}"
        (file,) = write_workbooks(of.bench, of.key, folder, [rater], units=4).files
        book = Book(file.path).answer("quality", 3)
        edit(book)
        return book.save()

    return make


def refused(study: Played, *paths: Path, **options: Any) -> list[str]:
    before = study.log()
    with pytest.raises(Refused) as error:
        read_workbooks(study.bench, list(paths), **options)
    assert study.log() == before, "nothing is half-imported"
    return [line_of(fault) for fault in error.value.faults]


def taken(study: Played, *paths: Path, **options: Any) -> TakenFile:
    return read_workbooks(study.bench, list(paths), **options)[0]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (7, "Question 'quality' got 7. Allowed: 1, 2, 3, 4, 5."),
        (0, "Question 'quality' got 0. Allowed: 1, 2, 3, 4, 5."),
        (4.5, "Question 'quality' got 4.5. Allowed: 1, 2, 3, 4, 5."),
        ("good", "Question 'quality' got 'good'. Allowed: 1, 2, 3, 4, 5."),
        ("4,5", "Question 'quality' got the text '4,5'. Allowed: 1, 2, 3, 4, 5, with a point in decimals."),
        (
            "4,0",
            "Question 'quality' got the text '4,0'. Allowed: 1, 2, 3, 4, 5, with a point in decimals. "
            "Did you mean '4'?",
        ),
    ],
)
def test_a_wrong_answer_is_told_with_its_cell(study: Played, came_back: Any, value: Any, words: str) -> None:
    path = came_back(lambda book: book.put(5, QUALITY, value))
    assert refused(study, path) == [f"study-Ana.xlsx:5: Tasks!D5: {words}"]


def test_every_fault_of_every_file_comes_at_once(study: Played, came_back: Any) -> None:
    ana = came_back(lambda book: (book.put(4, QUALITY, 9), book.put(6, QUALITY, "x")))
    ben = came_back(lambda book: book.put(7, QUALITY, -1), "Ben")
    assert [line.split(": ")[0] for line in refused(study, ana, ben)] == [
        "study-Ana.xlsx:4", "study-Ana.xlsx:6", "study-Ben.xlsx:7",
    ]  # fmt: skip


def test_what_a_cell_names_wrongly_and_all_else_of_its_unit_are_told_at_once(
    new_bench: NewBench, tmp_path: Path
) -> None:
    """But not what only follows from the cell: that there is no answer, or that one hangs on it."""
    after = {**SCALE, "id": "after", "only_if": {"question": "which", "any_of": ["good"]}}
    options = [{"id": one, "label": {"en": one}} for one in ("good", "bad")]
    which = {"type": "choice", "id": "which", "prompt": {"en": "Which?"}, "options": options}
    stages = [{"id": "rate", "show": ["source", "output"], "ask": [which, after, {**SCALE, "id": "other"}]}]
    study = open_study(new_bench("sqlite"), lines(2, "a"), loaded(stages=stages, scores=[]), order="sequential")
    study.rater("Ana")
    (file,) = write_workbooks(study.bench, "study", tmp_path, ["Ana"]).files
    book = Book(file.path)
    for line in book.rows():
        book.put(line, "jurybox:ask:which", "nosuch")
        book.put(line, "jurybox:ask:after", 3)
    book.put(5, "jurybox:ask:other", 3)
    told = refused(study, book.save())
    assert [line.split(": ")[0] for line in told] == ["study-Ana.xlsx:4", "study-Ana.xlsx:4", "study-Ana.xlsx:5"]
    assert ["'nosuch'" in line for line in told] == [True, False, True]


def test_a_changed_text_is_told_beside_the_one_that_was_written(study: Played, came_back: Any) -> None:
    path = came_back(lambda book: book.put(4, "jurybox:show:output", "Something else"))
    (line,) = refused(study, path)
    assert line.startswith("study-Ana.xlsx:4: Tasks!C4: The text 'output' was changed: found 'Something else'")
    assert "written was 'Output a of 0'" in line


def test_a_row_twice_is_refused_also_when_it_says_the_same(study: Played, came_back: Any) -> None:
    path = came_back(lambda book: book.put(5, "jurybox:id", book.at(4, "jurybox:id")))
    assert any("The same task stands in row 4 already." in line for line in refused(study, path))


def test_ids_that_changed_places_show_as_changed_texts(study: Played, came_back: Any) -> None:
    def swap(book: Book) -> None:
        first, second = book.at(4, "jurybox:id"), book.at(5, "jurybox:id")
        book.put(4, "jurybox:id", second)
        book.put(5, "jurybox:id", first)

    assert len(refused(study, came_back(swap))) == 4


def test_deleted_rows_are_no_fault_and_are_told(study: Played, came_back: Any) -> None:
    found = taken(study, came_back(lambda book: book.tasks.delete_rows(5, 2)))
    assert (found.new, found.gone) == (2, [2, 3])


def test_a_sorted_and_filtered_sheet_reads_as_before(study: Played, came_back: Any) -> None:
    def sort(book: Book) -> None:
        for line in book.rows():
            book.put(line, QUALITY, line - 3)
        rows: list[list[Any]] = [[cell.value for cell in row] for row in book.tasks.iter_rows(min_row=4)]
        for line, row in enumerate(sorted(rows, key=lambda row: -row[3]), start=4):
            for column, value in enumerate(row, start=1):
                book.tasks.cell(line, column).value = value
        book.tasks.row_dimensions[5].hidden = True

    assert taken(study, came_back(sort)).new == 4
    values = {row["assignment_id"]: next(iter(row["answers"]["quality"].values()))["value"] for row in study.log()}
    assert [values[id] for id in sorted(values)] == [1, 2, 3, 4]
    assert list(values) == sorted(values, reverse=True), "they came in the order of the sheet"


def test_moved_columns_read_as_before(study: Played, came_back: Any) -> None:
    def move(book: Book) -> None:
        rows = [[cell.value for cell in row] for row in book.tasks.iter_rows()]
        for line, row in enumerate(rows, start=1):
            for column, value in enumerate(reversed(row), start=1):
                book.tasks.cell(line, column).value = value
        book.tasks["A2"] = "jurybox:progress"

    assert taken(study, came_back(move)).new == 4


def test_an_answer_below_the_tasks_is_refused(study: Played, came_back: Any) -> None:
    (line,) = refused(study, came_back(lambda book: book.put(30, QUALITY, 4)))
    assert line.startswith("study-Ana.xlsx:30: Tasks!D30: '4' stands in a row that is no task")


def test_a_reason_and_an_answer_exclude_each_other(study: Played, came_back: Any) -> None:
    (line,) = refused(study, came_back(lambda book: book.put(4, "jurybox:cannot", "cut off")))
    assert line.startswith("study-Ana.xlsx:4: Tasks!E4: There is an answer here")


def test_rows_of_another_rater_are_refused(study: Played, came_back: Any) -> None:
    other = Book(came_back(lambda book: None, "Ben"))
    foreign = other.at(4, "jurybox:id")
    (line,) = refused(study, came_back(lambda book: book.put(7, "jurybox:id", foreign)))
    assert "belongs to another rater or study" in line


def test_a_file_of_another_data_folder_is_refused(study: Played, came_back: Any, new_bench: NewBench) -> None:
    elsewhere = open_study(new_bench("sqlite"), lines(2, "a"))
    elsewhere.rater("Ana")
    path = came_back(lambda book: None, of=elsewhere)
    (line,) = refused(study, path)
    assert "belongs to no study in this data folder" in line


def test_a_file_for_another_version_is_refused(study: Played, came_back: Any) -> None:
    def older(book: Book) -> None:
        for row in book.file["jurybox"].iter_rows(max_col=2):
            if row[0].value == "protocol":
                row[1].value = "0" * 64

    (line,) = refused(study, came_back(older))
    assert "another version of the protocol" in line


def test_two_files_that_differ_are_refused_and_equal_ones_are_one(study: Played, came_back: Any) -> None:
    first, second = came_back(lambda book: None), came_back(lambda book: book.put(4, QUALITY, 5))
    (line,) = refused(study, first, second)
    assert "answered otherwise in 'study-Ana.xlsx'" in line
    third = came_back(lambda book: None)
    assert [one.new for one in read_workbooks(study.bench, [first, third])] == [4, 0]


def test_a_text_in_a_row_of_nothing_and_blank_rows_are_let_be(study: Played, came_back: Any) -> None:
    def scribble(book: Book) -> None:
        book.tasks["A20"] = "my notes: ask about task 2"
        book.tasks["Z3"] = "a column of my own"
        book.tasks["Z5"] = "hm"

    assert taken(study, came_back(scribble)).new == 4


class TestSeveralQuestions:
    @pytest.fixture
    def several(self, new_bench: NewBench) -> Played:
        asked = [SCALE, {**SCALE, "id": "second"}, CASES["errors"], {**CASES["note"], "longest": 20}]
        stage = {"id": "rating", "show": ["source", "output"], "ask": asked}
        study = open_study(new_bench("sqlite"), lines(2, "a"), loaded(stages=[stage]))
        study.rater("Ana")
        return study

    @pytest.fixture
    def path(self, several: Played, tmp_path: Path) -> Path:
        return write_workbooks(several.bench, several.key, tmp_path).files[0].path

    def test_a_missing_answer_is_told_with_its_cell(self, several: Played, path: Path) -> None:
        book = Book(path)
        book.put(5, QUALITY, 4)
        book.save()
        (line,) = refused(several, path)
        assert line.startswith("study-Ana.xlsx:5: Tasks!E5: Question 'second' was not answered.")
        found = taken(several, path, leave_out=True)
        assert (found.new, found.left_out, found.empty) == (0, 1, 1)

    def test_a_comment_alone_is_not_a_judgement(self, several: Played, path: Path) -> None:
        book = Book(path)
        book.put(4, "jurybox:comment", "?")
        book.save()
        assert len(refused(several, path)) == 3

    def test_all_answers_of_a_row_come_together(self, several: Played, path: Path) -> None:
        book = Book(path).answer("quality", "4 – Level 4").answer("second", "level 2")
        book.put(4, "jurybox:ask:errors:other", "old-fashioned")
        book.put(5, "jurybox:ask:note", "fine")
        book.save()
        assert taken(several, path).new == 2
        said = [row["answers"] for row in several.log()]
        values = [{name: next(iter(cells.values()))["value"] for name, cells in one.items()} for one in said]
        assert values == [
            {"quality": 4, "second": 2, "errors": [{"id": "other", "text": "old-fashioned"}]},
            {"quality": 4, "second": 2, "errors": [], "note": "fine"},
        ]  # fmt: skip

    def test_a_long_comment_is_refused(self, several: Played, path: Path) -> None:
        book = Book(path).answer("quality").answer("second")
        book.put(4, "jurybox:ask:note", "x" * 21)
        book.put(5, "jurybox:comment", "y" * 10_001)
        book.save()
        assert [line.split(": ")[1] for line in refused(several, path)] == ["Tasks!J4", "Tasks!L5"]


def test_what_was_not_asked_for_is_refused_and_a_blank_is_not_missing(new_bench: NewBench, came_back: Any) -> None:
    low = {**CASES["percent"], "only_if": {"question": "quality", "most": 2}}
    stage = {"id": "rating", "show": ["source", "output"], "ask": [SCALE, low]}
    asking = open_study(new_bench("sqlite"), lines(4, "a"), loaded(stages=[stage]), quorum=3, order="sequential")
    asking.rater("Ana")
    (line,) = refused(asking, came_back(lambda book: book.put(4, "jurybox:ask:percent", 5), of=asking))
    assert "is not asked" in line
    assert taken(asking, came_back(lambda book: None, of=asking)).new == 4
