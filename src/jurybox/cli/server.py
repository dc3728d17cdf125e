"""Starting the web server: the port is claimed first, so that a taken one is told in a sentence and links name the right one."""

import contextlib
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from jurybox.cli.config import Config
from jurybox.cli.say import say
from jurybox.core.errors import Refused

APP = "jurybox.web.app:app_from_environment"
WAITING = 2048
"""How many connections may wait to be taken."""


@dataclass(frozen=True, slots=True)
class Claimed:
    socket: socket.socket
    port: int


@contextmanager
def claim_port(host: str, port: int) -> Iterator[Claimed]:
    """Hold a port from now on; port 0 is one that is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise Refused.of("serve.unknown_host", given=host) from error
    with socket.socket(family, kind, protocol) as claimed:
        _make_exclusive(claimed)
        try:
            claimed.bind(address)
            claimed.listen(WAITING)
        except PermissionError as error:
            raise Refused.of("serve.port_forbidden", given=port) from error
        except OSError as error:
            raise Refused.of("serve.port_taken", given=port, host=host, reason=error.strerror or str(error)) from error
        claimed.set_inheritable(True)
        yield Claimed(claimed, claimed.getsockname()[1])


def _make_exclusive(claimed: socket.socket) -> None:
    """A port that was in use a moment ago can be had again; one in use can't. Windows needs another word for that."""
    if sys.platform == "win32":
        claimed.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        claimed.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def start(
    config: Config, claimed: Claimed, when_ready: Callable[[], Any], workers: int = 1, proxy: str | None = None, log: bool = False
) -> None:
    """Serve until somebody ends it. The app learns its configuration from the environment, in whichever process it runs."""
    import uvicorn

    os.environ.update(config.environment(claimed.port))
    settings = uvicorn.Config(
        APP, factory=True, workers=workers, access_log=False, log_config=_logging(log), server_header=False, date_header=True,
        proxy_headers=proxy is not None, forwarded_allow_ips=proxy, timeout_graceful_shutdown=5,
    )  # fmt: skip

    class Server(uvicorn.Server):
        """Says when it is ready."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                when_ready()

    with contextlib.suppress(KeyboardInterrupt):
        if workers == 1:
            Server(settings).run(sockets=[claimed.socket])
        else:
            from uvicorn.supervisors import Multiprocess

            when_ready()
            Multiprocess(settings, target=uvicorn.Server(settings).run, sockets=[claimed.socket]).run()
    say("Ended.")


def _logging(requests: bool) -> dict[str, Any]:
    """Faults of the server as plain lines; requests only when asked for."""
    handler = {"class": "logging.StreamHandler", "formatter": "plain", "stream": "ext://sys.stderr"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": "%(message)s"}},
        "handlers": {"stderr": handler},
        "loggers": {
            "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "jurybox": {"handlers": ["stderr"], "level": "INFO" if requests else "WARNING", "propagate": False},
        },
    }
