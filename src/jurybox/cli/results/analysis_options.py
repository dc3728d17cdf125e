"""The options of an analysis: those of jurybox analyse and jurybox report."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, cast

import typer

if TYPE_CHECKING:
    from jurybox.studies.results import Level, Options


class LevelName(StrEnum):
    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


class ClusterRuleName(StrEnum):
    PERMUTATION = "permutation"
    WMT22 = "wmt22"
    WMT24 = "wmt24"
    WMT25 = "wmt25"
    MTME = "mtme"


class RatersName(StrEnum):
    FIXED = "fixed"
    RANDOM = "random"


Pool = Annotated[bool, typer.Option("--pool", help="All questions on a scale as one.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="What every random draw starts from.")]
Resamples = Annotated[
    int | None, typer.Option("--resamples", metavar="N", hidden=True, help="Without effect: nothing is drawn any more.")
]
Confidence = Annotated[
    float, typer.Option("--confidence", metavar="SHARE", min=0.5, max=0.999, help="Of the intervals.")
]
ClusterRule = Annotated[
    ClusterRuleName,
    typer.Option("--cluster-rule", help="Also ranks and clusters by a rule of the field.", show_choices=True),
]
ByZ = Annotated[bool, typer.Option("--by-z", help="Order and test systems by z-scores of each rater.")]
Resample = Annotated[
    str | None,
    typer.Option(
        "--resample",
        metavar="item|document|COLUMN",
        help="What is taken as drawn by chance; documents where there are any, else items.",
    ),
]
RatersOption = Annotated[
    RatersName,
    typer.Option("--raters", help="Whether results are about these raters, or about all like them.", show_choices=True),
]
Position = Annotated[
    bool, typer.Option("--position", help="Of preferences: strengths as if it did not matter which was shown first.")
]
Full = Annotated[bool, typer.Option("--full", help="The slow models too.")]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="RATER", help="Also show what changes without this rater. Repeatable."),
]
Disagreements = Annotated[
    int, typer.Option("--disagreements", metavar="N", min=0, help="How many units to list where raters differ most.")
]
HalfIsZero = Annotated[
    bool, typer.Option("--half-is-zero", help="Of counts that were imported: 0.5 was entered where 0 was meant.")
]
Decisions = Annotated[
    bool,
    typer.Option(
        "--decisions", help="Of a study: what was decided in place of disputed answers. Agreement is as before."
    ),
]
RatersBy = Annotated[
    str | None,
    typer.Option("--raters-by", metavar="COLUMN", help="Also each group of raters, and the groups against each other."),
]
OnlyWhere = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="COLUMN=VALUE", help="Only these rows. Repeatable."),
]
LevelOption = Annotated[
    LevelName | None,
    typer.Option("--level", help="How the scales measure; by the protocol or the data by default.", show_choices=True),
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="COLUMN", help="Also each part by itself: language, film, domain, any column."),
]


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """How to analyse."""

    half_is_zero: HalfIsZero = False
    level: LevelOption = None
    by: By = None
    only: OnlyWhere = None
    raters_by: RatersBy = None
    pool: Pool = False
    cluster_rule: ClusterRule = ClusterRuleName.PERMUTATION
    by_z: ByZ = False
    resample: Resample = None
    raters: RatersOption = RatersName.FIXED
    without: Without = None
    disagreements: Disagreements = 20
    seed: Seed = 0
    resamples: Resamples = None
    confidence: Confidence = 0.95
    position: Position = False
    full: Full = False
    decisions: Decisions = False

    def of_measurement(self) -> "Level | None":
        return cast("Level | None", self.level and self.level.value)

    def options(self) -> "Options":
        from jurybox.studies.results import Options

        if self.resamples is not None:
            typer.echo("--resamples has no effect: intervals and tests are computed, nothing is drawn.", err=True)
        return Options(
            level=self.of_measurement(),
            pool=self.pool,
            seed=self.seed,
            confidence=self.confidence,
            cluster_rule=self.cluster_rule.value,
            by_z=self.by_z,
            by=self.by,
            resample=self.resample,
            raters=self.raters.value,
            raters_by=self.raters_by,
            position=self.position,
            full=self.full,
            decisions=self.decisions,
            without=tuple(self.without or ()),
            disagreements=self.disagreements,
        )
