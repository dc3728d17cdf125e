"""How raters did on the checks of a study, as a table."""

from collections.abc import Mapping
from typing import Any

from jurybox.analysis import Findings
from jurybox.report.tables.plain import NamedCell, PlainTable, TableColumn
from jurybox.report.wording import Wording, facts


def checks_table(findings: Findings, say: Wording) -> PlainTable:
    """Without rows where a study has no checks, or nobody met any."""
    columns = (
        TableColumn("rater", say("report.column.rater")),
        TableColumn("checks", say("report.column.checks"), "count"),
        TableColumn("passed", say("report.column.passed"), "count"),
        TableColumn("share", say("report.column.share_passed"), "share"),
        TableColumn("interval", say.interval_title(), "interval", 2),
        TableColumn("standing", say("org.checks.state")),
    )
    known = facts(findings).get("checks") or {}
    rows = tuple(_row(one, say) for one in known.get("raters", ()))
    return PlainTable("checks", say("report.section.checks"), columns, rows, findings.signature)


def _row(one: Mapping[str, Any], say: Wording) -> tuple[Any, ...]:
    low, high = one["interval"]
    standing = NamedCell(one["standing"], say(f"org.checks.state.{one['standing']}"))
    return one["rater"], one["judged"], one["passed"], one["passed"] / one["judged"], (low, high), standing


def checks_line(findings: Findings, say: Wording) -> str:
    """What checks there were, in a sentence; empty where there were none."""
    known = facts(findings).get("checks")
    if not known:
        return ""
    kinds = "; ".join(f"{say(f'org.checks.kind.{kind}')}: {many}" for kind, many in known["kinds"].items())
    share, wanted = say.numbers.share(known["share"]), say.numbers.share(known["pass_share"])
    return say("report.checks.about", share=share, wanted=wanted, kinds=kinds)
