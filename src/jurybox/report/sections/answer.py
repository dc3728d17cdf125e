"""The answer, on top: who leads, what is established, how well raters agree, and whether that may still change."""

from markupsafe import Markup

from jurybox.analysis import Agreement, Findings, Overall, Share
from jurybox.report.charts import RELIABLE, TENTATIVE
from jurybox.report.markup import el, join, name_of, rich
from jurybox.report.sections.design import design_sentences, told_by_design
from jurybox.report.sections.leading import established, who_leads
from jurybox.report.sections.shared import bullets, paragraph
from jurybox.report.wording import Wording, asked, distinct, labels

MOST_OPTIONS = 5


def answer_section(findings: Findings, say: Wording) -> Markup:
    """A sentence or two for each question, then what to know before citing them."""
    parts: list[Markup] = []
    if not any(_is_ranked(question, findings) for question in _questions(findings)):
        parts.append(paragraph(_without_ranking(findings, say), css="lede"))
    answers = answers_of(findings, say)
    if answers:
        parts.append(bullets([_shown(question, sentences, say) for question, sentences in answers], "answers"))
    waiting = provisional(findings, say)
    if waiting:
        parts.append(el("p", {"class": "caution"}, waiting))
    notes = know_before(findings, say)
    if notes:
        parts.append(bullets(notes, "notes note"))
    return join(parts)


def answers_of(findings: Findings, say: Wording) -> list[tuple[str | None, list[Markup]]]:
    """Each question with the sentences that answer it."""
    found = [(question, _of_question(question, findings, say)) for question in _questions(findings)]
    return [(question, sentences) for question, sentences in found if sentences]


def know_before(findings: Findings, say: Wording) -> list[str]:
    """What to know before citing: what was taken as drawn by chance, and the notes that no sentence says yet."""
    told = {"provisional" if provisional(findings, say) else "", "no_systems", *told_by_design(findings)}
    return [*design_sentences(findings, say), *(say.note(code) for code in findings.notes if code not in told)]


def _questions(findings: Findings) -> list[str | None]:
    """Those that put systems in order, and choices; where nothing does, every question of which anything is known."""
    ranked = distinct(r.question for r in findings.ranking if r.by is None and _is_ranked(r.question, findings))
    chosen = distinct(s.question for s in findings.shares if s.by is None)
    if ranked or any(s.system is not None for s in findings.shares):
        return distinct([*ranked, *chosen])
    lists = (findings.overall, findings.shares, findings.agreement)
    return distinct(one.question for each in lists for one in each if one.by is None)


def _shown(question: str | None, sentences: list[Markup], say: Wording) -> Markup:
    title, prompt = say.question(question), say.prompt(question)
    shown = [el("b", {"class": "question"}, name_of(title))]
    if prompt and prompt.casefold() != title.casefold():
        shown.append(el("small", {"class": "asked"}, name_of(prompt)))
    return Markup(" ").join([*shown, *sentences])


def _is_ranked(question: str | None, findings: Findings) -> bool:
    found = [r for r in findings.ranking if r.by is None and r.question == question]
    return any(r.rank is not None or r.mean is not None for r in found)


def _without_ranking(findings: Findings, say: Wording) -> str:
    systems = int(findings.counts.get("systems", 0))
    return say("report.answer.no_systems") if systems == 0 else say("report.answer.nothing_ranked")


def _of_question(question: str | None, findings: Findings, say: Wording) -> list[Markup]:
    sentences: list[Markup | None] = []
    if _is_ranked(question, findings):
        sentences += who_leads(question, findings, say)
    else:
        sentences += [
            *(_mean(o, say) for o in findings.overall if o.question == question and o.by is None),
            *_chosen(question, findings, say),
        ]
    sentences.append(_agreement(main_agreement(findings, question), say))
    return [sentence for sentence in sentences if sentence is not None]


def _mean(o: Overall, say: Wording) -> Markup | None:
    """The mean of a question over all items, and the value that was given most."""
    if o.mean is None:
        return None
    mean, items = el("b", {}, say.numbers.number(o.mean)), say.numbers.count(o.items)
    interval = "" if o.interval is None else say.numbers.interval(o.interval)
    said = rich(say.words, "report.answer.mean", n=o.items, mean=mean, interval=interval, items=items)
    total = sum(o.distribution.values())
    if not total:
        return said
    value, count = max(o.distribution.items(), key=lambda entry: entry[1])
    most = say("report.answer.most_given", value=_level(o.question, value, say), share=say.numbers.share(count / total))
    return said + " " + most


def _level(question: str | None, value: str, say: Wording) -> str:
    """A value of a distribution with the name of its level, where it has one."""
    name = next((label for level, label in labels(asked(say.findings, question)).items() if f"{level:g}" == value), "")
    return f"{value} ({name})" if name and name != value else value


def _chosen(question: str | None, findings: Findings, say: Wording) -> list[Markup]:
    """Of a choice: how often each option was chosen, and whether systems differ in that."""
    whole = [s for s in findings.shares if s.question == question and s.by is None and s.system is None]
    if not whole:
        return []
    often = sorted(whole, key=lambda s: -(s.share or 0.0))[:MOST_OPTIONS]
    said = [rich(say.words, "report.answer.chosen", shares=Markup("; ").join(_share(s, say) for s in often))]
    compared = [c for c in findings.comparisons if c.question == question and c.by is None and c.option is not None]
    if compared:
        said += established(compared, say) or [Markup(say("report.answer.none_established_shares"))]
    return said


def _share(s: Share, say: Wording) -> Markup:
    share = el("b", {}, say.numbers.share(s.share, 1))
    interval = "" if s.interval is None else f" {say.numbers.shares(s.interval)}"
    return Markup("{} {}{}").format(name_of(say.tag(s.option)), share, interval)


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
        return rich(say.words, "report.answer.agreement_undefined", reason=say.reason(a.note))
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


def provisional(findings: Findings, say: Wording) -> str:
    """How much is in, counted as the progress of the study is; nothing where nothing more can come."""
    judged, wanted = findings.judgements, findings.expected_judgements
    if judged and wanted is not None and judged < wanted:
        numbers = {"done": say.numbers.count(judged), "of": say.numbers.count(wanted)}
        return say("report.answer.provisional_judgements", **numbers)
    done, of = findings.counts.get("answers", 0), findings.counts.get("expected", 0)
    if done < of:
        return say("report.answer.provisional", done=say.numbers.count(done), of=say.numbers.count(of))
    is_waiting = any(r.provisional for r in findings.ranking if r.by is None)
    return say("report.answer.provisional_file") if is_waiting else ""
