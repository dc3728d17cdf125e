"""What sections are made of: tables with caption and signature, charts with their numbers beside them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from jurybox.report.markup import el, name_of
from jurybox.report.tables import PlainTable, TableColumn, strong_and_rest
from jurybox.report.wording import Wording


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page with a heading that one can link to."""

    id: str
    title: str
    body: Markup


def heading(question: str | None, say: Wording) -> Markup:
    """A question, and below it what raters were asked word for word."""
    prompt = say.prompt(question)
    if prompt.casefold() == say.question(question).casefold():
        prompt = ""
    return el("h3", {}, name_of(say.question(question)), el("small", {}, name_of(prompt)) if prompt else None)


def section(section: Section) -> Markup:
    heading = el("h2", {"id": section.id}, section.title)
    return el("section", {"class": "finding", "aria-labelledby": section.id}, heading, section.body)


def html_table(table: PlainTable, say: Wording, with_signature: bool = True, is_titled: bool = True) -> Markup:
    """One piece of a table, in a box that scrolls by itself, with the signature below.

    Not `is_titled`: the heading above says the same; the title is there for who hears the page.
    """
    shown = table.shown()
    head = [el("th", {"scope": "col", "class": _css(table.columns[n])}, table.columns[n].title) for n in shown]
    naming = next((n for n in shown if table.columns[n].kind == "text"), None)
    rules = table.rules()
    body = []
    for at, row in enumerate(table.rows):
        cells = [_cell(table.columns[n], row[n], n == naming, say) for n in shown]
        body.append(el("tr", {"class": "cluster" if at in rules else None}, *cells))
    title = el("caption", {"class": None if is_titled else "unseen"}, table.title)
    whole = el("table", {}, title, el("thead", {}, el("tr", {}, *head)), el("tbody", {}, *body))
    box = el("div", {"class": "scroll", "role": "group", "tabindex": 0, "aria-label": table.title}, whole)
    notes = [el("p", {"class": "note"}, note) for note in table.notes]
    return el("div", {"class": "table"}, box, *notes, signature(table.signature, say) if with_signature else None)


def _cell(column: TableColumn, value: Any, is_name: bool, say: Wording) -> Markup:
    strong, text = strong_and_rest(column, value, say.numbers)
    attributes = {"scope": "row" if is_name else None, "class": _css(column, text)}
    return el("th" if is_name else "td", attributes, el("b", {}, strong) if strong else None, *_shown(column, text))


def _shown(column: TableColumn, text: str) -> list[str | Markup]:
    """An interval stays in one piece; where a table has little room it stands below its number."""
    if column.kind == "estimate":
        number, gap, ends = text.partition(" ")
        return [number + gap, el("span", {"class": "ends"}, ends)] if ends else [number]
    return [name_of(text) if column.kind == "text" and text else text]


LONG = 24


def _css(column: TableColumn, text: str = "") -> str | None:
    if column.is_number:
        return "number estimate" if column.kind == "estimate" else "number"
    return "long" if len(text) > LONG else None


def signature(text: str, say: Wording) -> Markup:
    return el("p", {"class": "signature"}, say("report.signature"), ": ", el("code", {}, text))


def folded(summary: str, *body: object) -> Markup:
    return el("details", {}, el("summary", {}, summary), el("div", {"class": "inside"}, *body))


def figure(chart: Markup, caption: object) -> Markup:
    box = el("div", {"class": "scroll", "role": "group", "tabindex": 0, "aria-label": str(caption)}, chart)
    return el("figure", {}, box, el("figcaption", {}, caption))


def paragraph(*content: object, css: str | None = None) -> Markup:
    return el("p", {"class": css}, *content)


def bullets(entries: Sequence[object], css: str | None = None) -> Markup:
    return el("ul", {"class": css}, *(el("li", {}, entry) for entry in entries))


class Splits:
    """What is about a part of the data (a language, a film), kept to be folded away under its name."""

    def __init__(self, say: Wording) -> None:
        self.say = say
        self.parts: dict[str, list[Markup]] = {}

    def add(self, whole: list[Markup], by: str | None, shown: Markup) -> None:
        """Of the whole data it stands open, after what stands in `whole` already."""
        (whole if by is None else self.parts.setdefault(by, [])).append(shown)

    def folds(self) -> list[Markup]:
        return [folded(self.say.part(by), *parts) for by, parts in self.parts.items()]
