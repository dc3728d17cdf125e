"""jurybox redact, jurybox study delete, and what erasing commands share."""

from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Study, Where, examples, stacked
from jurybox.cli.output import say
from jurybox.cli.workbench import workbench
from jurybox.core import Refused

if TYPE_CHECKING:
    from jurybox.studies import StillHeld

Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("jurybox redact titles --rater R3 --yes", "jurybox redact titles --yes"))(redact)


def confirm(yes: bool, what: str) -> None:
    """Erasing is for good: it is asked about, and where nobody can be asked it needs --yes."""
    try:
        agreed = yes or typer.confirm(f"{what}. Go on?")
    except typer.Abort:
        agreed = False
    if not agreed:
        raise Refused.of("erase.not_confirmed")


def tell_still_held(held: "StillHeld") -> None:
    say("Erased. Backups and archives made before still hold it, wherever they are kept.")
    if held.files:
        say("In this folder: " + ", ".join(held.files))
    say("When one of them is restored: jurybox restore FILE --erased erased.jsonl (from this data folder).")


@stacked
def redact(
    study: Study,
    *,
    rater: Annotated[str | None, typer.Option("--rater", metavar="RATER", help="Only what this rater wrote.")] = None,
    yes: Yes = False,
    where: Where,
) -> None:
    """Blank what raters wrote: comments, reasons, questionnaires, enquiries. Scores, choices and marks stay."""
    from jurybox.studies import redact_texts

    confirm(yes, f"All that {rater or 'the raters of ' + study} wrote will be blanked for good")
    with workbench(where.config()) as bench:
        tell_still_held(redact_texts(bench, study, rater))


@stacked
def delete(study: Study, *, yes: Yes = False, where: Where) -> None:
    """Delete a study with all that belongs to it. Download its archive first if you may want it back."""
    from jurybox.studies import delete_study

    confirm(yes, f"Study {study} will be deleted for good, with its raters, judgements and files")
    with workbench(where.config()) as bench:
        tell_still_held(delete_study(bench, study, study))
