"""Checks: units whose answers are known, who was given which, and what became of it."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import bindparam, delete, exists, func, select, text, update

from jurybox.core import CheckKind, CheckSays, CheckStanding, Fields
from jurybox.store.columns import insert_into, maker, select_as
from jurybox.store.items import Content, ShownCandidate, StoredSegment
from jurybox.store.onboarding import ExampleContent, content_of
from jurybox.store.schema import assignment, check_item, import_, item, membership, output, system, unit
from jurybox.store.statement import Run, Scalar, Select, Statement, Tuples, Values

P = bindparam
A, C = assignment.c, check_item.c
_PAGE = 20
"""How many checks are looked at together for one that a rater may have."""


@dataclass(frozen=True, slots=True)
class NewCheck:
    """A check as it is written."""

    name: str
    kind: CheckKind
    group: str
    item: int | None
    """What it was made from."""
    content: ExampleContent
    says: CheckSays
    place: int = -1


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check as the organiser knows it, with how many raters met and passed it."""

    id: int
    name: str
    kind: str
    group: str
    item: str | None
    """The key of what it was made from."""
    withdrawn_at: int | None
    says: CheckSays
    judged: int
    passed: int


class FreeCheck(NamedTuple):
    """A check that a rater may be given."""

    id: int
    item: int | None
    group: str
    place: int
    candidates: int
    window: int
    """Which window of a long item it is, where it is one."""


class ChecksOfKind(NamedTuple):
    """How many checks of one kind a group has."""

    group: str
    kind: str
    many: int


class GivenChecks(NamedTuple):
    """How many checks a rater was given, and how many of them are open."""

    given: int
    unfinished: int


class CheckCount(NamedTuple):
    """How a rater stands with checks."""

    judged: int
    """Those that were passed or failed."""
    passed: int


class Consequence(NamedTuple):
    """A check that was given, to be judged again."""

    assignment: int
    member: int
    check_item: int
    stages: list[int]


_ADD = Statement(insert_into(check_item, without=("withdrawn_at",)))
_DROP = Statement(delete(check_item).where(C.study_id == P("study"), C.kind == P("of_kind")))
_DROP_ALL = Statement(delete(check_item).where(C.study_id == P("study")))
_DROP_NAMED = Statement(delete(check_item).where(C.study_id == P("study"), C.name == P("check_name")))
_KNOWN = Scalar(
    str, select(C.content).where(C.study_id == P("study"), C.kind != CheckKind.DEGRADED.value).order_by(C.id)
)
_SET_PLACE = Statement(update(check_item).where(C.id == P("check")).values(place=P("new_place")))
_WITHDRAW = Statement(
    update(check_item)
    .where(C.study_id == P("study"), C.name == P("check_name"), C.withdrawn_at.is_(None))
    .values(withdrawn_at=P("now"))
)
_CONTENT = Tuples[tuple[str, str]](select(C.content, C.says).where(C.id == P("check")))
_JUDGED = (
    select(A.check_item, func.count(A.passed).label("judged"), func.coalesce(func.sum(A.passed), 0).label("passed"))
    .where(A.study_id == P("study"), text("check_item IS NOT NULL"))
    .group_by(A.check_item)
    .subquery()
)


def _says(text: str) -> CheckSays:
    return CheckSays.model_validate_json(text)


_OF_STUDY = Select(
    maker(CheckRow, says=_says, judged=int, passed=int),
    select_as(
        CheckRow,
        check_item,
        item=item.c.key,
        judged=func.coalesce(_JUDGED.c.judged, 0),
        passed=func.coalesce(_JUDGED.c.passed, 0),
    )
    .select_from(
        check_item.outerjoin(item, item.c.id == C.item_id).outerjoin(_JUDGED, _JUDGED.c.check_item == check_item.c.id)
    )
    .where(C.study_id == P("study"))
    .order_by(C.id),
)
_COUNT = Select(
    ChecksOfKind,
    select(C.grp, C.kind, func.count())
    .where(C.study_id == P("study"), C.withdrawn_at.is_(None))
    .group_by(C.grp, C.kind)
    .order_by(C.grp, C.kind),
)
_UNITS_BARRED = Scalar(
    int,
    select(func.count())
    .select_from(check_item.join(unit, unit.c.item_id == C.item_id))
    .where(C.study_id == P("study"), C.withdrawn_at.is_(None)),
)
_IS_THEIRS = exists().where(A.membership_id == P("member"), A.check_item == C.id, text("check_item IS NOT NULL"))
_HAS_ITEM = exists().where(A.membership_id == P("member"), A.item_id == C.item_id)
_FREE = (
    select(C.id, C.item_id, C.grp, C.place, C.content)
    .where(C.study_id == P("study"), C.withdrawn_at.is_(None), C.place >= P("start"), ~_IS_THEIRS, ~_HAS_ITEM)
    .order_by(C.place)
    .limit(P("most"))
)
_FREE_FROM = Tuples[tuple[int, int | None, str, int, str]](_FREE)
_OF_MEMBER = Select(
    maker(CheckCount, judged=int, passed=int),
    select_as(CheckCount, judged=func.count(A.passed), passed=func.coalesce(func.sum(A.passed), 0))
    .join(check_item, check_item.c.id == A.check_item)
    .where(A.membership_id == P("member"), text("assignment.check_item IS NOT NULL"), C.withdrawn_at.is_(None)),
)
_GIVEN = Select(
    GivenChecks,
    select(func.count(), func.count(A.stage)).where(A.membership_id == P("member"), text("check_item IS NOT NULL")),
)
_KEPT = func.coalesce(membership.c.merged_into, membership.c.id)
_RESULTS = Tuples[tuple[int, str, int, int]](
    select(_KEPT, check_item.c.kind, func.count(A.passed), func.coalesce(func.sum(A.passed), 0))
    .join(check_item, check_item.c.id == A.check_item)
    .join(membership, membership.c.id == A.membership_id)
    .where(A.study_id == P("study"), check_item.c.withdrawn_at.is_(None))
    .group_by(_KEPT, check_item.c.kind)
    .order_by(_KEPT, check_item.c.kind)
)
_TO_JUDGE_AGAIN = Select(
    maker(Consequence, stages=json.loads),
    select_as(Consequence, assignment, assignment=A.id, member=A.membership_id)
    .where(A.study_id == P("study"), text("check_item IS NOT NULL"))
    .order_by(A.id),
)
_SET_PASSED = Statement(update(assignment).where(A.id == P("assignment")).values(passed=P("has_passed")))
_SET_CHECKED = Statement(update(membership).where(membership.c.id == P("member")).values(checked=P("now_checked")))


def add(run: Run, study: int, new: Iterable[NewCheck]) -> None:
    rows: list[Values] = [
        {
            "study": study,
            "name": one.name,
            "kind": one.kind.value,
            "group": one.group,
            "item": one.item,
            "place": one.place,
            "content": json.dumps(one.content, ensure_ascii=False),
            "says": one.says.model_dump_json(exclude_defaults=True),
        }
        for one in new
    ]
    _ADD.many(run, rows)


def drop(run: Run, study: int, kind: CheckKind) -> int:
    """Take away what was made of a kind, before anybody was given any of it."""
    return _DROP.do(run, study=study, of_kind=kind.value)


def drop_all(run: Run, study: int) -> None:
    """All of a draft, whatever their kind."""
    _DROP_ALL.do(run, study=study)


def drop_named(run: Run, study: int, name: str) -> bool:
    return _DROP_NAMED.do(run, study=study, check_name=name) > 0


def set_places(run: Run, places: Iterable[tuple[int, int]]) -> None:
    _SET_PLACE.many(run, [{"check": id, "new_place": place} for id, place in places])


def withdraw(run: Run, *, study: int, name: str, now: int) -> bool:
    """From now on a check counts for nobody; whether there was one."""
    return _WITHDRAW.do(run, study=study, check_name=name, now=now) > 0


def of_study(run: Run, study: int) -> list[CheckRow]:
    """All checks, with what raters made of them."""
    return _OF_STUDY.all(run, study=study)


def counts(run: Run, study: int) -> list[ChecksOfKind]:
    """How many checks there are by group and kind, withdrawn ones aside."""
    return _COUNT.all(run, study=study)


def units_barred(run: Run, study: int) -> int:
    """How many units are of items that checks were made from: who has the check gets none of them."""
    return _UNITS_BARRED.one(run, study=study) or 0


def beside_each_other(run: Run, study: int) -> list[int]:
    """Of each check whose answers are known: how many candidates it shows."""
    known: list[str] = _KNOWN.all(run, study=study)
    return [len(json.loads(content)["candidates"]) for content in known]


def content(run: Run, check: int) -> Content:
    """What a check shows; its candidates are -1, -2, …"""
    found = _CONTENT.one(run, check=check)
    assert found is not None
    return content_of(json.loads(found[0]))


def says(run: Run, check: int) -> CheckSays:
    found = _CONTENT.one(run, check=check)
    assert found is not None
    return _says(found[1])


def free_for(
    run: Run, *, study: int, member: int, groups: tuple[str, ...], start: int, avoid: Collection[int] = ()
) -> FreeCheck | None:
    """The first check from a place on, round and round, that a rater may be given.

    Each comes once, and none that was made from an item that they had, or that is among those to `avoid`.
    """
    for first, end in ((start, None), (0, start)):
        place = first
        while rows := _FREE_FROM.all(run, study=study, member=member, start=place, most=_PAGE):
            for id, item_id, group, at, shown in rows:
                if end is not None and at >= end:
                    return None
                if item_id not in avoid and (not group or not groups or group in groups):
                    content: ExampleContent = json.loads(shown)
                    return FreeCheck(id, item_id, group, at, len(content["candidates"]), content.get("window", 0))
            place = rows[-1][3] + 1
    return None


def given_to(run: Run, member: int) -> GivenChecks:
    """How many checks a rater was given, and how many of them are open."""
    return _GIVEN.one(run, member=member) or GivenChecks(0, 0)


def of_member(run: Run, member: int) -> CheckCount:
    """How a rater stands; withdrawn checks count for nobody."""
    return _OF_MEMBER.one(run, member=member) or CheckCount(0, 0)


def results(run: Run, study: int) -> dict[int, dict[str, CheckCount]]:
    """By rater and kind: how many checks count, and how many of them were passed."""
    found: dict[int, dict[str, CheckCount]] = {}
    for member, kind, judged, passed in _RESULTS.all(run, study=study):
        found.setdefault(member, {})[kind] = CheckCount(judged, int(passed))
    return found


def to_judge_again(run: Run, study: int) -> list[Consequence]:
    return _TO_JUDGE_AGAIN.all(run, study=study)


def set_passed(run: Run, assignment: int, passed: bool | None) -> None:
    _SET_PASSED.do(run, assignment=assignment, has_passed=None if passed is None else int(passed))


def set_checked(run: Run, *, member: int, checked: CheckStanding) -> None:
    _SET_CHECKED.do(run, member=member, now_checked=int(checked))


@dataclass(frozen=True, slots=True)
class CheckMaterial:
    """An item of a study as a check can show it."""

    id: int
    group: str
    fields: Fields
    segments: list[StoredSegment]
    outputs: dict[str, ShownCandidate]
    """By the name of the system."""


_ITEM_PARTS = Tuples[tuple[int, str, str, str, str, int, str]](
    select(item.c.id, item.c.grp, item.c.fields, item.c.segments, system.c.name, output.c.segment, output.c.fields)
    .join(output, output.c.item_id == item.c.id)
    .join(system, system.c.id == output.c.system_id)
    .join(import_, import_.c.id == output.c.import_id)
    .where(item.c.study_id == P("study"), item.c.key == P("item_key"), import_.c.state == "done")
    .where(item.c.withdrawn_at.is_(None))
    .order_by(output.c.system_id, output.c.segment)
)


def material(run: Run, study: int, key: str) -> CheckMaterial | None:
    """What the systems of a study made of one of its items."""
    found: CheckMaterial | None = None
    for id, group, fields, segments, name, segment, made in _ITEM_PARTS.all(run, study=study, item_key=key):
        found = found or CheckMaterial(id, group, json.loads(fields), json.loads(segments), {})
        shown = found.outputs.setdefault(name, ShownCandidate({} if segment else json.loads(made), []))
        if segment:
            shown.segments.append(json.loads(made))
    return found


_SOURCES = Tuples[tuple[int, str]](
    select(A.item_id, membership.c.uid)
    .join(membership, membership.c.id == A.membership_id)
    .where(A.study_id == P("study"), text("assignment.check_item IS NOT NULL"), A.item_id.is_not(None))
)


def sources(run: Run, study: int) -> dict[int, list[str]]:
    """By item: the raters who were given a check that was made from it."""
    found: dict[int, list[str]] = {}
    for item_id, rater in _SOURCES.all(run, study=study):
        found.setdefault(item_id, []).append(rater)
    return found
