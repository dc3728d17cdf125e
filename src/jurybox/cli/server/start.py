"""Starting the web server. The port is claimed first: a taken one is a sentence, and links name the right one."""

import contextlib
import errno
import gc
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from jurybox.cli.config import Config
from jurybox.cli.output import say
from jurybox.core import Refused

APP = "jurybox.web.app:app_from_environment"
CONNECTION = "jurybox.web.connections:GuardedConnection"
WAITING = 2048
"""How many connections may wait to be taken."""


@dataclass(frozen=True, slots=True)
class Claimed:
    socket: socket.socket
    port: int


@dataclass(frozen=True, slots=True)
class ServeOptions:
    workers: int = 1
    proxy: str | None = None
    """The address of a proxy whose X-Forwarded headers are believed."""
    log: bool = False


ONE_PROCESS = ServeOptions()


@contextmanager
def starting() -> Iterator[None]:
    """No garbage is looked for until the server answers: what is loaded stays, and looking took a sixth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def claim_port(host: str, port: int) -> Iterator[Claimed]:
    """Hold a port from now on; port 0 is one that is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise Refused.of("serve.unknown_host", given=port, host=host) from error
    with socket.socket(family, kind, protocol) as claimed:
        _make_exclusive(claimed)
        try:
            claimed.bind(address)
            claimed.listen(WAITING)
        except PermissionError as error:
            raise Refused.of("serve.port_forbidden", given=port) from error
        except OSError as error:
            is_ours = error.errno != errno.EADDRNOTAVAIL
            raise Refused.of("serve.port_taken" if is_ours else "serve.unknown_host", given=port, host=host) from error
        yield Claimed(claimed, claimed.getsockname()[1])


def _make_exclusive(claimed: socket.socket) -> None:
    """A port that was in use a moment ago can be had again; one in use can't. Windows needs another word for that."""
    if sys.platform == "win32":
        claimed.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        claimed.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def start(config: Config, claimed: Claimed, when_ready: Callable[[], None], wanted: ServeOptions = ONE_PROCESS) -> None:
    """Serve until somebody ends it. The app learns its configuration from the environment, in whichever process it is.

    `when_ready` is called once the server answers.
    """
    import uvicorn

    from jurybox.studies import remember_address

    remember_address(config.data, config.url(claimed.port))
    os.environ.update(config.environment(claimed.port))
    settings: dict[str, Any] = {
        "factory": True,
        "access_log": False,
        "http": CONNECTION,
        "ws": "none",
        "log_config": _logging(wanted.log),
        "server_header": False,
        "proxy_headers": wanted.proxy is not None,
        "forwarded_allow_ips": wanted.proxy,
        "timeout_graceful_shutdown": 5,
    }

    class AnnouncingServer(uvicorn.Server):
        """Says when it is ready."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            gc.enable()
            gc.freeze()
            if self.started:
                when_ready()

    with contextlib.suppress(KeyboardInterrupt):
        if wanted.workers == 1:
            AnnouncingServer(uvicorn.Config(APP, **settings)).run(sockets=[claimed.socket])
        else:  # each worker process gets the port from uvicorn's own supervisor
            gc.enable()
            claimed.socket.close()
            when_ready()
            uvicorn.run(APP, host=config.host, port=claimed.port, workers=wanted.workers, **settings)
    say("Ended.")


def _logging(requests: bool) -> dict[str, object]:
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
