"""What analysis must know of a protocol's questions and scores: kind, level of measurement, names, direction."""

from jurybox.analysis import Asked
from jurybox.core import Protocol, Score, in_language
from jurybox.core.questions import QuestionBase


def asked_of(protocol: Protocol, stage: str, question: QuestionBase, lang: str) -> Asked:
    """A question as analysis sees it."""
    measure = question.measure()
    counted = () if measure.is_number else tuple(one for one in question.names() if one.counts)
    lower = any(is_value_of(score, question.id) and score.better == "lower" for score in protocol.scores)
    lower |= measure.lower_is_better
    return Asked(
        question.id,
        "number" if measure.has_number else measure.kind,
        measure.level,
        "protocol",
        names=tuple(one.id for one in counted),
        categories=tuple(one.category for one in counted) if question.category_labels() else (),
        labels={value: in_language(label, [lang]) for value, label in measure.labels.items()},
        lowest=measure.lowest,
        highest=measure.highest,
        higher_is_better=not lower,
        ranks=measure.ranks,
        severe=tuple(sorted(measure.severe)),
        stage=stage,
    )


def is_value_of(score: Score, question: str) -> bool:
    """Whether a score only hands on the answer of a question: then it is no column of its own."""
    return score.rule == "value" and score.sources() == (question,)


def asked_score(score: Score) -> Asked:
    """A score as analysis sees it: a number whose steps are equal."""
    lowest = 0.0 if score.rule in ("count", "marks", "edits") else None
    return Asked(
        score.id,
        "number",
        "interval",
        "protocol",
        lowest=lowest,
        higher_is_better=score.better == "higher",
        is_score=True,
    )


def names_of(protocol: Protocol, lang: str) -> dict[str, dict[str, str]]:
    """What people call the questions, scores, tags, categories and options, for pages and reports."""
    found: dict[str, dict[str, str]] = {"questions": {}, "tags": {}, "categories": {}}
    for _, question in protocol.questions():
        found["questions"][question.id] = in_language(question.prompt, [lang])
        found["categories"] |= {id: in_language(label, [lang]) for id, label in question.category_labels().items()}
        found["tags"] |= {one.id: in_language(one.label, [lang]) for one in question.names()}
    for score in protocol.scores:
        if score.label is not None:
            found["questions"][score.id] = in_language(score.label, [lang])
    return found
