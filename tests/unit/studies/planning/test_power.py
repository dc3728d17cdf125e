"""The closed form of the smallest difference stays beside the one that results use."""

import numpy as np
import pytest

from jurybox import stats
from jurybox.studies.planning import power


@pytest.mark.parametrize("pairs", [1, 3, 10, 45])
@pytest.mark.parametrize("blocks", [12, 15, 20, 30, 49, 50, 100, 1000])
def test_it_is_what_results_say(blocks: int, pairs: int) -> None:
    found = power.detectable(0.1, blocks, pairs)
    [exact] = stats.detectable_by_blocks(np.array([0.1]), np.array([blocks]), pairs).value.tolist()
    if np.isnan(exact):
        assert found is None
    else:
        assert found == pytest.approx(exact, rel=0.03)


@pytest.mark.parametrize("pairs", [1, 3, 10])
def test_with_the_fewest_blocks_it_is_near(pairs: int) -> None:
    blocks = power.fewest_blocks(pairs)
    assert blocks == stats.blocks_needed(pairs)
    [exact] = stats.detectable_by_blocks(np.array([0.1]), np.array([blocks]), pairs).value.tolist()
    assert power.detectable(0.1, blocks, pairs) == pytest.approx(exact, rel=0.1)
    assert power.detectable(0.1, blocks - 1, pairs) is None


def test_without_spread_there_is_nothing_to_say() -> None:
    assert power.detectable(0.0, 100, 1) is None
