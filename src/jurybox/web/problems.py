"""One shape for every error: {error: {code, message, where, given, allowed, hint}, errors: […], request_id}."""

from typing import Any

import msgspec
from starlette.responses import Response

from jurybox.core.errors import Busy, Fault, JuryboxError
from jurybox.texts import hint_of, message_of

RETRY_AFTER_S = 2
LONGEST_GIVEN = 200

_encoder = msgspec.json.Encoder()


def fault_body(fault: Fault) -> dict[str, Any]:
    return {
        "code": fault.code,
        "message": message_of(fault),
        "where": fault.where or None,
        "given": _short(fault.given),
        "allowed": fault.allowed if _is_plain(fault.allowed) else str(fault.allowed),
        "hint": hint_of(fault),
    }


def _short(value: Any) -> Any:
    if isinstance(value, str):
        return value[:LONGEST_GIVEN]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return str(value)[:LONGEST_GIVEN]


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(entry) for key, entry in value.items())
    if isinstance(value, (list, tuple)):
        return all(_is_plain(entry) for entry in value)
    return value is None or isinstance(value, (str, bool, int, float))


def problem_body(error: JuryboxError, request_id: str) -> dict[str, Any]:
    faults = [fault_body(fault) for fault in error.faults]
    return {"error": faults[0], "errors": faults, "request_id": request_id}


def problem_response(error: JuryboxError, request_id: str) -> Response:
    headers = {"retry-after": str(RETRY_AFTER_S)} if isinstance(error, Busy) else {}
    return JsonResponse(problem_body(error, request_id), error.status, headers)


class JsonResponse(Response):
    """JSON by msgspec; never cached, because it is about one person."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200, headers: dict[str, str] | None = None) -> None:
        super().__init__(content, status_code, {"cache-control": "no-store", **(headers or {})})

    def render(self, content: Any) -> bytes:
        return _encoder.encode(content)
