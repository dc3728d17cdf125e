"""The numbers of the questions of HEDS 2.0, in its five groups."""

QUALITY = "quality"


def _numbers(start: str, last: int) -> tuple[str, ...]:
    return tuple(f"{start}.{n}" for n in range(1, last + 1))


GROUPS: dict[str, tuple[str, ...]] = {
    "paper": _numbers("1", 3),
    "systems": _numbers("2", 5),
    "design": (*_numbers("3.1", 3), *_numbers("3.2", 5), *_numbers("3.3", 8)),
    QUALITY: (*_numbers("4.1", 3), *_numbers("4.2", 3), *_numbers("4.3", 11)),
    "ethics": _numbers("5", 4),
}
"""The group `quality` is answered once for each criterion."""
