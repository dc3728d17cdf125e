"""How many checks a study wants of each rater, and how many it can give."""

from typing import NamedTuple

from jurybox.core import Settings
from jurybox.studies.planning.estimate import PlanEstimate, checks_wanted

MARGIN, AT_LEAST = 1.5, 5
"""More outputs are made worse than one rater needs: of some items they will have had the real ones."""


class CheckSupply(NamedTuple):
    wanted: int
    """Of each rater."""
    there: int
    """For each rater, at the least."""
    to_make: int
    """How many outputs are to be made worse."""
    spare: int = 0
    """Of how many items a rater gets nothing, so that outputs of these can be made worse for them."""

    def with_made(self, made: int) -> int:
        """How many there are for each rater, where so many outputs could be made worse."""
        return self.there - min(self.spare, self.to_make) + min(self.spare, made)


def check_supply(settings: Settings, planned: PlanEstimate, known: int) -> CheckSupply:
    """What there is where so many answers are known. An output that was made worse fits who has none of its item."""
    wanted = checks_wanted(settings.checks.rate, planned["units_per_rater"])
    items = planned["items"]
    spare = items - min(items, planned["units_per_rater"])
    lacking = max(0, wanted - known)
    if settings.checks.degraded is None or not spare:
        return CheckSupply(wanted, known, 0)
    make = min(items, int(MARGIN * lacking * items / spare) + AT_LEAST) if wanted else 0
    return CheckSupply(wanted, known + min(spare, make), make, spare)
