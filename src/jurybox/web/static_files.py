"""Static files under a path that is the hash of their content: gzipped once, cached for ever, relative imports work."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class StaticFile:
    content: bytes
    zipped: bytes
    type: str


class StaticFiles:
    """All files of a folder in memory (they are few and small), found by path."""

    def __init__(self, folder: Path, extra: dict[str, bytes] | None = None) -> None:
        found = {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
        found |= extra or {}
        found = {name: content for name, content in found.items() if not name.endswith(".d.ts")}
        digest = hashlib.sha256(b"".join(n.encode() + b"\0" + c for n, c in sorted(found.items())))
        self.version = digest.hexdigest()[:16]
        self.files = {
            name: StaticFile(content, gzip.compress(content, 9, mtime=0), _type(name))
            for name, content in found.items()
        }

    def url(self, path: str) -> str:
        """Where a file is served; a name that does not exist is a fault of the page."""
        if path not in self.files:
            raise KeyError(f"no static file {path}")
        return f"/static/{self.version}/{path}"

    async def serve(self, request: Request) -> Response:
        file = self.files.get(request.path_params["path"])
        if file is None or request.path_params["version"] != self.version:
            raise HTTPException(404)
        headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.zipped, headers={**headers, "content-encoding": "gzip"}, media_type=file.type)
        return Response(file.content, headers=headers, media_type=file.type)


def _type(name: str) -> str:
    known = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{known}; charset=utf-8" if known.startswith(("text/", "application/json")) else known
