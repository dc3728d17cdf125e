"""Agreement about marks: F1, and Krippendorff's unitizing alpha."""

from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats.estimate import Ints
from jurybox.stats.spans import merged, placed, span_f1
from jurybox.stats.unitizing import disagreements, unitizing_alpha
from tests.unit.stats.agreement_cases import GOLDEN, error, number

LENGTH = 30
MARK = st.tuples(st.integers(0, LENGTH - 1), st.integers(1, 10), st.integers(0, 1)).map(
    lambda m: (m[0], min(LENGTH, m[0] + m[1]), m[2])
)
TEXTS = st.lists(st.lists(st.lists(MARK, max_size=4), min_size=2, max_size=3), min_size=1, max_size=4)


def rows(texts) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """unit, row, tag, start, end of lists of (start, end, tag)."""
    flat = [(u, marks) for u, ratings in enumerate(texts) for marks in ratings]
    listed = [(n, tag, start, end) for n, (_, marks) in enumerate(flat) for start, end, tag in marks]
    row, tag, start, end = np.array(listed, int).reshape(-1, 4).T
    return np.array([u for u, _ in flat], int), row, tag, start, end


def f1_by_hand(texts, things):
    """`things` makes a set of a rating's marks."""
    pairs = [tuple(map(things, pair)) for ratings in texts for pair in combinations(ratings, 2)]
    below = sum(len(a) + len(b) for a, b in pairs)
    return 2 * sum(len(a & b) for a, b in pairs) / below if below else None


@given(TEXTS)
def test_exact_f1_is_that_of_all_pairs_of_ratings(texts):
    data = rows(texts)
    assert span_f1(*data).value == pytest.approx(f1_by_hand(texts, set))
    unlabelled = f1_by_hand(texts, lambda marks: {mark[:2] for mark in marks})
    assert span_f1(*data, labels=False).value == pytest.approx(unlabelled)


@given(TEXTS)
def test_f1_by_characters_is_that_of_all_pairs_of_ratings(texts):
    data = rows(texts)
    labelled = f1_by_hand(texts, lambda marks: {(i, tag) for start, end, tag in marks for i in range(start, end)})
    assert span_f1(*data, "characters").value == pytest.approx(labelled)
    plain = f1_by_hand(texts, lambda marks: {i for start, end, _ in marks for i in range(start, end)})
    assert span_f1(*data, "characters", labels=False).value == pytest.approx(plain)


def test_offsets_are_half_open_code_points():
    text = "שלום 👩‍👩‍👧 é!"
    first, second = (text.index("👩"), text.index(" é")), (text.index("👩"), len(text))
    data = rows([[[(*first, 0)], [(*second, 0)]]])
    shared, longer = first[1] - first[0], second[1] - second[0]
    assert (shared, longer) == (5, len(text) - 5)
    assert span_f1(*data, "characters").value == pytest.approx(2 * shared / (shared + longer))
    assert span_f1(*data).value == 0


def test_touching_marks_share_no_character():
    assert span_f1(*rows([[[(0, 5, 0)], [(5, 9, 0)]]]), "characters").value == 0


def test_overlapping_marks_of_a_rater_are_merged_under_one_label_only():
    spans, lost = placed(*rows([[[(0, 6, 0), (4, 9, 0), (4, 9, 1), (9, 12, 0), (-1, 3, 0)], []]])[1:])
    found = merged(spans)
    listed = zip(found.tag.tolist(), found.start.tolist(), found.end.tolist(), strict=True)
    assert sorted(listed) == [(0, 0, 9), (0, 9, 12), (1, 4, 9)]
    assert lost == 1


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ([], "no_ratings"),
        ([[[(0, 3, 0)]]], "no_overlap"),
        ([[[], []]], "no_variance"),
        ([[[(-1, -1, 0)], []]], "no_variance"),
    ],
)
def test_what_is_not_defined_has_a_reason(texts, reason):
    data, lengths = rows(texts), np.full(len(texts), LENGTH)
    for found in (span_f1(*data), span_f1(*data, "characters"), unitizing_alpha(*data, lengths)):
        assert (found.value, found.reason) == (None, reason)


def test_the_interval_of_f1_is_over_units():
    chance = np.random.default_rng(0)
    texts = [noisy(chance, 2) for _ in range(150)]
    found = span_f1(*rows(texts), "characters")
    drawn = [number(span_f1(*rows([texts[i] for i in chance.integers(0, 150, 150)]), "characters")) for _ in range(200)]
    assert error(found) == pytest.approx(np.std(drawn), rel=0.15)


def noisy(chance, raters):
    """Ratings that mark about the same stretch, and sometimes another."""
    start, size = chance.integers(2, 12), chance.integers(2, 8)
    rated = []
    for _ in range(raters):
        begin = int(np.clip(start + chance.integers(-2, 3), 0, 15))
        marks = [(begin, begin + int(size), 0)]
        rated.append(marks + ([(25, 28, 0)] if chance.random() < 0.3 else []))
    return rated


def krippendorff_2004() -> tuple[Any, tuple[Ints, Ints, Ints, Ints, Ints], Ints]:
    case = GOLDEN["alpha_u_krippendorff_2004_p254"]
    begin = case["params"]["begin"]
    listed = case["input"]["units_offset_length_rater_category"]
    texts: Any = [[[], []]]
    for offset, length, rater, category in listed:
        texts[0][rater].append((offset - begin, offset - begin + length, "ck".index(category)))
    return case, rows(texts), np.array([case["params"]["length"]])


def test_the_example_of_krippendorff():
    case, data, length = krippendorff_2004()
    expected, close = case["expected"], case["tolerance"]
    assert unitizing_alpha(*data, length).value == pytest.approx(expected["alpha_u"], abs=close)
    assert unitizing_alpha(*data, length, only=0).value == pytest.approx(expected["alpha_c"], abs=close)
    assert unitizing_alpha(*data, length, only=1).value == pytest.approx(expected["alpha_k"], abs=close)
    found = disagreements(data[0], placed(*data[1:])[0], np.array([2]), length)
    assert found.observed.tolist() == pytest.approx([expected["Do_c"], 0], abs=close)
    assert found.expected.tolist() == pytest.approx([expected["De_c"], expected["De_k"]], abs=close)
    exact = case["computed"]["numpy from the formula"]
    assert unitizing_alpha(*data, length).value == pytest.approx(exact["alpha_u"], abs=1e-12)


def sections(marks, tag):
    """(begin, length, is a mark) over the whole text, of one rater and label."""
    inside = [any(start <= i < end for start, end, t in marks if t == tag) for i in range(LENGTH)]
    spans, _ = placed(*rows([[marks]])[1:])
    own = merged(spans)
    starts = [(int(b), int(e)) for b, e, t in zip(own.start, own.end, own.tag, strict=True) if t == tag]
    gaps, begin = [], None
    for i in range(LENGTH + 1):
        is_gap = i < LENGTH and not inside[i]
        if is_gap and begin is None:
            begin = i
        if not is_gap and begin is not None:
            gaps.append((begin, i))
            begin = None
    return [(b, e - b, 1) for b, e in starts] + [(b, e - b, 0) for b, e in gaps]


def disagreement_by_hand(ratings, tag):
    """D_o and D_e section by section, as printed."""
    m, every = len(ratings), [sections(marks, tag) for marks in ratings]
    observed = 0
    for mine, theirs in permutations(every, 2):
        for b, n, w in mine:
            for c, k, v in theirs:
                if w and v and -n < b - c < k:
                    observed += (b - c) ** 2 + (b + n - c - k) ** 2
                elif w and not v and k - n >= b - c >= 0:
                    observed += n**2
                elif v and not w and n - k >= c - b >= 0:
                    observed += k**2
    marks = [n for one in every for _, n, w in one if w]
    gaps = [n for one in every for _, n, w in one if not w]
    above = sum(
        (len(marks) - 1) / 3 * (2 * n**3 - 3 * n**2 + n) + n**2 * sum(g - n + 1 for g in gaps if g >= n) for n in marks
    )
    below = m * LENGTH * (m * LENGTH - 1) - sum(n * (n - 1) for n in marks)
    return observed / (m * (m - 1) * LENGTH**2), 2 / LENGTH * above / below


@given(TEXTS)
def test_unitizing_alpha_is_that_of_the_formula(texts):
    totals = np.zeros(2)
    for ratings in texts:
        for tag in (0, 1):
            totals += len(ratings) * np.array(disagreement_by_hand(ratings, tag))
    found = unitizing_alpha(*rows(texts), np.full(len(texts), LENGTH))
    assert found.value == (pytest.approx(1 - totals[0] / totals[1]) if totals[1] else None)


@given(TEXTS, st.randoms(use_true_random=False))
def test_the_order_of_texts_raters_and_marks_does_not_matter(texts, random):
    shuffled = [[list(marks) for marks in ratings] for ratings in texts]
    for ratings in shuffled:
        random.shuffle(ratings)
        for marks in ratings:
            random.shuffle(marks)
    random.shuffle(shuffled)
    lengths = np.full(len(texts), LENGTH)
    assert unitizing_alpha(*rows(shuffled), lengths).value == pytest.approx(
        unitizing_alpha(*rows(texts), lengths).value
    )
    assert span_f1(*rows(shuffled)).value == pytest.approx(span_f1(*rows(texts)).value)


def test_texts_that_cannot_be_used_are_counted_by_cause():
    texts = [[[(0, 5, 0)], [(0, 5, 0)]], [[(0, 5, 0)], []], [[(0, 50, 0)], []], [[(0, 5, 0)]]]
    found = unitizing_alpha(*rows(texts), np.array([LENGTH, 0, LENGTH, LENGTH]))
    assert dict(found.left_out) == {"single_rating": 1, "unknown_length": 1, "beyond_text": 1}
    assert (found.value, found.units, found.ratings) == (1, 1, 2)


def test_the_interval_of_alpha_is_over_texts():
    chance = np.random.default_rng(4)
    texts = [noisy(chance, 3) for _ in range(120)]
    lengths = np.full(120, LENGTH)
    found = unitizing_alpha(*rows(texts), lengths)
    drawn = [
        number(unitizing_alpha(*rows([texts[i] for i in chance.integers(0, 120, 120)]), lengths)) for _ in range(200)
    ]
    assert error(found) == pytest.approx(np.std(drawn), rel=0.15)
