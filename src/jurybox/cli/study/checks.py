"""jurybox study checks: units whose answers are known, and how raters do on them."""

from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import plural, say, say_json, say_table
from jurybox.cli.workbench import workbench

app = typer.Typer(
    help="Checks: units whose answers are known, hidden among the others; add, look at, withdraw.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples("jurybox study checks add titles gold.csv", "jurybox study checks show titles"),
)
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; it stands in the history.")]


@app.command(epilog=examples("jurybox study checks add titles gold.csv", "jurybox study checks add films gold.yaml"))
@stacked
def add(
    study: Study,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A table with expected.QUESTION columns, or YAML as worked examples.")
    ],
    *,
    media: Annotated[
        Path | None, typer.Option("--media", metavar="DIR", help="Where pictures, sounds and films of it lie.")
    ] = None,
    where: Where,
) -> None:
    """Add checks with known answers to a draft; every fault of the file is told at once, and then none is added."""
    from jurybox.studies.lifecycle import add_gold

    with workbench(where.config()) as bench:
        number = add_gold(bench, study, file, media)
    say(f"{plural(number, 'check')} added to study {study}.")
    say(f"Mix them in: jurybox study set {study} --set checks.share=0.1")


@app.command(epilog=examples("jurybox study checks remove titles g3"))
@stacked
def remove(
    study: Study,
    name: Annotated[list[str] | None, typer.Argument(metavar="[CHECK]…", help="Which; all without it.")] = None,
    *,
    where: Where,
) -> None:
    """Take checks out of a draft again."""
    from jurybox.studies.lifecycle import remove_gold

    with workbench(where.config()) as bench:
        number = remove_gold(bench, study, name or [])
    say(f"{plural(number, 'check')} removed from study {study}.")


@app.command(epilog=examples("jurybox study checks show titles", "jurybox study checks show titles --json"))
@stacked
def show(study: Study, *, json: Json = False, where: Where) -> None:
    """List the checks of a study, and how each rater does on them."""
    from jurybox.studies.people import show_checks

    with workbench(where.config()) as bench:
        found = show_checks(bench, study)
    if json:
        say_json(found)
        return
    rows = [
        (
            one.name,
            one.kind,
            one.group or None,
            f"{one.passed} of {one.judged}",
            "withdrawn" if one.withdrawn_at else None,
        )
        for one in found.checks
    ]
    say_table(("CHECK", "KIND", "GROUP", "PASSED", ""), rows)
    raters = [
        (one.number, one.name, f"{one.checks.passed} of {one.checks.judged}", _interval(one.checks), one.checks.state)
        for one in found.raters
    ]
    if raters:
        say("")
        say_table(("RATER", "NAME", "PASSED", "95 %", "STATE"), raters)


def _interval(checks: object) -> str | None:
    low, high = getattr(checks, "low", None), getattr(checks, "high", None)
    return None if low is None or high is None else f"{low:.0%} to {high:.0%}"


@app.command(epilog=examples('jurybox study checks withdraw titles g3 --reason "Both answers are right."'))
@stacked
def withdraw(
    study: Study,
    name: Annotated[str, typer.Argument(metavar="CHECK", help="Its name in the list of checks.")],
    *,
    reason: Reason,
    where: Where,
) -> None:
    """Withdraw a check whose answer is wrong: it counts for nobody, and who failed by it alone goes on."""
    from jurybox.studies.people import withdraw_check

    with workbench(where.config()) as bench:
        withdraw_check(bench, study, name, reason)
    say(f"The check {name} counts for nobody any more.")


@app.command(epilog=examples('jurybox study checks pardon titles Ana --reason "The guideline was unclear."'))
@stacked
def pardon(
    study: Study,
    rater: Annotated[str, typer.Argument(metavar="RATER", help="Name, number (R3) or id.")],
    *,
    reason: Reason = "",
    where: Where,
) -> None:
    """Let a rater go on who failed checks."""
    from jurybox.studies.people import pardon_rater

    with workbench(where.config()) as bench:
        name = pardon_rater(bench, study, rater, reason)
    say(f"{name} may go on.")
