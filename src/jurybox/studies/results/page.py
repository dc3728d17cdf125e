"""Findings as pieces of a page, in the reader's language. Loads neither numpy nor scipy."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from jurybox.analysis import Disagreement, FindingList, Findings
from jurybox.report import (
    PARTS,
    CountWords,
    Section,
    Wording,
    answer_fragment,
    count_words,
    el,
    html_page,
    join,
    name_of,
    page_fragments,
    page_style,
    title_of,
)
from jurybox.store import people
from jurybox.studies.item_names import NamedItem
from jurybox.studies.results.findings import from_json
from jurybox.studies.results.naming import systems_of, with_rater_names
from jurybox.studies.results.spoken import Spoken, systems_in_words
from jurybox.studies.sealing import names_here
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench, view_of
from jurybox.texts import natural

Words = Callable[..., str]
MOST_VALUES = 12
"""How many raters' values stand in a line of the list of disagreements."""
MOST_DISAGREEMENTS = 12
"""How many units stand in that list before the others are asked for."""
RESULT_PARTS = (*PARTS, "download")
"""The pages of the results of a study."""
BY_QUESTION = "ranking"
"""The page that shows one question at a time."""
ABOUT_SYSTEMS = ("ranking", "comparisons", "shares", "overall", "positions", "tags", "tag_agreement", "points", "apart")
"""The lists that it shows."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a page of the results shows of findings."""

    answer: Markup | None
    counts: list[CountWords]
    sections: list[Section]
    signature: str
    questions: list[tuple[str, str]]
    """Of a page that shows one question at a time, all there are: what the address calls each, and its name."""
    question: str | None
    """The one that is shown."""
    judgements: int | None
    """That the numbers are from: no repeats, no worked examples."""


@dataclass(frozen=True, slots=True)
class PieceWish:
    """Which page of the results is wanted, and which question on it."""

    study: str
    """Whose items are linked; none for who may not open them."""
    part: str = "answer"
    question: str | None = None


def pieces_of(
    document: str,
    words: Words,
    wish: PieceWish,
    names: Mapping[str, str] | None = None,
    spoken: Spoken | None = None,
    items: Callable[[list[str]], Mapping[str, NamedItem]] | None = None,
) -> Pieces:
    """`names` of the raters and what `items` are called: the page is for the study's organisers alone.

    `spoken` puts findings into a language.
    """
    findings = with_rater_names(_said(from_json(document), words, spoken), names or {})
    say = Wording.of(findings, words)
    questions, chosen = _questions(findings, wish, say)
    shown = findings if chosen is None else only_question(findings, chosen)
    sections = page_fragments(shown, words, wish.part) if wish.part in PARTS else []
    linked = [
        replace(section, body=_disagreements(findings, say, wish.study, items))
        if section.id == "disagreements"
        else section
        for section in sections
    ]
    answer = answer_fragment(findings, words) if wish.part == "answer" else None
    counts, judged = count_words(findings, say), findings.judgements
    return Pieces(answer, counts, linked, findings.signature, questions, chosen, judged)


def _said(findings: Findings, words: Words, spoken: Spoken | None, drawn: Iterable[str] = ()) -> Findings:
    findings = systems_in_words(findings, [*names_here().values(), *drawn], words)
    return findings if spoken is None else spoken(findings)


def _questions(findings: Findings, wish: PieceWish, say: Wording) -> tuple[list[tuple[str, str]], str | None]:
    """The questions to choose from, and the chosen one: the first where none is, or one that is not there."""
    if wish.part != BY_QUESTION:
        return [], None
    asked = [finding.question for name in ABOUT_SYSTEMS for finding in getattr(findings, name)]
    known = {question or "": say.question(question) for question in asked}
    if len(known) < 2:
        return [], None
    return list(known.items()), wish.question if wish.question in known else next(iter(known))


def only_question(findings: Findings, question: str) -> Findings:
    """What there is about systems by one question; the empty text stands for all questions together."""
    kept: dict[str, Any] = {
        name: FindingList(one for one in getattr(findings, name) if (one.question or "") == question)
        for name in ABOUT_SYSTEMS
    }
    return replace(findings, **kept)


@dataclass(frozen=True, slots=True)
class FrozenPieces:
    """What a page shows of findings that are frozen: the answer, and every section but where raters differ most."""

    answer: Markup
    counts: list[CountWords]
    sections: list[Section]
    title: str
    judgements: int | None


def frozen_pieces(
    findings: Findings, words: Words, spoken: Spoken | None = None, is_blind: bool = False
) -> FrozenPieces:
    """`is_blind`: its systems have the names that were drawn, also where nothing is sealed."""
    findings = _said(findings, words, spoken, systems_of(findings) if is_blind else ())
    parts = [part for part in PARTS if part != "disagreements"]
    sections = [section for part in parts for section in page_fragments(findings, words, part)]
    counts = count_words(findings, Wording.of(findings, words))
    return FrozenPieces(answer_fragment(findings, words), counts, sections, title_of(findings), findings.judgements)


def findings_style() -> bytes:
    """How tables and charts of findings look."""
    return page_style("findings").encode()


def tokens_style() -> bytes:
    """The colours and sizes of reports, which pages have too."""
    return page_style("tokens").encode()


def report_page(document: str, words: Words, language: str, spoken: Spoken | None = None) -> bytes:
    """The report as one page that needs nothing else."""
    return html_page(_said(from_json(document), words, spoken), words, language).encode()


def raters_of(bench: Workbench, key: str) -> list[tuple[str, str]]:
    """What the raters who have rated are called in findings, and their names, for the organiser alone."""
    members = bench.database.read(lambda run: people.memberships(run, find_study(run, key).id))
    return [(f"R{n}", member.name) for n, member in enumerate(members, start=1) if member.done]


def groups_of(bench: Workbench, key: str) -> list[str]:
    """The groups of a study that have names."""
    return sorted(group for group in view_of(bench, key).units_per_group if group)


def offers_halves(bench: Workbench, key: str) -> bool:
    """Whether the study counts in halves that may have been meant as zero."""
    return any(question.measure().half_may_be_zero for _, question in view_of(bench, key).protocol.questions())


def _disagreements(
    findings: Findings, say: Wording, study: str, items: Callable[[list[str]], Mapping[str, NamedItem]] | None
) -> Markup:
    """The units whose raters differ most, each with a link to its item, and how this begins."""
    known = {} if items is None else items(sorted({found.item for found in findings.disagreements}))
    entries = [
        el("li", {}, *_disagreement(found, say, study, known.get(found.item))) for found in findings.disagreements
    ]
    about = el("p", {"class": "note"}, say("report.disagreements.about"), " ", say("org.results.arrows"))
    first, others = entries[:MOST_DISAGREEMENTS], entries[MOST_DISAGREEMENTS:]
    more = el(
        "details",
        {},
        el("summary", {}, f"+{len(others)}"),
        el("ol", {"class": "differ", "start": len(first) + 1}, *others),
    )
    return join([about, el("ol", {"class": "differ"}, *first), more if others else None])


def _disagreement(found: Disagreement, say: Wording, study: str, item: NamedItem | None) -> list[Markup]:
    name = found.unit if found.unit.startswith(found.item) else found.item  # a segment has a name of its own
    about = " · ".join([say.directed(found.question), ", ".join(found.systems)])
    values = [
        join([el("b", {}, name_of(rater)), " ", say.value(found.question, value)])
        for rater, value in sorted(found.values.items(), key=lambda entry: natural(entry[0]))[:MOST_VALUES]
    ]
    if len(found.values) > MOST_VALUES:
        values.append(Markup(f"+{len(found.values) - MOST_VALUES}"))
    called = item["name"] if item and name == found.item else name
    text = item["begins"] if item and not item["begins"].startswith(called.rstrip("…")) else ""
    title = [_thumbnail(item), name_of(called)]
    return [
        el("a", {"href": item_path(study, found.item)}, *title) if study else el("b", {}, *title),
        el("span", {"class": "muted"}, name_of(about), *([Markup("<br>"), name_of(text)] if text else [])),
        el("ul", {}, *(el("li", {}, value) for value in values)),
    ]


def _thumbnail(item: NamedItem | None) -> Markup | None:
    """A picture of an item, or how its film begins."""
    if item and item["picture"]:
        return el("img", {"class": "thumb", "src": item["picture"], "alt": "", "loading": "lazy"})
    if item and item["film"]:
        source = f"{item['film']}#t=1"
        return el(
            "video", {"class": "thumb", "src": source, "preload": "metadata", "muted": True, "aria-hidden": "true"}
        )
    return None


def item_path(study: str, item: str) -> str:
    """
    >>> item_path("study", "a/b?")
    '/studies/study/item?key=a%2Fb%3F'
    """
    return f"/studies/{study}/item?key={quote(item, safe='')}"
