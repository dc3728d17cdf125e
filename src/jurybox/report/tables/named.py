"""Cells that machines read as codes and people as words."""

from jurybox.analysis import Agreement, Flag, TagAgreement
from jurybox.report.tables.plain import NamedCell
from jurybox.report.wording import Wording


def question(id: str | None, say: Wording) -> NamedCell:
    return NamedCell(id, say.question(id))


def part(by: str | None, say: Wording) -> NamedCell:
    return NamedCell(by, say.part(by))


def note(code: str | None, say: Wording) -> NamedCell:
    return NamedCell(code, say.note(code))


def reason(code: str | None, say: Wording) -> NamedCell:
    return NamedCell(code, say.reason(code))


def tag(id: str | None, say: Wording) -> NamedCell:
    return NamedCell(id, say.tag(id))


def category(id: str | None, say: Wording) -> NamedCell:
    return NamedCell(id, say.category(id))


def option(id: str | None, say: Wording) -> NamedCell:
    return NamedCell(id, say.tag(id) if id is not None else "")


def method(code: str | None, say: Wording) -> NamedCell:
    return NamedCell(code, say.method(code) if code else "")


def system(name: str | None, say: Wording) -> NamedCell:
    """None is all of them together."""
    return NamedCell(name, say("report.all_systems") if name is None else name)


def coefficient(a: Agreement, say: Wording) -> NamedCell:
    return NamedCell(a.coefficient, say.coefficient(a))


def flags(found: tuple[Flag, ...], say: Wording) -> NamedCell:
    return NamedCell(" ".join(flag.code for flag in found) or None, "; ".join(say.flag(flag) for flag in found))


def yes_or_no(value: bool, say: Wording) -> NamedCell:
    return NamedCell("yes" if value else "no", say("report.yes") if value else say("report.no"))


def between(a: Agreement | TagAgreement, say: Wording) -> NamedCell:
    """Whose agreement it is: of raters with each other, with themselves, or with what is known to be right."""
    return NamedCell(a.of, say(f"report.of.{a.of}") if a.of in ("raters", "self", "gold") else a.of)
