"""What analysis must know of a protocol's questions and scores: kind, level of measurement, names, direction."""

from dataclasses import replace

from jurybox.analysis import Asked
from jurybox.core import Protocol, Score, in_language
from jurybox.core.questions import Choice, Marks, Preference, QuestionBase, Ranking, Scale, Slider, Stepper, Tags


def asked_of(protocol: Protocol, stage: str, question: QuestionBase, lang: str) -> Asked | None:
    """A question as analysis sees it; None for a comment."""
    found = _asked(stage, question, lang)
    if found is None:
        return None
    lower = any(is_value_of(score, question.id) and score.better == "lower" for score in protocol.scores)
    return replace(found, higher_is_better=False) if lower else found


def _asked(stage: str, question: QuestionBase, lang: str) -> Asked | None:
    id = question.id
    if isinstance(question, Scale):
        labels = {float(level.value): in_language(level.label, [lang]) for level in question.levels}
        return Asked(
            id, "number", "ordinal", "protocol", labels=labels, lowest=min(labels), highest=max(labels), stage=stage,
            severe=tuple(sorted(float(level.value) for level in question.levels if level.severe)),
        )  # fmt: skip
    if isinstance(question, Slider | Stepper):
        top = None if question.max is None else float(question.max)
        return Asked(id, "number", "interval", "protocol", lowest=float(question.min), highest=top, stage=stage)
    if isinstance(question, Choice):
        return _asked_choice(question, stage, lang)
    if isinstance(question, Tags):
        counted = [(tag.id, category.id) for category in question.categories for tag in category.tags if tag.counts]
        names, categories = tuple(name for name, _ in counted), tuple(category for _, category in counted)
        return Asked(id, "tags", "nominal", "protocol", names, categories, ranks=False, stage=stage)
    if isinstance(question, Marks):
        names = tuple(label.id for label in question.labels)
        return Asked(id, "marks", "nominal", "protocol", names, ranks=False, stage=stage)
    if isinstance(question, Preference | Ranking):
        return Asked(id, "comparison", "nominal", "protocol", stage=stage)
    return None


def _asked_choice(question: Choice, stage: str, lang: str) -> Asked:
    """A tick is a column of noughts and ones; one of several options a category; several of several a set of tags."""
    names = tuple(option.id for option in question.options)
    if len(names) == 1:
        labels = {1.0: in_language(question.options[0].label, [lang])}
        return Asked(question.id, "number", "nominal", "protocol", labels=labels, lowest=0.0, highest=1.0, stage=stage)
    kind = "category" if question.most == 1 else "tags"
    return Asked(question.id, kind, "nominal", "protocol", names, ranks=False, stage=stage)  # type: ignore[arg-type]


def is_value_of(score: Score, question: str) -> bool:
    """Whether a score only hands on the answer of a question: then it is no column of its own."""
    return score.rule == "value" and score.sources() == (question,)


def asked_score(score: Score) -> Asked:
    """A score as analysis sees it: a number whose steps are equal."""
    lowest = 0.0 if score.rule in ("count", "marks") else None
    return Asked(
        score.id, "number", "interval", "protocol", lowest=lowest, higher_is_better=score.better == "higher"
    )  # fmt: skip


def names_of(protocol: Protocol, lang: str) -> dict[str, dict[str, str]]:
    """What people call the questions, scores, tags, categories and options, for pages and reports."""
    found: dict[str, dict[str, str]] = {"questions": {}, "tags": {}, "categories": {}}
    for _, question in protocol.questions():
        found["questions"][question.id] = in_language(question.prompt, [lang])
        if isinstance(question, Tags):
            for category in question.categories:
                found["categories"][category.id] = in_language(category.label, [lang])
                found["tags"] |= {tag.id: in_language(tag.label, [lang]) for tag in category.tags}
        elif isinstance(question, Marks):
            found["tags"] |= {label.id: in_language(label.label, [lang]) for label in question.labels}
        elif isinstance(question, Choice):
            found["tags"] |= {option.id: in_language(option.label, [lang]) for option in question.options}
    for score in protocol.scores:
        if score.label is not None:
            found["questions"][score.id] = in_language(score.label, [lang])
    return found
