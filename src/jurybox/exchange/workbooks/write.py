"""Writing a workbook: a guideline to read, tasks to fill in, and a hidden sheet that says what the file is.

Texts are locked and answers are not. The protection has no password: it guards against slips, and check sums tell what
was changed all the same.
"""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from jurybox.core.questions import QuestionBase
from jurybox.exchange.files import sheet_name
from jurybox.exchange.workbooks.columns import NARROW, WIDE, AnswerColumn, part_of, rule_for
from jurybox.exchange.workbooks.examples import example_lines
from jurybox.exchange.workbooks.guideline import GuidelineLine, lines_of
from jurybox.exchange.workbooks.heights import height_of, lines_in
from jurybox.exchange.workbooks.ids import (
    ABOUT,
    CANNOT,
    COMMENT,
    FORMAT,
    HEADER,
    ID,
    NUMBER,
    PART,
    PROGRESS,
    SHOW,
    with_sum,
)
from jurybox.exchange.workbooks.layout import Book, TaskRow
from jurybox.exchange.workbooks.pictures import HEIGHT, WIDTH, FindFile, Picture, Pictures

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

    from jurybox.exchange.workbooks.sheet import TaskSheet

OPTIONS = {"strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False}
CODES, DONE, HEAD, FIRST = range(4)
"""Rows of the task sheet: codes of the columns (hidden), how far it is, headings, and the first task."""
ALLOWED = ("autofilter", "sort", "format_columns", "format_rows", "format_cells", "objects")
"""What the protection leaves open, so that nobody has to lift it."""
LONGEST_TOLD = 220
READING = 110
"""The width of the guideline, in letters."""
POINTS = 0.75
"""Of a pixel."""
Cells = list[tuple[int, str | float | None, int]]


def write_book(path: Path, book: Book, find: FindFile = Path) -> list[int]:
    """Write one workbook; the numbers of tasks whose picture can't be shown. OSError where it can't be written.

    `find` says where the files are that the book names.
    """
    import xlsxwriter

    from jurybox.exchange.workbooks.sheet import TaskSheet

    file = xlsxwriter.Workbook(str(path), OPTIONS)
    file.set_properties({"title": book.title, "created": book.made_at})
    words, taken = book.speaker.words, {ABOUT}
    guideline = file.add_worksheet(sheet_name(words("workbook.guideline"), taken))
    tasks = file.add_worksheet(sheet_name(words("workbook.tasks"), taken), worksheet_class=TaskSheet)
    about = file.add_worksheet(ABOUT)
    styles = Styles(file)
    pictures = Pictures(find)
    made = _Tasks(file, (tasks, about), book, styles, pictures)
    made.write()
    _write_guideline(guideline, _reading(book, tasks.get_name()), styles, pictures)
    for row, pair in enumerate(book.about.pairs(FORMAT)):
        for column, text in enumerate(pair):
            about.write_string(row, column, text)
    about.hide()
    guideline.activate()
    try:
        file.close()
    except xlsxwriter.exceptions.FileCreateError as error:
        raise OSError(*error.args[0].args) if isinstance(error.args[0], OSError) else OSError(str(error)) from error
    return sorted(made.without_picture)


class Styles:
    """The looks of cells, each made once."""

    def __init__(self, file: "Workbook") -> None:
        top: dict[str, object] = {"valign": "top", "text_wrap": True}
        framed = {**top, "border": 1, "border_color": "#B7B7B7"}
        self.text = file.add_format(framed)
        self.head = file.add_format({**framed, "bold": True, "bg_color": "#E7E6E6"})
        self.answer = file.add_format({**framed, "locked": False, "bg_color": "#FFFBE6"})
        self.blocked = file.add_format({**framed, "bg_color": "#EDEDED"})
        self.ruled = file.add_format({**framed, "bg_color": "#EDEDED", "italic": True})
        self.hidden = file.add_format({"font_color": "#808080"})
        self.progress = file.add_format({"bold": True})
        self.lines = {
            "title": file.add_format({**top, "bold": True, "font_size": 16}),
            "heading": file.add_format({**top, "bold": True, "font_size": 13}),
            "strong": file.add_format({**top, "bold": True}),
            "text": file.add_format(top),
        }


class _Tasks:
    """The sheet of tasks, column by column from left to right."""

    def __init__(
        self, file: "Workbook", sheets: "tuple[TaskSheet, Worksheet]", book: Book, styles: Styles, pictures: Pictures
    ) -> None:
        self.file, (self.sheet, self.about), self.book, self.styles = file, sheets, book, styles
        self.pictures = pictures
        self.has_parts = any(row.part for row in book.rows)
        self.answers = book.answer_columns()
        self.first_field = 2 if self.has_parts else 1
        self.first_answer = self.first_field + len(book.fields)
        self.cannot = self.first_answer + len(self.answers)
        self.last = FIRST + max(len(book.rows), 1) - 1
        self.without_picture: set[int] = set()

    def write(self) -> None:
        sheet, id_column = self.sheet, self.cannot + 2
        sheet.first_task, sheet.tasks = FIRST, self._tasks()
        if any(field.is_picture for field in self.book.fields):
            self._insert_pictures()
        self._write_heads()
        sheet.reach(len(self.book.rows), id_column + 1)
        for number, (_, column) in enumerate(self.answers):
            self._validate(self.first_answer + number, column)
        sheet.set_row(CODES, None, None, {"hidden": True})
        sheet.set_column(id_column, id_column, 4, self.styles.hidden, {"hidden": True})
        sheet.freeze_panes(FIRST, self.first_field)
        sheet.autofilter(HEAD, 0, self.last, self.cannot + 1)
        sheet.protect("", dict.fromkeys(ALLOWED, True))
        self._write_progress(id_column)

    def _write_heads(self) -> None:
        words, styles = self.book.speaker.words, self.styles
        heads: list[tuple[str, str, int, Format]] = [(NUMBER, words("workbook.number"), NARROW, styles.text)]
        if self.has_parts:
            heads.append((PART, words("workbook.part"), NARROW, styles.text))
        for field in self.book.fields:
            width = WIDTH // 7 + 2 if field.is_picture else 50
            heads.append((SHOW + field.name, field.heading, width, styles.text))
        heads += [(column.code, column.heading, column.width, styles.answer) for _, column in self.answers]
        heads.append((CANNOT, words("workbook.cannot"), WIDE, styles.answer))
        heads.append((COMMENT, words("workbook.comment"), WIDE, styles.answer))
        for n, (code, heading, width, style) in enumerate(heads):
            self.sheet.set_column(n, n, width, style)
            self.sheet.write_string(CODES, n, code)
            self.sheet.write_string(HEAD, n, heading, styles.head)
        make_room(self.sheet, HEAD, [(heading, width) for _, heading, width, _ in heads])
        self.sheet.widths = {n: width for n, (code, _, width, _) in enumerate(heads) if code.startswith(SHOW)}
        for row, code in ((CODES, ID), (DONE, PROGRESS), (HEAD, HEADER)):
            self.sheet.write_string(row, len(heads), code)

    def _write_progress(self, id_column: int) -> None:
        """How many rows are done: those with an answer to what must be answered, or with a reason why not."""
        from xlsxwriter.utility import xl_range_abs

        def cells(n: int) -> str:
            return str(xl_range_abs(FIRST, n, self.last, n))

        required = [n for n, (q, _) in enumerate(self.answers, start=self.first_answer) if q.required]
        single = [n for n in required if self._is_alone(self.answers[n - self.first_answer][0])]
        if single:
            formula = f"COUNTA({cells(single[0])})+COUNTA({cells(self.cannot)})"
        else:
            any_of = "+".join(self._is_done(n, cells) for n in [*(required or [self.first_answer]), self.cannot])
            formula = f"SUMPRODUCT(--({any_of}>0))"
        needed = {q.about for q in self.book.questions if q.required}
        total = sum(not needed.isdisjoint(row.abouts) for row in self.book.rows)
        before, _, after = self.book.speaker.words("workbook.progress", of=total).partition("{done}")
        quoted = [text.replace('"', '""') for text in (before, after)]
        said = f'="{quoted[0]}"&({formula})&"{quoted[1]}"'
        self.sheet.write_formula(DONE, 0, said, self.styles.progress, f"{before}0{after}")

    def _is_done(self, n: int, cells: Callable[[int], str]) -> str:
        """Whether something is in a cell, or something else than was there."""
        place = n - self.first_answer
        field = self._filled_from(*self.answers[place]) if 0 <= place < len(self.answers) else None
        if field is None:
            return f'({cells(n)}<>"")'
        names = [one.name for one in self.book.fields]
        return f"(1-EXACT({cells(n)},{cells(self.first_field + names.index(field))}))"

    def _is_alone(self, question: QuestionBase) -> bool:
        own = [column for q, column in self.answers if q is question]
        return len(own) == 1 and self._filled_from(question, own[0]) is None

    def _validate(self, n: int, column: AnswerColumn) -> None:
        told = {"error_message": column.told[:LONGEST_TOLD]} if column.told else {}
        if column.entries:
            place = n + 3  # beside what the hidden sheet says of the file
            for row, entry in enumerate(column.entries):
                write = self.about.write_string if isinstance(entry, str) else self.about.write_number
                write(row, place, entry)
            name = f"jurybox_list_{n}"
            from xlsxwriter.utility import xl_range_abs

            self.file.define_name(name, f"={ABOUT}!{xl_range_abs(0, place, len(column.entries) - 1, place)}")
            self._allow(n, {"validate": "list", "source": f"={name}", **told})
        elif column.bounds:
            least, most = column.bounds
            number: dict[str, object] = {"validate": "decimal", "criteria": ">=", "value": least}
            if most is not None:
                number = {"validate": "decimal", "criteria": "between", "minimum": least, "maximum": most}
            self._allow(n, {**number, **told})

    def _allow(self, n: int, what: dict[str, object]) -> None:
        self.sheet.data_validation(FIRST, n, self.last, n, what)

    def _tasks(self) -> Iterator[Cells]:
        style = {name: getattr(self.styles, name)._get_xf_index() for name in ("text", "blocked", "ruled", "hidden")}
        names = [field.name for field in self.book.fields if not field.is_picture]
        in_order = sorted(names)
        places = {field.name: n for n, field in enumerate(self.book.fields, start=self.first_field)}
        kinds = {row.abouts for row in self.book.rows}
        blocked = {abouts: self._blocked(abouts, style["blocked"]) for abouts in kinds}
        stage, id_column = self.book.stage.id, self.cannot + 2
        for row in self.book.rows:
            cells: Cells = [(0, row.number, style["text"])]
            if self.has_parts:
                cells.append((1, row.part, style["text"]))
            texts = row.texts
            cells += [(places[name], texts.get(name), style["text"]) for name in names]
            cells += self._ruled(row, style["ruled"]) if row.ruled else blocked[row.abouts]
            cells += self._filled(row)
            id = with_sum(row.assignment, stage, row.target, [texts.get(name, "") for name in in_order])
            cells.append((id_column, id, style["hidden"]))
            yield cells

    def _filled(self, row: TaskRow) -> Cells:
        """Texts to be changed in their cells."""
        style = self.styles.answer._get_xf_index()
        found = ((n, q, self._filled_from(q, column)) for n, (q, column) in enumerate(self.answers, self.first_answer))
        return [(n, row.texts.get(field), style) for n, q, field in found if field and q.about in row.abouts]

    @staticmethod
    def _filled_from(question: QuestionBase, column: AnswerColumn) -> str | None:
        rule = rule_for(question)
        return rule.filled_from(question, part_of(column.code)[1]) if rule else None

    def _blocked(self, abouts: frozenset[str], style: int) -> Cells:
        """Cells of questions that are not asked in such a row."""
        asked = enumerate(self.answers, start=self.first_answer)
        return [(n, None, style) for n, (q, _) in asked if q.about not in abouts]

    def _ruled(self, row: TaskRow, style: int) -> Cells:
        """Answers that rules make, with the reason in words; what else is not asked is blocked."""
        cells: Cells = []
        for n, (q, column) in enumerate(self.answers, start=self.first_answer):
            made, rule = row.ruled.get(q.id), rule_for(q)
            if made is not None and rule is not None:
                part = column.code.removeprefix(f"jurybox:ask:{q.id}").removeprefix(":")
                value = rule.shown(q, made.value, self.book.speaker).get(part)
                cells.append((n, value if value is None else f"{value} ({made.because})", style))
            elif q.about not in row.abouts:
                cells.append((n, None, style))
        return cells

    def _insert_pictures(self) -> None:
        """On every row, also where several are about one picture: rows may be sorted."""
        self.sheet.height = HEIGHT * POINTS
        places = [(n, f.name) for n, f in enumerate(self.book.fields, start=self.first_field) if f.is_picture]
        for number, row in enumerate(self.book.rows, start=FIRST):
            for n, name in places:
                if name not in row.pictures:
                    continue
                if not put_picture(self.sheet, number, n, self.pictures.of(row.pictures[name])):
                    self.without_picture.add(row.number)


def _reading(book: Book, tasks: str) -> Iterator[GuidelineLine]:
    """The guideline sheet from top to bottom: how to fill in, the prose, and what every answer means."""
    say, words = book.speaker.say, book.speaker.words
    yield GuidelineLine("strong", words("workbook.how", sheet=tasks))
    yield GuidelineLine("text", "")
    yield from lines_of(book.prose)
    for question in book.questions:
        yield GuidelineLine("text", "")
        yield GuidelineLine("heading", say(question.prompt))
        if question.help:
            yield GuidelineLine("text", say(question.help))
        rule = rule_for(question)
        for label, definition in rule.meanings(question, book.speaker) if rule else ():
            yield GuidelineLine("text", f"{label}: {say(definition)}" if definition else label)
    yield from example_lines(book.examples, book.speaker)


def _write_guideline(sheet: "Worksheet", lines: Iterator[GuidelineLine], styles: Styles, pictures: Pictures) -> None:
    sheet.set_column(0, 0, READING, styles.lines["text"])
    sheet.hide_gridlines(2)
    for row, line in enumerate(lines):
        if line.picture is not None:
            put_picture(sheet, row, 0, pictures.of(line.picture))
        elif line.text:
            sheet.write_string(row, 0, line.text, styles.lines[line.kind])
            make_room(sheet, row, [(line.text, READING)])


def put_picture(sheet: "Worksheet", row: int, column: int, picture: Picture | None) -> bool:
    """Show a picture in a cell that is high enough for it; False where there is none."""
    sheet.set_row_pixels(row, HEIGHT)
    if picture is None:
        return False
    scale = {"x_scale": picture.scale, "y_scale": picture.scale}
    shown = {"image_data": io.BytesIO(picture.data), "object_position": 1, "decorative": True}
    sheet.insert_image(row, column, picture.name, {**shown, **scale})
    return True


def make_room(sheet: "Worksheet", row: int, cells: list[tuple[str, float]]) -> None:
    """A row as high as its longest text needs, given with the width of its column."""
    lines = max(lines_in(text, width) for text, width in cells)
    if lines > 1:
        sheet.set_row(row, height_of(lines))
