"""How many units of the pool a rater may have, where a study lets its raters reach an end."""

from jurybox.core import Assignment
from jurybox.studies.rating.link import Visit


def share_left(visit: Visit, mine: list[Assignment]) -> int | None:
    """How many units a rater may still be given beside those in hand; None where the study sets no limit."""
    most = visit.view.settings.units_per_rater
    if most is None:
        return None
    return max(0, most - visit.member.done - sum(a.purpose == "rating" for a in mine))


def within_share(visit: Visit, mine: list[Assignment], wanted: int) -> int:
    left = share_left(visit, mine)
    return wanted if left is None else min(wanted, left)
