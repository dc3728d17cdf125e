"""Reading the lock files: which packages they name, and what must not be in them."""

import json
import re
import tomllib
from collections.abc import Iterable

from tools.shell import ROOT

FILES = ("requirements.lock", "requirements-dev.lock", "requirements-build.lock")
NODE_LOCK = "tools/js/package-lock.json"


def normal(name: str) -> str:
    """A package's name as the index spells it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def names(lock: str) -> list[str]:
    """The packages a lock file pins."""
    return re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==", (ROOT / lock).read_text(), re.MULTILINE)


def requirement_name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    return normal(found.group()) if found else requirement


def direct_dependencies() -> set[str]:
    """What pyproject.toml asks for: the dependencies and the extras that make setup installs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked: Iterable[str] = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    return {requirement_name(requirement) for requirement in asked}


def unlocked_dependencies() -> list[str]:
    return sorted(direct_dependencies() - {normal(name) for name in names("requirements.lock")})


def faults() -> list[str]:
    """What is wrong with the lock files, one sentence each."""
    found = [f"requirements.lock lacks {name}, which pyproject.toml asks for" for name in unlocked_dependencies()]
    for lock in FILES:
        text = (ROOT / lock).read_text()
        found += [f"{lock} holds an address or a path: {line}" for line in text.splitlines() if "/" in line]
    packages = json.loads((ROOT / NODE_LOCK).read_text())["packages"]
    found += [f"{NODE_LOCK} holds an address: {name}" for name, entry in packages.items() if "resolved" in entry]
    return found
