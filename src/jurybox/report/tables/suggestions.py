"""What became of suggestions, and what they did, as a plain table."""

from jurybox.analysis import Findings
from jurybox.report.tables import named
from jurybox.report.tables.plain import PlainTable, TableColumn
from jurybox.report.wording import Wording

COUNTS = ("shown", "held_out", "kept", "changed", "removed", "added", "at_once")
MEASURED = ("pull", "shift", "seconds")


def suggestions_table(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("rater", say("report.column.rater")),
        *(TableColumn(name, say(f"report.column.suggestion.{name}"), "count") for name in COUNTS),
        TableColumn("same_shown", say("report.column.suggestion.same_shown"), "number", 3),
        TableColumn("same_held_out", say("report.column.suggestion.same_held_out"), "number", 3),
        *(
            TableColumn(f"{name}{end}", say(f"report.column.suggestion.{name}") + words, "number", 3)
            for name in MEASURED
            for end, words in (("", ""), ("_low", " ≥"), ("_high", " ≤"))
        ),
    )
    rows = tuple(
        (
            named.question(one.question, say),
            one.rater or say("report.suggestions.all_raters"),
            *(getattr(one, name) for name in COUNTS),
            one.same_shown,
            one.same_held_out,
            *(
                value
                for name in MEASURED
                for value in (getattr(one, name), *(getattr(one, f"{name}_interval") or (None, None)))
            ),
        )
        for one in findings.suggestions
    )
    return PlainTable("suggestions", say("report.table.suggestions"), columns, rows, findings.signature)
