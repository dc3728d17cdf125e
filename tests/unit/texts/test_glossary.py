"""One word for one thing in every language: what texts/glossary says is what catalogues and shelf say.

A glossary gives for each English word the one that is said and those that are not; `*` stands for any ending. Under
`address` it says how readers are spoken to, and which words would speak to them otherwise.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from jurybox.protocols import load_protocol
from jurybox.texts import languages
from jurybox.texts.faults import own_templates
from tests.paths import ROOT
from tests.unit.protocols.test_shelf import NAMES, texts

TEXTS = ROOT / "src" / "jurybox" / "texts"
WITHOUT_SPACES = ("zh",)
PARAMETER = re.compile(r"\{\w+\}")
FIELD = re.compile(r"\{[\w\[\]]+\}|--[a-z-]+|jurybox [a-z -]+")
"""What a fault says of itself, and what is typed on the command line."""


@dataclass(frozen=True)
class Entry:
    say: str
    avoid: tuple[str, ...]


def glossary(language: str) -> dict[str, Entry]:
    entries = json.loads((TEXTS / "glossary" / f"{language}.json").read_text(encoding="utf-8"))
    return {word: Entry(entry["say"], tuple(entry["not"])) for word, entry in entries.items()}


GLOSSARIES = {language: glossary(language) for language in languages()}
every_language = pytest.mark.parametrize("language", GLOSSARIES)


def said(language: str) -> Iterator[tuple[str, str]]:
    """Every text that users read in a language, with where it stands."""
    for key, entry in catalogue(language).items():
        for text in entry.values() if isinstance(entry, dict) else [entry]:
            yield key, PARAMETER.sub("{}", text)
    if language != "en":
        yield from ((f"fault {code}", FIELD.sub("{}", words)) for code, words in own_templates(language).items())
    for name in NAMES:
        loaded = load_protocol(name)
        if language in loaded.guidelines:
            yield f"{name} guideline", loaded.guidelines[language]
            yield from ((f"{name}{path}", text[language]) for path, text in texts(loaded.document))


def catalogue(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((TEXTS / f"{language}.json").read_text(encoding="utf-8"))
    return {key: entry for key, entry in found.items() if not key.startswith("language.")}


def pattern(word: str, language: str) -> re.Pattern[str]:
    """Where a word stands by itself; Chinese has no such place, so there it is looked for anywhere."""
    core = r"\s+".join(re.escape(part) for part in word.removesuffix("*").split())
    if language in WITHOUT_SPACES:
        return re.compile(core)
    return re.compile(rf"(?<!\w){core}" + ("" if word.endswith("*") else r"(?!\w)"), re.IGNORECASE)


def test_every_language_has_a_glossary_of_the_same_words():
    assert {path.stem for path in (TEXTS / "glossary").iterdir()} == set(languages())
    assert [language for language, entries in GLOSSARIES.items() if list(entries) != list(GLOSSARIES["en"])] == []


@every_language
def test_the_word_of_the_glossary_is_the_one_that_is_said(language):
    everything = "\n".join(text for _, text in said(language)).casefold()
    assert [entry.say for entry in GLOSSARIES[language].values() if entry.say.casefold() not in everything] == []


@every_language
def test_no_other_word_is_said_for_it(language):
    avoided = [(word, pattern(word, language)) for entry in GLOSSARIES[language].values() for word in entry.avoid]
    found = [
        (where, word, match[0]) for where, text in said(language) for word, p in avoided if (match := p.search(text))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("word", "language", "text", "is_found"),
    [
        ("Richtlinie*", "de", "Was die Richtlinien sagen", True),
        ("du", "de", "Wählen Sie, was dürftig ist", False),
        ("linea guida", "it", "la linea\n  guida", True),
        ("你", "zh", "请写下你的问题", True),
    ],
)
def test_a_word_is_found_where_it_stands_by_itself(word, language, text, is_found):
    assert bool(pattern(word, language).search(text)) is is_found
