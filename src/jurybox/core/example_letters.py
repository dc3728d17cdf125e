"""Letters in texts about a worked example: `{A}` is the candidate written first, under the letter that a rater sees."""

import re
from collections.abc import Iterator, Mapping

from jurybox.core.protocol import Example
from jurybox.core.text import Text
from jurybox.core.unit import LETTERS

NAMED = re.compile(r"\{([A-Z])\}")
_QUOTED = re.compile(r"“[^”]{2,}”|\"[^\"]{2,}\"|«[^»]{2,}»|„[^“”]{2,}[“”]|‘[^’]{2,}’|「[^」]{2,}」|『[^』]{2,}』")
_PART_OF_WORD = r"0-9A-Za-zÀ-ɏ'’"
_BARE = re.compile(rf"(?<![{_PART_OF_WORD}{{.-])([A-Z])(?![{_PART_OF_WORD}}}-])")


def in_letters(text: Text, letters: Mapping[str, str]) -> Text:
    """A text with the letter that each candidate is shown under.

    >>> in_letters({"en": "As {A}, but {B} says more."}, {"A": "C", "B": "A"})
    {'en': 'As C, but A says more.'}
    """
    return {lang: NAMED.sub(lambda found: letters.get(found[1], found[0]), words) for lang, words in text.items()}


def letters_named(words: str) -> list[str]:
    """The candidates that a text names so that they follow the order that is drawn."""
    return NAMED.findall(words)


def bare_letters(words: str, candidates: int) -> list[str]:
    """Letters that stand alone as if they named one of so many candidates. What is quoted names a text, not a letter.

    >>> bare_letters("As A; “A dog” is in {B}, 与C相同", 3), bare_letters("A dog.", 1)
    (['A', 'C'], [])
    """
    if candidates < 2:
        return []
    return [letter for letter in _BARE.findall(_QUOTED.sub(" ", words)) if letter in LETTERS[:candidates]]


def texts_of(example: Example) -> Iterator[tuple[tuple[str | int, ...], Text]]:
    """All that is said about an example, with where it stands in it."""
    about: list[tuple[tuple[str | int, ...], Text | None]] = [(("title",), example.title), (("note",), example.note)]
    about += [(("answers", a, "why"), answer.why) for a, answer in enumerate(example.answers)]
    for place, text in about:
        if text is not None:
            yield place, text


def keeps_its_order(example: Example) -> bool:
    """Whether its texts name letters as they are written: so it was in studies of 0.1.0, and no other order fits."""
    many = len(example.candidates)
    return any(bare_letters(words, many) for _, text in texts_of(example) for words in text.values())
