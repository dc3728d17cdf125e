"""docs/licences.md names each package we bring along, with a licence that lets anybody use Jurybox freely."""

import re

from tools import locks
from tools.shell import ROOT

PAGE = ROOT / "docs" / "licences.md"
FREE = ("MIT", "BSD", "Apache", "PSF", "ISC")
# In the optional extra `postgres` only; the page says what that means.
EXCEPTIONS = {"psycopg": "LGPL", "psycopg-binary": "LGPL"}


def rows() -> dict[str, str]:
    """Package -> licence, from the page's tables: | `name` | licence | purpose |."""
    return dict(re.findall(r"^\| `([^`]+)` \| ([^|]+?) \|", PAGE.read_text(), re.MULTILINE))


def faults() -> list[str]:
    """What is wrong with the page, one sentence each."""
    named, brought = rows(), {locks.normal(name) for name in locks.names("requirements.lock")}
    found = [f"docs/licences.md lacks {name}" for name in sorted(brought - named.keys())]
    found += [f"docs/licences.md names {name}, which we do not bring" for name in sorted(named.keys() - brought)]
    for name, licence in named.items():
        allowed = (EXCEPTIONS[name],) if name in EXCEPTIONS else FREE
        if not licence.startswith(allowed):
            found.append(f"docs/licences.md: {name} has the licence {licence}; allowed are {', '.join(allowed)}")
    return found
