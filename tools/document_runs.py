"""Runs of words of the guidelines that the shelf comes from, as hashes; the documents stay with their authors.

    python -m tools.document_runs DOCUMENT… > tests/data/document-runs.txt

Case, punctuation, marks of emphasis and white space make no difference. What is written in words has runs of ten
words; of Chinese, which has no spaces, only the characters count, in runs of twelve.
"""

import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

WORDS_OF_A_RUN = 10
CHARACTERS_OF_A_RUN = 12
DIGESTS_OF_A_LINE = 10
_BYTES = 5
_HAN = "\u3400-\u9fff"
_WORD = re.compile(r"[^\W_]+")
_CHARACTER = re.compile(f"[{_HAN}]")


def runs_of(text: str) -> Iterator[str]:
    """Every run of a text, as it is compared: don't and don’t, *Don't* and DON'T are one word.

    >>> list(runs_of("A man's *guide* to one, two, three, four, five, six …"))
    ['a mans guide to one two three four five six']
    """
    plain = re.sub("['’‘]", "", unicodedata.normalize("NFKC", text).casefold())
    for between in _CHARACTER.split(plain):
        yield from _runs(_WORD.findall(between), WORDS_OF_A_RUN, " ")
    yield from _runs(_CHARACTER.findall(plain), CHARACTERS_OF_A_RUN, "")


def digest_of(run: str) -> str:
    return blake2b(run.encode(), digest_size=_BYTES).hexdigest()


def _runs(parts: Sequence[str], length: int, glue: str) -> Iterator[str]:
    for start in range(len(parts) - length + 1):
        yield glue.join(parts[start : start + length])


def main(documents: list[str]) -> None:
    texts = [Path(document).read_text(encoding="utf-8") for document in documents]
    digests = sorted({digest_of(run) for text in texts for run in runs_of(text)})
    for start in range(0, len(digests), DIGESTS_OF_A_LINE):
        print(*digests[start : start + DIGESTS_OF_A_LINE])


if __name__ == "__main__":
    main(sys.argv[1:])
