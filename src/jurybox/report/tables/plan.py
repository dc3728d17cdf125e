"""The sealed plan of a study and what was changed later, as a table."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jurybox.analysis import Findings
from jurybox.report.tables.plain import PlainTable, TableColumn
from jurybox.report.wording import Wording, facts


def plan_table(findings: Findings, say: Wording) -> PlainTable:
    """Without rows where no plan was sealed."""
    columns = (
        TableColumn("part", say("report.column.plan_part")),
        TableColumn("code", say("report.column.code"), for_people=False),
        TableColumn("words", say("report.column.plan_words")),
    )
    plan = facts(findings).get("plan")
    rows = tuple(_rows(plan, say)) if plan else ()
    return PlainTable("plan", say("org.plan.title"), columns, rows, findings.signature)


def plan_line(findings: Findings, say: Wording) -> str:
    """The plan in a line; empty where none was sealed."""
    plan = facts(findings).get("plan")
    if not plan:
        return ""
    changes = _listed(f"{_moment(change['at'])} {_change(change, say)}" for change in plan["changes"])
    at, changed = _moment(plan["sealed_at"]), changes or say("report.plan.nothing")
    return say("report.plan.line", at=at, hash=plan["hash"], changes=changed)


def _rows(plan: Mapping[str, Any], say: Wording) -> Iterator[tuple[str, str, str]]:
    yield say("org.plan.sealed"), "sealed_at", _moment(plan["sealed_at"])
    yield say("org.plan.hash"), "hash", str(plan["hash"])
    if plan["decides"]:
        yield say("org.plan.decides"), "decides", _asked(plan["decides"], say)
    reports = [*(_asked(id, say) for id in plan["reports"]), say("org.plan.agreement")]
    yield say("org.plan.reports"), "reports", _listed(reports)
    yield say("org.plan.test"), "test", say("org.plan.test_words")
    left = [say.finding("excluded", code) for code in plan["exclusions"]]
    yield say("org.plan.exclusions"), "exclusions", _listed(left)
    for change in plan["changes"]:
        yield say("org.plan.changes"), "changed", f"{_moment(change['at'])} {_change(change, say)}"
    if not plan["changes"]:
        yield say("org.plan.changes"), "changed", say("org.plan.no_changes")


def _asked(id: str, say: Wording) -> str:
    """The question by its name and, where it is known, its words."""
    prompt = say.prompt(id)
    return f"{id} – {prompt}" if prompt and prompt != id else id


def _listed(parts: Iterable[str]) -> str:
    return "; ".join(parts)


def _change(change: Mapping[str, Any], say: Wording) -> str:
    said = [say(f"org.setting.{name}") for name in change.get("changed") or ()]
    said += [str(change["quorum"])] if change.get("quorum") else []
    words = say(f"org.event.{change['kind']}")
    return f"{words}: {', '.join(said)}" if said else words


def _moment(at: object) -> str:
    """
    >>> _moment("2026-11-18T07:20:11.123Z")
    '2026-11-18 07:20'
    """
    return str(at or "")[:16].replace("T", " ")
