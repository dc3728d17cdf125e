"""The answer, on top: who leads, what is established, how well raters agree, and whether that may still change."""

from collections.abc import Sequence

from markupsafe import Markup

from jurybox.analysis import Agreement, Comparison, Findings, Ranked
from jurybox.report.charts import RELIABLE, TENTATIVE, is_established
from jurybox.report.markup import el, join, name_of, rich
from jurybox.report.sections.shared import bullets, paragraph
from jurybox.report.tables import best_first
from jurybox.report.wording import Wording, distinct

MOST_NAMES = 5


def answer_section(findings: Findings, say: Wording) -> Markup:
    """A sentence or two for each question, then what to know before citing them."""
    questions = distinct(r.question for r in findings.ranking if r.by is None and _is_ranked(r))
    parts: list[Markup] = []
    if questions:
        parts.append(bullets([_of_question(question, findings, say) for question in questions], "answers"))
    else:
        parts.append(paragraph(_without_ranking(findings, say), css="lede"))
        parts.append(bullets(_agreements(findings, say), "answers"))
    waiting = _provisional(findings, say)
    if waiting:
        parts.append(el("p", {"class": "caution"}, waiting))
    told = {"provisional" if waiting else "", "no_systems"}
    notes = [say.note(code) for code in findings.notes if code not in told]
    if notes:
        parts.append(bullets(notes, "notes note"))
    return join(parts)


def _is_ranked(r: Ranked) -> bool:
    return r.rank is not None or r.mean is not None


def _without_ranking(findings: Findings, say: Wording) -> str:
    systems = int(findings.counts.get("systems", 0))
    return say("report.answer.no_systems") if systems == 0 else say("report.answer.nothing_ranked")


def _of_question(question: str | None, findings: Findings, say: Wording) -> Markup:
    ranked = best_first([r for r in findings.ranking if r.by is None and r.question == question])
    compared = [c for c in findings.comparisons if c.by is None and c.question == question]
    sentences = [
        el("b", {"class": "question"}, name_of(say.question(question))),
        *_who_leads(ranked, compared, say),
        _agreement(main_agreement(findings, question), say),
    ]
    return Markup(" ").join(sentence for sentence in sentences if sentence is not None)


def _who_leads(ranked: Sequence[Ranked], compared: Sequence[Comparison], say: Wording) -> list[Markup | None]:
    if compared and len(ranked) > 1 and not any(is_established(c, say) for c in compared):
        first, mean = _bold(ranked[0].system), el("b", {}, say.numbers.number(ranked[0].mean))
        return [rich(say.words, "report.answer.none_established", system=first, mean=mean)]
    return [_leader(ranked, say), _established(compared, say)]


def _leader(ranked: Sequence[Ranked], say: Wording) -> Markup:
    first = ranked[0]
    mean = el("b", {}, say.numbers.number(first.mean))
    if len(ranked) == 1:
        return rich(say.words, "report.answer.one_system", system=_bold(first.system), mean=mean)
    top = [r.system for r in ranked if r.rank_low == 1]
    if len(top) > 1:
        return rich(say.words, "report.answer.lead_together", systems=names(top, say))
    interval = say.numbers.between(first.interval)
    key = "report.answer.leads" if first.interval is not None else "report.answer.leads_without_interval"
    return rich(say.words, key, system=_bold(first.system), mean=mean, interval=interval)


def names(systems: Sequence[str], say: Wording) -> Markup:
    """A few names in bold, and how many more."""
    shown = Markup(", ").join(_bold(name) for name in systems[:MOST_NAMES])
    more = len(systems) - MOST_NAMES
    return shown + f" (+{more})" if more > 0 else shown


def _bold(name: str) -> Markup:
    return el("b", {}, name_of(name))


def _established(compared: Sequence[Comparison], say: Wording) -> Markup | None:
    if not compared:
        return None
    sure = sum(is_established(c, say) for c in compared)
    key = "report.answer.all_established" if sure == len(compared) > 1 else "report.answer.established"
    return rich(say.words, key, sure=say.numbers.count(sure), of=say.numbers.count(len(compared)))


def main_agreement(findings: Findings, question: str | None) -> Agreement | None:
    """The coefficient that stands for a question: alpha of its raters, else the first there is."""
    found = [
        a for a in findings.agreement if a.question == question and a.of == "raters" and a.by is None and not a.tag
    ]
    return next((a for a in found if a.coefficient == "krippendorff_alpha"), found[0] if found else None)


def _agreement(a: Agreement | None, say: Wording) -> Markup | None:
    if a is None:
        return None
    if a.value is None:
        return rich(say.words, "report.answer.agreement_undefined", reason=say.note(a.note))
    value = say.numbers.number(a.value)
    if a.coefficient != "krippendorff_alpha":
        return rich(say.words, "report.answer.agreement_other", coefficient=say.coefficient(a), value=value)
    return rich(say.words, f"report.answer.{strength(a.value)}", coefficient=say.coefficient(a), value=value)


def strength(alpha: float) -> str:
    """By Krippendorff's own limits.

    >>> strength(0.81), strength(0.7), strength(0.2)
    ('reliable', 'tentative', 'unreliable')
    """
    return "reliable" if alpha >= RELIABLE else "tentative" if alpha >= TENTATIVE else "unreliable"


def _agreements(findings: Findings, say: Wording) -> list[Markup]:
    """For ratings without systems: how well raters agree, question by question."""
    said = []
    for question in distinct(a.question for a in findings.agreement if a.by is None):
        sentence = _agreement(main_agreement(findings, question), say)
        if sentence is not None:
            said.append(el("b", {"class": "question"}, name_of(say.question(question))) + " " + sentence)
    return said


def _provisional(findings: Findings, say: Wording) -> str:
    """How much is in; nothing where nothing more is expected."""
    whole = [r for r in findings.ranking if r.by is None]
    if not any(r.provisional for r in whole):
        return ""
    done, of = sum(r.ratings for r in whole if r.expected), sum(r.expected or 0 for r in whole)
    if not of:
        return say("report.answer.provisional_file")
    return say("report.answer.provisional", done=say.numbers.count(done), of=say.numbers.count(of))
