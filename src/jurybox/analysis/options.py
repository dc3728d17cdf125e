"""What the asker can choose. Everything that changes a number is here, and is printed with it."""

from dataclasses import dataclass
from typing import Literal, get_args

from jurybox.stats import Level

Raters = Literal["fixed", "random"]
RATERS: tuple[Raters, ...] = get_args(Raters)


@dataclass(frozen=True, slots=True)
class Options:
    """How to analyse; the defaults are what a paper would want."""

    level: Level | None = None
    """Of measurement, for every scale; None: as the protocol or the data say."""
    pool: bool = False
    """All scales as one question."""
    seed: int = 0
    confidence: float = 0.95
    cluster_rule: str = "permutation"
    """A rule of the field (`wmt24`) puts its own ranks and clusters beside those of the analysis."""
    by_z: bool = False
    """Systems are put in order, and tested, by ratings on each rater's own scale."""
    by: str | None = None
    """A column of the items (language, film, domain): the results of each part as well."""
    resample: str | None = None
    """What is taken as drawn by chance: `item`, `document` or a column; None: documents where there are any."""
    raters: Raters = "fixed"
    """`fixed`: these raters and no others; `random`: a sample of those who could have rated."""
    raters_by: str | None = None
    """A column of the raters (expertise): each group of them by itself, and the groups against each other."""
    position: bool = False
    """Of preferences: strengths as if it did not matter which of two was shown first."""
    full: bool = False
    """The slow models too."""
    without: tuple[str, ...] = ()
    """Raters to leave out in a what-if. The findings themselves keep them."""
    decisions: bool = False
    """Of a study: what was decided stands in place of disputed answers; agreement and raters are as they were."""
    disagreements: int = 20
    """How many units to list for each question."""
