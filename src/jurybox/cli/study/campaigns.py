"""jurybox study create --from: whole campaigns of other programs, one or several."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from jurybox.cli.options import WhereWithLinks
from jurybox.cli.output import plural, say, say_table, tell_faults
from jurybox.cli.progress import progress_bar
from jurybox.cli.study.draft_options import DraftOptions
from jurybox.cli.study.items_input import ReadingOptions
from jurybox.cli.workbench import workbench
from jurybox.core import JuryboxError

if TYPE_CHECKING:
    from jurybox.cli.config import Config
    from jurybox.studies import Workbench
    from jurybox.studies.carry.campaigns import CampaignSource, CreatedCampaign, NewCampaign

Campaigns = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[FILE]...",
        help="With --from: the campaign. Of several each becomes the study KEY-NAME, after its file.",
        readable=False,
    ),
]
REFUSED = 1


@dataclass(frozen=True, slots=True)
class CampaignOptions:
    """What is said of campaigns of other programs."""

    from_: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FORMAT", help="A campaign of another program; docs/files/campaigns.md lists them."
        ),
    ] = None
    open_: Annotated[bool, typer.Option("--open", help="Open the study of a campaign at once.")] = False
    no_ratings: Annotated[
        bool, typer.Option("--no-ratings", help="Leave out what the campaign's file says was rated already.")
    ] = False
    html: Annotated[
        str,
        typer.Option("--html", metavar="refuse|keep", help="HTML in the texts of a campaign: refuse, or keep as text."),
    ] = "refuse"


@dataclass(frozen=True, slots=True)
class WantedCampaigns:
    """What studies are made of which files."""

    key: str
    files: list[Path]
    protocol: str | None


def create_campaigns(
    wanted: WantedCampaigns, options: CampaignOptions, draft: DraftOptions, how: ReadingOptions, where: WhereWithLinks
) -> None:
    """Each campaign becomes a study or none; the status is 1 where any did not."""
    from jurybox.studies.carry.campaigns import NewCampaign, key_of
    from jurybox.studies.lifecycle import read_wishes

    key, files = wanted.key, wanted.files
    if options.from_ is None or not files:
        raise typer.BadParameter("--from FORMAT and FILE go together.")
    if options.html not in ("refuse", "keep"):
        raise typer.BadParameter("--html takes refuse or keep.")
    if draft.items:
        raise typer.BadParameter("--items goes with --protocol; a campaign has its items in it.")
    wishes = read_wishes(draft.settings, draft.set_)
    values = {**wishes.values, **({"merge": draft.merge} if draft.merge else {})}
    config, failed = where.config(), 0
    with workbench(config, make=True) as bench:
        for file in files:
            own = key_of(key, file, len(files))
            new = NewCampaign(own, draft.name, wanted.protocol, values, draft.seed, options.open_)
            source = _source(file, options, draft, how)
            if len(files) == 1:
                with wishes.placing_faults():
                    _create(bench, source, new, config)
                return
            failed += _tried(bench, source, new, config)
    if failed:
        say(f"Created: {len(files) - failed} of {plural(len(files), 'study', 'studies')}.")
        raise typer.Exit(REFUSED)


def _source(file: Path, options: CampaignOptions, draft: DraftOptions, how: ReadingOptions) -> "CampaignSource":
    from jurybox.studies.carry.campaigns import CampaignSource, HowRead, duplicates_of

    ignored = frozenset(name.strip() for name in (how.ignore or "").split(",") if name.strip())
    html: Literal["refuse", "keep"] = "keep" if options.html == "keep" else "refuse"
    twice = duplicates_of(how.duplicates)
    return CampaignSource(
        file, str(options.from_), HowRead(draft.media, ignored, html), how.encoding, not options.no_ratings, twice
    )


def _tried(bench: "Workbench", source: "CampaignSource", new: "NewCampaign", config: "Config") -> bool:
    """One of several: its faults are told under its name, and the next one is tried."""
    try:
        _create(bench, source, new, config)
    except JuryboxError as error:
        say(f"{source.path}: not created.")
        tell_faults(error.faults, sys.stderr)
        return True
    return False


def _create(bench: "Workbench", source: "CampaignSource", new: "NewCampaign", config: "Config") -> None:
    from jurybox.studies.carry.campaigns import create_from
    from jurybox.studies.lifecycle import study_notes
    from jurybox.studies.people import list_raters

    with progress_bar("Reading") as progress:
        made = create_from(bench, source, new, progress)
        raters = list_raters(bench, new.key)
        notes = study_notes(bench, new.key)
    _tell(made)
    tell_faults([*made.notes, *notes], sys.stderr)
    if raters:
        say_table(("NAME", "LINK"), [(info.name, config.url() + info.path) for info in raters])
    if made.state == "draft":
        say(f"Open it: jurybox study open {new.key}")


def _tell(made: "CreatedCampaign") -> None:
    how = "made to fit" if made.is_made else "of the shelf"
    state = "a draft" if made.state == "draft" else made.state
    say(f"Study {made.study} is {state}, with protocol {made.protocol} ({how}).")
    parts = [plural(made.items, "item"), plural(made.outputs, "output"), plural(made.systems, "system")]
    if made.documents < made.items:
        parts.insert(0, plural(made.documents, "document"))
    say(f"{', '.join(parts)}, {plural(made.raters, 'rater')}.")
    if made.lists:
        say(f"Lists of their own: {plural(made.lists, 'rater')}.")
    if made.checks:
        say(f"Attention checks among the tasks: {made.checks:,}.")
    if made.suggestions:
        say(f"Marks that raters are shown to correct: {plural(made.suggestions, 'output')}.")
    if made.brought is not None:
        say(f"Judgements that came with it: {made.judgements:,}.")
