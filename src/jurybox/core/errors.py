"""What can go wrong, as data. A fault is a code with parameters; its words are in texts/faults.<lang>.json.

JuryboxError
├── Refused       the input breaks a rule; carries every fault at once            422
├── Denied        no valid link, session or token                                 401
├── Forbidden     known, but not allowed to do this                               403
├── NotFound      there is no such thing                                          404
├── Conflict      it clashes with what is already there, or with the study state  409
│   └── Overtaken     somebody else changed the same thing meanwhile              409
├── TooMany       too often; try again later                                      429
├── Busy          too much is waiting; try again soon                             503
└── StoreFull     the disk or the database took no more                           507
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: what was given, what is allowed, and where.

    `where` is a path inside a document ("stages[0].ask[1].id"), or "file:line".
    """

    code: str
    where: str = ""
    given: object = None
    allowed: object = None
    params: Mapping[str, object] = field(default_factory=dict)
    file: str | None = None
    line: int | None = None


class JuryboxError(Exception):
    """Base of every error that is the caller's to understand. Never raised itself."""

    status = 500

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(f.code for f in faults))
        self.faults = faults

    @classmethod
    def of(
        cls, code: str, where: str = "", given: object = None, allowed: object = None, **params: object
    ) -> "JuryboxError":
        """An error with a single fault."""
        return cls(Fault(code, where, given, allowed, params))


class Refused(JuryboxError):
    status = 422


class Denied(JuryboxError):
    status = 401


class Forbidden(JuryboxError):
    status = 403


class NotFound(JuryboxError):
    status = 404


class Conflict(JuryboxError):
    status = 409


class Overtaken(Conflict):
    pass


class TooMany(JuryboxError):
    """`given` of its fault says after how many seconds."""

    status = 429


class Busy(JuryboxError):
    status = 503


class StoreFull(JuryboxError):
    status = 507


def refuse(faults: Iterable[Fault]) -> None:
    """Raise Refused with all faults, if there are any."""
    found = tuple(faults)
    if found:
        raise Refused(*found)
