"""Which language a text is in, as far as its letters or its smallest words say: a guess that is shown, never a rule."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

_WORD = re.compile(r"[^\W\d_]+")
SCRIPTS = {
    "ja": re.compile(r"[\u3040-\u30ff]"),
    "ko": re.compile(r"[\uac00-\ud7af\u1100-\u11ff]"),
    "zh": re.compile(r"[\u3400-\u9fff]"),
    "el": re.compile(r"[\u0370-\u03ff]"),
    "he": re.compile(r"[\u0590-\u05ff]"),
    "th": re.compile(r"[\u0e00-\u0e7f]"),
}
"""Letters that one language has, of those that are often rated; the signs that Chinese shares come after others."""
LETTERS = {"ru": frozenset("ыэё"), "uk": frozenset("іїєґ"), "bg": frozenset("ъ")}
"""Letters that tell languages of one script apart, whose small words are much the same."""
OF_A_SCRIPT = 0.2
"""The share of letters from which a text is in that language; kana are fewer than the signs between them."""
LEAST_WORDS, LEAST_SHARE, LEAD = 3, 0.15, 1.4
"""How many different small words of a language there are at the least, which share of all words they are, and how many
times those of the next language."""


def language_of(text: str) -> str | None:
    """
    >>> language_of("The ferry to the island is late."), language_of("Die Fähre geht um sechs und ist nicht voll.")
    ('en', 'de')
    >>> language_of("渡轮六点开船。"), language_of("Ferry at six"), language_of("")
    ('zh', None, None)
    """
    letters = sum(c.isalpha() for c in text)
    for language, script in SCRIPTS.items():
        if letters and len(script.findall(text)) >= OF_A_SCRIPT * letters:
            return language
    words = _WORD.findall(text.casefold())
    times, known = Counter(words), set(words)
    found = Counter({each: sum(times[word] for word in _evidence(each, known)) for each in _function_words()})
    (best, most), (_, next_most) = found.most_common(2)
    different = len(_evidence(best, set(words)))
    is_clear = different >= LEAST_WORDS and most >= LEAST_SHARE * len(words) and most >= LEAD * next_most
    return best if is_clear else None


def _evidence(language: str, words: set[str]) -> set[str]:
    letters = LETTERS.get(language, frozenset())
    return {word for word in words if word in _function_words()[language] or not letters.isdisjoint(word)}


@cache
def _function_words() -> dict[str, frozenset[str]]:
    text = (Path(__file__).parent / "spoken" / "function_words.json").read_text(encoding="utf-8")
    return {language: frozenset(words.split()) for language, words in json.loads(text).items()}
