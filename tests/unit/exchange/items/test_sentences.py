"""Sentences: where they end in the languages of our protocols, and where they only seem to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.exchange.items.sentences import split_sentences

CASES = {
    "two plain ones": ["The river rose.", "Nobody was hurt."],
    "a question and a shout": ["Why?", "Stop!", "I don't know."],
    "a title before a name": ["Dr. Smith met Mrs. Jones at 5 p.m. on Monday.", "They left."],
    "an initial": ["J. R. Smith wrote it.", "K. Lee read it."],
    "a pronoun at the end": ["She is as tall as I.", "We measured."],
    "a decimal number": ["It grew by 3.5 percent.", "That is much."],
    "no. before a number": ["See no. 5 on the list.", "It is long."],
    "no at the end": ["He said no.", "Then he left."],
    "etc. at the end": ["Bread, milk, etc.", "We bought it all."],
    "etc. inside": ["Bread, milk, etc. were sold out.", "We left."],
    "closing quotes go with their sentence": ["“Are you coming?”", "She nodded."],
    "speech goes on in lower case": ["“Are you coming?” he asked.", "She nodded."],
    "brackets": ["It rained (a lot.)", "We stayed."],
    "dots that trail off": ["Well… maybe.", "Or not...", "Who knows?"],
    "an address": ["Look at example.org for more.", "It helps."],
    "a German date": ["Am 3. Mai stieg der Fluss.", "Der 2. Versuch gelang.", "Alles gut."],
    "German abbreviations": ["Obst, z. B. Äpfel, und Nüsse bzw. Kerne.", "Das kostet ca. 5 Euro.", "Gut."],
    "German quotes": ["„Kommst du?“, fragte er.", "„Nein.“", "Er ging."],
    "a Romanian street": ["Locuiește pe str. Lungă nr. 5.", "Dl. Popescu vine mâine.", "Bine."],
    "Spanish marks": ["¿Vienes?", "¡Claro!", "Vamos con el Sr. Pérez."],
    "a number that begins": ["It was cold.", "12 people came."],
}


@pytest.mark.parametrize("sentences", CASES.values(), ids=CASES)
def test_a_text_is_split_where_its_sentences_end(sentences):
    assert split_sentences(" ".join(sentences)) == sentences


def test_chinese_needs_no_spaces():
    assert split_sentences("今天下雨。你来吗？他说：“走吧！”好……那就走。") == [
        "今天下雨。", "你来吗？", "他说：“走吧！”", "好……那就走。",
    ]  # fmt: skip


def test_a_blank_line_ends_a_sentence_and_a_line_break_does_not():
    assert split_sentences("A headline\n\nThe text goes\non here. And here.") == [
        "A headline", "The text goes\non here.", "And here.",
    ]  # fmt: skip


def test_emoji_stay_where_they_are():
    assert split_sentences("Great 🙃. Another Monday! 😀 Yes.") == ["Great 🙃.", "Another Monday!", "😀 Yes."]


def test_nothing_is_no_sentence():
    assert split_sentences(" \n ") == []


@given(st.text(alphabet="aB .!?…。”\n1é🙃", max_size=60))
def test_nothing_but_spaces_is_lost_or_moved(text):
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())
