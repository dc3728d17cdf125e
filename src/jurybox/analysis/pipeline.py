"""From a table of ratings to findings."""

from collections.abc import Callable
from dataclasses import asdict, replace

from jurybox import __version__
from jurybox.analysis.blocks import blocks_of
from jurybox.analysis.builder import Lists
from jurybox.analysis.checks import check
from jurybox.analysis.coded import Coded, coded, level_of
from jurybox.analysis.coverage import counts_of, excluded_of
from jurybox.analysis.design import design_of
from jurybox.analysis.finding_list import FindingList
from jurybox.analysis.findings import Findings
from jurybox.analysis.notes import notes_of
from jurybox.analysis.options import Options
from jurybox.analysis.parts import asked_in, parts_by, pooled, shown
from jurybox.analysis.points import points_column
from jurybox.analysis.rater_groups import between_groups, within_groups
from jurybox.analysis.signature import signature
from jurybox.analysis.table import Asked, Table

__all__ = ["Options", "analyse"]

DEFAULT = Options()
OF_RATERS = (
    "agreement",
    "raters",
    "what_if",
    "tag_agreement",
    "disagreements",
    "over_time",
    "suggestions",
    "together",
    "apart",
    "comments",
)
"""What is said about raters, and never rests on decisions."""


def analyse(table: Table, options: Options = DEFAULT, progress: Callable[[str], None] | None = None) -> Findings:
    """Everything that can be said from these ratings; the same table and options give equal findings.

    `progress` is called with the name of each step as it begins.
    """
    found = _analyse(table, options, progress)
    if table.as_rated is None:
        return found
    own = _analyse(table.as_rated, options, progress)
    return replace(found, **{name: getattr(own, name) for name in OF_RATERS})


def _analyse(table: Table, options: Options, progress: Callable[[str], None] | None) -> Findings:
    check(table, options)
    options = replace(options, by=points_column(table, options))
    tell = progress or (lambda step: None)
    asked_alone = [coded(one, options) for one in table.ratings]
    whole = pooled(table, options.level) if options.pool else table
    questions = [coded(one, options) for one in whole.ratings] if options.pool else asked_alone
    lists = Lists(options, blocks_of(table, options))
    tell("agreement")
    pairs = lists.pairwise(table, asked_alone)
    lists.add_agreement(whole, questions, None, None if options.pool else pairs)
    tell("ranking")
    fits = lists.fits(whole, questions)
    lists.add_ranking(whole, None, fits)
    for name, part in parts_by(whole, options.by) if options.by else ():
        tell(name)
        lists.add_agreement(part, [coded(one, options) for one in part.ratings], name)
        lists.add_ranking(part, name)
    for name, part in within_groups(whole, options.raters_by) if options.raters_by else ():
        tell(name)
        lists.add_agreement(part, [coded(one, options) for one in part.ratings], name)
        lists.add_ranking(part, name)
    for name, part in between_groups(whole, options.raters_by) if options.raters_by else ():
        lists.add_agreement(part, [coded(one, options) for one in part.ratings], name)
    tell("raters")
    lists.add_raters(whole, questions, fits)
    lists.add_suggestions(table)
    tell("units")
    lists.add_units(table, asked_alone, pairs)
    return _findings(table, whole, options, questions, lists)


def _findings(table: Table, whole: Table, options: Options, questions: list[Coded], lists: Lists) -> Findings:
    counts, excluded = counts_of(table), excluded_of(table, questions)
    return Findings(
        signature=signature(
            table,
            options,
            lists.blocks.name,
            [one.level for one in questions],
            counts["answers"],
            excluded,
        ),
        source=asdict(table.source),
        questions=tuple(_described(asked, options) for asked in asked_in(table)),
        counts=counts,
        excluded=excluded,
        design=design_of(table, lists.blocks, options),
        notes=notes_of(table, whole, options, lists),
        settings={"version": __version__, **asdict(options)},
        comments=FindingList(table.comments),
        **lists.as_tuples(),
    )


def _described(asked: Asked, options: Options) -> dict[str, object]:
    is_chosen = options.level is not None and asked.is_number
    return {
        "id": shown(asked),
        "kind": asked.kind,
        "level": level_of(asked, options),
        "level_from": "option" if is_chosen else asked.level_from,
        "labels": {f"{value:g}": label for value, label in sorted(asked.labels.items())},
        "lowest": asked.lowest,
        "highest": asked.highest,
        "higher_is_better": asked.higher_is_better,
        "ranks": asked.ranks,
        "names": list(asked.names),
        "categories": list(asked.categories),
        "severe": list(asked.severe),
        "stage": asked.stage,
    }
