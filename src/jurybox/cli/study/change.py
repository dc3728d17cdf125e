"""jurybox study withdraw, restore, quorum, pilot, guideline: changes to an open study. Each is an appended event."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import Study, Where, examples, stacked
from jurybox.cli.output import plural, say
from jurybox.cli.seal import under_its_seal
from jurybox.cli.workbench import workbench
from jurybox.core import Refused


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            'jurybox study withdraw titles --item t17 --reason "wrong source"',
            'jurybox study withdraw titles --system baseline --reason "trained on the test set"',
        )
    )(withdraw)
    app.command(
        epilog=examples("jurybox study restore titles --item t17", "jurybox study restore titles --system baseline")
    )(restore)
    app.command(
        epilog=examples(
            "jurybox study quorum titles 3",
            "jurybox study quorum tweets 4 --stage adequacy",
            "jurybox study quorum captions 3 --group es",
            "jurybox study quorum titles 5 --item t17 --system baseline",
        )
    )(quorum)
    app.command(epilog=examples("jurybox study pilot titles"))(pilot)
    app.command(
        epilog=examples(
            'jurybox study guideline titles guideline.en.md --lang en --note "says what a subtitle is"',
        )
    )(guideline)


@stacked
def withdraw(
    study: Study,
    *,
    item: Annotated[str | None, typer.Option("--item", metavar="ID", help="The item to take out.")] = None,
    system: Annotated[str | None, typer.Option("--system", metavar="NAME", help="The system to take out.")] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; kept with the event. Needed.")],
    where: Where,
) -> None:
    """Take an item or a system out of an open study.

    It is served no more, and what was said of it is left out of results and counted among what is left out.
    """
    from jurybox.studies.lifecycle import withdraw_item, withdraw_system

    if (item is None) == (system is None):
        raise typer.BadParameter("Name one of them: --item ID or --system NAME.")
    with workbench(where.config()) as bench, under_its_seal(bench, study):
        if item is not None:
            withdraw_item(bench, study, item, reason)
        elif system is not None:
            withdraw_system(bench, study, system, reason)
    say(f"Withdrawn from study {study}: {f'item {item}' if item is not None else f'system {system}'}.")


@stacked
def restore(
    study: Study,
    *,
    item: Annotated[str | None, typer.Option("--item", metavar="ID", help="The item to take in again.")] = None,
    system: Annotated[str | None, typer.Option("--system", metavar="NAME", help="The system to take in again.")] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; kept with the event.")] = "",
    where: Where,
) -> None:
    """Undo the withdrawal of an item or a system.

    What was said of it before counts again. What came while it was withdrawn stays uncounted and goes back to its
    raters as drafts.
    """
    from jurybox.studies.lifecycle import restore_item, restore_system

    if (item is None) == (system is None):
        raise typer.BadParameter("Name one of them: --item ID or --system NAME.")
    with workbench(where.config()) as bench, under_its_seal(bench, study):
        if item is not None:
            restore_item(bench, study, item, reason)
        elif system is not None:
            restore_system(bench, study, system, reason)
    say(f"Back in study {study}: {f'item {item}' if item is not None else f'system {system}'}.")


@dataclass(frozen=True, slots=True)
class WhichUnits:
    """Of which units the quorum is raised."""

    stage: Annotated[str | None, typer.Option("--stage", metavar="ID", help="Only for this stage.")] = None
    group: Annotated[str | None, typer.Option("--group", metavar="NAME", help="Only for units of this group.")] = None
    item: Annotated[str | None, typer.Option("--item", metavar="ID", help="Only for the units of this item.")] = None
    system: Annotated[
        str | None, typer.Option("--system", metavar="NAME", help="With --item: only for the unit that shows it.")
    ] = None


@stacked
def quorum(
    study: Study,
    to: Annotated[
        int, typer.Argument(metavar="N", min=1, max=1000, help="How many raters each unit needs from now on.")
    ],
    *,
    which: WhichUnits,
    where: Where,
) -> None:
    """Raise the quorum of an open study. A quorum never falls.

    Where it rises for one item after answers came in, further ratings count in means and not in agreement.
    """
    from jurybox.studies.lifecycle import UnitQuorum, raise_quorum, raise_unit_quorum

    stage, group, item, system = which.stage, which.group, which.item, which.system
    if (item is not None and group is not None) or (item is None and system is not None):
        raise typer.BadParameter("--system goes with --item, and --group without.")
    with workbench(where.config()) as bench, under_its_seal(bench, study):
        if item is None:
            raise_quorum(bench, study, to, stage, group)
        else:
            raise_unit_quorum(bench, study, UnitQuorum(item, to, system, stage))
    named = (("stage", stage), ("group", group), ("item", item), ("system", system))
    part = "".join(f", {noun} {name}" for noun, name in named if name is not None)
    say(f"The quorum of study {study}{part} is {to}.")


@stacked
def pilot(study: Study, where: Where) -> None:
    """Mark everything judged so far as a pilot: kept, left out of results, and its slots open again."""
    from jurybox.studies.lifecycle import mark_pilot

    with workbench(where.config()) as bench:
        count = mark_pilot(bench, study)
    say(f"Marked as pilot in study {study}: {plural(count, 'judgement')}.")


@stacked
def guideline(
    study: Study,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The guideline's new text, in Markdown.", readable=False)
    ],
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="Its language, such as en or es.")],
    *,
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="What changed; kept with the event.")] = "",
    where: Where,
) -> None:
    """Publish a new version of the guideline in one language.

    Raters are shown what changed. Judgements carry the version they were made under; questions and levels stay.
    """
    from jurybox.studies.lifecycle import revise_guideline

    try:
        prose = file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise Refused.of("guideline.not_read", given=str(file), reason=reason) from error
    with workbench(where.config()) as bench:
        revise_guideline(bench, study, lang, prose, note)
    say(f"The guideline of study {study} in {lang} is {file} from now on.")
