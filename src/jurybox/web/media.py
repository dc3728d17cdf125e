"""A stored file by byte range, under headers that say nothing about where it came from."""

import json
import logging
import os
from email.utils import formatdate
from pathlib import Path

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse
from starlette.types import Message, Receive, Scope, Send

from jurybox.core import NotFound, Refused
from jurybox.studies import MediaFolder
from jurybox.web.problems import problem_response, with_status

log = logging.getLogger("jurybox.media")
CACHE = "private, max-age=86400"
BRINGING = CapacityLimiter(8)
"""A slow store may keep so many threads waiting, and no other request."""
LONG_AGO = formatdate(0, usegmt=True)
"""When a file was stored would tell in which order the systems stood in the organiser's table."""


async def stored_response(media: MediaFolder, file: str, type: str, part: str) -> "MediaResponse":
    """A stored file, brought from where all servers keep it if this one has not sent it yet."""
    path = await run_in_threadpool(media.at_hand, file)
    if path is None:
        try:
            path = await run_sync(media.find, file, limiter=BRINGING)
        except FileNotFoundError as error:
            log.error(json.dumps({"missing": file}))
            raise NotFound.of("media.unknown", given=part) from error
    return await media_response(path, type, part)


async def media_response(path: Path, type: str, part: str) -> "MediaResponse":
    try:
        about = await run_in_threadpool(os.stat, path)
    except FileNotFoundError as error:
        log.error(json.dumps({"missing": path.name}))
        raise NotFound.of("media.unknown", given=part) from error
    # The address names one assignment and part, whose file never changes: it needs no hash of its own.
    headers = {"cache-control": CACHE, "etag": '"1"', "last-modified": LONG_AGO}
    return MediaResponse(path, headers=headers, media_type=type, stat_result=about)


class MediaResponse(FileResponse):
    """Refuses a range in the shape of all errors."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused: Message | None = None

        async def unless_refused(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] >= 400:
                refused = message
            elif refused is None:
                await send(message)

        await super().__call__(scope, receive, unless_refused)
        if refused is not None:
            error = with_status(Refused.of("http.other", given=scope["path"]), refused["status"])
            size = {"content-range": f"bytes */{self.headers['content-length']}"}
            await problem_response(error, scope["state"]["request_id"], size)(scope, receive, send)
