"""jurybox film: audio descriptions and a film become groups of segments with their clips."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Encoding, Json, Where, examples, stacked
from jurybox.cli.output import plural, say, say_json, tell_faults
from jurybox.cli.progress import progress_bar
from jurybox.cli.workbench import workbench

if TYPE_CHECKING:
    from jurybox.studies.carry import PlannedFilms, WantedFilms, WrittenFolder

Descriptions = Annotated[
    list[str],
    typer.Argument(metavar="SYSTEM=FILE...", help="Descriptions by a system, .srt or a table; or a table of all."),
]
Films = Annotated[
    list[str] | None,
    typer.Option(
        "--film", metavar="[TITLE=]FILE", help="The film; its title is the file's name by default. Repeatable."
    ),
]
Clips = Annotated[
    Path | None,
    typer.Option("--clips", metavar="DIR", help="The folder of the clips that the tables name.", readable=False),
]
Characters = Annotated[
    Path | None,
    typer.Option("--characters", metavar="FILE", help="A JSON file with the people of each film.", readable=False),
]
Reference = Annotated[
    list[str] | None, typer.Option("--reference", metavar="SYSTEM", help="A human reference. Repeatable.")
]
Eligible = Annotated[
    str, typer.Option("--group", metavar="TEXT", help="The items' group, which says who may rate them: a language.")
]
GroupsOf = Annotated[
    int, typer.Option("--groups-of", metavar="N", min=1, max=99, help="Consecutive segments in a group.")
]
Drop = Annotated[int, typer.Option("--drop", metavar="N", min=0, help="Leave out the first and last N of each film.")]
Sample = Annotated[
    int | None, typer.Option("--sample", metavar="N", min=1, help="So many groups by chance; all by default.")
]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="TEXT", help="What the sample is drawn from; random by default.")
]
Margin = Annotated[
    float, typer.Option("--margin", metavar="SECONDS", min=0, max=600, help="Film before and after a group.")
]
Repeats = Annotated[
    int, typer.Option("--repeats", metavar="N", min=0, help="So many of all units come again to who rates them all.")
]
To = Annotated[
    Path | None,
    typer.Option("--to", metavar="DIR", help="The folder to write; nothing may stand in it yet.", readable=False),
]
Into = Annotated[
    str | None, typer.Option("--study", metavar="STUDY", help="Add to this study instead of writing a folder.")
]


@dataclass(frozen=True, slots=True)
class FilmOptions:
    """Which films, and how they are cut."""

    films: Films = None
    clips: Clips = None
    characters: Characters = None
    reference: Reference = None
    group: Eligible = ""
    groups_of: GroupsOf = 3
    drop: Drop = 0
    sample: Sample = None
    seed: Seed = None
    margin: Margin = 1.0
    repeats: Repeats = 0
    encoding: Encoding = None

    def titled(self) -> list[tuple[str, Path]]:
        from jurybox.studies.carry import named

        return [named(text, Path(text)) for text in self.films or []]

    def wanted(self, descriptions: list[str]) -> "WantedFilms":
        from jurybox.studies.carry import WantedFilms, named

        return WantedFilms(
            [named(text, Path(text)) for text in descriptions],
            {title or path.stem: path for title, path in self.titled()},
            self.seed or os.urandom(8).hex(),
            clips=self.clips,
            people=self.characters,
            references=self.reference or [],
            group=self.group,
            size=self.groups_of,
            drop=self.drop,
            sample=self.sample,
            margin=self.margin,
            repeats=self.repeats,
            encoding=self.encoding,
        )


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox film narra=narra.srt quill=quill.srt --film tea.mp4 --to tea",
            "jurybox film narra=a.srt human=b.srt --film Tea=tea.mkv --reference human --sample 200 --seed 7 --to tea",
            "jurybox film all.csv --film Tea=tea.mp4 --film Rain=rain.mp4 --characters people.json --study films",
        )
    )(film)


@stacked
def film(
    descriptions: Descriptions,
    *,
    cutting: FilmOptions,
    to: To = None,
    study: Into = None,
    json: Json = False,
    where: Where,
) -> None:
    """Cut a film into groups of consecutive audio descriptions, the same positions for every system.

    Clips are exact to the frame and play in every browser. All that is wrong is said at once, with file and line.
    """
    from jurybox.studies.carry import film_into_folder, film_into_study

    if (to is None) == (study is None):
        raise typer.BadParameter("Say either --to DIR or --study STUDY.")
    if study and cutting.repeats:
        raise typer.BadParameter("--repeats goes with --to: a study that exists has its share of repeats already.")
    wanted = cutting.wanted(descriptions)
    if len(wanted.films) < len(cutting.titled()):
        raise typer.BadParameter("Two films have one title. Say TITLE=FILE.")
    if to:
        with progress_bar("Cutting") as progress:
            plan, written = film_into_folder(wanted, to, progress)
    else:
        assert study is not None
        with workbench(where.config()) as bench, progress_bar("Cutting") as progress:
            plan, written, _ = film_into_study(bench, study, wanted, progress)
    _tell(plan, written, wanted, study, json)


def _tell(plan: "PlannedFilms", written: "WrittenFolder", wanted: "WantedFilms", study: str | None, json: bool) -> None:
    tell_faults([*plan.notes, *written.notes], sys.stderr)
    if json:
        told = {"groups": written.groups, "units": written.units, "seconds": written.seconds, "seed": wanted.seed}
        say_json({**told, "systems": plan.systems(), "repeats": written.share})
        return
    for title, count in plan.counts.items():
        left = f"{count.dropped} dropped, {count.incomplete} not by every system, {count.left_over} left over"
        say(f"{title}: {plural(count.positions, 'position')}, {plural(len(count.groups), 'group')} ({left}).")
    systems = plan.systems()
    named = f"{plural(len(systems), 'system')} ({', '.join(systems)})"
    chosen = f"{plural(written.groups, 'group')} of {named}: {plural(written.units, 'unit')}, seed {wanted.seed}."
    say(f"{chosen} {plural(written.groups, 'clip')}, {written.seconds / 60:.1f} minutes.")
    if study:
        say(f"They are in study {study}.")
        return
    more = f" --people {written.people}" if written.people else ""
    more += f" --settings {written.settings}" if written.settings else ""
    folder = written.folder
    say(
        "Make a study of it: jurybox study create KEY --protocol audio-description"
        f" --items {folder / 'items.jsonl'} --media {folder}{more}"
    )
