"""Static files under a path that is the hash of their content: compressed once, cached for ever."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import brotli
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from jurybox.web.modules import join_modules

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}
COMMENTS = {
    ".js": re.compile(r"/\*\*.*?\*/[ \t]*|^[ \t]*//(?!#)[^\n]*|[ \t]+// [^\n'\"`]*$|^[ \t]+", re.DOTALL | re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/|^[ \t]+", re.DOTALL | re.MULTILINE),
}
"""What browsers need not read: types and explanations, about a third of a file. No text of ours looks like one."""
JS_SPACES = re.compile(
    r"""
    (?P<kept> '(?:[^'\\\n]|\\.)*' | "(?:[^"\\\n]|\\.)*"
    | `(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`
    | (?:(?<=[(,=:\[!&|?{;>])|(?<=[(,=:\[!&|?{;>][ ]))/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]* )
    | [ ]*(?P<sign>[=<>?:&|,;{}()!*])[ ]*
    """,
    re.VERBOSE,
)
"""Texts and patterns, which stay as they are, and signs with the spaces around them; not + and -: two would be one."""
CSS_SPACES = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")
CSS_ZEROS = re.compile(r"(?<=[ :,(])0(?=\.\d)")
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class StaticFile:
    """Made ready when first asked for, as the browser can read it: brotli over https and on this machine, else gzip."""

    source: bytes
    type: str
    name: str = ""
    """By its ending one knows what browsers need not read."""

    @cached_property
    def content(self) -> bytes:
        return served(self.name, self.source)

    @cached_property
    def zipped(self) -> bytes:
        return gzip.compress(self.content, 9, mtime=0)

    @cached_property
    def brotli(self) -> bytes:
        packed: bytes = brotli.compress(self.content, quality=11)
        return packed

    def sent(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """The bytes for a browser that accepts these codings, and the header that names the coding."""
        if "br" in accepted:
            return self.brotli, {"content-encoding": "br"}
        if "gzip" in accepted:
            return self.zipped, {"content-encoding": "gzip"}
        return self.content, {}


class StaticFiles:
    """All files of the folders `static` in memory (they are few and small). The entry's modules are sent as one."""

    def __init__(self, folder: Path, extra: dict[str, bytes], entry: str | None = None) -> None:
        paths = sorted(path for path in folder.rglob("static/**/*") if path.is_file())
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        found |= extra
        if entry is not None:
            modules = {name: content.decode() for name, content in found.items() if name.endswith(".js")}
            found |= {name: text.encode() for name, text in join_modules(modules, entry).items()}
        found = {name: content for name, content in found.items() if not name.endswith(".d.ts")}
        self.version = _version(found)
        self.files = {name: StaticFile(content, _type(name), name) for name, content in found.items()}

    def url(self, path: str) -> str:
        """Where a file is served; a name that does not exist is a fault of the page."""
        if path not in self.files:
            raise KeyError(f"no static file {path}")
        return f"/static/{self.version}/{path}"

    def text(self, path: str) -> str:
        """A file's text, to stand in a page itself."""
        return self.files[path].content.decode()

    def pack(self, *paths: str) -> None:
        """Compress these before anyone asks for them; a tenth of a second for the largest."""
        for path in paths:
            self.files[path].sent("br")

    async def serve(self, request: Request) -> Response:
        file = self.files.get(request.path_params["path"])
        if file is None or request.path_params["version"] != self.version:
            raise HTTPException(404)
        headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
        body, coding = file.sent(request.headers.get("accept-encoding", ""))
        return Response(body, headers={**headers, **coding}, media_type=file.type)


def _version(sources: dict[str, bytes]) -> str:
    """Another one where a file is another, or what is done to files before they are sent."""
    named = b"".join(name.encode() + b"\0" + source for name, source in sorted(sources.items()))
    return hashlib.sha256(Path(__file__).read_bytes() + named).hexdigest()[:16]


@cache
def served(name: str, content: bytes) -> bytes:
    """A file as it goes over the wire: without comments, indentation, empty lines and spaces that say nothing.

    >>> served("a.js", b"// why\\nlet a = /** @type {any} */ (b); // now\\n\\n  go(a, ' = ', / = /);\\n")
    b"let a=(b);\\ngo(a,' = ',/ = /);\\n"
    >>> served("a.css", b"/* why */\\na:hover, b :focus {\\n  margin: 0.5rem -0.5rem;\\n}\\n")
    b'\\na:hover,b :focus{margin:.5rem -0.5rem;}'
    """
    comments = COMMENTS.get(Path(name).suffix)
    if comments is None:
        return content
    text = comments.sub("", content.decode())
    if name.endswith(".css"):
        return CSS_ZEROS.sub("", CSS_SPACES.sub(r"\1", text)).encode()
    lines = JS_SPACES.sub(lambda found: found["kept"] or found["sign"], text).splitlines()
    return "".join(f"{line}\n" for line in lines if line.strip()).encode()


def _type(name: str) -> str:
    known = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{known}; charset=utf-8" if known.startswith(("text/", "application/json")) else known
