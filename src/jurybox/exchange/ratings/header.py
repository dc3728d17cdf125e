"""Whether a file has the columns that are needed; all that are missing at once, with what the file has."""

from collections.abc import Iterable, Sequence

from jurybox.exchange.ratings.columns import Gathering
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.options import BY_FILE, RatingsReading

ERROR_ROLES = ("category", "severity")


def has_errors(names: Iterable[str], reading: RatingsReading) -> bool:
    """Whether the table is one of errors: it says category and severity, and no value."""
    found = set(names)
    return not _has("value", found, reading) and any(_has(role, found, reading) for role in ERROR_ROLES)


def check_header(file: str, line: int, names: Sequence[str], gathering: Gathering, faults: RatingFaults) -> bool:
    """Tell what is missing or twice; whether the rows can be read."""
    reading, found = gathering.reading, set(filter(None, names))
    gathering.found.update(dict.fromkeys(filter(None, names)))
    before = len(faults)
    for name in sorted({name for name in names if name and names.count(name) > 1}):
        faults.add("import.duplicate_column", (file, line), name)
    allowed = list(dict.fromkeys(filter(None, names)))
    for role, name in _needed(found, reading):
        faults.add("ratings.no_column", (file, line), name, allowed, role=role, nearest=_nearest(name, allowed))
    if not _has("value", found, reading) and not has_errors(found, reading) and "value" not in reading.columns:
        faults.add("ratings.no_values", (file, line), None, allowed)
    gathering.headers.append((file, frozenset(found & gathering.wanted)))
    if len(faults) > before:
        faults.unread = True
    return len(faults) == before


def check_alike(gathering: Gathering, faults: RatingFaults) -> None:
    """Files that are read as one table have the same columns, as far as these are of use."""
    for file, found in gathering.headers[1:]:
        first, known = gathering.headers[0]
        for name in sorted(known ^ found):
            lacks, has = (file, first) if name in known else (first, file)
            faults.add("ratings.columns_differ", (lacks, 1), name, other=has)


def _needed(found: set[str], reading: RatingsReading) -> Iterable[tuple[str, str]]:
    for role in ("item", "rater", *(ERROR_ROLES if has_errors(found, reading) else ())):
        if role not in reading.columns and not _has(role, found, reading):
            yield role, role
    for role, name in reading.columns.items():
        if name != BY_FILE and name not in found:
            yield role, name
    if reading.by is not None and reading.by not in found:
        yield "by", reading.by


def _has(role: str, found: set[str], reading: RatingsReading) -> bool:
    return any(name in found or name == BY_FILE for name in reading.names_of(role))


def _nearest(name: str, names: list[str]) -> str | None:
    from jurybox.exchange.items import nearest  # loads pydantic, which reading a good table does without

    return nearest(name, names)
