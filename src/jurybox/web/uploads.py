"""Uploaded files: written as they come to where the worker finds them, under their own names and nowhere else.

However many and however large they are, one is open at a time and a piece of it in memory.
"""

import errno
import json
import shutil
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request

from jurybox.core import Fault, JsonObject, JuryboxError, Refused, StoreFull, refuse
from jurybox.studies.lifecycle import PIECE, reading_of
from jurybox.web.problems import with_status

FIELDS = ("tables", "media", "people")
READING = "reading"
"""Beside the files: how the tables are to be read, as JSON."""
LONGEST_READING = 1 << 16
MOST_FAULTS = 100
"""After so many a form is not read to its end."""
BODY: dict[str, object] = {
    "required": True,
    "content": {"multipart/form-data": {"schema": {
        "type": "object",
        "required": ["tables"],
        "additionalProperties": False,
        "properties": {
            "tables": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1},
            "media": {"type": "array", "items": {"type": "string", "format": "binary"}},
            "people": {"type": "string", "format": "binary"},
            READING: {
                "type": "string",
                "description": "How the tables are to be read where that can't be guessed, as JSON: map, ignore, "
                "wide, references, system_from, split, header, encoding, duplicates, empty.",
                "examples": ['{"header": false, "map": {"source": "1", "output": "2"}}'],
            },
        },
    }}},
}  # fmt: skip
"""The body for the OpenAPI document: the route reads it itself, after it knows who is asking."""


@asynccontextmanager
async def kept_uploads(
    request: Request, folder: Path, largest: int, partly: bool = False, also: Collection[str] = ()
) -> AsyncIterator[JsonObject]:
    """The files of a request below a new folder, as the arguments of an import; gone again if anything goes wrong.

    `partly` takes pictures without a table; `also` are fields with short texts beside the files. A request that says
    that it is larger than a file may be is refused before it is read.
    """
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > largest:
        raise _too_large(largest)
    try:
        uploads = _Uploads(folder, largest, also)
        await _read(request, uploads)
        yield uploads.arguments(partly)
    except BaseException:
        await run_in_threadpool(shutil.rmtree, folder, ignore_errors=True)
        raise


async def _read(request: Request, uploads: "_Uploads") -> None:
    kind, options = parse_options_header(request.headers.get("content-type"))
    if kind != b"multipart/form-data" or b"boundary" not in options:
        raise _bad("", "send the files as multipart/form-data")
    try:
        parser = MultipartParser(options[b"boundary"], uploads.callbacks())  # type: ignore[arg-type]
        async for piece in request.stream():
            await run_in_threadpool(parser.write, piece)
        parser.finalize()
    except (FormParserError, ClientDisconnect) as error:
        raise _bad("", "the parts of the form can't be told apart, or it was cut off") from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise StoreFull.of("store.full") from error
        raise
    finally:
        uploads.on_part_end()


def _too_large(largest: int) -> JuryboxError:
    return with_status(Refused.of("upload.form_too_large", allowed=largest >> 20), 413)


def tables_of(kept: JsonObject) -> list[str]:
    """Where the tables of a request lie."""
    found = kept["tables"]
    return [str(path) for path in found] if isinstance(found, list) else []


async def read_piece(request: Request) -> bytes:
    """The body of a request that sends a piece of a file, and no more than a piece."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > PIECE:
            raise with_status(Refused.of("request.too_large", allowed=PIECE), 413)
    return bytes(data)


def _fault(field: str, reason: str, given: str | None = None) -> Fault:
    return Fault("request.bad_body", f"body.{field}".rstrip("."), given, params={"reason": reason})


def _bad(field: str, reason: str) -> Refused:
    return Refused(_fault(field, reason))


class _Uploads:
    """Takes the parts of a form as the parser meets them."""

    def __init__(self, folder: Path, largest: int, also: Collection[str] = ()) -> None:
        self.folder, self.largest, self.read = folder, largest, 0
        self.kept: dict[str, list[Path]] = {field: [] for field in FIELDS}
        self.faults: list[Fault] = []
        self.file: BinaryIO | None = None
        self.texts: dict[str, bytearray] = {}
        self.known, self.text = (READING, *also), ""
        """The fields with texts, and the one that is being read."""
        self.header, self.value, self.disposition = b"", b"", b""

    def callbacks(self) -> dict[str, Callable[..., None]]:
        names = ("part_data", "part_end", "header_field", "header_value", "header_end", "headers_finished")
        return {f"on_{name}": getattr(self, f"on_{name}") for name in names}

    def on_header_field(self, data: bytes, start: int, end: int) -> None:
        self.header += data[start:end]

    def on_header_value(self, data: bytes, start: int, end: int) -> None:
        self.value += data[start:end]

    def on_header_end(self) -> None:
        if self.header.lower() == b"content-disposition":
            self.disposition = self.value
        self.header, self.value = b"", b""

    def on_headers_finished(self) -> None:
        _, options = parse_options_header(self.disposition)
        field = options.get(b"name", b"").decode("utf-8", "replace")
        self.text = field if field in self.known and field not in self.texts and b"filename" not in options else ""
        if self.text:
            self.texts[field] = bytearray()
        elif field in FIELDS and options.get(b"filename") == b"":
            pass  # a browser's field for files in which none was chosen
        elif field not in FIELDS or b"filename" not in options:
            self._note(field, f"files go under {', '.join(FIELDS)}", field)
        elif field == "people" and self.kept[field]:
            self._note(field, "there may be one people file")
        else:
            self._open(field, options[b"filename"].decode("utf-8", "replace"))

    def _open(self, field: str, given: str) -> None:
        """Start a file under the last part of its name, in a folder of its field."""
        target = self.folder / field / (PurePosixPath(given.replace("\\", "/")).name or "upload")
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.file = target.open("xb")
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                raise
            reason = "two files have one name" if target in self.kept[field] else "a file can't have this name"
            self._note(field, reason, given)
        else:
            self.kept[field].append(target)

    def _note(self, field: str, reason: str, given: str | None = None) -> None:
        self.faults.append(_fault(field, reason, given))
        if len(self.faults) == MOST_FAULTS:
            raise Refused(*self.faults)

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        self.read += end - start
        if self.read > self.largest:
            raise _too_large(self.largest)
        if self.file is not None:
            self.file.write(data[start:end])
        elif self.text and len(self.texts[self.text]) <= LONGEST_READING:
            self.texts[self.text] += data[start:end]

    def on_part_end(self) -> None:
        if self.file is not None:
            self.file.close()
        self.file, self.disposition, self.text = None, b"", ""

    def arguments(self, partly: bool) -> JsonObject:
        """What the import is told; every fault at once if there is one."""
        kept = self.kept if partly else {"tables": self.kept["tables"]}
        if not any(kept.values()) and not self.faults:
            self.faults.append(_fault("tables", "at least one table is needed"))
        refuse(self.faults)
        reading = self._said()
        (self.folder / "media").mkdir(exist_ok=True)
        people = self.kept["people"]
        return {
            "folder": str(self.folder),
            "tables": [str(path) for path in self.kept["tables"]],
            "media": str(self.folder / "media"),
            "people": str(people[0]) if people else None,
            **({READING: reading} if reading else {}),
            **{name: text.decode("utf-8", "replace") for name, text in self.texts.items() if name != READING},
        }

    def _said(self) -> JsonObject:
        """The options for reading, checked before the worker has to."""
        written = self.texts.get(READING)
        if written is None:
            return {}
        try:
            said = json.loads(written[: LONGEST_READING + 1].decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise _bad(READING, "it must be one JSON object") from error
        if not isinstance(said, dict) or len(written) > LONGEST_READING:
            raise _bad(READING, "it must be one JSON object, and a short one")
        reading = reading_of(said)
        if reading.system_from == "folder":
            raise _bad(READING, "uploaded tables have no folders to name systems")
        return reading.said()
