"""The sections of a report, in the order in which they are read. Each is a function of the findings and the words."""

from collections.abc import Callable

from jurybox.analysis import Findings
from jurybox.report.sections import choices, people, rest, systems
from jurybox.report.sections.shared import Section
from jurybox.report.wording import Wording
from jurybox.texts import Words

Build = Callable[[Findings, Wording], Section | None]
LIVE: tuple[Build, ...] = (
    systems.at_a_glance, systems.ranking, choices.apart, systems.distribution, choices.shares, systems.comparisons,
    choices.overall, systems.points, people.agreement, people.raters, people.over_time, rest.tags,
    people.disagreements, people.comments, systems.coverage, rest.exclusions,
)  # fmt: skip
ALL: tuple[Build, ...] = (*LIVE, rest.sheet, rest.about)


def sections_of(findings: Findings, words: Words, builders: tuple[Build, ...] = ALL) -> list[Section]:
    """The sections that have anything to say."""
    say = Wording.of(findings, words)
    return [found for found in (build(findings, say) for build in builders) if found is not None]
