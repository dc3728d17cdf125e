"""Names beside the numbers of raters, for those who organise the study. Findings themselves, and reports, have none."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from jurybox.analysis import FindingList, Findings, RaterQuality, WhatIf
from jurybox.store import people
from jurybox.studies.sealing import renamed
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench


def rater_names(bench: Workbench, key: str) -> dict[str, str]:
    """By the number that findings call a rater by."""
    members = bench.database.read(lambda run: people.memberships(run, find_study(run, key).id))
    return {f"R{n}": member.name for n, member in enumerate(members, start=1)}


def renamed_systems(document: str, names: Mapping[str, str]) -> str:
    """The same findings as JSON, with other names for the systems; `names` goes from theirs to those."""
    return json.dumps(renamed(json.loads(document), names), ensure_ascii=False) if names else document


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
