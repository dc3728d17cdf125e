"""Letters in what is said about a worked example: they follow the order that is drawn, or are refused."""

import pytest

from jurybox.core.example_letters import bare_letters, in_letters, keeps_its_order
from jurybox.core.protocol import Example


def test_letters_in_braces_become_those_that_a_rater_sees():
    text = {"en": "As {A}: {B} is {A} once more, {C} is none.", "zh": "与{A}相同"}
    assert in_letters(text, {"A": "B", "B": "A"}) == {"en": "As B: A is B once more, {C} is none.", "zh": "与B相同"}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("As A; only the full stop differs.", ["A"]), ("与B相同：living。", ["B"]), ("A is better than C", ["A", "C"]),
        ("worth 0.5 as in B.", ["B"]), ("(B)", ["B"]), ("“B” says more", ["B"]), ("“A dog” is quoted", []),
        ("«A la izquierda»", []), ("「A犬」", []), ("As {A}", []), ("vitamin-C, C-sharp, d'A, U.S.A", []),
        ("E is no candidate", []), ("DNA, Bus, ÉA", []),
    ],
)  # fmt: skip
def test_a_letter_that_stands_alone_is_found_and_a_quoted_one_is_not(words: str, found: list[str]):
    assert bare_letters(words, 3) == found


def test_one_candidate_has_no_letter_so_a_may_be_an_article():
    assert bare_letters("A little heavy.", 1) == []


def test_examples_of_old_studies_that_name_letters_keep_their_order():
    candidates = [{"fields": {"output": "x"}}, {"fields": {"output": "y"}}]

    def example(why: str) -> Example:
        answers = [{"question": "quality", "value": 1, "why": {"en": why}}]
        return Example.model_validate({"id": "e", "candidates": candidates, "answers": answers})

    assert keeps_its_order(example("As B."))
    assert not keeps_its_order(example("As {B}."))
