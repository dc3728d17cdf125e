"""Many raters at once: a pasted list becomes raters, all of them or none; and the table of who does how much."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jurybox.core import Fault, Refused, refuse, rfc3339
from jurybox.store import Run, activity, people
from jurybox.studies.people.checks import RaterChecks, checks_of_raters
from jurybox.studies.people.known_groups import named_groups
from jurybox.studies.people.raters import (
    LONGEST_NAME,
    NewRater,
    RaterInfo,
    deal_to_all,
    enrol,
    list_raters,
    rater_info,
)
from jurybox.studies.study import find_study, load_view
from jurybox.studies.workbench import Workbench, view_in
from jurybox.texts import languages

MOST_AT_ONCE = 1_000
FIRST_CELL = ("name", "names")
"""The head of a column that was copied with it."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A rater in the table of a study."""

    info: RaterInfo
    judgements: int
    active_ms: int
    """Time at work without idle minutes, as the page measured it."""
    last_seen: str | None
    checks: RaterChecks | None = None
    """How they stand with checks, where the study has any."""


@dataclass(frozen=True, slots=True)
class ListedRater:
    """One line of a list."""

    line: int
    name: str
    groups: tuple[str, ...]
    language: str | None
    too_much: str = ""
    """What stands behind the last column that there is."""


def show_roster(bench: Workbench, study: str) -> list[RosterLine]:
    """Everybody who was ever a rater of a study, with how far and how long they worked."""

    def read(run: Run) -> list[RosterLine]:
        view = view_in(bench, run, study)
        stages = [stage.id for stage in view.protocol.stages]
        worked = activity.activity(run, view.id)
        checked = checks_of_raters(run, view)
        lines = []
        for number, member in enumerate(people.memberships(run, view.id), start=1):
            if member.merged_into is not None or member.adjudicator == "organiser":
                continue
            info, found = rater_info(bench, view, member, number, stages), worked.get(member.id)
            if found is None:
                lines.append(RosterLine(info, 0, 0, None, checked.get(member.id)))
            else:
                seen = rfc3339(found.last_at)
                lines.append(RosterLine(info, found.judgements, found.active_ms, seen, checked.get(member.id)))
        return lines

    return bench.database.read(read)


def add_raters(bench: Workbench, study: str, text: str, who: str = "command line") -> list[RaterInfo]:
    """A rater for every line of a list: name, groups, language. All of them, or every fault at once and none."""

    def write(run: Run) -> list[str]:
        row = find_study(run, study)
        view = load_view(run, row.id)
        groups = named_groups(run, view)
        spoken = languages(bench.texts if bench.texts.is_dir() else None)
        listed = read_list(text, groups, spoken)
        there = {member.name for member in people.memberships(run, row.id) if member.revoked_at is None}
        refuse(_faults(listed, groups, spoken, there))
        new = (NewRater(one.name, one.groups, (), one.language) for one in listed)
        uids = [enrol(bench, run, row, one, who) for one in new]
        deal_to_all(bench, run, row.id)
        return uids

    uids = set(bench.database.write(write))
    return [info for info in list_raters(bench, study) if info.id in uids]


def read_list_file(path: Path, name: str = "") -> str:
    """The text of a list; who names a rater beside it means something else."""
    if name:
        raise Refused.of("rater.name_and_list", "name", name)
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise Refused.of("rater.list_unreadable", given=str(path), reason=reason) from error


def read_list(text: str, groups: Collection[str], spoken: Collection[str]) -> list[ListedRater]:
    """The lines of a list; cells are parted by tabs, else by semicolons, else by commas, groups in a cell by |.

    >>> [(one.name, one.groups, one.language) for one in read_list("Ana; es | pt; es\\nBo\\nCy, de", ["es"], ["de"])]
    [('Ana', ('es', 'pt'), 'es'), ('Bo', (), None), ('Cy', (), 'de')]
    """
    found: list[ListedRater] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        between = next((mark for mark in "\t;" if mark in line), ",")
        name, *rest = (cell.strip() for cell in line.split(between))
        if not found and name.lower() in FIRST_CELL:
            continue
        if len(rest) == 1 and rest[0] not in groups and rest[0] in spoken:
            rest = ["", rest[0]]
        more, spoken_here, *beyond = [*rest, "", ""]
        parts = re.split(r"\|" if between == "," else r"[|,]", more)
        named = tuple(part.strip() for part in parts if part.strip())
        found.append(ListedRater(number, name, named, spoken_here or None, "".join(beyond).strip()))
    return found


def _faults(
    listed: Sequence[ListedRater], groups: Sequence[str], spoken: Sequence[str], there: Collection[str]
) -> Iterator[Fault]:
    """All that is wrong with a list, by its lines."""
    if not 0 < len(listed) <= MOST_AT_ONCE:
        yield Fault("rater.list_length", "list", len(listed), MOST_AT_ONCE)
    often = Counter(one.name for one in listed)
    for one in listed:
        line = {"line": one.line}
        if not 0 < len(one.name) <= LONGEST_NAME or "\0" in one.name:
            yield Fault("rater.line_name", "list", one.name, LONGEST_NAME, line)
        elif one.name in there:
            yield Fault("rater.line_taken", "list", one.name, None, line)
        elif often[one.name] > 1:
            yield Fault("rater.line_twice", "list", one.name, None, line)
        for group in one.groups:
            if groups and group not in groups:
                yield Fault("rater.line_group", "list", group, groups, line)
            elif not groups:
                yield Fault("rater.line_no_groups", "list", group, None, line)
        if one.language is not None and one.language not in spoken:
            yield Fault("rater.line_language", "list", one.language, sorted(spoken), line)
        if one.too_much:
            yield Fault("rater.line_too_much", "list", one.too_much, None, line)
