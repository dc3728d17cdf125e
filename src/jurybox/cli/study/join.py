"""jurybox study join: the link by which raters join a study themselves."""

from dataclasses import dataclass
from typing import Annotated

import typer

from jurybox.cli.options import Study, WhereWithLinks, examples, stacked
from jurybox.cli.output import say
from jurybox.cli.workbench import workbench
from jurybox.core import NotFound

STATES = {
    "open": "Whoever opens it can join.",
    "full": "All its places are taken.",
    "ended": "Its time is over.",
    "closed": "It is closed.",
    "waiting": "It waits for the study to be open.",
}


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox study join titles --most 50",
            "jurybox study join titles",
            "jurybox study join titles --for prolific",
            "jurybox study join titles --close",
        )
    )(join)


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """Who may join."""

    most: Annotated[int | None, typer.Option("--most", metavar="N", help="So many may join; no limit by default.")] = (
        None
    )
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="To the end of this day, or before this time.")
    ] = None
    group: Annotated[
        list[str] | None, typer.Option("--group", metavar="NAME", help="They rate this group only. Repeatable.")
    ] = None
    open: Annotated[bool, typer.Option("--open", help="Make the link without any limit, or take its limits away.")] = (
        False
    )


@stacked
def join(
    study: Study,
    *,
    options: JoinOptions,
    renew: Annotated[bool, typer.Option("--renew", help="Make a new link; by the old one nobody joins.")] = False,
    close: Annotated[bool, typer.Option("--close", help="Nobody joins any more until it is set again.")] = False,
    platform: Annotated[
        str | None, typer.Option("--for", metavar="NAME", help="The address for prolific or mturk, who fill it in.")
    ] = None,
    where: WhereWithLinks,
) -> None:
    """Print the link by which raters join a study themselves; make it, change it, or close it."""
    from jurybox.studies.people import (
        PLATFORM_QUERIES,
        JoinWish,
        close_join_link,
        renew_join_link,
        set_join_link,
        show_join_link,
    )

    if platform is not None and platform not in PLATFORM_QUERIES:
        raise NotFound.of("join.unknown_platform", "for", platform, sorted(PLATFORM_QUERIES))
    config, o = where.config(), options
    with workbench(config) as bench:
        if close:
            found = close_join_link(bench, study)
        elif o.open or o.most is not None or o.until or o.group:
            found = set_join_link(bench, study, JoinWish(o.most, o.until, tuple(o.group or ())))
        else:
            shown = show_join_link(bench, study)
            if shown is None:
                raise NotFound.of("join.none", given=study)
            found = shown
        if renew:
            found = renew_join_link(bench, study)
    say(config.url() + (found.path if platform is None else found.path_for(platform)))
    limit = "" if found.most is None else f" of {found.most}"
    say(f"{STATES[found.state]} Joined: {found.joined}{limit}.")
