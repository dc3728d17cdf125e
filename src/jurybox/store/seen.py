"""Upon which version somebody works, said once per request; what is written is compared with it."""

from contextvars import ContextVar

_SEEN: ContextVar[int | None] = ContextVar("seen", default=None)


def based_on(version: int | None) -> None:
    """From here on in this request, what is written was thought of at this version; None where nobody said so."""
    _SEEN.set(version)


def seen_version() -> int | None:
    return _SEEN.get()
