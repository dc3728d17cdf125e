"""How much of a study one rater may do, and what would be a fair limit."""

from typing import Literal, NamedTuple

from jurybox.core import Protocol, Settings
from jurybox.report import Numbers
from jurybox.studies.planning.estimate import PlanEstimate, most_quorum
from jurybox.texts import Words

ROOM = (6, 5)
"""How much more than an even share a limit leaves: some raters stop early, and others take what is left."""

ShareKind = Literal["lists", "everybody", "free", "limited", "short"]
SHARES: tuple[ShareKind, ...] = ("lists", "everybody", "free", "limited", "short")


class RaterShare(NamedTuple):
    """How the units come to raters, and how many one may have."""

    kind: ShareKind
    raters: int
    even: int
    """Units of each, where all do as much."""
    most: int
    """Units that one may have."""
    suggested: int
    """A limit with some room."""


def share_of(protocol: Protocol, settings: Settings, found: PlanEstimate) -> RaterShare:
    """Of lists everybody has as much; of a pool whoever is quicker has more, up to a limit if there is one."""
    raters, even, units = found["raters"], found["units_per_rater"], found["units"]
    limit = settings.units_per_rater
    suggested = min(units, -(-even * ROOM[0] // ROOM[1]))
    share = RaterShare("free", raters, min(even, units), units, suggested)
    if settings.assign == "fixed":
        return share._replace(kind="lists")
    if limit is not None and limit < units:
        return share._replace(kind="short" if limit < even else "limited", most=limit)
    needed = most_quorum(protocol, settings, list(settings.group_quorum))
    return share if raters > needed else share._replace(kind="everybody")


def tell_share(share: RaterShare, words: Words) -> str:
    numbers = Numbers.of(words)
    told = {name: numbers.count(int(getattr(share, name))) for name in share._fields if name != "kind"}
    return words(f"org.design.share_{share.kind}", **told)
