"""What makes a rater worth looking at: every limit in one place. A flag is shown with its value, never applied."""

from dataclasses import dataclass
from math import ceil, log


@dataclass(frozen=True, slots=True)
class Limits:
    """The figures are ours, chosen so that an ordinary rater of an ordinary study has no flag."""

    fewest_ratings: int = 10
    """Fewer are flagged themselves, and nothing else is read from them."""
    top_share: float = 0.9
    """Straight-lining: one value in at least this share of the ratings, and a tenth more often than all together."""
    run_chance: float = 0.001
    """A run is long where chance makes one half as long as rarely as this; but from `shortest_run` on only."""
    shortest_run: int = 15
    fast_share: float = 1 / 3
    """Fast: a median time below this share of the median rater's …"""
    fewest_seconds: float = 1.0
    """… or below what it takes to look at anything at all, however fast the others are."""
    below_median: float = 0.3
    """Low agreement: so much below the median rater's, and below 0 where that is low."""
    kappa: float = 0.4
    """On repeats and known answers, of which there must be `fewest_pairs`."""
    fewest_pairs: int = 5
    logits: float = 1.0
    """Severe or lenient by the ordinal model: the odds of a higher rating differ by e."""
    spreads: float = 0.5
    """Severe, lenient or drifting by means: in standard deviations of all ratings."""

    def share(self, of_all: float) -> float:
        """The share of one value that is too much, where `of_all` ratings have their most frequent one.

        >>> Limits().share(0.5), round(Limits().share(0.95), 2)
        (0.9, 1.05)
        """
        return max(self.top_share, of_all + 0.1)

    def run(self, ratings: int, of_all: float) -> int:
        """The run that is too long: n (1 - p) p^r < chance for half of it.

        >>> Limits().run(100, 0.4)
        26
        """
        if not 0 < of_all < 1:
            return max(self.shortest_run, ratings + 1)
        by_chance = log(self.run_chance / (ratings * (1 - of_all))) / log(of_all)
        return max(self.shortest_run, 2 * ceil(by_chance))


LIMITS = Limits()
