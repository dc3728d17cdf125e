"""jurybox study create and add: how a study comes to its items."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import MediaOptions, Study, Where, WhereWithLinks, examples, stacked
from jurybox.cli.output import say, tell_faults
from jurybox.cli.progress import progress_bar
from jurybox.cli.study.campaigns import CampaignOptions, Campaigns, WantedCampaigns, create_campaigns
from jurybox.cli.study.draft_options import DraftOptions
from jurybox.cli.study.items_input import DryRun, ReadingOptions
from jurybox.cli.study.preview import tell_import, tell_preview
from jurybox.cli.workbench import workbench

Protocol = Annotated[
    str | None,
    typer.Option(
        "--protocol",
        metavar="ID|PATH",
        help="A protocol of the shelf (id or id@version), or a file of your own; of a campaign it is found or made.",
    ),
]


@stacked
def create(
    key: Annotated[str, typer.Argument(metavar="KEY", help="A short name for links and commands: a-z, 0-9 and -.")],
    files: Campaigns = None,
    *,
    protocol: Protocol = None,
    campaign: CampaignOptions,
    draft: DraftOptions,
    how: ReadingOptions,
    dry_run: DryRun = False,
    where: WhereWithLinks,
) -> None:
    """Create a draft study, with items if tables are given; or a whole study from a campaign of another program.

    If anything is wrong, every fault is printed with its file and line, and nothing is created. Of several campaigns
    each becomes a study of its own or none.
    """
    if campaign.from_ or files:
        create_campaigns(WantedCampaigns(key, files or [], protocol), campaign, draft, how, where)
    elif protocol is None:
        raise typer.BadParameter("Say --protocol, or --from for a campaign of another program.")
    else:
        _create_draft(key, protocol, draft, how, dry_run, where)


def _create_draft(
    key: str, protocol: str, draft: DraftOptions, how: ReadingOptions, dry_run: bool, where: WhereWithLinks
) -> None:
    from jurybox.studies.lifecycle import (
        ItemFiles,
        StudyDraft,
        create_filled,
        find_protocol,
        preview_new,
        read_wishes,
        study_notes,
    )

    tables, media, people = draft.items or [], draft.media, draft.people
    if not tables and (media or people or dry_run):
        raise typer.BadParameter("--media, --people and --dry-run go with --items.")
    own = where.config().data / "protocols"
    loaded, wishes = find_protocol(protocol, own), read_wishes(draft.settings, draft.set_)
    reading = replace(how, empty=None).reading()  # what becomes of empty outputs is a setting of a new study
    for name, chosen in (("empty", how.empty), ("merge", draft.merge)):
        if chosen:
            wishes.values[name], wishes.pairs[name] = chosen, f"--{name} {chosen}"
    new, files = (
        StudyDraft(key, draft.name or key, wishes.values, draft.seed),
        ItemFiles(tables, media, people, reading),
    )
    if dry_run:
        with progress_bar("Reading") as progress, wishes.placing_faults():
            found = preview_new(loaded, new, files, progress)
        tell_preview(found)
        return
    with workbench(where.config(), make=True) as bench, progress_bar("Reading") as progress, wishes.placing_faults():
        row, batch = create_filled(bench, loaded, new, files, progress)
        notes = study_notes(bench, key)
    say(f"Study {key} is a draft of {loaded.protocol.name}, seed {row.seed}.")
    tell_faults(notes, sys.stderr)
    if batch is None:
        say(f"Add items: jurybox study add {key} FILE")
    else:
        tell_import(batch)
        say(f"Open it: jurybox study open {key}")


@stacked
def add(
    study: Study,
    tables: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Tables of items and outputs, or folders of such.", readable=False),
    ],
    *,
    beside: MediaOptions,
    how: ReadingOptions,
    dry_run: DryRun = False,
    where: Where,
) -> None:
    """Add items, or outputs of further systems, to a draft or an open study.

    All or nothing: if anything is wrong, every fault is printed with its file and line. In an open study the new units
    come at the end of the pool.
    """
    from jurybox.studies.lifecycle import ItemFiles, import_items, preview_more

    files = ItemFiles(tables, beside.media, beside.people, how.reading())
    with workbench(where.config()) as bench, progress_bar("Reading") as progress:
        if dry_run:
            found = preview_more(bench, study, files, progress)
        else:
            batch = import_items(bench, study, files, progress)
    if dry_run:
        tell_preview(found)
    else:
        tell_import(batch)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox study create titles --protocol title --items titles.csv",
            "jurybox study create captions --protocol caption-culture --items captions.xlsx --media pictures",
            "jurybox study create tweets --protocol sarcasm-interpretation --items tweets.csv --no-header --dry-run",
            "jurybox study create tweets --protocol sarcasm-interpretation --set quorum=3 --set repeats=0.1",
            "jurybox study create shops --from pearmut campaign.json --open",
            "jurybox study create wmt --from pearmut en-cs.json en-de.json --media clips",
        )
    )(create)
    app.command(
        epilog=examples(
            "jurybox study add titles more.csv",
            "jurybox study add captions new.csv --media pictures",
            "jurybox study add captions team.jsonl --system-from file --dry-run",
        )
    )(add)
