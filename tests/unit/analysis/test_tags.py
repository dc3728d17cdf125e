"""Tags and marks: rates per system, agreement over sets, tag by tag and over the text."""

from dataclasses import replace

import numpy as np
import pytest

from jurybox.analysis.options import Options
from jurybox.analysis.parts import without_raters
from jurybox.analysis.pipeline import analyse
from jurybox.analysis.repeated_tags import repeats_kept, tag_repeats
from jurybox.analysis.signature import digest
from jurybox.analysis.table import Table, TagRatings
from tests.unit.analysis.tables import Row, asked, table_of, tags_of

TAGS = asked(
    "errors",
    "tags",
    level="nominal",
    names=("missing", "wrong", "tense"),
    categories=("content", "content", "grammar"),
    ranks=False,
)
RATED: list[Row] = [(f"i{n}", system, rater, 3.0) for n in range(4) for system in "AB" for rater in "xy"]
# units in order: i0 A, i0 B, i1 A, i1 B …
GIVEN = [
    (0, "x", ["missing", "tense"]),
    (0, "y", ["missing"]),
    (1, "x", []),
    (1, "y", []),
    (2, "x", ["wrong"]),
    (2, "y", ["missing"]),
    (3, "x", []),
    (3, "y", ["tense"]),
]


def table() -> Table:
    base = table_of(RATED)
    return replace(base, tags=(tags_of(base, TAGS, GIVEN),))


def test_rates_count_ratings_by_tag_category_and_system():
    rates = {(one.category, one.tag, one.system): one for one in analyse(table()).tags}
    assert (rates["content", "missing", "A"].count, rates["content", "missing", "A"].ratings) == (3, 4)
    assert rates["content", "missing", "A"].rate == pytest.approx(0.75)
    assert rates["content", "missing", None].rate == pytest.approx(3 / 8)
    assert rates["content", "missing", "B"].rate == 0.0
    assert rates["content", None, "A"].count == 4
    assert rates["grammar", None, "B"].count == 1
    low_and_high = rates["content", "missing", "B"].interval
    assert low_and_high is not None
    assert low_and_high[0] == 0.0 < low_and_high[1], "none of four is no proof of none"


def test_two_empty_sets_agree_fully():
    findings = analyse(table())
    jaccard = next(one for one in findings.agreement if one.coefficient == "jaccard")
    assert jaccard.value == pytest.approx((1 / 2 + 1 + 0 + 0) / 4)
    assert (jaccard.units, jaccard.ratings) == (4, 8)
    alpha = next(one for one in findings.agreement if one.coefficient == "set_alpha")
    assert alpha.question == "errors"
    assert alpha.value is not None


def test_each_tag_has_kappa_precision_recall_and_f1():
    found = {one.tag: one for one in analyse(table()).tag_agreement}
    missing = found["missing"]
    # both once, the second alone once, the first never alone, neither twice
    assert (missing.precision, missing.recall) == (0.5, 1.0)
    assert missing.f1 == pytest.approx(2 / 3)
    assert missing.kappa == pytest.approx((0.75 - 0.5) / (1 - 0.5))
    assert (missing.units, missing.given) == (4, 3)
    assert found["wrong"].kappa == pytest.approx(0.0)


def repeated() -> Table:
    """x gives four units once more, y one of them: i0 A twice, i1 A and i1 B."""
    base = table()
    first = base.tags[0]
    rows = [(0, "x", ["missing"]), (1, "x", []), (2, "x", ["wrong"]), (3, "x", ["tense"]), (0, "y", ["missing"])]
    again = tags_of(base, TAGS, rows)
    return replace(base, tag_repeats=(tag_repeats(first, again, np.array([0, 2, 4, 6, 1]), np.arange(5)),))


def test_repeats_of_tags_have_jaccard_alpha_and_every_tag_its_own_numbers():
    findings = analyse(repeated())
    mine = {one.coefficient: one for one in findings.agreement if one.of == "self"}
    # {missing, tense} and {missing}; nothing twice; the same; nothing and {tense}; the same
    assert mine["jaccard"].value == pytest.approx((1 / 2 + 1 + 1 + 0 + 1) / 5)
    assert (mine["jaccard"].units, mine["jaccard"].ratings) == (5, 10)
    assert mine["set_alpha"].value is not None
    tags = {one.tag: one for one in findings.tag_agreement if one.of == "self"}
    assert (tags["missing"].precision, tags["missing"].recall, tags["missing"].f1) == (1.0, 1.0, 1.0)
    # given first once, again once, never both: neither three times of five
    assert tags["tense"].f1 == 0.0
    assert tags["tense"].kappa == pytest.approx((3 / 5 - 17 / 25) / (1 - 17 / 25))
    assert [one for one in findings.tag_agreement if one.of == "raters"] == list(analyse(table()).tag_agreement)


def test_repeats_of_tags_are_over_the_items_of_their_units():
    """Five pairs, but of two items only: too few for an interval."""
    mine = [one for one in analyse(repeated()).agreement if one.of == "self"]
    assert {(one.interval, one.note) for one in mine} == {(None, "too_few_blocks")}


def test_who_is_left_out_has_no_repeats_either():
    part = without_raters(repeated(), ("x",))
    (left,) = part.tag_repeats
    assert (left.unit.tolist(), left.passes.row.tolist(), left.passes.tag.tolist()) == ([0], [0, 1], [0, 0])


def test_the_order_of_repeats_does_not_change_the_digest_and_what_they_hold_does():
    base = repeated()
    (again,) = base.tag_repeats
    turned = repeats_kept(again, np.ones(5, bool))
    assert digest(replace(base, tag_repeats=(turned,))) == digest(base)
    fewer = repeats_kept(again, np.array([True, True, True, True, False]))
    assert digest(replace(base, tag_repeats=(fewer,))) != digest(base)


def test_a_tag_that_nobody_gave_has_no_kappa_and_a_reason():
    base = table_of(RATED)
    rows = [(unit, rater, [tag for tag in tags if tag != "wrong"]) for unit, rater, tags in GIVEN]
    found = {one.tag: one for one in analyse(replace(base, tags=(tags_of(base, TAGS, rows),))).tag_agreement}
    assert (found["wrong"].kappa, found["wrong"].note) == (None, "no_variance")


def test_units_with_different_tags_are_among_the_disagreements():
    found = [one for one in analyse(table()).disagreements if one.question == "errors"]
    assert [one.distance for one in found] == [1.0, 1.0, 0.5]
    assert (found[0].item, found[0].values) == ("i1", {"x": "wrong", "y": "missing"})


def test_weighted_errors_have_a_mean_weight_per_rating():
    base = table_of(RATED)
    tags = tags_of(base, TAGS, GIVEN)
    weighted = replace(tags, weight=np.full(len(tags.tag), 5.0))
    rates = {(one.tag, one.system): one for one in analyse(replace(base, tags=(weighted,))).tags if one.tag}
    assert rates["missing", "A"].rate == pytest.approx(15 / 4)
    assert rates["missing", "A"].count == 3


def test_marks_have_unitizing_alpha_and_f1_over_their_characters():
    """Two raters mark 0-10 and 0-5 of one text, the same in another: 2·(5 + 4) / (15 + 8)."""
    base = table_of(RATED)
    marks = TagRatings(
        asked("spans", "marks", level="nominal", names=("object",), ranks=False),
        unit=np.array([0, 0, 1, 1]),
        rater=np.array([0, 1, 0, 1]),
        row=np.array([0, 1, 2, 3]),
        tag=np.zeros(4, int),
        start=np.array([0, 0, 2, 2]),
        end=np.array([10, 5, 6, 6]),
        length=np.full(8, 20),
    )
    found = {one.coefficient: one for one in analyse(replace(base, tags=(marks,))).agreement if one.question == "spans"}
    assert found["span_f1"].value == pytest.approx(18 / 23)
    assert found["unitizing_alpha"].value is not None
    assert found["unitizing_alpha"].value < 1
    assert found["unitizing_alpha"].units == 2


def test_one_rater_gives_rates_and_no_agreement():
    base = table_of([row for row in RATED if row[2] == "x"])
    tags = tags_of(base, TAGS, [row for row in GIVEN if row[1] == "x"])
    findings = analyse(replace(base, tags=(tags,)))
    assert findings.tag_agreement == ()
    assert {one.value for one in findings.agreement if one.question == "errors"} == {None}
    assert any(one.rate for one in findings.tags)


def test_answers_with_tags_are_counted_beside_the_others():
    base = replace(table(), ratings=())
    assert analyse(base).counts["ratings"] == 8
    assert analyse(table(), Options()).counts["ratings"] == 24
