"""jurybox study archive, reopen, copy: a study as one file, on another server, and once more."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import Study, Where, examples, stacked
from jurybox.cli.output import plural, say
from jurybox.cli.progress import progress_bar
from jurybox.cli.seal import see_names, under_its_seal
from jurybox.cli.workbench import workbench
from jurybox.core import Refused

Key = Annotated[str, typer.Argument(metavar="KEY", help="The key of the new study: a-z, 0-9 and -.")]


@dataclass(frozen=True, slots=True)
class CopiedOptions:
    """Which part of a study is copied."""

    items: Annotated[
        Path | None,
        typer.Option("--items", metavar="FILE", help="Only the items whose keys stand in this file, one to a line."),
    ] = None
    system: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Only this system. Repeatable.")
    ] = None

    def keys(self) -> list[str] | None:
        from jurybox.studies.lifecycle import read_keys

        if self.items is None:
            return None
        try:
            return read_keys(self.items.read_bytes().decode("utf-8-sig"))
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not UTF-8"
            raise Refused.of("copy.unreadable", "items", str(self.items), reason=reason) from error


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox study archive titles --to titles.zip",
            "jurybox study archive titles --to titles.zip --lang de --with-questionnaire",
        )
    )(archive)
    app.command(
        epilog=examples(
            "jurybox study reopen titles",
            "jurybox study reopen titles.zip --data other-folder",
            "jurybox study reopen titles.zip --as titles-2025",
        )
    )(reopen)
    app.command(
        epilog=examples(
            "jurybox study copy titles titles-2027",
            "jurybox study copy titles pilot --name Pilot",
            "jurybox study copy titles disputed --items keys.txt --system ours --system theirs",
        )
    )(copy)


@stacked
def archive(
    study: Study,
    to: Annotated[
        Path, typer.Option("--to", metavar="FILE", help="The file to write, such as titles.zip.", readable=False)
    ],
    *,
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="The language of the report in it.")] = "en",
    with_questionnaire: Annotated[
        bool,
        typer.Option("--with-questionnaire", help="Also what raters said about themselves; it may tell who they are."),
    ] = False,
    where: Where,
) -> None:
    """Write a study into one file: protocol, guideline, items, media, judgements and report.

    Raters are opaque ids in it: no name, no link, no id of a platform. The study stays as it is.
    """
    from jurybox.studies.carry.archive import write_archive

    with workbench(where.config()) as bench:
        see_names(bench, study)
        made = write_archive(bench, study, to, lang, with_questionnaire)
    files = f", {plural(made.media, 'file')} of media" if made.media else ""
    report = " and the report" if made.report else ""
    say(f"Study {study} is in {to}: {_counts(made.rows)}{files}{report}.")


@stacked
def reopen(
    what: Annotated[
        str, typer.Argument(metavar="STUDY|FILE", help="The key of a closed study, or the file of an archive.")
    ],
    *,
    key: Annotated[
        str | None,
        typer.Option("--as", metavar="KEY", help="Of an archive: another key; that of the archived study by default."),
    ] = None,
    where: Where,
) -> None:
    """Open a closed study again, or make the study of an archive one of this server.

    What came while a study was closed goes back to its raters as drafts; it counts once they have sent it again.
    An archive comes with all its judgements, all of it or nothing; its raters are called R1, R2 and so on, as in
    reports, and have new links.
    """
    from jurybox.studies.carry.archive import reopen_archive
    from jurybox.studies.lifecycle import KEY, reopen_study

    file = Path(what)
    if key is None and KEY.fullmatch(what) and not file.is_file():
        with workbench(where.config()) as bench:
            given_back = reopen_study(bench, what)
        back = f" {plural(given_back, 'judgement')} went back to the raters as drafts." if given_back else ""
        say(f"Study {what} is open again.{back}")
        return
    with workbench(where.config(), make=True) as bench:
        made = reopen_archive(bench, file, key)
    say(f"Study {made.key} is here, {made.state}: {_counts(made.rows)}.")


def _counts(rows: dict[str, int]) -> str:
    nouns = (("item", "item"), ("output", "output"), ("membership", "rater"), ("judgement", "judgement"))
    return ", ".join(plural(rows[table], noun) for table, noun in nouns)


@stacked
def copy(
    study: Study,
    key: Key,
    *,
    name: Annotated[
        str | None, typer.Option("--name", metavar="TEXT", help="What raters read; the name of the old one by default.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="TEXT", help="What every order is drawn from; random by default.")
    ] = None,
    which: CopiedOptions,
    where: Where,
) -> None:
    """Copy a study without its judgements and raters, as a new draft: for next year, or for other raters.

    Protocol, newest guideline, settings, items and outputs come along; what was withdrawn, and the completion code of
    a platform, do not.
    """
    from jurybox.studies.lifecycle import StudyCopy, copy_study

    with (
        workbench(where.config()) as bench,
        under_its_seal(bench, study),
        progress_bar("Copying") as progress,
    ):
        row, batch = copy_study(bench, study, StudyCopy(key, name, seed, which.keys(), which.system), progress)
    say(f"Study {key} is a draft like {study}, seed {row.seed}.")
    say(f"{plural(len(batch.items), 'item')}, {plural(len(batch.outputs), 'output')}.")
    say(f"Open it: jurybox study open {key}")
