"""What a writer of SQLite knows of its database and nobody can have changed since: it need not be asked again.

It belongs to one connection. Whatever is written forgets all of it, but for the few statements of the hot path, whose
verbs write here too what they write there. It is empty again after a rollback, and as soon as another connection has
written (`PRAGMA data_version`, asked once in each transaction). See docs/design/hot-path.md.
"""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from jurybox.core import Assignment, AssignmentState, Member, Purpose
from jurybox.store.free_units import FreeStretch

if TYPE_CHECKING:
    from jurybox.store.items import Content

MOST_RATERS = 10_000
_of_member = attrgetter(*(part.name for part in fields(Member)))


def _again(member: Member) -> Member:
    """The same once more: who gets it may change it."""
    return Member(*_of_member(member))


class Caller(NamedTuple):
    """Whose request a job is, and what it is about: known before the job runs, so that it can be fetched for many."""

    token_hash: str
    assignment: str = ""
    judgement: str = ""


class RaterPosition(NamedTuple):
    """Where a rater stands, as the last of their assignments says."""

    position: int
    batch: int
    cursor: int
    epoch: int | None


@dataclass(slots=True)
class KnownRater:
    """A rater whose leases all run, of a pool that nothing came back to."""

    token_hash: str
    member: Member
    place: RaterPosition | None = None
    open: dict[str, Assignment] | None = None
    """All that they have open, by uid; None where that is not known."""
    states: dict[str, str] = field(default_factory=dict)
    """The states of some of their assignments."""


class Memory:
    """What is known. During a job the rater who asked is `present`, and gone if the job does not come to its end."""

    __slots__ = (
        "_tokens", "askers", "contents", "data_version", "free", "had", "no_lease_ends_before", "not_judged",
        "present", "raters",
    )  # fmt: skip

    def __init__(self) -> None:
        self.data_version = -1
        self.askers = 0
        """On PostgreSQL: for how many it was looked ahead."""
        self.raters: dict[str, KnownRater] = {}
        self._tokens: dict[int, str] = {}
        self.forget()

    def forget(self) -> None:
        self.raters.clear()
        self._tokens.clear()
        self.present: KnownRater | None = None
        self.free: FreeStretch | None = None
        self.no_lease_ends_before = -1
        self.not_judged: set[str] = set()
        """Ids that no judgement has."""
        self.had: set[tuple[int, int]] = set()
        """On PostgreSQL: which rater had which of the free units before."""
        self.contents: dict[int, Content] = {}
        """On PostgreSQL: what the items of the free units show."""

    def begin(self) -> None:
        """A job begins."""
        self.present = None

    def end(self) -> None:
        """It came to its end."""
        rater, self.present = self.present, None
        if rater is not None:
            self.raters[rater.token_hash] = rater

    def recall(self, token_hash: str) -> Member | None:
        """Who has that link, if it is known; the rater is present from now on."""
        found = self.present
        if found is None or found.token_hash != token_hash:
            if found is not None:  # two raters in one job: nobody counts what is done for whom
                self.forget()
                return None
            found = self.present = self.raters.pop(token_hash, None)
        return _again(found.member) if found else None

    def meet(self, token_hash: str, member: Member) -> KnownRater:
        """A rater was looked up. Who has a second link is known by one of them only."""
        before = self._tokens.get(member.id)
        if before is not None:
            self.raters.pop(before, None)
        if len(self._tokens) >= MOST_RATERS:
            self.forget()
        self._tokens[member.id] = token_hash
        self.present = KnownRater(token_hash, _again(member))
        return self.present

    def known(self, member: int) -> KnownRater | None:
        """The rater who is present, if that is the one."""
        found = self.present
        return found if found is not None and found.member.id == member else None

    def given(self, a: Assignment, cursor: int, epoch: int) -> None:
        """An assignment was added."""
        rater = self.known(a.membership)
        if rater is None:
            self.forget()
        elif a.purpose != Purpose.RATING or a.due or a.state != AssignmentState.LEASED:
            self.present = None
        else:
            rater.states[a.uid] = a.state
            if not a.id:  # PostgreSQL was not asked for its key
                rater.open = None
            elif rater.open is not None:
                rater.open[a.uid] = a
            if rater.place is not None and a.position > rater.place.position:
                rater.place = RaterPosition(a.position, a.batch, cursor, epoch)

    def changed(self, a: Assignment) -> None:
        """State, stage or lease of an assignment were written; the trigger counts what is done."""
        rater = self.known(a.membership)
        if rater is None:
            self.forget()
            return
        before = rater.states.pop(a.uid, None)
        if before is None or a.state == AssignmentState.LAPSED or before == AssignmentState.LAPSED:
            self.present = None
            return
        if a.state == AssignmentState.DONE != before and a.purpose == Purpose.RATING:
            rater.member.done += 1
        if a.stage is not None:
            rater.states[a.uid] = a.state
        if rater.open is not None:
            rater.open.pop(a.uid, None)
            if a.stage is not None:
                rater.open[a.uid] = a

    def shown(self, a: Assignment) -> None:
        """The highest stage that was sent of an assignment was written."""
        rater = self.known(a.membership)
        if rater is None:
            self.forget()
        elif rater.open is not None and a.uid in rater.open:
            rater.open[a.uid].shown = a.shown

    def renewed(self, member: int, until: int) -> None:
        """All leases of a rater were written anew."""
        rater = self.known(member)
        if rater is None:
            self.forget()
            return
        for a in (rater.open or {}).values():
            if a.state == AssignmentState.LEASED:
                a.lease_until = until

    def drafted(self, a: Assignment, has_draft: bool) -> None:
        """A draft was kept, or deleted with what it was of."""
        rater = self.known(a.membership)
        if rater is None:
            self.forget()
        elif rater.open is not None and a.uid in rater.open:
            if has_draft:
                rater.open[a.uid].has_draft = True
            else:  # there may be another one, of another stage
                self.present = None
