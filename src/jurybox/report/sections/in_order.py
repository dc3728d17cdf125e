"""The sections of a report, in the order in which they are read. Each is a function of the findings and the words."""

from collections.abc import Callable

from jurybox.analysis import Findings
from jurybox.report.sections import choices, people, rest, suggestions, systems
from jurybox.report.sections.shared import Section
from jurybox.report.wording import Wording
from jurybox.texts import Words

Build = Callable[[Findings, Wording], Section | None]
ALL: tuple[Build, ...] = (
    systems.at_a_glance, systems.ranking, choices.apart, systems.distribution, choices.shares, systems.comparisons,
    choices.overall, systems.points, people.agreement, people.raters, people.over_time, suggestions.suggestions,
    rest.tags, people.disagreements, people.comments, systems.coverage, rest.exclusions, rest.checks, rest.plan,
    rest.sheet,
    rest.about,
)  # fmt: skip
PARTS: dict[str, tuple[Build, ...]] = {
    "answer": (systems.at_a_glance, systems.coverage, rest.exclusions),
    "ranking": (
        systems.ranking,
        choices.apart,
        systems.distribution,
        choices.shares,
        systems.comparisons,
        choices.overall,
        systems.points,
        rest.tags,
    ),
    "agreement": (people.agreement, people.over_time, suggestions.suggestions),
    "raters": (people.raters, rest.checks),
    "disagreements": (people.disagreements, people.comments),
}
"""What stands on which page of the results in the browser; the data sheet is in the report alone."""


def sections_of(findings: Findings, words: Words, builders: tuple[Build, ...] = ALL) -> list[Section]:
    """The sections that have anything to say."""
    say = Wording.of(findings, words)
    return [found for found in (build(findings, say) for build in builders) if found is not None]
