"""What an analysis claims of its certainty holds in studies whose truth is known."""

from math import sqrt

import pytest

from tests.unit.analysis.simulated import ALARMS, COVERED, FOUND, POWER, share

FEW, MANY = 40, 2000


def slack(level: float, studies: int) -> float:
    """Three standard errors."""
    return 3 * sqrt(level * (1 - level) / studies)


def holds(name: str, studies: int) -> None:
    if name in ALARMS:
        assert share(name, ALARMS[name], studies) <= 0.05 + slack(0.05, studies)
    elif name in FOUND:
        assert share(name, FOUND[name], studies) >= 0.9 - slack(0.9, studies)
    elif name in COVERED:
        lowest = 0.92 if "rough" in name else 0.93
        found = share(name, COVERED[name], studies)
        assert lowest - slack(lowest, studies) <= found <= 0.97 + slack(0.97, studies)
    else:
        assert abs(share(name, POWER[name], studies) - 0.8) <= 0.02 + slack(0.8, studies)


NAMES = [*ALARMS, *FOUND, *COVERED, *POWER]
SLOW = {"the severity of a rater of a sample, 30 documents of 3"}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SLOW])
def test_a_few_studies(name: str) -> None:
    holds(name, FEW)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_many_studies(name: str) -> None:
    holds(name, MANY)
