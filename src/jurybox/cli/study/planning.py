"""jurybox study set, estimate, check, rehearse, plan: a draft before it opens."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import REFUSED, say, say_json
from jurybox.cli.seal import under_its_seal
from jurybox.cli.workbench import workbench

Raters = Annotated[int | None, typer.Option("--raters", metavar="N", help="How many raters are expected.")]
Seconds = Annotated[float | None, typer.Option("--seconds", metavar="N", help="How long a judgement takes.")]
Pay = Annotated[float | None, typer.Option("--pay", metavar="AMOUNT", help="What an hour is paid.")]
Spread = Annotated[
    float | None,
    typer.Option(
        "--spread", metavar="PERCENT", help="How far answers spread, in per cent of the scale; 25 by default."
    ),
]


@dataclass(frozen=True, slots=True)
class Expected:
    """What an estimate reckons with."""

    raters: Raters = None
    seconds: Seconds = None
    pay: Pay = None
    spread: Spread = None

    def said(self) -> dict[str, object]:
        wishes = {"raters": self.raters, "seconds": self.seconds, "pay": self.pay, "spread": self.spread}
        return {name: value for name, value in wishes.items() if value is not None}


def register(app: typer.Typer) -> None:
    app.command(
        "set",
        epilog=examples("jurybox study set titles quorum=3", "jurybox study set titles --raters 6 --pay 15"),
    )(set_)
    app.command(
        epilog=examples("jurybox study protocol titles esa --dry-run", "jurybox study protocol titles esa --anyway")
    )(protocol)
    app.command(
        epilog=examples("jurybox study estimate titles", "jurybox study estimate titles --set quorum=4 --pay 15")
    )(estimate)
    app.command(epilog=examples("jurybox study check titles"))(check)
    app.command(epilog=examples("jurybox study rehearse titles"))(rehearse)
    app.command(epilog=examples("jurybox study plan titles", "jurybox study plan titles --json"))(plan)


@stacked
def set_(
    study: Study,
    pairs: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME=VALUE...]", help="Settings, such as quorum=3.")
    ] = None,
    *,
    settings: Annotated[
        Path | None, typer.Option("--settings", metavar="FILE", help="Settings in a YAML file.", readable=False)
    ] = None,
    expected: Expected,
    decides: Annotated[
        str | None, typer.Option("--decides", metavar="ID", help="The question or score that decides.")
    ] = None,
    where: Where,
) -> None:
    """Change settings of a draft, and what is expected of it. What is not named stays as it is."""
    from jurybox.studies.lifecycle import change_settings, read_wishes

    wishes = read_wishes(settings, pairs)
    intent = {**expected.said(), **({"decides": decides} if decides else {})}
    with workbench(where.config()) as bench, wishes.placing_faults():
        change_settings(bench, study, wishes.values, intent)
    say(f"The settings of study {study} are changed. What they mean: jurybox study estimate {study}")


@stacked
def protocol(
    study: Study,
    name: Annotated[str, typer.Argument(metavar="PROTOCOL", help="A protocol of the shelf, or a path to one.")],
    *,
    anyway: Annotated[bool, typer.Option("--anyway", help="Let go what does not fit it.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would not fit.")] = False,
    where: Where,
) -> None:
    """Give a draft another protocol. Settings, texts and files stay as far as they fit; what does not is said."""
    from jurybox.studies.lifecycle import change_protocol, find_protocol, protocol_losses, tell_loss
    from jurybox.texts import words_in

    with workbench(where.config()) as bench:
        loaded, words = find_protocol(name, bench.protocols), words_in("en", bench.texts)
        losses = [tell_loss(loss, words) for loss in protocol_losses(bench, study, loaded)]
        for loss in losses:
            say(loss)
        if not dry_run:
            change_protocol(bench, study, loaded, anyway=anyway)
    if not dry_run:
        say(f"Study {study} asks by {loaded.protocol.name} now. Look at it: jurybox study show {study}")
    elif not losses:
        say(f"Everything in study {study} fits {loaded.protocol.name}.")


@stacked
def estimate(
    study: Study,
    *,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="As if this setting were changed. Repeatable."),
    ] = None,
    expected: Expected,
    json: Json = False,
    where: Where,
) -> None:
    """Say what a study would cost and could find. Nothing is changed."""
    from jurybox.studies import view_of
    from jurybox.studies.lifecycle import read_wishes, wished_settings
    from jurybox.studies.planning import estimate_study, tell_estimate
    from jurybox.texts import words_in

    wishes = read_wishes(None, set_)
    with workbench(where.config()) as bench, wishes.placing_faults():
        found = estimate_study(bench, study, wished_settings(bench, study, wishes.values), expected.said())
        told = tell_estimate(view_of(bench, study).protocol, found, words_in("en", bench.texts), "en")
    if json:
        say_json(found)
        return
    say(", ".join(f"{name.lower()}: {number}" for name, number in told.figures) + ".")
    if told.sentence:
        say(" ".join(words for words in (told.sentence, told.verdict, told.half) if words))


@stacked
def check(study: Study, *, json: Json = False, where: Where) -> None:
    """List what would go wrong with a study before it opens, each with its remedy."""
    from jurybox.studies.planning import check_study, tell_remark
    from jurybox.texts import words_in

    with workbench(where.config()) as bench:
        found = check_study(bench, study)
        words = words_in("en", bench.texts)
    if json:
        say_json([{"code": one.code, "words": tell_remark(one, words), "stops": one.stops} for one in found])
    else:
        for one in found:
            say(f"{'Must be mended: ' if one.stops else ''}{tell_remark(one, words)}")
        if not found:
            say(f"Nothing stands against opening. Open it: jurybox study open {study}")
    if any(one.stops for one in found):
        raise typer.Exit(REFUSED)


@stacked
def rehearse(study: Study, *, json: Json = False, where: Where) -> None:
    """Let pretend raters rate a copy of a draft, and say what the real analysis makes of it. Nothing is changed."""
    from jurybox.cli.progress import progress_bar
    from jurybox.studies import view_of
    from jurybox.studies.rehearsal import rehearse as let_them_rate
    from jurybox.studies.rehearsal import tell_rehearsal
    from jurybox.texts import words_in

    with workbench(where.config()) as bench, progress_bar("Rating") as progress:
        found = let_them_rate(bench, study, progress)
        told = tell_rehearsal(found, view_of(bench, study).protocol, words_in("en", bench.texts), "en")
    if json:
        say_json(found)
    else:
        for outcome in told:
            say(outcome.words)


@stacked
def plan(study: Study, *, json: Json = False, where: Where) -> None:
    """Print the plan of a study, and what departed from it since it was sealed."""
    from jurybox.core import NotFound
    from jurybox.studies import tell_history
    from jurybox.studies.planning import plan_of
    from jurybox.texts import words_in

    with workbench(where.config()) as bench, under_its_seal(bench, study):
        found = plan_of(bench, study)
        history = tell_history(bench, study, words_in("en", bench.texts))
    if found is None:
        raise NotFound.of("study.no_plan", given=study)
    if json:
        say_json(found)
        return
    for name, value in found["document"].items():
        say(f"{name}: {value}")
    say(f"hash: {found['hash']}")
    say(f"Sealed {found['sealed_at']}." if found["sealed_at"] else "It is sealed when the study opens.")
    for entry in history:
        if entry["number"] in found["changes"]:
            say(f"{entry['at'][:19]}  {entry['who']}  {entry['words']}")
