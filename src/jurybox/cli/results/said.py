"""What is said of findings on every page of a terminal: how much there is, how scales measure, what was left out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jurybox.cli.output import plural
from jurybox.cli.results.terminal import Page

if TYPE_CHECKING:
    from jurybox.studies.results import Agreement, Findings, Told

LEVEL_FROM = {"option": "as asked for", "protocol": "by the protocol", "data": "guessed from the values"}
WEIGHTS_FROM = {"google_wmt": "the weights of Google and WMT", "option": "as given", "column": "the column of weights"}


def show_source(page: Page, findings: "Findings") -> None:
    """Judgements with their answers of a study, ratings or comparisons of a file; counted as everywhere."""
    counts = findings.counts
    answered, judged = counts.get("answers", 0), findings.judgements
    only_compared = answered and not counts.get("ratings")
    amount = plural(answered, "answer" if judged is not None else "comparison" if only_compared else "rating")
    amount = f"{plural(judged, 'judgement')} with {amount}" if judged else amount
    parts = [amount, *(plural(counts[f"{n}s"], n) for n in ("item", "system", "rater") if counts.get(f"{n}s"))]
    page.say(f"{findings.source.get('name', '')}: {', '.join(parts)}")
    if not answered:
        page.say(f"Nothing can be analysed: {page.of('reason', 'no_ratings')}.")


def show_answer(page: Page, told: "Told") -> None:
    """In words, question by question, and how much is still to come."""
    if told.answers or told.waiting:
        page.say()
    for sentence in told.answers:
        page.say(sentence)
    if told.waiting:
        page.say(told.waiting)


def show_notes(page: Page, findings: "Findings", told: "Told") -> None:
    """What to know before citing any of it."""
    page.heading("To know")
    guessed = page.of("note", "level_from_data")  # said by question
    for note in (*(note for note in told.notes if note != guessed), *_levels(findings), *_weights(findings)):
        page.say(f"- {note}")
    left = [f"{count:,} {page.of('excluded', cause)}" for cause, count in findings.excluded.items() if count]
    page.say(f"- Left out: {'; '.join(left) if left else 'nothing'}.")
    if told.plan:
        page.say(f"- {told.plan}")


def coefficient(page: Page, one: "Agreement") -> str:
    of = {"self": " (with themselves)", "gold": " (with the known answers)"}.get(one.of, "")
    return page.of("coefficient", one.coefficient) + (f", {one.level}" if one.level else "") + of


def interval_title(findings: "Findings") -> str:
    return f"{100 * float(findings.settings.get('confidence', 0.95)):g} % INTERVAL"


def question_name(question: str | None) -> str:
    return "all questions" if question is None else question


def _levels(findings: "Findings") -> Iterator[str]:
    """The questions on a scale, by how the scale measures and who says so."""
    found: dict[str, list[str]] = {}
    for one in findings.questions:
        if one.get("kind") == "number":
            said = f"{str(one['level']).capitalize()} scale, {LEVEL_FROM.get(str(one['level_from']), '')}"
            found.setdefault(said, []).append(str(one["id"]))
    for said, questions in found.items():
        yield f"{said}: {', '.join(questions)}."


def _weights(findings: "Findings") -> Iterator[str]:
    facts = findings.source.get("facts") or {}
    if facts.get("weights"):
        rules = ", ".join(f"{name} {weight:g}" for name, weight in facts["weights"].items())
        yield f"Errors weigh {rules} ({WEIGHTS_FROM.get(facts.get('weights_from', ''), 'as given')})."
