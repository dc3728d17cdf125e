"""Agreement: one alpha per question, what rules made left out, undefined with its reason."""

from dataclasses import replace

import numpy as np
import pytest

from jurybox.analysis.finding_rows import Agreement
from jurybox.analysis.findings import Findings
from jurybox.analysis.options import Options
from jurybox.analysis.pipeline import analyse
from jurybox.analysis.table import Asked, Pairs, Table
from tests.unit.analysis.tables import Row, asked, table_of, table_of_questions

# two raters on six outputs, of the five levels offered only 1 to 4 taken
ROWS: list[Row] = [
    (f"i{n}", "A", rater, value)
    for n, pair in enumerate([(1, 1), (2, 2), (3, 3), (4, 4), (1, 2), (4, 3)])
    for rater, value in zip("xy", pair, strict=True)
]
SCALE = asked(labels={1.0: "bad", 2.0: "", 3.0: "", 4.0: "", 5.0: "good"})


def one(findings: Findings, coefficient: str, **wanted: object) -> Agreement:
    found = [
        finding
        for finding in findings.agreement
        if finding.coefficient == coefficient and all(getattr(finding, key) == to for key, to in wanted.items())
    ]
    assert len(found) == 1, found
    return found[0]


def test_alpha_comes_once_and_is_what_the_formula_says():
    """Interval alpha by hand: Do = (1² + 1²)·2/12 = 1/3; De = 2·(12·90 - 30²)/(12·11) = 30/11."""
    alpha = one(analyse(table_of(ROWS, SCALE), Options(level="interval")), "krippendorff_alpha")
    assert alpha.value == pytest.approx(1 - (1 / 3) / (30 / 11))
    assert (alpha.question, alpha.level, alpha.units, alpha.ratings) == ("q", "interval", 6, 12)
    assert alpha.interval is not None
    assert alpha.interval[0] <= 1 - 11 / 90 <= alpha.interval[1]
    assert alpha.method == "jackknife_blocks"


def test_an_ordinal_scale_has_quadratic_kappa_percent_gwet_and_fleiss_beside_alpha():
    findings = analyse(table_of(ROWS, SCALE))
    assert [found.coefficient for found in findings.agreement] == [
        "krippendorff_alpha",
        "weighted_kappa",
        "gwet_ac",
        "fleiss_kappa",
        "percent",
    ]
    assert one(findings, "percent").value == pytest.approx(4 / 6)
    # Σ(x-y)² = 2 over 6; expected from the margins: mean over all 36 pairs of first and second
    x, y = np.array([1, 2, 3, 4, 1, 4]), np.array([1, 2, 3, 4, 2, 3])
    expected = ((x[:, None] - y) ** 2).mean()
    assert one(findings, "weighted_kappa").value == pytest.approx(1 - (2 / 6) / expected)


def test_a_level_that_nobody_took_counts_in_gwets_chance():
    of_four = one(analyse(table_of(ROWS), Options(level="nominal")), "gwet_ac").value
    of_five = one(analyse(table_of(ROWS, SCALE), Options(level="nominal")), "gwet_ac").value
    assert of_four is not None
    assert of_five is not None
    assert of_five > of_four


def test_the_ends_of_a_scale_of_whole_numbers_name_its_levels():
    """Of 1 to 5 only 1 to 4 were taken: the same number as with the labels of all five, and no note."""
    with_labels = one(analyse(table_of(ROWS, SCALE)), "gwet_ac")
    bounded = asked(level_from="data", lowest=1.0, highest=5.0)
    with_ends = one(analyse(table_of(ROWS, bounded)), "gwet_ac")
    assert with_ends == with_labels
    assert with_ends.note is None


@pytest.mark.parametrize(
    "question",
    [
        asked(level_from="data"),
        asked(level_from="option"),
        asked(level_from="data", lowest=1.0),
        asked(level_from="data", lowest=0.0, highest=100.0),
        asked("q", "category", level="nominal", level_from="data", names=tuple("abcde"), ranks=False),
    ],
    ids=["table", "level named", "open", "fine", "names"],
)
def test_levels_that_are_only_known_as_seen_are_said_beside_what_they_change(question: Asked):
    findings = analyse(table_of(ROWS, question))
    assert one(findings, "gwet_ac").note == "levels_as_seen"
    assert {found.note for found in findings.agreement if found.coefficient != "gwet_ac"} == {None}


def test_half_points_are_not_the_levels_of_a_scale_of_whole_numbers():
    halves: list[Row] = [*ROWS, ("i9", "A", "x", 2.5), ("i9", "A", "y", 2.5)]
    found = one(analyse(table_of(halves, asked(level_from="data", lowest=1.0, highest=5.0))), "gwet_ac")
    assert found.note == "levels_as_seen"


def test_values_that_differ_by_rounding_only_are_one_level():
    clean: list[Row] = [(f"i{n}", "A", rater, 0.3 * (n % 3) + 5 * (n % 2)) for n in range(8) for rater in "xy"]
    rough = [(item, made, who, value + (4e-16 if who == "y" else 0)) for item, made, who, value in clean]
    assert one(analyse(table_of(rough)), "percent").value == 1.0


def test_an_interval_scale_has_the_intraclass_correlation():
    findings = analyse(table_of(ROWS, SCALE), Options(level="interval"))
    assert one(findings, "icc").value == pytest.approx(0.9, abs=0.05)
    mean, single = one(findings, "icc_mean").value, one(findings, "icc").value
    assert mean is not None
    assert single is not None
    assert mean > single


def test_what_a_rule_made_is_no_rating_of_a_person():
    ruled: list[Row] = [*ROWS, *((f"i{n}", "A", "rule", 5.0) for n in range(6))]
    without, with_rule = analyse(table_of(ROWS, SCALE)), analyse(table_of(ruled, SCALE))
    assert one(with_rule, "krippendorff_alpha").value == one(without, "krippendorff_alpha").value
    assert one(with_rule, "krippendorff_alpha").excluded == {"rule_made": 6}
    assert with_rule.excluded["rule_made"] == 6
    assert "rule_made" in with_rule.notes
    assert with_rule.counts["raters"] == 2


def test_pooling_makes_units_of_different_questions_different_units():
    twice = [(asked("first"), ROWS), (asked("second"), ROWS)]
    pooled = analyse(table_of_questions(twice), Options(pool=True, level="interval"))
    alpha = one(pooled, "krippendorff_alpha")
    assert alpha.question is None
    assert (alpha.units, alpha.ratings) == (12, 24)
    assert {found.question for found in pooled.ranking} == {None}
    assert {found.question for found in pooled.disagreements} == {"first", "second"}


def test_pooling_different_scales_is_said():
    mixed = [(asked("first", highest=5.0), ROWS), (asked("second", highest=100.0), ROWS)]
    assert "pooled_scales_differ" in analyse(table_of_questions(mixed), Options(pool=True)).notes


def test_a_category_stays_nominal_whatever_level_is_asked_for():
    names = asked("q", "category", level="nominal", names=("a", "b", "c", "d", "e"), ranks=False)
    findings = analyse(table_of(ROWS, names), Options(level="interval"))
    assert one(findings, "krippendorff_alpha").level == "nominal"
    assert one(findings, "cohen_kappa").value is not None
    assert findings.questions[0]["level_from"] == "protocol"


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([(f"i{n}", "A", "x", float(n)) for n in range(4)], "one_rater"),
        ([("i1", "A", "x", 1.0), ("i2", "A", "y", 2.0)], "no_overlap"),
        ([(f"i{n}", "A", rater, 3.0) for n in range(4) for rater in "xy"], "no_variance"),
    ],
)
def test_undefined_is_none_with_a_reason(rows: list[Row], reason: str):
    alpha = one(analyse(table_of(rows)), "krippendorff_alpha")
    assert (alpha.value, alpha.interval, alpha.note) == (None, None, reason)


def documented(documents: int, systems: int) -> Table:
    """Outputs of several systems for ten items a document; what they are worth is the document's."""
    chance = np.random.default_rng(1)
    rows: list[Row] = []
    for n in range(10 * documents):
        if n % 10 == 0:
            worth = chance.normal(3, 1)
        for made in "ABCDEFGH"[:systems]:
            for rater in "xyz":
                rows.append((f"i{n:03}", made, rater, float(np.clip(np.rint(worth + chance.normal(0, 0.7)), 1, 5))))
    return table_of(rows, SCALE, documents=np.arange(10 * documents) // 10)


def test_every_interval_of_one_analysis_is_over_the_same_blocks():
    """Documents are few and large here: whatever is counted over items instead is much too narrow."""
    table = documented(12, 4)
    by_document = analyse(table, Options(level="interval"))
    by_item = analyse(table, Options(level="interval", resample="item"))
    assert {found.method for found in by_document.agreement} <= {"jackknife_blocks", "linearised_blocks"}
    for wide, narrow in zip(by_document.agreement, by_item.agreement, strict=True):
        assert wide.value == narrow.value
        if wide.coefficient not in ("percent", "gwet_ac"):
            assert width(wide) > 1.5 * width(narrow), wide.coefficient


def width(found: Agreement) -> float:
    assert found.interval is not None, found
    return found.interval[1] - found.interval[0]


def test_too_few_documents_give_values_without_intervals():
    findings = analyse(documented(4, 2), Options(level="interval"))
    assert {(found.interval, found.note) for found in findings.agreement} == {(None, "too_few_blocks")}
    assert all(found.value is not None for found in findings.agreement)


def test_raters_of_icc_are_these_or_a_sample():
    chance = np.random.default_rng(3)
    severity = {"x": 0.0, "y": 0.8, "z": -0.8, "v": 0.3}
    rows: list[Row] = [
        (f"i{n}", "A", who, float(np.rint(10 * (worth + severity[who] + chance.normal(0, 0.5)))))
        for n, worth in enumerate(chance.normal(0, 1, 40).tolist())
        for who in chance.choice(list(severity), 3, replace=False).tolist()
    ]
    fixed, random = (
        one(analyse(table_of(rows), Options(level="interval", raters=raters)), "icc") for raters in ("fixed", "random")
    )
    assert fixed.value == random.value
    assert width(fixed) < width(random)


def test_repeats_and_known_answers_have_their_own_kappa_and_percent():
    table = table_of(ROWS, SCALE)
    values = np.array([1.0, 2.0, 3.0, 4.0])
    repeats = Pairs(SCALE, np.zeros(4, int), np.arange(4), values, values)
    gold = Pairs(SCALE, np.ones(4, int), np.arange(4), values, np.array([1.0, 2.0, 3.0, 3.0]))
    findings = analyse(replace(table, repeats=(repeats,), gold=(gold,)))
    assert one(findings, "weighted_kappa", of="self").value == pytest.approx(1.0)
    assert one(findings, "percent", of="self").value == pytest.approx(1.0)
    assert one(findings, "percent", of="gold").value == pytest.approx(0.75)
    assert one(findings, "percent", of="gold").units == 4


def test_nobody_is_expected_to_say_the_same_of_a_hundred_points():
    """Of two raters on a slider hardly any two values are equal: a share of 0 says nothing of agreement."""
    slider = asked(level="interval", lowest=0.0, highest=100.0)
    rows: list[Row] = [(f"i{n}", "A", r, 7.0 * n + k) for n in range(9) for k, r in enumerate("xy")]
    percent = one(analyse(table_of(rows, slider)), "percent")
    assert (percent.value, percent.note) == (None, "too_many_levels")


def test_no_interval_of_percent_agreement_goes_below_0():
    rows: list[Row] = [(f"i{n}", "A", r, float(v)) for n in range(12) for r, v in (("x", 1), ("y", 1 + (n > 1)))]
    percent = one(analyse(table_of(rows, SCALE)), "percent")
    assert percent.value == pytest.approx(2 / 12)
    assert percent.interval is not None
    assert percent.interval[0] == 0
