"""jurybox label-studio import, protocol, export."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import MediaOptions, Study, Where, examples, stacked
from jurybox.cli.output import plural, say
from jurybox.cli.progress import progress_bar
from jurybox.cli.seal import see_names
from jurybox.cli.workbench import workbench

if TYPE_CHECKING:
    from jurybox.studies.carry.label_studio import WrittenOptions

app = typer.Typer(
    help="Label Studio: tasks and annotations in and out, and its labeling configuration as a draft protocol.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples(
        "jurybox label-studio import films tasks.json --media clips --dry-run",
        "jurybox label-studio protocol config.xml --to films.yaml",
        "jurybox label-studio export films --to films",
    ),
)


def _several(name: str, metavar: str, help: str) -> object:
    return typer.Option(name, metavar=metavar, help=f"{help} Repeatable.")


Fields = Annotated[
    list[str] | None,
    _several(
        "--field", "FIELD=PATH", "Where a field stands in the data, such as output=ad_block[].text; - for nowhere."
    ),
]
Systems = Annotated[
    list[str] | None, _several("--system", "PATH", "Where the name of the system stands; - for no systems.")
]
Raters = Annotated[
    list[str] | None,
    _several("--rater", "ACCOUNT=NAME", "What an account of Label Studio is called here; two may be one person."),
]
Controls = Annotated[
    list[str] | None,
    _several("--control", "CONTROL=QUESTION", "The question a control is for, or its category; - to leave it out."),
]
Labels = Annotated[
    list[str] | None,
    _several("--label", "LABEL=NAME", "What a chosen label means here: the id or name of a tag, option or level."),
]
Group = Annotated[str, typer.Option("--group", metavar="PATH", help="Where the group of an item stands.")]
ItemId = Annotated[
    str, typer.Option("--id", metavar="PATH", help="Where the id of an item stands; hash for one made of it.")
]
Times = Annotated[
    str, typer.Option("--times", metavar="WHICH", help="seconds, frames or spans: which times of segments to take.")
]
Offset = Annotated[float, typer.Option("--offset", metavar="SECONDS", help="Added to every time of a segment.")]
FirstFrame = Annotated[
    int, typer.Option("--first-frame", metavar="0|1", help="The number of the first frame in the data.")
]
Rate = Annotated[str, typer.Option("--fps", metavar="RATE", help="Frames a second, in place of the data's.")]
Duplicates = Annotated[
    str,
    typer.Option("--duplicates", metavar="WHAT", help="A task, or a rating of it, once more: refuse, repeat or first."),
]
Incomplete = Annotated[
    str,
    typer.Option("--incomplete", metavar="WHAT", help="Annotations that lack an answer: refuse or leave-out."),
]
Open = Annotated[bool, typer.Option("--open", help="Open a draft when the items are in, and take the annotations.")]
Supersede = Annotated[
    bool, typer.Option("--supersede", help="What a rater has judged otherwise already is superseded.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would come in, and store nothing.")]


@dataclass(frozen=True, slots=True)
class MappingOptions:
    """What stands where in Label Studio's files, and what it is here."""

    field: Fields = None
    system: Systems = None
    group: Group = ""
    id_: ItemId = ""
    times: Times = ""
    offset: Offset = 0.0
    first_frame: FirstFrame = 0
    fps: Rate = ""
    rater: Raters = None
    control: Controls = None
    label: Labels = None
    duplicates: Duplicates = "refuse"
    incomplete: Incomplete = "refuse"

    def written(self) -> "WrittenOptions":
        from jurybox.studies.carry.label_studio import WrittenOptions

        return WrittenOptions(
            fields=self.field or [],
            systems=self.system or [],
            group=self.group,
            id=self.id_,
            times=self.times,
            offset=self.offset,
            first_frame=self.first_frame,
            fps=self.fps,
            controls=self.control or [],
            labels=self.label or [],
            raters=self.rater or [],
            duplicates=self.duplicates,
            incomplete=self.incomplete,
        )


@dataclass(frozen=True, slots=True)
class IntakeOptions:
    """What becomes of it."""

    open_: Open = False
    supersede: Supersede = False
    dry_run: DryRun = False


@app.command(
    "import",
    epilog=examples(
        "jurybox label-studio import films tasks.json --media clips --offset 1 --dry-run",
        "jurybox label-studio import films export.json --media clips --rater 5=Ben --rater 8=Ben --open",
    ),
)
@stacked
def import_(
    study: Study,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Task JSON, export JSON or JSON-MIN.", readable=False)
    ],
    *,
    beside: MediaOptions,
    mapping: MappingOptions,
    intake: IntakeOptions,
    where: Where,
) -> None:
    """Take tasks as items and outputs, and annotations as judgements, into a study.

    All or nothing: if anything is wrong, every fault is printed with its file and line. Importing a file again changes
    nothing. Names of models and reference texts never reach a rater.
    """
    from jurybox.cli.files.label_studio_output import tell_import
    from jurybox.studies.carry.label_studio import import_label_studio, options_of

    with workbench(where.config()) as bench, progress_bar("Reading") as progress:
        outcome = import_label_studio(
            bench,
            study,
            files,
            options_of(mapping.written()),
            beside.media,
            beside.people,
            dry_run=intake.dry_run,
            open_study=intake.open_,
            supersede=intake.supersede,
            progress=progress,
        )
    tell_import(study, outcome, intake.dry_run, mapping.offset)


@dataclass(frozen=True, slots=True)
class ProtocolOptions:
    """What the configuration does not say of the protocol."""

    id_: Annotated[str, typer.Option("--id", metavar="ID", help="The id of the protocol.")] = "draft"
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Its title.")] = "Draft"
    language: Annotated[
        str, typer.Option("--language", metavar="TAG", help="The language of the configuration's texts.")
    ] = "en"
    segments: Annotated[
        int | None,
        typer.Option(
            "--segments", metavar="N", min=0, help="How many segments a Repeater goes through; 0 for candidates."
        ),
    ] = None


@app.command(
    epilog=examples(
        "jurybox label-studio protocol config.xml --to films.yaml --id films --title Films",
        "jurybox label-studio protocol config.xml --to films.yaml --tasks tasks.json",
    )
)
@stacked
def protocol(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="The labeling configuration, XML.", readable=False)],
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="The protocol file to write.", readable=False)],
    *,
    draft: ProtocolOptions,
    tasks: Annotated[
        Path | None,
        typer.Option(
            "--tasks", metavar="FILE", help="Tasks, which tell what the Repeater goes through.", readable=False
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
) -> None:
    """Make a draft protocol of a labeling configuration, and name everything that it could not carry."""
    from jurybox.studies.carry.label_studio import draft_from_config, draft_wishes

    wishes = draft_wishes(draft.id_, draft.title, draft.language, draft.segments)
    made = draft_from_config(config, to, wishes, tasks, force)
    say(f"{made.path} is a draft of {made.name}. Check it: jurybox check {made.path}")
    for name, paths in made.fields.items():
        say(f"  {name}: {', '.join(paths)}")
    if made.notes:
        say("Not carried, or not as it was:")
    for note in made.notes:
        say(f"  {note}")


@app.command(
    epilog=examples(
        "jurybox label-studio export films --to films",
        "jurybox label-studio export films --to films --rater Ana=ana@example.org --prefix /data/local-files/?d=films/",
    )
)
@stacked
def export(
    study: Study,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="The folder to write.", readable=False)],
    *,
    rater: Annotated[
        list[str] | None,
        typer.Option("--rater", metavar="NAME=EMAIL", help="The account of a rater in Label Studio. Repeatable."),
    ] = None,
    prefix: Annotated[
        str, typer.Option("--prefix", metavar="TEXT", help="Put before the names of media, to make them addresses.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Write into a folder that has files in it.")] = False,
    where: Where,
) -> None:
    """Write a study as tasks with annotations, a labeling configuration, and the media, for Label Studio."""
    from jurybox.cli.files.label_studio_output import tell_export
    from jurybox.studies.carry.label_studio import export_label_studio

    with workbench(where.config()) as bench:
        written = export_label_studio(bench, study, to, rater or [], prefix, force)
        see_names(bench, study)
    say(f"{to} has {plural(written.tasks, 'task')} with {plural(written.annotations, 'annotation')}.")
    tell_export(written)
