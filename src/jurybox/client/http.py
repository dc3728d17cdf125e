"""Talking to a server with nothing but the standard library: JSON, uploads, streamed lines, errors as ours."""

import json
import os
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import IO, Required, TypedDict

from jurybox.client.table import Cell
from jurybox.core import (
    Busy,
    Conflict,
    Denied,
    Fault,
    Forbidden,
    JsonObject,
    JsonValue,
    JuryboxError,
    NotFound,
    Refused,
    StoreFull,
    TooMany,
)

KINDS = {kind.status: kind for kind in (Refused, Denied, Forbidden, NotFound, Conflict, TooMany, Busy, StoreFull)}
Body = bytes | IO[bytes] | None
CHUNK = 1 << 20
LARGEST_PROBLEM = 4 << 20


class ToldFault(TypedDict, total=False):
    """A fault as it comes over the wire, in the server's words."""

    code: Required[str]
    where: str | None
    given: JsonValue
    allowed: JsonValue
    file: str | None
    line: int | None
    message: str
    hint: str | None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token is for one server only, and an answer from elsewhere is none."""

    def redirect_request(self, *where: object) -> None:
        return None


class Http:
    """One server and one token."""

    def __init__(self, url: str, token: str, timeout: float) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Refused.of("config.bad_url", "url", url)
        if not token.isascii() or not token.isprintable() or not token:
            raise Refused.of("client.bad_token")
        self.url, self._token, self._timeout = url.rstrip("/"), token, timeout
        self._opener = urllib.request.build_opener(_NoRedirects())

    def get(self, path: str) -> JsonObject:
        return self._object(self._json("GET", path))

    def get_list(self, path: str) -> list[JsonObject]:
        found = self._json("GET", path)
        return [self._object(one) for one in (found if isinstance(found, list) else [found])]

    def post(self, path: str, body: Mapping[str, object] | None = None) -> JsonObject:
        content = json.dumps(body or {}).encode()
        return self._object(self._json("POST", path, content, {"content-type": "application/json"}) or {})

    def _object(self, found: JsonValue) -> JsonObject:
        if not isinstance(found, dict):
            raise Refused.of("client.not_jurybox", given=self.url)
        return found

    def upload(self, path: str, files: list[tuple[str, Path]], fields: Mapping[str, str]) -> JsonObject:
        """Send files as a form; they are never in memory as a whole."""
        mark = os.urandom(16).hex()
        with tempfile.TemporaryFile() as body:
            for name, value in fields.items():
                body.write(f'--{mark}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode())
            for name, file in files:
                quoted = file.name.replace("\\", "_").replace('"', "%22").replace("\r", "_").replace("\n", "_")
                about = f'form-data; name="{name}"; filename="{quoted}"'
                body.write(f"--{mark}\r\ncontent-disposition: {about}\r\n\r\n".encode())
                _copy(file, body)
                body.write(b"\r\n")
            body.write(f"--{mark}--\r\n".encode())
            headers = {"content-type": f"multipart/form-data; boundary={mark}", "content-length": str(body.tell())}
            body.seek(0)
            return self._object(self._json("POST", path, body, headers))

    def lines(self, path: str, **query: object) -> Iterator[dict[str, Cell]]:
        """JSON lines, one at a time."""
        with self._answer("GET", path, query) as answer:
            for line in answer:
                yield json.loads(line)

    def content(self, path: str, **query: object) -> bytes:
        with self._answer("GET", path, query) as answer:
            found: bytes = answer.read()
            return found

    def _json(self, verb: str, path: str, body: Body = None, headers: Mapping[str, str] | None = None) -> JsonValue:
        with self._answer(verb, path, {}, body, headers) as answer:
            content = answer.read()
        try:
            found: JsonValue = json.loads(content) if content else None
            return found
        except ValueError as error:
            raise Refused.of("client.not_jurybox", given=self.url) from error

    @contextmanager
    def _answer(
        self,
        verb: str,
        path: str,
        query: Mapping[str, object],
        body: Body = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[HTTPResponse]:
        wanted = {name: value for name, value in query.items() if value not in (None, False, (), [])}
        address = self.url + path + ("?" + urllib.parse.urlencode(wanted, doseq=True) if wanted else "")
        request = urllib.request.Request(address, body, dict(headers or {}), method=verb)
        request.add_header("authorization", f"Bearer {self._token}")
        request.add_header("accept", "application/json")
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                yield answer
        except urllib.error.HTTPError as error:
            with error:
                raise self._problem(error) from error
        except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
            reason = getattr(error, "reason", error)
            raise Busy.of("client.unreachable", given=self.url, reason=str(reason)) from error

    def _problem(self, error: urllib.error.HTTPError) -> JuryboxError:
        """What the server said, as the error that it would have been here, in the server's words."""
        try:
            told = json.loads(error.read(LARGEST_PROBLEM))["errors"]
            return problem_of(KINDS.get(error.code, Refused), told)
        except (ValueError, KeyError, TypeError):
            return Refused.of("client.not_jurybox", given=self.url, status=error.code)


def problem_of(kind: type[JuryboxError], told: Sequence[ToldFault]) -> JuryboxError:
    """An error from faults as they come over the wire."""
    made = kind(*map(_fault, told))
    made.args = ("\n".join(_line(one) for one in told),)
    made.is_worded = True  # type: ignore[attr-defined]
    return made


def _fault(told: ToldFault) -> Fault:
    return Fault(
        str(told["code"]),
        told.get("where") or "",
        told.get("given"),
        told.get("allowed"),
        file=told.get("file"),
        line=told.get("line"),
    )


def _line(told: ToldFault) -> str:
    place = f"{told.get('file') or ''}:{told.get('line') or ''}".strip(":")
    words = " ".join(part for part in (told.get("message"), told.get("hint")) if part)
    return ": ".join(part for part in dict.fromkeys((place, told.get("where") or "", words)) if part)


def _copy(file: Path, to: IO[bytes]) -> None:
    try:
        with file.open("rb") as source:
            while piece := source.read(CHUNK):
                to.write(piece)
    except OSError as error:
        raise NotFound.of("import.no_such_file", given=str(file)) from error
