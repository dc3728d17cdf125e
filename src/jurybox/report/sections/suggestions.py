"""What suggestions did, in words and as a table."""

from jurybox.analysis import Findings, SuggestionEffect
from jurybox.report.markup import join
from jurybox.report.sections.shared import Section, folded, html_table, paragraph
from jurybox.report.tables import suggestions_table
from jurybox.report.wording import Wording


def suggestions(findings: Findings, say: Wording) -> Section | None:
    whole = [one for one in findings.suggestions if one.rater is None]
    if not whole:
        return None
    body = [paragraph(say("report.suggestions.about"), css="note"), *(paragraph(_said(one, say)) for one in whole)]
    body.append(folded(say("report.numbers"), html_table(suggestions_table(findings, say), say)))
    return Section("suggestions", say("report.section.suggestions"), join(body))


def _said(one: SuggestionEffect, say: Wording) -> str:
    """What was kept, and by how much answers came closer to what was suggested."""
    kept = say(
        "report.suggestions.kept",
        question=say.question(one.question),
        kept=one.kept,
        changed=one.changed,
        removed=one.removed,
        added=one.added,
        at_once=one.at_once,
    )
    if one.pull is None or one.pull_interval is None:
        return f"{kept} {say('report.suggestions.not_measured')}"
    low, high = one.pull_interval
    code = "pulled" if low > 0 else "no_pull"
    share = {"by": _percent(one.pull), "low": _percent(low), "high": _percent(high)}
    return f"{kept} {say(f'report.suggestions.{code}', **share)}"


def _percent(share: float) -> str:
    """
    >>> _percent(0.123)
    '12'
    """
    return f"{100 * share:.0f}"
