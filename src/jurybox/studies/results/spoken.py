"""Findings in the words of a protocol and in the reader's language: titles of questions, names of levels and tags.

Findings are computed once for readers of every language, so they hold the ids of questions, and names in one language.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from jurybox.analysis import Findings
from jurybox.core import Protocol, in_language
from jurybox.studies.results.findings import from_json, to_json
from jurybox.studies.results.naming import renamed_systems
from jurybox.studies.workbench import Workbench, view_of

LONGEST = 60
"""A prompt that is longer is cut where it stands for a title; the whole of it stands below."""

Spoken = Callable[[Findings], Findings]


def spoken_here(bench: Workbench, study: str, lang: str) -> Spoken:
    """What puts findings of a study into a language."""
    protocol = view_of(bench, study).protocol
    return lambda findings: in_words_of(findings, protocol, lang)


def in_words_of(findings: Findings, protocol: Protocol, lang: str) -> Findings:
    """The same findings with titles, prompts and names as the protocol says them in this language."""
    levels = {
        question.id: {f"{value:g}": in_language(label, [lang]) for value, label in question.measure().labels.items()}
        for _, question in protocol.questions()
    }
    questions = tuple(
        {**known, "labels": {**known["labels"], **levels[str(known["id"])]}} if levels.get(str(known["id"])) else known
        for known in findings.questions
    )
    facts = {**(findings.source.get("facts") or {}), "names": {**names_of(protocol, lang), "titles": {}}}
    facts["names"]["titles"] = titles_of(protocol, lang)
    return replace(findings, questions=questions, source={**findings.source, "facts": facts})


def question_titles(bench: Workbench, study: str, lang: str) -> dict[str, str]:
    """What the questions and scores of a study are called."""
    return titles_of(view_of(bench, study).protocol, lang)


def titles_of(protocol: Protocol, lang: str) -> dict[str, str]:
    """What each question and score is called: by the label of the score that hands it on, else by its prompt.

    Two that would be called the same have their ids beside it.
    """
    handed_on = {
        score.sources()[0]: score.label
        for score in protocol.scores
        if score.rule == "value" and score.label is not None
    }
    said = {one.id: in_language(handed_on.get(one.id) or one.prompt, [lang]) for _, one in protocol.questions()}
    said |= {score.id: in_language(score.label, [lang]) for score in protocol.scores if score.label is not None}
    short = {id: _cut(" ".join(text.split())) for id, text in said.items() if text}
    called = [_by_source(protocol, id) for id in short]
    seen: dict[str, set[str]] = {}
    for id, one in zip(short, called, strict=True):
        seen.setdefault(short[id].casefold(), set()).add(one)
    return {id: text if len(seen[text.casefold()]) == 1 else f"{text} ({id})" for id, text in short.items()}


def _by_source(protocol: Protocol, id: str) -> str:
    """A score that hands on a question is that question."""
    score = next((one for one in protocol.scores if one.id == id and one.rule == "value"), None)
    return id if score is None else score.sources()[0]


def _cut(text: str) -> str:
    """
    >>> _cut("Is it good?"), len(_cut("x" * 100))
    ('Is it good?', 60)
    """
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip(" ,.;:") + "…"


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


def systems_in_words(findings: Findings, sealed: Iterable[str], words: Callable[..., Any]) -> Findings:
    """`System 1` as the language says it, for pages: files and addresses keep the one name."""
    said = {name: words("org.results.sealed_system", n=name.rpartition(" ")[2]) for name in sealed}
    if all(name == spoken for name, spoken in said.items()):
        return findings
    return from_json(renamed_systems(to_json(findings), said))
