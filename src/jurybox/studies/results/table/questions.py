"""What analysis must know of a protocol's questions and scores: kind, level of measurement, names, direction."""

from jurybox.analysis import Asked
from jurybox.core import Protocol, Score, in_language
from jurybox.core.questions import QuestionBase


def asked_of(protocol: Protocol, stage: str, question: QuestionBase, lang: str) -> Asked:
    """A question as analysis sees it."""
    measure = question.measure()
    counted = () if measure.is_number else tuple(one for one in question.names() if one.counts)
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
        higher_is_better=not protocol.lower_is_better(question),
        ranks=measure.ranks,
        severe=tuple(sorted(measure.severe)),
        stage=stage,
    )


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
