"""One shape for every error: {error: {code, message, where, given, allowed, hint}, errors: […], request_id}."""

from typing import TypedDict

import msgspec
from starlette.responses import Response

from jurybox.core import Busy, Fault, JuryboxError, TooMany
from jurybox.texts import hint_of, message_of

RETRY_AFTER_S = 2
LONGEST_GIVEN = 200
MOST_TOLD = 500
"""Words of so many faults; the rest are counted: others wait while they are made."""

_encoder = msgspec.json.Encoder()


class FaultBody(TypedDict):
    """One fault, in the words of the server; what was given only where that is the caller's own."""

    code: str
    message: str
    where: str | None
    given: object
    allowed: object
    hint: str | None


class ProblemBody(TypedDict):
    """Every fault of a request; the first of them also by itself."""

    error: FaultBody
    errors: list[FaultBody]
    request_id: str


def fault_body(fault: Fault, given: bool = True) -> FaultBody:
    return {
        "code": fault.code,
        "message": _whole(message_of(fault)),
        "where": _whole(fault.where) or None,
        "given": _short(fault.given) if given else None,
        "allowed": fault.allowed if _is_plain(fault.allowed) else str(fault.allowed),
        "hint": _whole(hint_of(fault) or "") or None,
    }


def _whole(text: str) -> str:
    """Halves of characters, which a body may hold, can't be sent back."""
    return text.encode("utf-8", "replace").decode()


def _short(value: object) -> str | float | None:
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return _whole(str(value))[:LONGEST_GIVEN]


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(entry) for key, entry in value.items())
    if isinstance(value, (list, tuple)):
        return all(_is_plain(entry) for entry in value)
    return value is None or isinstance(value, (str, bool, int, float))


def problem_body(error: JuryboxError, request_id: str) -> ProblemBody:
    """What was given is the caller's own where the fault is theirs; else it is the words of a driver, for the log."""
    told, more = error.faults[:MOST_TOLD], len(error.faults) - MOST_TOLD
    if more > 0:
        told = (*told, Fault("import.more_faults", given=more))
    faults = [fault_body(fault, given=error.status < 500) for fault in told]
    return {"error": faults[0], "errors": faults, "request_id": request_id}


def problem_response(error: JuryboxError, request_id: str, headers: dict[str, str] | None = None) -> Response:
    return JsonResponse(problem_body(error, request_id), error.status, again_after(error) | (headers or {}))


def again_after(error: JuryboxError) -> dict[str, str]:
    """The header that says when the same may be asked again, where an error knows it."""
    if isinstance(error, TooMany):
        return {"retry-after": str(error.faults[0].given)}
    return {"retry-after": str(RETRY_AFTER_S)} if isinstance(error, Busy) else {}


def with_status(error: JuryboxError, status: int) -> JuryboxError:
    """An error under a status that its kind does not have."""
    error.status = status
    return error


class JsonResponse(Response):
    """JSON by msgspec; never cached, because it is about one person."""

    media_type = "application/json"

    def __init__(self, content: object, status_code: int = 200, headers: dict[str, str] | None = None) -> None:
        self.status_code, self.background = status_code, None
        self.body = _encoder.encode(content)
        self.raw_headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(self.body)),
            (b"cache-control", b"no-store"),
            *((name.encode("latin-1"), value.encode("latin-1")) for name, value in (headers or {}).items()),
        ]
