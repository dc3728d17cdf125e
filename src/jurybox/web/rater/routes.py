"""The rater's API: plain routes with msgspec, since next and submit are the hot path. See docs/design/wire.md."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from jurybox.core import JudgementDraft, NextWish, Refused, Unchecked, Way, micros_of
from jurybox.studies import Workbench, rating
from jurybox.web.config import ServerConfig
from jurybox.web.media import stored_response
from jurybox.web.problems import JsonResponse
from jurybox.web.rater.requests import COOKIE, RaterRoute, body_of, link_of, plain

COOKIE_AGE_S = 400 * 24 * 3600


class SessionWish(msgspec.Struct, forbid_unknown_fields=True):
    token: str
    ahead: int = 0
    """How many units to lease and send back at once, as `next` would, where there is only one way through them."""


class JudgementWish(JudgementDraft, frozen=True):
    """A judgement, and how many units to lease and send back with the answer, as `next` would."""

    ahead: int = 0
    way: Way = "list"


class DraftWish(msgspec.Struct, forbid_unknown_fields=True):
    answers: dict[str, Unchecked] = {}
    comment: str | None = None
    cannot: str | None = None
    segment: int | None = None


class RaterRoutes:
    """Each route reads what it is sent, hands it to one use case, and answers."""

    def __init__(self, bench: Workbench, config: ServerConfig, wake: Callable[[], Awaitable[None]]) -> None:
        self.bench, self.config, self.wake = bench, config, wake
        self.sessions = msgspec.json.Decoder(SessionWish)
        self.nexts = msgspec.json.Decoder(NextWish)
        self.judgements = msgspec.json.Decoder(JudgementWish)
        self.drafts = msgspec.json.Decoder(DraftWish)

    def routes(self) -> list[Route]:
        base, one = "/rate/{study}", "/api/assignments/{assignment}/{stage}"
        return [
            RaterRoute(base + "/api/judgements", plain(self.submit), methods=["POST"]),
            RaterRoute(base + "/api/next", plain(self.next), methods=["POST"]),
            RaterRoute(base + "/api/drafts/{assignment}/{stage}", plain(self.draft), methods=["PUT"]),
            RaterRoute(base + "/api/session", plain(self.session), methods=["POST"]),
            RaterRoute(base + "/api/session", plain(self.end), methods=["DELETE"]),
            RaterRoute(base + "/api/study", plain(self.study), methods=["GET"]),
            RaterRoute(base + "/api/pace", plain(self.pace), methods=["GET"]),
            RaterRoute(base + "/api/assignments", plain(self.assignments), methods=["GET"]),
            RaterRoute(base + "/api/glimpses", plain(self.glimpses), methods=["GET"]),
            RaterRoute(base + "/api/summary", plain(self.summary), methods=["GET"]),
            RaterRoute(base + one, plain(self.reopen), methods=["GET"]),
            RaterRoute(base + "/media/{assignment}/{stage}/{part}", plain(self.media), methods=["GET", "HEAD"]),
        ]

    async def next(self, request: Request) -> Response:
        """Lease the next units to this rater."""
        wish = await body_of(request, self.nexts)
        found = await rating.write_for(self.bench, link_of(request), rating.next_units, wish)
        await self._wake_worker()
        return JsonResponse(found)

    async def _wake_worker(self) -> None:
        """Where it was left something to do: pairs to be drawn."""
        if self.bench.has_asked:
            self.bench.has_asked = False
            await self.wake()

    async def submit(self, request: Request) -> Response:
        """Record one rater's answers to one stage; sending it again is harmless (201, then 200)."""
        draft = await body_of(request, self.judgements)
        link = link_of(request)
        await rating.count_ahead(self.bench, link, draft)
        if draft.ahead < 1:
            done = await rating.write_for(self.bench, link, rating.submit, draft, "browser")
            return JsonResponse(rating.receipt(done), 201 if done.is_new else 200)
        wish = NextWish(draft.ahead, draft.way)
        done, following = await rating.write_for(self.bench, link, rating.submit_and_next, draft, "browser", wish)
        await self._wake_worker()
        told = rating.receipt(done)
        told["next"] = following
        return JsonResponse(told, 201 if done.is_new else 200)

    async def draft(self, request: Request) -> Response:
        """Keep what is not submitted yet; waits until nothing more important does."""
        wish = await body_of(request, self.drafts)
        link, where, bench = link_of(request), request.path_params, self.bench
        body = rating.SentDraft(answers=wish.answers, comment=wish.comment, cannot=wish.cannot)
        if wish.segment is not None:
            body["segment"] = wish.segment
        await bench.database.write_async(
            lambda run: rating.save_draft(bench, run, link, where["assignment"], where["stage"], body),
            later=True,
        )
        return Response(status_code=204)

    async def session(self, request: Request) -> Response:
        """Turn the token of a link into a cookie for this study alone."""
        wish = await body_of(request, self.sessions)
        link = rating.Link(request.path_params["study"], wish.token)
        if wish.ahead < 1:
            about = await rating.read_for(self.bench, link, rating.about_study)
        else:
            about = await rating.write_for(self.bench, link, rating.begin, wish.ahead)
            await self._wake_worker()
        response = JsonResponse(about)
        path, is_https = f"/rate/{link.study}/", self.config.is_https
        response.set_cookie(COOKIE, wish.token, COOKIE_AGE_S, path=path, httponly=True, samesite="lax", secure=is_https)
        return response

    async def end(self, request: Request) -> Response:
        response = Response(status_code=204)
        response.delete_cookie(COOKIE, path=f"/rate/{quote(request.path_params['study'], safe='')}/", httponly=True)
        return response

    async def study(self, request: Request) -> Response:
        return JsonResponse(await rating.read_for(self.bench, link_of(request), rating.about_study))

    async def assignments(self, request: Request) -> Response:
        return JsonResponse(await rating.read_for(self.bench, link_of(request), rating.own_assignments))

    async def glimpses(self, request: Request) -> Response:
        """What the list of tasks shows of those that are named by `of`."""
        wanted = [uid for uid in request.query_params.get("of", "").split(",") if uid]
        return JsonResponse(await rating.read_for(self.bench, link_of(request), rating.glimpses, wanted))

    async def summary(self, request: Request) -> Response:
        return JsonResponse(await rating.read_for(self.bench, link_of(request), rating.summary))

    async def pace(self, request: Request) -> Response:
        link, since = link_of(request), request.query_params.get("since", "")
        try:
            micros = micros_of(since)
        except (ValueError, OverflowError) as error:
            raise Refused.of("judgement.bad_time", "since", since) from error
        return JsonResponse(await rating.read_for(self.bench, link, rating.pace, micros))

    async def reopen(self, request: Request) -> Response:
        link, where = link_of(request), request.path_params
        found = await rating.read_for(self.bench, link, rating.reopen, where["assignment"], where["stage"])
        return JsonResponse(found)

    async def media(self, request: Request) -> Response:
        """A picture, sound or video, by byte range, under a name that says nothing."""
        link, where = link_of(request), request.path_params
        assignment, stage, part = where["assignment"], where["stage"], where["part"]
        file = await rating.read_for(self.bench, link, rating.media_file, assignment, stage, part)
        return await stored_response(self.bench.media, file["file"], file["type"], part)
