"""A study below the minimum of raters that its guideline asks for."""

from typing import Any

import pytest

from jurybox.core import Settings, few_raters
from tests.fixtures.small import protocol

TWO: dict[str, Any] = {"least_raters": 2, "quorum": 2}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(quorum={"rating": 2}), []),
        (Settings(quorum={"rating": 3}, group_quorum={"es": {"rating": 2}}), []),
        (Settings(quorum={"rating": 1}), [("rating", "", 1, 2)]),
        (Settings(quorum={"rating": 2}, group_quorum={"es": {"rating": 1}}), [("rating", "es", 1, 2)]),
    ],
)
def test_every_stage_and_group_below_it_is_named(settings: Settings, expected: list[tuple[str, str, int, int]]):
    assert few_raters(protocol(**TWO), settings) == expected


def test_a_protocol_that_says_no_minimum_is_content_with_one():
    assert few_raters(protocol(), Settings(quorum={"rating": 1})) == []
