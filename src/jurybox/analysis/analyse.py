"""From a table of ratings to findings."""

from collections.abc import Callable

from jurybox import __version__
from jurybox.analysis import disagreements
from jurybox.analysis.coded import Coded, coded
from jurybox.analysis.coverage import counts_of, excluded_of
from jurybox.analysis.findings import Disagreement, Findings
from jurybox.analysis.options import Options
from jurybox.analysis.signature import signature
from jurybox.analysis.table import Table

__all__ = ["Options", "analyse"]

DEFAULT = Options()


def analyse(table: Table, options: Options = DEFAULT, progress: Callable[[str], None] | None = None) -> Findings:
    """Everything that can be said from these ratings; the same table and options give equal findings."""
    questions = [coded(one, options) for one in table.ratings]
    excluded = excluded_of(table, questions)
    counts = counts_of(table)
    return Findings(
        signature=signature(table, options, [one.level for one in questions], counts["ratings"], excluded),
        source={},
        questions=(),
        counts=counts,
        excluded=excluded,
        disagreements=tuple(_disagreements(table, questions, options)),
        settings={"version": __version__, "seed": options.seed},
    )


def _disagreements(table: Table, questions: list[Coded], options: Options) -> list[Disagreement]:
    most = options.disagreements
    found = [one for asked in questions for one in disagreements.of_scale(asked, table, most)]
    found += [one for tags in table.tags for one in disagreements.of_tags(tags, table, most)]
    found += [one for pairs in table.comparisons for one in disagreements.of_comparisons(pairs, table, most)]
    return found
