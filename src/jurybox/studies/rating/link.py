"""What a rater's page shows of itself with each request, and how a job is done for it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from jurybox.core import Denied, JudgementDraft, Member
from jurybox.store import Caller, Run, people
from jurybox.studies.study import StudyView
from jurybox.studies.tokens import token_hash
from jurybox.studies.workbench import Workbench

P = ParamSpec("P")
T = TypeVar("T")


class Link(NamedTuple):
    """The key of the study that the page is of, and the token of the rater's cookie."""

    study: str
    token: str


@dataclass(frozen=True, slots=True)
class Visit:
    """A rater who showed a valid link, and the study it belongs to."""

    member: Member
    view: StudyView


def admit(bench: Workbench, run: Run, link: Link, writing: bool = False) -> Visit:
    """The rater behind a link; one that is wrong, renewed or revoked opens nothing."""
    member = people.member_by_token(run, token_hash(link.token), writing=writing)
    if member is None or member.study_key != link.study:
        raise Denied.of("link.unknown")
    if member.revoked:
        raise Denied.of("link.revoked")
    return Visit(member, bench.views.of(run, member.study, member.study_version))


Job = Callable[Concatenate[Workbench, Run, Link, P], T]


async def read_for(bench: Workbench, link: Link, job: Job[P, T], *args: P.args, **more: P.kwargs) -> T:
    """What a job of this rater's page finds."""
    return await bench.database.read_async(lambda run: job(bench, run, link, *args, **more))


async def write_for(bench: Workbench, link: Link, job: Job[P, T], *args: P.args, **more: P.kwargs) -> T:
    """What a job of this rater's page answers once it is written."""
    about = _asker(link, args) if bench.database.dialect == "postgresql" else None  # SQLite is near
    return await bench.database.write_async(lambda run: job(bench, run, link, *args, **more), about=about)


def _asker(link: Link, args: tuple[object, ...]) -> Caller:
    """Who asks, and of which judgement, where that is what the job is about."""
    draft = next((one for one in args if isinstance(one, JudgementDraft)), None)
    known = token_hash(link.token)
    return Caller(known) if draft is None else Caller(known, draft.assignment, draft.id)
