"""jurybox study suggest: answers from elsewhere that raters are to correct."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import plural, say, say_json
from jurybox.cli.progress import progress_bar
from jurybox.cli.workbench import workbench
from jurybox.texts import line_of

if TYPE_CHECKING:
    from jurybox.studies.carry.suggestions import BroughtSuggestions, SuggestionWish

LEFT_OUT = {"cannot": "could not be judged", "by_rule": "made by a rule", "uncounted": "not counted there"}


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox study suggest titles --from earlier",
            "jurybox study suggest titles --from mqm.tsv --as wmt-mqm --rater rater1 --hold-out 0.25",
            "jurybox study suggest titles --drop",
        )
    )(suggest)


@dataclass(frozen=True, slots=True)
class SuggestOptions:
    """Where suggestions come from, and how they are taken."""

    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE|STUDY", help="A file of ratings (with --as), or a study of this server."),
    ] = None
    format: Annotated[
        str | None, typer.Option("--as", metavar="FORMAT", help="What the file is; jurybox formats lists them.")
    ] = None
    rater: Annotated[
        str | None, typer.Option("--rater", metavar="NAME", help="Take only what this rater or system said.")
    ] = None
    hold_out: Annotated[
        float | None,
        typer.Option("--hold-out", metavar="SHARE", min=0, max=1, help="The share of units without suggestions."),
    ] = None
    replace: Annotated[bool, typer.Option("--replace", help="Drop earlier suggestions.")] = False
    drop: Annotated[bool, typer.Option("--drop", help="Drop all suggestions, and show none.")] = False

    def wish(self) -> "SuggestionWish":
        from jurybox.studies.carry import RatingsSource
        from jurybox.studies.carry.suggestions import SuggestionWish

        file = RatingsSource(Path(self.source or ""), self.format) if self.format is not None else None
        study = self.source if file is None else None
        return SuggestionWish(file, study, self.rater, self.replace, self.hold_out)


@stacked
def suggest(study: Study, *, how: SuggestOptions, json: Json = False, where: Where) -> None:
    """Bring answers from elsewhere into a draft: raters keep, change or remove each. Without options, list them.

    All or nothing: if anything is wrong, every fault is printed and nothing is suggested. Where they come from is never
    shown to raters. A share of each rater's units comes without suggestions, to measure what they do.
    """
    from jurybox.studies.carry.suggestions import drop_suggestions, suggest, told_suggestions

    with workbench(where.config()) as bench, progress_bar("Suggesting") as progress:
        if how.drop:
            say(f"Dropped from study {study}: {plural(drop_suggestions(bench, study), 'suggestion')}.")
            return
        if how.source is not None:
            brought = suggest(bench, study, how.wish(), progress=progress)
            if not json:
                _tell(brought)
                return
        told = told_suggestions(bench, study)
    if json:
        say_json(told)
    for line in [] if json else told:
        say(f"{line['question']}: {plural(line['count'], 'suggestion')} from {line['origin']}")


def _tell(brought: "BroughtSuggestions") -> None:
    say(f"{plural(brought.suggestions, 'suggestion')} for {plural(brought.items, 'item')} from {brought.origin}.")
    for question, count in sorted(brought.questions.items()):
        say(f"  {question}: {count:,}")
    if brought.dropped:
        say(f"Dropped: {plural(brought.dropped, 'earlier suggestion')}.")
    for cause, count in sorted(brought.left_out.items()):
        say(f"Left out ({LEFT_OUT.get(cause, cause)}): {plural(count, 'rating')}.")
    if brought.unused:
        say(f"Not used: {', '.join(brought.unused)}.")
    say(f"Held out without suggestions: {100 * brought.hold_out:.4g} % of each rater's units.")
    for note in brought.notes:
        say(line_of(note))
