"""Where data lies and under which address people come: flags, then JURYBOX_*, then jurybox.toml, then defaults.

Where nobody says the address, it is that of the server that was started last on the same data.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack, cast

from jurybox.core import Fault, Refused, refuse

FILE = Path("jurybox.toml")
HOST = "127.0.0.1"
PORT = 8000
TYPES: Mapping[str, type] = {
    "data": str,
    "database": str,
    "url": str,
    "host": str,
    "port": int,
    "largest_file_mb": int,
    "worker_memory_mb": int,
    "worker_minutes": int,
    "media": str,
    "media_copies_mb": int,
}
EVERYWHERE = ("0.0.0.0", "::", "")


@dataclass(frozen=True, slots=True)
class Config:
    data: Path
    database: str | None
    host: str
    port: int
    own_url: str | None
    """The address under which people come, where it is not simply host and port."""
    largest_file_mb: int | None = None
    is_said: bool = False
    """Whether somebody said host or port."""
    worker_memory_mb: int | None = None
    worker_minutes: int | None = None
    """What the process that imports, opens and computes may need for one job."""
    media: str | None = None
    """Where media are kept, if not in the data folder: a bucket, or a folder that several servers share."""
    media_copies_mb: int | None = None
    """How much of a bucket may lie beside the server."""

    def url(self, port: int | None = None) -> str:
        """What links begin with; `port` is the one that a server listens on."""
        if self.own_url:
            return self.own_url.rstrip("/")
        if port is None and not self.is_said and (remembered := self._remembered()):
            return remembered
        host = HOST if self.host in EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{port or self.port}"

    def _remembered(self) -> str | None:
        from jurybox.studies import remembered_address

        return remembered_address(self.data)

    def environment(self, port: int) -> dict[str, str]:
        """How the server is told: it may run in processes of its own."""
        told = {"JURYBOX_DATA": str(self.data.absolute()), "JURYBOX_URL": self.url(port)}
        told |= {"JURYBOX_LARGEST_FILE_MB": str(self.largest_file_mb)} if self.largest_file_mb else {}
        told |= {"JURYBOX_MEDIA": self.media} if self.media else {}
        told |= {"JURYBOX_MEDIA_COPIES_MB": str(self.media_copies_mb)} if self.media_copies_mb else {}
        return told | ({"JURYBOX_DATABASE": self.database} if self.database else {})


class ConfigInput(TypedDict, total=False):
    """What can be said; None was not."""

    data: str | Path | None
    database: str | None
    url: str | None
    host: str | None
    port: int | None
    largest_file_mb: int | None
    worker_memory_mb: int | None
    worker_minutes: int | None
    media: str | None
    media_copies_mb: int | None


def settle(data_by_default: str = "jurybox-data", **flags: Unpack[ConfigInput]) -> Config:
    written = _written(FILE)
    said = (flags, _in_environment(os.environ), written)
    data = next((given for one in said for given in [one.get("data")] if given is not None), data_by_default)
    database = next((given for one in said for given in [one.get("database")] if given is not None), None)
    url = next((given for one in said for given in [one.get("url")] if given is not None), None)
    host = next((given for one in said for given in [one.get("host")] if given is not None), None)
    port = next((given for one in said for given in [one.get("port")] if given is not None), None)
    largest = next((given for one in said for given in [one.get("largest_file_mb")] if given is not None), None)
    memory = next((given for one in said for given in [one.get("worker_memory_mb")] if given is not None), None)
    minutes = next((given for one in said for given in [one.get("worker_minutes")] if given is not None), None)
    media = next((given for one in said for given in [one.get("media")] if given is not None), None)
    copies = next((given for one in said for given in [one.get("media_copies_mb")] if given is not None), None)
    if url is not None and not url.startswith(("http://", "https://")):
        raise Refused.of("config.bad_url", "url", url)
    is_said = host is not None or port is not None
    host, port = HOST if host is None else host, PORT if port is None else port
    return Config(Path(data), database, host, port, url, largest, is_said, memory, minutes, media, copies)


def _in_environment(environ: Mapping[str, str]) -> ConfigInput:
    texts = {name: environ.get(f"JURYBOX_{name.upper()}") or None for name, kind in TYPES.items() if kind is str}
    numbers = {name: _whole(environ, f"JURYBOX_{name.upper()}") for name, kind in TYPES.items() if kind is int}
    return cast(ConfigInput, {**texts, **numbers})


def _whole(environ: Mapping[str, str], name: str) -> int | None:
    given = environ.get(name) or None
    if given is not None and not given.isdecimal():
        raise Refused.of("config.wrong_type", name, given, "a whole number")
    return None if given is None else int(given)


def _written(path: Path) -> ConfigInput:
    """What jurybox.toml in the working folder says; an unknown key is a fault, and so is a value of another type."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Refused.of("config.unreadable", given=str(path), reason=str(error)) from error
    refuse(_faults(document, str(path)))
    if "data" in document:
        document["data"] = str(path.parent / document["data"])
    return cast(ConfigInput, document)  # keys and types are those of TYPES, else it was refused


def _faults(document: Mapping[str, object], file: str) -> list[Fault]:
    faults = []
    for key, value in document.items():
        if key not in TYPES:
            faults.append(Fault("config.unknown_key", key, key, list(TYPES), file=file))
        elif type(value) is not TYPES[key]:
            wanted = "a whole number" if TYPES[key] is int else "a text"
            faults.append(Fault("config.wrong_type", key, value, wanted, file=file))
    return faults
