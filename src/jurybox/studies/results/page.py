"""Findings as pieces of a page, in the reader's language. Loads neither numpy nor scipy."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote

from markupsafe import Markup

from jurybox.analysis import Disagreement, Findings
from jurybox.report import Section, Wording, count_words, el, html_page, join, name_of, page_fragments, page_style
from jurybox.store import people
from jurybox.studies.results.findings import from_json
from jurybox.studies.results.naming import with_rater_names
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench, view_of
from jurybox.texts import natural

Words = Callable[..., str]
MOST_VALUES = 12
"""How many raters' values stand in a line of the list of disagreements."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What the results page shows of findings."""

    answer: Markup
    counts: list[tuple[str, str]]
    sections: list[Section]
    signature: str


def pieces_of(document: str, words: Words, study: str, names: Mapping[str, str] | None = None) -> Pieces:
    """`names` of the raters: the page is for the study's organisers alone."""
    findings = with_rater_names(from_json(document), names or {})
    say = Wording.of(findings, words)
    answer, sections = page_fragments(findings, words)
    linked = [
        replace(section, body=_disagreements(findings, say, study)) if section.id == "disagreements" else section
        for section in sections
    ]
    return Pieces(answer, count_words(findings, say), linked, findings.signature)


def findings_style() -> bytes:
    """How tables and charts of findings look."""
    return page_style("findings").encode()


def tokens_style() -> bytes:
    """The colours and sizes of reports, which pages have too."""
    return page_style("tokens").encode()


def report_page(document: str, words: Words, language: str) -> bytes:
    """The report as one page that needs nothing else."""
    return html_page(from_json(document), words, language).encode()


def raters_of(bench: Workbench, key: str) -> list[tuple[str, str]]:
    """What the raters who have rated are called in findings, and their names, for the organiser alone."""
    members = bench.database.read(lambda run: people.memberships(run, find_study(run, key).id))
    return [(f"R{n}", member.name) for n, member in enumerate(members, start=1) if member.done]


def offers_halves(bench: Workbench, key: str) -> bool:
    """Whether the study counts in halves that may have been meant as zero."""
    return any(question.measure().half_may_be_zero for _, question in view_of(bench, key).protocol.questions())


def _disagreements(findings: Findings, say: Wording, study: str) -> Markup:
    """The units whose raters differ most, each with a link to its item."""
    entries = [el("li", {}, *_disagreement(found, say, study)) for found in findings.disagreements]
    about = el("p", {"class": "note"}, say("report.disagreements.about"))
    return about + el("ol", {"class": "differ"}, *entries)


def _disagreement(found: Disagreement, say: Wording, study: str) -> list[Markup]:
    name = found.unit if found.unit.startswith(found.item) else found.item  # a segment has a name of its own
    about = " · ".join([say.question(found.question), ", ".join(found.systems)])
    values = [
        join([el("b", {}, name_of(rater)), " ", say.value(found.question, value)])
        for rater, value in sorted(found.values.items(), key=lambda entry: natural(entry[0]))[:MOST_VALUES]
    ]
    if len(found.values) > MOST_VALUES:
        values.append(Markup(f"+{len(found.values) - MOST_VALUES}"))
    return [
        el("a", {"href": item_path(study, found.item)}, name_of(name)),
        el("span", {"class": "muted"}, name_of(about)),
        el("ul", {}, *(el("li", {}, value) for value in values)),
    ]


def item_path(study: str, item: str) -> str:
    """
    >>> item_path("study", "a/b?")
    '/studies/study/item?key=a%2Fb%3F'
    """
    return f"/studies/{study}/item?key={quote(item, safe='')}"
