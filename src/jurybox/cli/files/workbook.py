"""jurybox workbook write, read, withdraw: raters who work in Excel."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Encoding, Json, Study, Where, examples, stacked
from jurybox.cli.output import plural, say, say_json
from jurybox.cli.workbench import workbench

if TYPE_CHECKING:
    from jurybox.studies.carry.workbooks import OldTaken, OldWorkbookColumns, TakenFile, WrittenWorkbooks

app = typer.Typer(
    help="Workbooks for raters who work in Excel.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples("jurybox workbook write titles --to workbooks", "jurybox workbook read workbooks/titles-Ana.xlsx"),
)
Old = Annotated[
    str | None,
    typer.Option("--old", metavar="STUDY", help="The files are from before Jurybox; into this study."),
]
Source = Annotated[str | None, typer.Option("--source", metavar="COLUMN", help="With --old: the column of the source.")]
Output = Annotated[str | None, typer.Option("--output", metavar="COLUMN", help="With --old: the column of the output.")]
Score = Annotated[
    list[str] | None,
    typer.Option(
        "--score", metavar="COLUMN", help="With --old: the column of the score, or QUESTION=COLUMN. Repeatable."
    ),
]
Whose = Annotated[
    str | None, typer.Option("--rater", metavar="NAME", help="With --old: whose it is; the file's name by default.")
]
Map = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="NAME=COLUMN",
        help="With --old: which column item, system, rater, source, output, comment or a question is in. Repeatable.",
    ),
]
HalfIsZero = Annotated[
    bool,
    typer.Option("--half-is-zero", help="With --old: counts of exactly 0.5 stand for 0: data of a tool without zero."),
]


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """Which workbooks to write."""

    rater: Annotated[
        list[str] | None, typer.Option("--rater", metavar="NAME", help="Only for this rater. Repeatable.")
    ] = None
    units: Annotated[
        int | None,
        typer.Option(
            "--units", metavar="N", min=1, help="How many units a rater is to have in all; an even share by default."
        ),
    ] = None
    force: Annotated[bool, typer.Option("--force", help="Replace workbooks that are there already.")] = False


@dataclass(frozen=True, slots=True)
class OldOptions:
    """What workbooks from before Jurybox hold, and where they go."""

    old: Old = None
    source: Source = None
    output: Output = None
    score: Score = None
    rater: Whose = None
    map_: Map = None
    encoding: Encoding = None
    half_is_zero: HalfIsZero = False

    @property
    def only_with_old(self) -> bool:
        said = (self.source, self.output, self.score, self.rater, self.map_, self.encoding, self.half_is_zero)
        return any(said)

    def columns(self) -> "OldWorkbookColumns":
        from jurybox.studies.carry.workbooks import OldWorkbookColumns
        from jurybox.studies.lifecycle import read_pairs

        scores, mapped = tuple(self.score or ()), read_pairs(self.map_ or [])
        return OldWorkbookColumns(self.source, self.output, scores, self.rater, mapped, self.encoding)


NAMED = 20
"""How many tasks are named one by one."""


@app.command(
    epilog=examples(
        "jurybox workbook write titles --to workbooks",
        "jurybox workbook write titles --to workbooks --rater Ana --rater Beto --units 50",
    )
)
@stacked
def write(
    study: Study,
    to: Annotated[
        Path, typer.Option("--to", metavar="DIR", help="The folder to write; made where there is none.", readable=False)
    ],
    *,
    what: WriteOptions,
    json: Json = False,
    where: Where,
) -> None:
    """Write a workbook for every rater and stage, and reserve its units until it is read back or withdrawn.

    A later stage's workbook is written when the earlier one has been read back, which is then final.
    """
    from jurybox.studies.carry.workbooks import write_workbooks

    with workbench(where.config()) as bench:
        written = write_workbooks(bench, study, to, what.rater, what.units, what.force)
    if json:
        say_json({**asdict(written), "files": [{**asdict(f), "path": str(f.path)} for f in written.files]})
        return
    _tell_written(written)


def _tell_written(written: "WrittenWorkbooks") -> None:
    for file in written.files:
        say(f"{file.path}: {plural(file.units, 'unit')} for {file.rater}, stage {file.stage}.")
        if file.without_picture:
            say(f"  No picture could be shown in {_tasks(file.without_picture)}.")
    for name in written.nothing_for:
        say(f"Nothing to do now for {name}.")
    for name, count in written.too_long.items():
        say(f"{name}: {plural(count, 'unit')} left out, to be rated in the browser: a cell holds 32,767 characters.")
    if written.without_suggestions:
        say("Suggestions are not in workbooks: what comes from these was answered without.")
    if written.not_asked:
        say(f"Not asked in a sheet, which has no cells for them: {', '.join(written.not_asked)}.")


@app.command(
    epilog=examples(
        "jurybox workbook read workbooks/*.xlsx",
        "jurybox workbook read titles-Ana.xlsx --supersede",
        "jurybox workbook read --old titles Ana.xlsx Beto.xlsx",
        'jurybox workbook read --old titles ratings.xlsx --source Article --output B --score "My rating" --rater Ana',
        "jurybox workbook read --old captions scores.csv --map rater=annotator --half-is-zero",
    )
)
@stacked
def read(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="Workbooks that came back, .xlsx; with --old tables of any kind.", readable=False
        ),
    ],
    *,
    supersede: Annotated[
        bool, typer.Option("--supersede", help="Also where a task has been judged otherwise since.")
    ] = False,
    leave_out: Annotated[
        bool,
        typer.Option("--leave-out", help="Go on without units that are incomplete, and old rows that match nothing."),
    ] = False,
    earlier: OldOptions,
    json: Json = False,
    where: Where,
) -> None:
    """Take back filled-in workbooks as judgements: all of them, or nothing and every fault.

    Reading a file again changes nothing; what was not filled in yet can come later.
    """
    from jurybox.studies.carry.workbooks import OldChoices, read_old, read_workbooks

    if earlier.old is None and earlier.only_with_old:
        raise typer.BadParameter(
            "--source, --output, --score, --rater, --map, --encoding and --half-is-zero go with --old STUDY."
        )
    taken: list[TakenFile] | list[OldTaken]
    with workbench(where.config()) as bench:
        if earlier.old is None:
            taken = read_workbooks(bench, files, supersede, leave_out)
        else:
            choices = OldChoices(supersede, leave_out, earlier.half_is_zero)
            taken = read_old(bench, earlier.old, files, earlier.columns(), choices)
    if json:
        say_json([asdict(one) for one in taken])
        return
    for one in taken:
        _tell_taken(one)


TOLD = {
    "replaced": "in place of earlier ones",
    "unchanged": "as before",
    "empty": "not filled in",
    "left_out": "incomplete and left out",
    "unmatched": "that match nothing and are left out",
    "halves": "counts of 0.5 taken as 0",
}


def _tell_taken(one: "TakenFile | OldTaken") -> None:
    known = asdict(one)
    parts = [f"{plural(one.new, 'new judgement')}"]
    parts += [f"{known[name]:,} {words}" for name, words in TOLD.items() if known.get(name)]
    parts += [f"{count:,} kept and not counted ({standing})" for standing, count in one.not_counted.items()]
    whose = f" of {one.rater}" if known.get("headings") else ""
    say(f"{one.file}{whose}: {', '.join(parts)}.")
    if known.get("is_new_rater"):
        say(f"  {one.rater} is a new rater of the study.")
    if headings := known.get("headings"):
        say(f"  Columns: {', '.join(f'{what} {place}' for what, place in headings.items())}.")
    if gone := known.get("gone"):
        say(f"  No longer in the file: {_tasks(gone)}.")


def _tasks(numbers: list[int]) -> str:
    more = f" and {len(numbers) - NAMED:,} more" if len(numbers) > NAMED else ""
    return f"{'task' if len(numbers) == 1 else 'tasks'} {', '.join(map(str, numbers[:NAMED]))}{more}"


@app.command(epilog=examples("jurybox workbook withdraw titles Ana"))
@stacked
def withdraw(
    study: Study,
    rater: Annotated[str, typer.Argument(metavar="RATER", help="The rater's name, or id where two have one name.")],
    where: Where,
) -> None:
    """Give the units of a workbook that will not come back to other raters.

    Should it come back all the same, it is kept, and counts where a unit still needs a rater.
    """
    from jurybox.studies.carry.workbooks import withdraw_workbooks

    with workbench(where.config()) as bench:
        count = withdraw_workbooks(bench, study, rater)
    say(f"{plural(count, 'unit')} of {rater} can be rated by others.")
