"""What raters and systems are called in findings.

Organisers read names beside the numbers of raters; findings themselves, and reports, have none. Where systems are not
to be known they are System 1, System 2 … in an order that is drawn.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from jurybox.analysis import (
    Comparison,
    FindingList,
    Findings,
    Points,
    Ranked,
    RaterQuality,
    Share,
    TagRate,
    WhatIf,
)
from jurybox.store import Run, StudyRow, people, systems
from jurybox.studies.sealing import Names, drawn_names, names_here, renamed
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench
from jurybox.texts import natural


def rater_names(bench: Workbench, key: str) -> dict[str, str]:
    """By the number that findings call a rater by."""
    members = bench.database.read(lambda run: people.memberships(run, find_study(run, key).id))
    return {f"R{n}": member.name for n, member in enumerate(members, start=1)}


CODES = frozenset(
    {
        *("agreement_method", "coefficient", "flags", "id", "kind", "level", "level_from", "method", "note", "notes"),
        *("of", "option", "question", "settings", "severity_method", "state", "tag"),
    }
)
"""What of findings is a code, whatever systems are called."""


def renamed_systems(document: str, names: Mapping[str, str]) -> str:
    """The same findings as JSON, with other names for the systems; `names` goes from theirs to those.

    No part of findings is keyed by systems: a system may be called as one of their fields is, such as alpha.
    """

    def walk(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: entry if key in CODES else walk(entry) for key, entry in part.items()}
        return [walk(entry) for entry in part] if isinstance(part, list) else renamed(part, names)

    return json.dumps(walk(json.loads(document)), ensure_ascii=False) if names else document


def with_rater_names(findings: Findings, names: Mapping[str, str]) -> Findings:
    """The same findings, with `R4 Dora` for R4 wherever a rater is named."""
    said = {rater: f"{rater} {name}" for rater, name in names.items() if name and name != rater}

    def all_named(raters: Iterable[str]) -> tuple[str, ...]:
        return tuple(said.get(rater, rater) for rater in raters)

    def what_if(one: WhatIf) -> WhatIf:
        return replace(one, left_out=all_named(one.left_out))

    def quality(one: RaterQuality) -> RaterQuality:
        without = None if one.without is None else what_if(one.without)
        return replace(one, rater=said.get(one.rater, one.rater), without=without)

    return replace(
        findings,
        raters=FindingList(map(quality, findings.raters)),
        what_if=FindingList(map(what_if, findings.what_if)),
        disagreements=FindingList(
            replace(one, values={said.get(rater, rater): value for rater, value in one.values.items()})
            for one in findings.disagreements
        ),
        together=FindingList(
            replace(one, first=said.get(one.first, one.first), second=said.get(one.second, one.second))
            for one in findings.together
        ),
        comments=FindingList(replace(one, rater=said.get(one.rater, one.rater)) for one in findings.comments),
        apart=FindingList(replace(one, raters=tuple(map(all_named, one.raters))) for one in findings.apart),
    )


T = TypeVar("T", Ranked, Comparison, Share, TagRate, Points)
Named = TypeVar("Named", Ranked, Share, TagRate, Points)
Called = Mapping[str, str]
"""What each system is called, in the order that was drawn."""


def drawn_systems(bench: Workbench, run: Run, study: StudyRow, findings: Findings) -> dict[str, str]:
    """What the systems of a study, and any others that findings name, are called where they are not to be known."""
    known = (system.name for system in systems.systems_of(run, study.id))
    return with_others(drawn_names(bench.secret, study.seed, known), findings)


def with_others(names: Names, *found: Findings) -> dict[str, str]:
    """Names that were drawn, and further ones for systems that findings name and the study does not have.

    >>> with_others({"ours": "System 1"})
    {'ours': 'System 1'}
    """
    others = sorted({name for findings in found for name in systems_of(findings)} - names.keys())
    ordered = dict(sorted(names.items(), key=lambda entry: natural(entry[1])))
    return ordered | {name: f"System {n}" for n, name in enumerate(others, start=len(ordered) + 1)}


def sealed_here(findings: Findings) -> Findings:
    """What may be seen of findings in this request."""
    names = names_here()
    return with_systems_called(findings, with_others(names, findings)) if names else findings


def systems_of(findings: Findings) -> set[str]:
    """The systems that findings name."""
    lists = (findings.ranking, findings.shares, findings.tags, findings.points)
    named = {one.system for each in lists for one in each if one.system is not None}
    return named | {system for one in findings.comparisons for system in (one.first, one.second)}


def with_systems_called(findings: Findings, called: Called) -> Findings:
    """The same findings with other names of systems: nothing in them, nor their order, tells the real ones.

    Where raters differ most is left out, for keys of items may tell, and so is the seed that draws the names.
    """
    place = {name: n for n, name in enumerate(called.values())}

    def named(one: Named) -> Named:
        return one if one.system is None else replace(one, system=called[one.system])

    def what_if(one: WhatIf) -> WhatIf:
        order, before = (tuple(called[s] for s in names) for names in (one.order, one.order_before))
        return replace(one, order=order, order_before=before)

    def ordered(found: Iterable[T], *fields: str) -> FindingList[T]:
        """Piece by piece as they were, and in each piece in the order that was drawn."""
        listed = list(found)
        pieces: dict[Any, int] = {}
        for one in listed:
            pieces.setdefault(tuple(getattr(one, field) for field in fields), len(pieces))
        return FindingList(
            sorted(listed, key=lambda one: (pieces[tuple(getattr(one, f) for f in fields)], *_places(one, place)))
        )

    facts = {**(findings.source.get("facts") or {}), "seed": None}
    facts["references"] = [called.get(name, "") for name in facts.get("references") or ()]
    return replace(
        findings,
        source={**findings.source, "facts": facts} if findings.source.get("facts") else findings.source,
        ranking=ordered(map(named, findings.ranking), "question", "by"),
        comparisons=ordered((_turned(one, called, place) for one in findings.comparisons), "question", "by", "option"),
        shares=ordered(map(named, findings.shares), "question", "by", "option"),
        tags=ordered(map(named, findings.tags), "question", "by", "category", "tag"),
        points=ordered(map(named, findings.points), "question"),
        raters=FindingList(
            replace(one, without=None if one.without is None else what_if(one.without)) for one in findings.raters
        ),
        what_if=FindingList(map(what_if, findings.what_if)),
        apart=FindingList(
            replace(
                one,
                systems=tuple(tuple(sorted((called[s] for s in part), key=place.__getitem__)) for part in one.systems),
            )
            for one in findings.apart
        ),
        disagreements=FindingList(),
        comments=FindingList(),
    )


def _places(one: object, place: Mapping[str, int]) -> tuple[int, ...]:
    names = [getattr(one, field, None) for field in ("system", "first", "second")]
    return tuple(-1 if name is None else place[name] for name in names)


def _turned(one: Comparison, called: Called, place: Mapping[str, int]) -> Comparison:
    """A pair with the one that was drawn first in front: the order of a pair would tell that of the names."""
    first, second = called[one.first], called[one.second]
    if place[first] < place[second]:
        return replace(one, first=first, second=second)
    return replace(
        one,
        first=second,
        second=first,
        difference=None if one.difference is None else -one.difference,
        interval=None if one.interval is None else (-one.interval[1], -one.interval[0]),
        wins=one.losses,
        losses=one.wins,
    )
