"""The rater's API: plain routes with msgspec, since next and submit are the hot path. See docs/design/wire.md."""

from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from jurybox.core import JudgementDraft, NextWish, Refused, Way, micros_of
from jurybox.studies import Workbench, rating
from jurybox.web.config import ServerConfig
from jurybox.web.problems import JsonResponse
from jurybox.web.rater.media import media_response
from jurybox.web.rater.requests import COOKIE, RaterRoute, body_of, plain, token_of

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
    answers: dict[str, Any] = {}
    comment: str | None = None
    cannot: str | None = None


class RaterRoutes:
    """Each route reads what it is sent, hands it to one use case, and answers."""

    def __init__(self, bench: Workbench, config: ServerConfig) -> None:
        self.bench, self.config = bench, config
        self.sessions = msgspec.json.Decoder(SessionWish)
        self.nexts = msgspec.json.Decoder(NextWish)
        self.judgements = msgspec.json.Decoder(JudgementWish)
        self.drafts = msgspec.json.Decoder(DraftWish)

    def routes(self) -> list[Route]:
        base, one = "/rate/{study}", "/api/assignments/{assignment}/{stage}"
        return [
            RaterRoute(base + "/api/next", plain(self.next), methods=["POST"]),
            RaterRoute(base + "/api/judgements", plain(self.submit), methods=["POST"]),
            RaterRoute(base + "/api/drafts/{assignment}/{stage}", plain(self.draft), methods=["PUT"]),
            RaterRoute(base + "/api/session", plain(self.session), methods=["POST"]),
            RaterRoute(base + "/api/session", plain(self.end), methods=["DELETE"]),
            RaterRoute(base + "/api/study", plain(self.study), methods=["GET"]),
            RaterRoute(base + "/api/pace", plain(self.pace), methods=["GET"]),
            RaterRoute(base + "/api/assignments", plain(self.assignments), methods=["GET"]),
            RaterRoute(base + one, plain(self.reopen), methods=["GET"]),
            RaterRoute(base + "/media/{assignment}/{stage}/{part}", plain(self.media), methods=["GET", "HEAD"]),
        ]

    async def next(self, request: Request) -> Response:
        """Lease the next units to this rater."""
        wish = await body_of(request, self.nexts)
        study, token = request.path_params["study"], token_of(request)
        bench = self.bench
        found = await bench.database.write_async(lambda run: rating.next_units(bench, run, study, token, wish))
        return JsonResponse(found)

    async def submit(self, request: Request) -> Response:
        """Record one rater's answers to one stage; sending it again is harmless (201, then 200)."""
        draft = await body_of(request, self.judgements)
        study, token = request.path_params["study"], token_of(request)
        bench = self.bench
        if draft.ahead < 1:
            done = await bench.database.write_async(
                lambda run: rating.submit(bench, run, study, token, draft, "browser")
            )
            return JsonResponse(rating.receipt(done), 201 if done.is_new else 200)
        wish = NextWish(draft.ahead, draft.way)
        done, following = await bench.database.write_async(
            lambda run: rating.submit_and_next(bench, run, study, token, draft, "browser", wish)
        )
        return JsonResponse({**rating.receipt(done), "next": following}, 201 if done.is_new else 200)

    async def draft(self, request: Request) -> Response:
        """Keep what is not submitted yet; waits until nothing more important does."""
        wish = await body_of(request, self.drafts)
        study, token, where = request.path_params["study"], token_of(request), request.path_params
        bench, body = self.bench, msgspec.structs.asdict(wish)
        await bench.database.write_async(
            lambda run: rating.save_draft(bench, run, study, token, where["assignment"], where["stage"], body),
            later=True,
        )
        return Response(status_code=204)

    async def session(self, request: Request) -> Response:
        """Turn the token of a link into a cookie for this study alone."""
        wish = await body_of(request, self.sessions)
        study, bench = request.path_params["study"], self.bench
        if wish.ahead < 1:
            about = await bench.database.read_async(lambda run: rating.about_study(bench, run, study, wish.token))
        else:
            about = await bench.database.write_async(
                lambda run: rating.begin(bench, run, study, wish.token, wish.ahead)
            )
        response = JsonResponse(about)
        response.set_cookie(
            COOKIE, wish.token, max_age=COOKIE_AGE_S, path=f"/rate/{study}/", httponly=True, samesite="lax",
            secure=self.config.is_https,
        )  # fmt: skip
        return response

    async def end(self, request: Request) -> Response:
        response = Response(status_code=204)
        response.delete_cookie(COOKIE, path=f"/rate/{quote(request.path_params['study'], safe='')}/", httponly=True)
        return response

    async def study(self, request: Request) -> Response:
        study, token, bench = request.path_params["study"], token_of(request), self.bench
        return JsonResponse(await bench.database.read_async(lambda run: rating.about_study(bench, run, study, token)))

    async def assignments(self, request: Request) -> Response:
        study, token, bench = request.path_params["study"], token_of(request), self.bench
        return JsonResponse(
            await bench.database.read_async(lambda run: rating.own_assignments(bench, run, study, token))
        )

    async def pace(self, request: Request) -> Response:
        study, token, bench = request.path_params["study"], token_of(request), self.bench
        since = request.query_params.get("since", "")
        try:
            micros = micros_of(since)
        except (ValueError, OverflowError) as error:
            raise Refused.of("judgement.bad_time", "since", since) from error
        return JsonResponse(await bench.database.read_async(lambda run: rating.pace(bench, run, study, token, micros)))

    async def reopen(self, request: Request) -> Response:
        p, token, bench = request.path_params, token_of(request), self.bench
        return JsonResponse(await bench.database.read_async(
            lambda run: rating.reopen(bench, run, p["study"], token, p["assignment"], p["stage"])
        ))  # fmt: skip

    async def media(self, request: Request) -> Response:
        """A picture, sound or video, by byte range, under a name that says nothing."""
        p, token, bench = request.path_params, token_of(request), self.bench
        value = await bench.database.read_async(
            lambda run: rating.media_file(bench, run, p["study"], token, p["assignment"], p["stage"], p["part"])
        )
        name = value["file"]
        return await media_response(bench.media / name[:2] / name, value["type"], p["part"])
