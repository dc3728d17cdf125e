"""Intervals over blocks: the same for every coefficient, whatever it is made from."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from jurybox.stats import alpha as alpha_module
from jurybox.stats.alpha import krippendorff_alpha
from jurybox.stats.concordance import kendall_w
from jurybox.stats.estimate import Estimate, Ints
from jurybox.stats.gwet import gwet_ac
from jurybox.stats.intraclass import icc
from jurybox.stats.kappa import brennan_prediger, cohen_kappa, conger_kappa, fleiss_kappa, percent_agreement
from jurybox.stats.means import item_means, shares
from jurybox.stats.pairwise import pairwise_kappa
from jurybox.stats.patterns import count_patterns
from jurybox.stats.sets import mean_jaccard, set_alpha
from jurybox.stats.spans import span_f1
from jurybox.stats.tag_by_tag import tag_agreement
from jurybox.stats.unitizing import unitizing_alpha
from tests.unit.stats.agreement_cases import bounds, error, number

LEVELS = np.arange(1.0, 6.0)


@dataclass(frozen=True, slots=True)
class Sample:
    """Three raters on every unit, as numbers and as sets; a number is a mark of that many characters too."""

    unit: Ints
    rater: Ints
    code: Ints
    block: Ints

    @property
    def tags(self) -> tuple[Ints, Ints]:
        """Rows and tags: a value of 3 is the tags 0, 1 and 2."""
        return np.repeat(np.arange(len(self.code)), self.code), np.concatenate([np.arange(c) for c in self.code])

    def without(self, block: int) -> "Sample":
        keep = self.block[self.unit] != block
        return Sample(self.unit[keep], self.rater[keep], self.code[keep], self.block)


def sample(blocks: int, per_block: int, seed: int, copies: int = 1) -> Sample:
    """Units of a block are alike; with `copies` each is there several times, as outputs of several systems could be."""
    chance = np.random.default_rng(seed)
    n = blocks * per_block
    block = np.arange(n) // per_block
    quality = 2.5 + 0.8 * chance.normal(size=blocks)[block] + 0.6 * chance.normal(size=n)
    code = np.clip(np.rint(quality[:, None] + 0.7 * chance.normal(size=(n, 3))), 0, 4).astype(int)
    code, block = np.tile(code, (copies, 1)), np.tile(block, copies)
    unit, rater = np.indices(code.shape).reshape(2, -1)
    return Sample(unit, rater, code.ravel(), block)


def on_codes(function: Callable[..., Estimate], *more: object) -> Callable[[Sample, Ints | None], Estimate]:
    return lambda data, blocks: function(data.unit, data.code, LEVELS, *more, blocks=blocks)


def cohen(data: Sample, blocks: Ints | None) -> Estimate:
    first, second = (data.code[data.rater == who] for who in (0, 1))
    own = None if blocks is None else blocks[data.unit[data.rater == 0]]
    return cohen_kappa(first, second, 5, "quadratic", blocks=own)


def on_sets(function: Callable[..., Estimate]) -> Callable[[Sample, Ints | None], Estimate]:
    return lambda data, blocks: function(data.unit, *data.tags, 5, blocks=blocks)


def marks(function: Callable[..., Estimate], *more: Ints) -> Callable[[Sample, Ints | None], Estimate]:
    def found(data: Sample, blocks: Ints | None) -> Estimate:
        row = np.arange(len(data.code))
        last = [np.full(len(data.block), 20)] if function is unitizing_alpha else ["characters"]
        start, end = data.code * 2, data.code * 3 + 2
        return function(data.unit, row, np.zeros(len(row), int), start, end, *last, blocks=blocks)

    return found


def one_share(data: Sample, blocks: Ints | None) -> Estimate:
    counted = (data.code > 2).astype(float)
    return shares(item_means(data.unit, np.zeros(len(data.unit), int), counted, len(data.block), 1), blocks)[0]


COEFFICIENTS: dict[str, Callable[[Sample, Ints | None], Estimate]] = {
    "nominal alpha": on_codes(krippendorff_alpha, "nominal"),
    "ordinal alpha": on_codes(krippendorff_alpha, "ordinal"),
    "interval alpha": on_codes(krippendorff_alpha, "interval"),
    "ratio alpha": on_codes(krippendorff_alpha, "ratio"),
    "AC1": on_codes(gwet_ac),
    "AC2": on_codes(gwet_ac, "quadratic"),
    "Fleiss": on_codes(fleiss_kappa),
    "Brennan & Prediger": on_codes(brennan_prediger),
    "Conger": lambda data, blocks: conger_kappa(data.unit, data.rater, data.code, LEVELS, blocks=blocks),
    "percent": lambda data, blocks: percent_agreement(data.unit, data.code, 5, blocks=blocks),
    "Cohen": cohen,
    "pooled kappa": lambda data, blocks: pairwise_kappa(data.unit, data.rater, data.code, 5, blocks=blocks).pooled,
    "set alpha": on_sets(set_alpha),
    "Jaccard": on_sets(mean_jaccard),
    "span F1": marks(span_f1),
    "unitizing alpha": marks(unitizing_alpha),
    "tag of two": lambda data, blocks: tag_agreement(*two(data), 5, blocks=blocks).tags[2].kappa,
    "tag of three": lambda data, blocks: (
        tag_agreement(data.unit, data.rater, *data.tags, 5, blocks=blocks).tags[2].kappa
    ),
    "F1 of tags": lambda data, blocks: tag_agreement(data.unit, data.rater, *data.tags, 5, blocks=blocks).f1,
    "ICC(2,1)": lambda data, blocks: icc(
        data.unit, data.rater, data.code.astype(float), blocks=blocks, raters_are="fixed"
    )["ICC(2,1)"],
    "Kendall's W": lambda data, blocks: kendall_w(data.unit, data.rater, data.code, 5, blocks=blocks).w,
}
GROUPED = {"ICC(2,1)", "Kendall's W"}
"""Leave out groups of blocks where these are many."""


def two(data: Sample) -> tuple[Ints, Ints, Ints, Ints]:
    keep = np.flatnonzero(data.rater < 2)
    row = np.repeat(np.arange(len(keep)), data.code[keep])
    return data.unit[keep], data.rater[keep], row, np.concatenate([np.arange(c) for c in data.code[keep]])


@pytest.fixture(params=COEFFICIENTS, ids=lambda name: name.replace(" ", "_"))
def coefficient(request):
    return COEFFICIENTS[request.param]


def test_the_value_is_the_same_with_and_without_blocks(coefficient):
    data = sample(40, 3, seed=1)
    assert coefficient(data, data.block).value == pytest.approx(coefficient(data, None).value)


def test_the_standard_error_is_that_of_leaving_out_blocks(coefficient):
    """The jackknife over whole blocks, by computing everything anew without each of them."""
    data = sample(40, 4, seed=2)
    without = np.array([number(coefficient(data.without(block), None)) for block in range(40)])
    jackknife = np.sqrt(39 / 40 * ((without - without.mean()) ** 2).sum())
    assert error(coefficient(data, data.block)) == pytest.approx(jackknife, rel=0.1)


def test_copies_of_what_is_there_make_nothing_more_certain(coefficient):
    once, often = sample(30, 1, seed=3), sample(30, 1, seed=3, copies=6)
    low, high = bounds(coefficient(once, once.block))
    assert bounds(coefficient(often, often.block)) == pytest.approx((low, high), abs=0.12 * (high - low))


def test_neither_the_codes_of_blocks_nor_blocks_without_units_matter(coefficient):
    data = sample(40, 2, seed=4)
    renamed = 7 + 3 * np.random.default_rng(5).permutation(40)[data.block]
    assert bounds(coefficient(data, renamed)) == pytest.approx(bounds(coefficient(data, data.block)))


def test_too_few_blocks_give_no_interval_and_a_reason(coefficient):
    data = sample(4, 10, seed=6)
    found = coefficient(data, data.block)
    assert found.value is not None
    assert (found.interval, found.reason) == (None, "too_few_blocks")


def test_a_share_of_few_blocks_is_wide_and_of_one_block_has_no_interval():
    data = sample(20, 10, seed=7)
    low, high = bounds(one_share(data, data.block))
    few_low, few_high = bounds(one_share(data, data.block // 10))
    assert few_high - few_low > high - low
    assert one_share(data, np.zeros_like(data.block)).reason == "too_few_blocks"


def test_a_share_of_independent_blocks_is_that_of_items():
    data = sample(200, 1, seed=8)
    assert bounds(one_share(data, data.block)) == pytest.approx(bounds(one_share(data, None)), abs=0.003)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_slopes_of_many_blocks_and_leaving_out_say_the_same(level, monkeypatch):
    data = sample(100, 3, seed=9)
    left_out = krippendorff_alpha(data.unit, data.code, LEVELS, level, blocks=data.block)
    monkeypatch.setattr(alpha_module, "MOST_LEFT_OUT", 0)
    linearised = krippendorff_alpha(data.unit, data.code, LEVELS, level, blocks=data.block)
    assert (left_out.method, linearised.method) == ("jackknife_blocks", "linearised_blocks")
    assert error(linearised) == pytest.approx(error(left_out), rel=0.04)


@pytest.mark.parametrize(("levels", "most"), [(5, 3), (40, 3), (40, 30), (100_000, 3)])
def test_every_unit_is_found_behind_its_pattern(levels, most):
    """However patterns are counted: by levels, by ratings, or each unit by itself."""
    chance = np.random.default_rng(10)
    unit = np.repeat(np.arange(0, 60, 2), chance.integers(1, most + 1, 30))
    code = chance.integers(0, levels, len(unit))
    blocks = chance.integers(0, 9, 60)
    found = count_patterns(unit, code, levels, blocks=blocks)
    assert found.held is not None
    assert found.held.block.tolist() == blocks[::2].tolist()
    for place, pattern in enumerate(found.held.pattern.tolist()):
        entries = slice(found.starts[pattern], found.starts[pattern] + found.lengths[pattern])
        held = np.repeat(found.code[entries], found.count[entries])
        assert held.tolist() == sorted(code[unit == 2 * place].tolist())
    paired = found.pairable()
    assert paired.held is not None
    assert np.bincount(paired.held.pattern, minlength=len(paired)).tolist() == paired.frequency.tolist()
