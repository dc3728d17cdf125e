"""jurybox rater add, list, link, sheet, pay, merge, groups, revoke, erase."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.erasing import Yes, confirm, tell_still_held
from jurybox.cli.options import Json, Study, Where, WhereWithLinks, examples, stacked
from jurybox.cli.output import plural, say, say_json, say_table
from jurybox.cli.workbench import workbench
from jurybox.core import Conflict

app = typer.Typer(
    help="Raters of a study and their links.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples("jurybox rater add titles Ana", "jurybox rater list titles"),
)


@dataclass(frozen=True, slots=True)
class MembershipOptions:
    """What a rater may rate, and how they come."""

    group: Annotated[
        list[str] | None, typer.Option("--group", metavar="NAME", help="Only units of this group. Repeatable.")
    ] = None
    stage: Annotated[list[str] | None, typer.Option("--stage", metavar="ID", help="Only this stage. Repeatable.")] = (
        None
    )
    language: Annotated[
        str | None, typer.Option("--language", metavar="CODE", help="The language of pages and guideline.")
    ] = None
    platform_id: Annotated[
        str | None, typer.Option("--platform-id", metavar="ID", help="The rater's id on a platform such as Prolific.")
    ] = None
    same_name: Annotated[
        bool, typer.Option("--same-name", help="Also where the study has a rater of that name already.")
    ] = False


Rater = Annotated[str, typer.Argument(metavar="RATER", help="The rater's name, or id where two have one name.")]


@app.command(
    epilog=examples(
        "jurybox rater add titles Ana",
        "jurybox rater add captions Beto --group es --language es",
        "jurybox rater add tweets Chen --stage fluency",
        "jurybox rater add captions --file raters.txt",
    )
)
@stacked
def add(
    study: Study,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A name that only organisers see.")] = "",
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            metavar="FILE",
            help="A text file with one rater per line: name; groups; language. All are added, or none.",
            readable=False,
        ),
    ] = None,
    membership: MembershipOptions,
    where: WhereWithLinks,
) -> None:
    """Add a rater to a study, or all of a list, and print the links."""
    from jurybox.studies.people import add_rater, add_raters, read_list_file, refuse_taken_name

    config, m = where.config(), membership
    with workbench(config) as bench:
        if file is not None:
            added = add_raters(bench, study, read_list_file(file, name))
            say_table(("NAME", "LINK"), [(info.name, config.url() + info.path) for info in added])
            return
        if not m.same_name:
            refuse_taken_name(bench, study, name)
        found = add_rater(bench, study, name, m.group, m.stage, m.language, m.platform_id)
    say(config.url() + found.path)


@app.command("list", epilog=examples("jurybox rater list titles", "jurybox rater list titles --json"))
@stacked
def list_(study: Study, *, json: Json = False, where: WhereWithLinks) -> None:
    """List the raters of a study, how many units each has finished, and their links."""
    from jurybox.studies.people import list_raters

    config = where.config()
    with workbench(config) as bench:
        found = list_raters(bench, study)
    links = {r.id: None if r.revoked else config.url() + r.path for r in found}
    if json:
        say_json([{**{k: v for k, v in asdict(r).items() if k != "path"}, "link": links[r.id]} for r in found])
        return
    rows = [(r.name, r.groups, r.stages, r.language, r.done, links[r.id] or "revoked") for r in found]
    say_table(("NAME", "GROUPS", "STAGES", "LANGUAGE", "DONE", "LINK"), rows)


@app.command(epilog=examples("jurybox rater link titles Ana", "jurybox rater link titles Ana --renew"))
@stacked
def link(
    study: Study,
    rater: Rater,
    *,
    renew: Annotated[
        bool, typer.Option("--renew", help="Make a new link; the old one opens nothing any more.")
    ] = False,
    where: WhereWithLinks,
) -> None:
    """Print a rater's link again, or make a new one."""
    from jurybox.studies.people import find_rater, renew_link

    config = where.config()
    with workbench(config) as bench:
        found = renew_link(bench, study, rater) if renew else find_rater(bench, study, rater)
    if found.revoked:
        raise Conflict.of("rater.revoked_already", given=rater)
    say(config.url() + found.path)


@app.command(epilog=examples("jurybox rater sheet titles", "jurybox rater sheet titles --to links.csv"))
@stacked
def sheet(
    study: Study,
    *,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Where to write it; printed where none is said.")
    ] = None,
    where: WhereWithLinks,
) -> None:
    """The links of all raters as csv, each with a mail in the rater's language that brings it."""
    from jurybox.studies.people import link_cards, links_file

    config = where.config()
    with workbench(config) as bench:
        lines = b"".join(links_file(link_cards(bench, study, config.url())))
    if to is None:
        say(lines.decode().rstrip())
        return
    to.write_bytes(lines)
    say(f"Wrote {to}.")


@app.command(
    epilog=examples("jurybox rater pay titles --hourly 14", "jurybox rater pay titles --reward 5 --to pay.csv")
)
@stacked
def pay(
    study: Study,
    *,
    hourly: Annotated[
        float | None, typer.Option("--hourly", metavar="SUM", help="What an hour is to be paid at the least.")
    ] = None,
    reward: Annotated[
        float | None, typer.Option("--reward", metavar="SUM", help="What each is paid for taking part.")
    ] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="Write a csv file instead.")] = None,
    where: Where,
) -> None:
    """Show how long each rater worked, by the page's and the server's clock, and what that is worth."""
    from jurybox.studies.people import PayWish, pay_file, pay_sheet

    with workbench(where.config()) as bench:
        lines = pay_sheet(bench, study, PayWish(hourly, reward))
    if to is not None:
        to.write_bytes(b"".join(pay_file(lines)))
        say(f"Wrote {to}.")
        return
    header = ("RATER", "NAME", "ENDED", "UNITS", "PAGE_MINUTES", "SERVER_MINUTES", "PAY", "PER_HOUR", "REVIEW")
    rows = [
        (x.number, x.name, x.ended, x.units, x.page_minutes, x.server_minutes, x.pay, x.per_hour, x.review or "-")
        for x in lines
    ]
    say_table(header, rows)


@app.command(
    epilog=examples(
        "jurybox rater merge titles R4 --into R2 --dry-run",
        'jurybox rater merge titles "Ana B." --into Ana',
    )
)
@stacked
def merge(
    study: Study,
    rater: Annotated[str, typer.Argument(metavar="RATER", help="The account to give up: a name, a number or an id.")],
    *,
    into: Annotated[str, typer.Option("--into", metavar="RATER", help="The account that remains.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would change.")] = False,
    where: Where,
) -> None:
    """Make two accounts of one person one. Judgements stay; both links open the account that remains.

    Of a unit that both have judged the earlier judgement counts, and the other slot opens again.
    """
    from jurybox.studies.people import look_at_merging, merge_raters

    with workbench(where.config()) as bench:
        found = (look_at_merging if dry_run else merge_raters)(bench, study, rater, into)
    kept, merged = f"{found.kept.number} {found.kept.name}", f"{found.merged.number} {found.merged.name}"
    say(f"{merged} {'would be' if dry_run else 'is'} merged into {kept}: {plural(found.judgements, 'judgement')}.")
    say(f"{plural(found.shared, 'unit')} of both; slots that open again: {found.reopened}.")


@app.command(
    epilog=examples(
        "jurybox rater groups captions Ana --group es",
        "jurybox rater groups captions Ana",
        "jurybox rater groups captions --by-language",
    )
)
@stacked
def groups(
    study: Study,
    rater: Annotated[str, typer.Argument(metavar="[RATER]", help="The rater's name or id.")] = "",
    *,
    group: Annotated[
        list[str] | None, typer.Option("--group", metavar="NAME", help="A group they rate. Repeatable; none means all.")
    ] = None,
    by_language: Annotated[
        bool,
        typer.Option("--by-language", help="Instead: every rater of all groups gets the one named as their language."),
    ] = False,
    where: Where,
) -> None:
    """Change which groups a rater is given from now on. What they have in hand stays theirs to finish."""
    from jurybox.studies.people import groups_by_language, set_groups

    with workbench(where.config()) as bench:
        changed = groups_by_language(bench, study) if by_language else [set_groups(bench, study, rater, group or [])]
    for info in changed:
        say(f"{info.name} is given {', '.join(info.groups) or 'all groups'}.")


@app.command(epilog=examples("jurybox rater revoke titles Ana"))
@stacked
def revoke(study: Study, rater: Rater, where: Where) -> None:
    """End a rater's access. Their judgements stay."""
    from jurybox.studies.people import revoke_rater

    with workbench(where.config()) as bench:
        found = revoke_rater(bench, study, rater)
    say(f"{found.name} can no longer open study {study}.")


@app.command(epilog=examples("jurybox rater erase titles Ana --yes"))
@stacked
def erase(study: Study, rater: Rater, *, yes: Yes = False, where: Where) -> None:
    """Forget who a rater is, in every study: name, platform, links. Their judgements stay, nameless."""
    from jurybox.studies import erase_rater

    confirm(yes, f"{rater} will be forgotten for good, in every study")
    with workbench(where.config()) as bench:
        tell_still_held(erase_rater(bench, study, rater))
