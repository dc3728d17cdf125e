"""The pay sheet: how long each rater worked by the page's and by the server's clock, and what that is worth.

Nothing is ever deducted: whoever was screened out, could not judge or was revoked stands in it with all their minutes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jurybox.core import CheckStanding, Fault, Ready, refuse
from jurybox.exchange.files import table_lines
from jurybox.store import MembershipRow, Run, activity, joining, people
from jurybox.studies.workbench import Workbench, view_in

MOST_PAY = 1_000_000
COLUMNS = (
    "number",
    "name",
    "platform_id",
    "ended",
    "units",
    "judgements",
    "page_minutes",
    "server_minutes",
    "pay",
    "per_hour",
    "review",
)


@dataclass(frozen=True, slots=True)
class PayWish:
    """What people are to be paid: so much an hour at the least, and perhaps a sum for taking part."""

    hourly: float | None = None
    reward: float | None = None
    """What each is paid in all; by the hour where none is said."""


@dataclass(frozen=True, slots=True)
class PayEntry:
    """One rater on the pay sheet."""

    number: str
    name: str
    platform_id: str | None
    ended: str
    """`not_begun`, `under_way`, `screened_out`, `revoked`, or `done` where the study says how many units that is."""
    units: int
    judgements: int
    """Worked examples included."""
    page_minutes: float
    server_minutes: float
    pay: float | None = None
    """By the longer of the two times, or the sum for taking part."""
    per_hour: float | None = None
    """What the pay comes to for an hour."""
    review: str = ""
    """`under_rate` where that is less than the set rate, `checks` where examples or checks were off."""


def pay_sheet(bench: Workbench, study: str, wish: PayWish = PayWish()) -> list[PayEntry]:  # noqa: B008
    """Everybody who was ever a rater of a study."""
    _refuse_bad(wish)

    def read(run: Run) -> list[PayEntry]:
        view = view_in(bench, run, study)
        pages = activity.activity(run, view.id)
        server = activity.contact_times(run, view.id, has_lists=view.settings.assign == "fixed")
        ids = joining.platform_ids(run, view.id)
        share = view.settings.units_per_rater
        lines = []
        for number, member in enumerate(people.memberships(run, view.id), start=1):
            if member.merged_into is not None or member.adjudicator == "organiser":
                continue
            page = pages.get(member.id)
            minutes = (
                round(page.elapsed_ms / 60_000, 1) if page else 0.0,
                round(server.get(member.id, 0) / 60_000_000, 1),
            )
            judgements = page.judgements if page else 0
            line = PayEntry(
                number=f"R{number}",
                name=member.name,
                platform_id=ids.get(member.id),
                ended=_ended(member, view.asks_before, judgements, share),
                units=member.done,
                judgements=judgements,
                page_minutes=minutes[0],
                server_minutes=minutes[1],
            )
            lines.append(_with_pay(line, wish, is_flagged=_is_flagged(member)))
        return lines

    return bench.database.read(read)


def _is_flagged(member: MembershipRow) -> bool:
    """Whether worked examples or checks were off."""
    return member.ready == Ready.FLAGGED or member.checked in (CheckStanding.FLAGGED, CheckStanding.PAUSED)


def _refuse_bad(wish: PayWish) -> None:
    given = {"hourly": wish.hourly, "reward": wish.reward}
    refuse(
        Fault("pay.bad_sum", name, value, MOST_PAY)
        for name, value in given.items()
        if value is not None and not 0 <= value <= MOST_PAY
    )


def _ended(member: MembershipRow, asks_before: bool, judgements: int, share: int | None) -> str:
    if member.revoked_at is not None:
        return "revoked"
    is_screened_out = CheckStanding(member.checked or 0) in (CheckStanding.SCREENED_OUT, CheckStanding.EXCLUDED)
    if (asks_before and member.ready == Ready.STOPPED) or is_screened_out:
        return "screened_out"
    if share is not None and member.done >= share:
        return "done"
    return "under_way" if judgements else "not_begun"


def _with_pay(line: PayEntry, wish: PayWish, is_flagged: bool) -> PayEntry:
    """The longer of the two times decides: nobody loses by what a clock missed."""
    hours = max(line.page_minutes, line.server_minutes) / 60
    has_worked = bool(hours or line.judgements)
    by_hour = None if wish.hourly is None else hours * wish.hourly
    pay = None if not has_worked else by_hour if wish.reward is None else wish.reward
    per_hour = pay / hours if pay is not None and hours else None
    is_under = wish.hourly is not None and per_hour is not None and round(per_hour, 2) < wish.hourly
    review = [word for word, holds in (("under_rate", is_under), ("checks", is_flagged)) if holds]
    return replace(
        line,
        pay=None if pay is None else round(pay, 2),
        per_hour=None if per_hour is None else round(per_hour, 2),
        review=" ".join(review),
    )


def pay_file(lines: Sequence[PayEntry], kind: str = "csv") -> Iterator[bytes]:
    """The bytes of a pay sheet. It names people: for who pays them, and nobody else."""
    return table_lines(kind, COLUMNS, ([getattr(line, name) for name in COLUMNS] for line in lines))
