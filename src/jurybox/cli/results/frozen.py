"""jurybox results freeze, list, compare, archive, share, revoke: results that stay what they were."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import Json, Study, Where, WhereWithLinks, examples, stacked
from jurybox.cli.output import plural, say, say_json, say_table
from jurybox.cli.seal import see_names
from jurybox.cli.workbench import workbench
from jurybox.core import Conflict
from jurybox.texts import words_in

app = typer.Typer(
    help="Frozen results: dated, with an id to cite them by, compared with today's, shared by a link.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples("jurybox results freeze titles", "jurybox results list titles"),
)
Frozen = Annotated[str, typer.Argument(metavar="ID", help="The id of a frozen result, such as titles-2026-11-18-1.")]


@dataclass(frozen=True, slots=True)
class FreezeOptions:
    """How the results are wanted."""

    level: Annotated[
        str | None, typer.Option("--level", metavar="LEVEL", help="nominal, ordinal, interval or ratio.")
    ] = None
    by: Annotated[str | None, typer.Option("--by", metavar="group", help="Results of each group of items too.")] = None
    cluster_rule: Annotated[
        str, typer.Option("--cluster-rule", metavar="RULE", help="permutation, wmt22, wmt24, wmt25 or mtme.")
    ] = "permutation"
    pool: Annotated[bool, typer.Option("--pool", help="All questions as one.")] = False
    full: Annotated[bool, typer.Option("--full", help="The slow models too.")] = False


@app.command(epilog=examples("jurybox results freeze titles", "jurybox results freeze titles --by group"))
@stacked
def freeze(study: Study, *, wish: FreezeOptions, json: Json = False, where: Where) -> None:
    """Compute the results of a study and freeze them: what comes later changes nothing in them."""
    from jurybox.studies.results import ResultsOptions, compute, freeze_results

    with workbench(where.config()) as bench:
        options = ResultsOptions(**asdict(wish))
        compute(bench, study, options)
        made = freeze_results(bench, study, options)
    if json:
        say_json(made)
    else:
        say(f"The result is frozen as {made['id']}, after {plural(made['judgements'], 'judgement')}.")


@app.command("list", epilog=examples("jurybox results list titles", "jurybox results list titles --json"))
@stacked
def list_(study: Study, *, json: Json = False, where: WhereWithLinks) -> None:
    """List what was frozen of a study, and the links by which it is shared."""
    from jurybox.studies.results import list_frozen, list_shares

    config = where.config()
    with workbench(config) as bench:
        found, links = list_frozen(bench, study), list_shares(bench, study)
    if json:
        say_json({"frozen": found, "links": [{**link, "url": config.url() + link["path"]} for link in links]})
        return
    rows = [(one["id"], one["frozen_at"][:19], one["frozen_by"], one["judgements"]) for one in found]
    say_table(("ID", "FROZEN", "BY", "JUDGEMENTS"), rows)
    if links:
        say()
        named = [(one["result"], one["id"], one["names"], config.url() + one["path"]) for one in links]
        say_table(("SHARED", "LINK", "NAMES", "ADDRESS"), [(a, b, "yes" if c else "no", d) for a, b, c, d in named])


@app.command(epilog=examples("jurybox results compare titles titles-2026-11-18-1"))
@stacked
def compare(study: Study, frozen: Frozen, *, json: Json = False, where: Where) -> None:
    """Say what has changed since a result was frozen: judgements, what was done, the numbers that moved."""
    from jurybox.studies.results import ResultsOptions, compare_frozen, compute, find_frozen, read_wish

    with workbench(where.config()) as bench:
        result, _ = find_frozen(bench, study, frozen)
        see_names(bench, study)
        wish: ResultsOptions = read_wish(result["settings"])
        compute(bench, study, wish)
        found = compare_frozen(bench, study, frozen, words_in("en", bench.texts))
    if json:
        say_json(asdict(found))
        return
    if found.is_same:
        say(f"Nothing has changed since {frozen}.")
        return
    if found.judgements:
        say(f"{plural(found.judgements, 'judgement')} came in since.")
    for entry in found.happened:
        say(f"{entry['at'][:19]} {entry['who']}: {entry['words']}")
    if found.version:
        say(f"It was computed by Jurybox {found.version}.")
    say(f"Numbers that moved: {len(found.moved)} of {found.compared}.")
    if found.moved:
        rows = [(one.question, one.what, one.system, one.then, one.now) for one in found.moved]
        say_table(("QUESTION", "NUMBER", "SYSTEM", "FROZEN", "TODAY"), rows)


@app.command(epilog=examples("jurybox results archive titles titles-2026-11-18-1 --to result.zip"))
@stacked
def archive(
    study: Study,
    frozen: Frozen,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="The file to write.", readable=False)],
    *,
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="The language of the report in it.")] = "en",
    where: Where,
) -> None:
    """Write a frozen result into one file: findings, report and tables."""
    from jurybox.studies.results import check_language, frozen_archive

    check_language(lang)
    if to.exists():
        raise Conflict.of("export.exists", given=str(to))
    with workbench(where.config()) as bench:
        packed = frozen_archive(bench, study, frozen, lang)
        see_names(bench, study)
        to.write_bytes(packed)
    say(f"The frozen result {frozen} is in {to}.")


@app.command(epilog=examples("jurybox results share titles titles-2026-11-18-1 --names"))
@stacked
def share(
    study: Study,
    frozen: Frozen,
    *,
    names: Annotated[bool, typer.Option("--names", help="With the names of systems; the history will say so.")] = False,
    where: WhereWithLinks,
) -> None:
    """Print a link by which anybody reads a frozen result without signing in, until it is revoked."""
    from jurybox.studies.results import share_frozen

    config = where.config()
    with workbench(config) as bench:
        say(config.url() + share_frozen(bench, study, frozen, names)["path"])


@app.command(epilog=examples("jurybox results revoke titles 018bcfe5-6800-7000-8000-00000000aaaa"))
@stacked
def revoke(
    study: Study,
    link: Annotated[str, typer.Argument(metavar="LINK", help="The id of a link, as jurybox results list has it.")],
    *,
    where: Where,
) -> None:
    """Revoke a link: it shows nothing any more."""
    from jurybox.studies.results import revoke_share

    with workbench(where.config()) as bench:
        revoke_share(bench, study, link)
    say("The link is revoked.")
