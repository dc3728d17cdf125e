"""What the tabs of a study share: the frame around them, and one way to do something and show what became of it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import JuryboxError, NotFound, Overtaken, StudyRole
from jurybox.studies import StudyHead
from jurybox.studies.lifecycle import SettingDifference
from jurybox.web.access import least_role
from jurybox.web.organiser.site import PageRoute, Site

TABS = ("overview", "raters", "items", "questions", "results", "settings")
TOKENS = ("seen", "decided")
"""What a form says of the state that it was filled in upon; sent once more knowingly, it says none of it."""
STEPS = ("protocol", "texts", "design", "check")
"""The way of a draft; see study/steps.html."""


class NextStep(NamedTuple):
    """The one thing that a study waits for: what it is called, where it is done, and whether that is a form."""

    name: str
    address: str
    is_form: bool = False


def address_of(study: str, tab: str) -> str:
    return f"/studies/{study}" if tab == "overview" else f"/studies/{study}/{tab}"


def next_step(head: StudyHead) -> NextStep:
    home = f"/studies/{head['key']}"
    if head["state"] == "draft":
        return NextStep("check", f"{home}/check") if head["items"] else NextStep("texts", f"{home}/texts")
    if head["state"] == "paused":
        return NextStep("resume", f"{home}/resume", True)
    if head["state"] == "open" and not head["raters"]:
        return NextStep("raters", f"{home}/raters")
    if head["state"] == "open" and not head["judgements"]:
        return NextStep("links", f"{home}/raters/links")
    if head["unanswered"]:
        return NextStep("answer", f"{home}/questions")
    return NextStep("results", f"{home}/results")


def _is_seen(tab: str, role: StudyRole) -> bool:
    """Whether somebody with this role may open a tab."""
    path = address_of("{study}", tab)
    return role.includes(least_role(f"GET {path}"))


def _allowed(role: StudyRole) -> Callable[..., bool]:
    """Tells a template what somebody with this role may open or do, so that nothing leads to a closed door."""
    return lambda path, verb="GET", site="": role.includes(least_role(f"{verb} {site}/studies/{{study}}/{path}"))


class StudyTab(ABC):
    """One tab: a template of its name, what it is given, and what can be done there."""

    name: ClassVar[str]
    template: ClassVar[str] = ""
    """Where it is not that of the tab."""

    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    @abstractmethod
    def routes(self) -> list[PageRoute]: ...

    @abstractmethod
    async def context(self, request: Request, study: str) -> dict[str, object]:
        """What the template of this tab is given beside the frame; see the top of the template."""

    async def show(self, request: Request, study: str) -> Response:
        return await self.page(request, study)

    async def page(self, request: Request, study: str, error: JuryboxError | None = None) -> Response:
        frame = await self.frame(request, study, error)
        context = {**frame, **await self.context(request, study)}
        status = error.status if error else 200
        return self.site.renderer.page(
            request, f"organiser/templates/study/{self.template or self.name}.html", context, status
        )

    async def frame(self, request: Request, study: str, error: JuryboxError | None = None) -> dict[str, object]:
        """What study/frame.html is given. It is read before what the tab shows: `seen` is never newer than that."""
        lang, role = self.site.renderer.language(request), request.state.role
        head = await run_in_threadpool(studies.show_head, self.bench, study, lang)
        badges = {"questions": head["unanswered"], "items": head["stuck"]}
        return {
            "head": head,
            "is_local": self.site.config.is_local,
            "home": f"/studies/{study}",
            "tab": self.name,
            "tabs": [(name, address_of(study, name), badges.get(name, 0)) for name in TABS if _is_seen(name, role)],
            "next": next_step(head) if role != StudyRole.VIEWER else NextStep("results", f"/studies/{study}/results"),
            "jobs": await run_in_threadpool(studies.study_jobs, self.bench, study, lang, page=True),
            "may": _allowed(role),
            "fault": self.site.renderer.told(request, error),
            "seen": head["version"],
            "typed": typed_in(request),
            "sent": _sent_again(request) if error else None,
            "meanwhile": await self._meanwhile(request, study, error),
        }

    async def _meanwhile(self, request: Request, study: str, error: JuryboxError | None) -> dict[str, object] | None:
        """What somebody else did to the same thing."""
        words = self.site.renderer.words(request)
        found = await run_in_threadpool(studies.tell_meanwhile, self.bench, study, error, words) if error else []
        if not found and not isinstance(error, Overtaken):
            return None
        return {
            "entries": found,
            "can_be_sent": isinstance(error, Overtaken),
            "difference": await run_in_threadpool(self.difference, request, study),
        }

    def difference(self, request: Request, study: str) -> Sequence[SettingDifference]:
        """How what was sent differs from what is there now, as far as a tab can say it."""
        return ()

    async def change(self, request: Request, study: str, change: Callable[..., object], *args: object) -> Response:
        """Do one thing to a study, then show this tab; what was wrong stands on it."""
        await self.site.form(request)
        who: str = request.state.organiser
        try:
            await run_in_threadpool(change, self.bench, study, *args, who=who)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        return RedirectResponse(address_of(study, self.name), 303)

    async def refused(self, request: Request, study: str, error: JuryboxError) -> Response:
        """This tab with what was wrong; a study that is not there has none."""
        if isinstance(error, NotFound) and any(fault.code == "study.unknown" for fault in error.faults):
            raise error
        return await self.page(request, study, error)


def sent_form(request: Request) -> FormData:
    """The form that this page answers; an empty one where it answers none."""
    sent: FormData = getattr(request.state, "sent", None) or FormData()
    return sent


def _sent_again(request: Request) -> dict[str, object]:
    """What was sent, to be put back into its form, or to be sent once more knowingly."""
    fields = sent_form(request).multi_items()
    return {
        "action": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        "fields": [(name, value) for name, value in fields if name not in TOKENS and isinstance(value, str)],
    }


def typed_in(request: Request) -> Callable[..., str]:
    """What was typed into a form of a page that shows it again, so that nothing is lost.

    A form is told by the end of its address, and where several have one by what they `do`: typed("item#note", "note").
    """
    sent = sent_form(request)
    came = f"{request.url.path}#{sent.get('do') or ''}"

    def typed(form: str, name: str, otherwise: str = "") -> str:
        is_it = bool(sent) and came.endswith(form if "#" in form else f"{form}#")
        return written(sent, name) if is_it else otherwise

    return typed


def written(form: FormData, name: str) -> str:
    """A field as it was written: browsers end its lines in their own way."""
    return str(form.get(name) or "").replace("\r\n", "\n")
