"""The shelf says what the guidelines say in words of our own: no ten words in a row of theirs stand in our files.

tests/data/document-runs.txt holds hashes of every run of ten words (of Chinese: twelve characters) of the five
guidelines that our protocols come from, made by tools/document_runs.py from the texts as their authors published
them. The documents themselves are not here. The inputs of the worked examples are facts that carry scores: they and
quotations of them are left out of the comparison.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from jurybox.core.protocol import Protocol
from jurybox.protocols import load_protocol
from tests.paths import ROOT
from tests.unit.protocols.test_shelf import every_protocol
from tools.document_runs import digest_of, runs_of

THEIRS = frozenset((ROOT / "tests" / "data" / "document-runs.txt").read_text(encoding="utf-8").split())


def copied(text: str, *inputs: str) -> list[str]:
    """The runs of a text that one of the documents has too, but for those of the inputs of examples."""
    facts = {run for given in inputs for run in runs_of(given)}
    return [run for run in runs_of(text) if run not in facts and digest_of(run) in THEIRS]


def inputs_of(protocol: Protocol) -> Iterator[str]:
    """What the worked examples show: fields of the item, outputs, segments."""
    for example in protocol.examples:
        shown = [example.fields, *(candidate.fields for candidate in example.candidates)]
        shown += [segment for candidate in example.candidates for segment in candidate.segments]
        yield from (str(value) for fields in shown for value in fields.values())


def files_of(folder: Path) -> list[Path]:
    return [folder / "protocol.yaml", *sorted(folder.glob("guideline.*.md"))]


@every_protocol
def test_no_ten_words_of_a_document_stand_in_our_files(name):
    loaded = load_protocol(name)
    inputs = list(inputs_of(loaded.protocol))
    found = {path.name: copied(path.read_text(encoding="utf-8"), *inputs) for path in files_of(loaded.folder)}
    assert {file: runs for file, runs in found.items() if runs} == {}


TWEET = "if you see me crying in the self-service car wash in my rosati's uniform, no you didn't ❤️"


def test_the_hashes_are_those_of_the_documents():
    assert len(THEIRS) > 4_000
    assert copied(TWEET)
    assert copied("Whatever we say in words of our own is not among them, however long it is.") == []


def test_an_input_of_an_example_may_be_quoted_but_no_more_than_that():
    assert copied(f"The tweet “{TWEET}” is long.", TWEET) == []
    assert copied(f"The tweet “{TWEET}” is long.", TWEET.removesuffix("no you didn't ❤️"))


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (
            "It's one, two, three, four, five, six: seven eight nine, ten.",
            "And **IT’S one** two — “three”\n    four, five\tsix; seven, *eight* nine",
        ),
        ("先看图片，再给每条描述打三个分。", "我们说：先看 图片 (再给) 每条，描述打三"),
    ],
    ids=["words", "characters"],
)
def test_a_copied_run_is_found_however_it_is_set(theirs, ours):
    assert set(runs_of(theirs)) & set(runs_of(ours))


def test_nine_words_and_eleven_characters_are_not_a_run():
    assert list(runs_of("one two three four five six seven eight nine")) == []
    assert list(runs_of("先看图片再给每条描述打")) == []
