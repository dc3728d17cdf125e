"""Where data lies and under which address people come: flags, then JURYBOX_*, then jurybox.toml, then defaults."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurybox.core import Fault, Refused, refuse

FILE = Path("jurybox.toml")
HOST = "127.0.0.1"
PORT = 8000
TYPES: Mapping[str, type] = {"data": str, "database": str, "url": str, "host": str, "port": int}
EVERYWHERE = ("0.0.0.0", "::", "")


@dataclass(frozen=True, slots=True)
class Config:
    data: Path
    database: str | None
    host: str
    port: int
    own_url: str | None
    """The address under which people come, where it is not simply host and port."""

    def url(self, port: int | None = None) -> str:
        """What links begin with."""
        if self.own_url:
            return self.own_url.rstrip("/")
        host = HOST if self.host in EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{port or self.port}"

    def environment(self, port: int) -> dict[str, str]:
        """How the server is told: it may run in processes of its own."""
        told = {"JURYBOX_DATA": str(self.data.absolute()), "JURYBOX_URL": self.url(port)}
        return told | ({"JURYBOX_DATABASE": self.database} if self.database else {})


def settle(data_by_default: str = "jurybox-data", **flags: Any) -> Config:
    """The configuration; a flag that is None was not given."""
    written = _written(FILE)
    values: dict[str, Any] = {"data": data_by_default, "database": None, "url": None, "host": HOST, "port": PORT}
    values |= (
        written | _in_environment(os.environ) | {name: value for name, value in flags.items() if value is not None}
    )
    if values["url"] is not None and not str(values["url"]).startswith(("http://", "https://")):
        raise Refused.of("config.bad_url", "url", values["url"])
    return Config(Path(values["data"]), values["database"], values["host"], values["port"], values["url"])


def _in_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: environ[variable] for name in TYPES if environ.get(variable := f"JURYBOX_{name.upper()}")
    }
    if "port" in found:
        if not found["port"].isdecimal():
            raise Refused.of("config.wrong_type", "JURYBOX_PORT", found["port"], "a whole number")
        found["port"] = int(found["port"])
    return found


def _written(path: Path) -> dict[str, Any]:
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
    return document


def _faults(document: Mapping[str, Any], file: str) -> list[Fault]:
    faults = []
    for key, value in document.items():
        if key not in TYPES:
            faults.append(Fault("config.unknown_key", key, key, list(TYPES), file=file))
        elif type(value) is not TYPES[key]:
            wanted = "a whole number" if TYPES[key] is int else "a text"
            faults.append(Fault("config.wrong_type", key, value, wanted, file=file))
    return faults
