"""Freezing results: dated, named, hashed, and never changed by what comes later. Numbers alone: nobody's words."""

import json
import re
from dataclasses import replace
from typing import TypedDict

from jurybox.analysis import FindingList, Findings
from jurybox.core import Conflict, EventKind, JsonObject, NotFound, hash_bytes, refuse, rfc3339
from jurybox.store import FrozenRow, Kept, NewFrozen, Run, frozen, studies
from jurybox.studies.results.findings import ResultsOptions, from_json, look, to_json
from jurybox.studies.results.naming import sealed_here
from jurybox.studies.results.report import report_files
from jurybox.studies.results.report_bundle import archive_of
from jurybox.studies.sealing import names_here, under_seal
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench

FROZEN_NAME = re.compile(r"[a-z0-9-]{1,80}-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{1,4}")
LEFT_OUT = ("questionnaire",)
"""Facts of a study that hold what people wrote."""


class FrozenResult(TypedDict):
    """A frozen result without its findings."""

    id: str
    frozen_at: str
    frozen_by: str
    as_of: str
    judgements: int
    last_number: int
    """Of the judgements that were in."""
    signature: str
    hash: str
    protocol_hash: str
    settings: JsonObject
    version: str


def freeze_results(bench: Workbench, key: str, wish: ResultsOptions, who: str = "command line") -> FrozenResult:
    """Freeze the results that were computed last; those that are frozen already are not frozen twice."""
    refuse(wish.faults())
    kept = bench.database.read(lambda run: look(run, key, wish).kept)
    if kept is None or kept.document is None:
        raise Conflict.of("results.none_yet", given=key)
    drafted = _drafted(kept, wish, who, bench.now())
    counted = from_json(kept.document).judgements or 0

    def write(run: Run) -> FrozenRow:
        row = find_study(run, key)
        studies.hold(run, row.id)
        before = [one for one in frozen.of_study(run, row.id) if _same(one, drafted)]
        if before:
            return before[0]
        name = _next_name(key, drafted.at, frozen.names_of(run, row.id))
        frozen.add(run, replace(drafted, study=row.id, name=name, protocol_hash=row.protocol_hash))
        data: JsonObject = {"frozen": name, "judgements": counted}
        studies.append_event(run, row, kind=EventKind.FROZEN, data=data, who=who, now=drafted.at)
        return frozen_row(run, key, name)

    return about(bench.database.write(write))


def _same(one: FrozenRow, other: NewFrozen) -> bool:
    return (one.document_hash, one.settings) == (other.document_hash, other.settings)


def _next_name(key: str, at: int, taken: list[str]) -> str:
    """The study's key, the day, and a number.

    >>> _next_name("titles", 0, ["titles-1970-01-01-1"])
    'titles-1970-01-01-2'
    """
    day = f"{key}-{(rfc3339(at) or '')[:10]}-"
    numbers = [int(name.removeprefix(day)) for name in taken if name.startswith(day)]
    return f"{day}{max(numbers, default=0) + 1}"


def _drafted(kept: Kept, wish: ResultsOptions, who: str, now: int) -> NewFrozen:
    """All that does not depend on the study."""
    findings = _numbers_alone(from_json(kept.document or ""))
    document = to_json(findings)
    return NewFrozen(
        study=0,
        name="",
        settings=json.dumps(wish.document(), ensure_ascii=False),
        version=kept.version,
        study_version=kept.study_version,
        last_seq=kept.last_seq,
        judgements=kept.judgements,
        protocol_hash="",
        signature=findings.signature,
        document=document,
        document_hash=hash_bytes("frozen", document.encode()),
        computed_at=kept.computed_at,
        who=who,
        at=now,
    )


def _numbers_alone(findings: Findings) -> Findings:
    """Without what raters wrote, in comments and about themselves."""
    facts = {name: value for name, value in (findings.source.get("facts") or {}).items() if name not in LEFT_OUT}
    source = {**findings.source, "facts": facts} if facts else findings.source
    return replace(findings, comments=FindingList(), source=source)


def frozen_row(run: Run, key: str, name: str) -> FrozenRow:
    """A frozen result by its id; an unknown one is answered with those that exist."""
    study = find_study(run, key).id
    found = frozen.find(run, study, name)
    if found is None:
        raise NotFound.of("frozen.unknown", given=name, allowed=frozen.names_of(run, study))
    return found


def list_frozen(bench: Workbench, key: str) -> list[FrozenResult]:
    """What was frozen of a study, the newest first."""
    return [about(row) for row in bench.database.read(lambda run: frozen.of_study(run, find_study(run, key).id))]


def find_frozen(bench: Workbench, key: str, name: str) -> tuple[FrozenResult, Findings]:
    """A frozen result with its findings; under seal its systems have the names that were drawn."""
    row = bench.database.read(lambda run: frozen_row(run, key, name))
    findings = sealed_here(from_json(row.document or ""))
    result = about(row)
    if names_here():
        result["hash"] = hash_bytes("frozen", to_json(findings).encode())
    return result, findings


def about(row: FrozenRow) -> FrozenResult:
    """Under seal without the hash of the whole, which would let others try out names."""
    return {
        "id": row.name,
        "frozen_at": rfc3339(row.at) or "",
        "frozen_by": row.who,
        "as_of": rfc3339(row.computed_at) or "",
        "judgements": row.judgements,
        "last_number": row.last_seq,
        "signature": row.signature,
        "hash": "" if names_here() else row.document_hash,
        "protocol_hash": row.protocol_hash,
        "settings": under_seal(json.loads(row.settings)),
        "version": row.version,
    }


def frozen_archive(bench: Workbench, key: str, name: str, language: str = "en") -> bytes:
    """One file with what it is, its findings, the report and its tables."""
    result, findings = find_frozen(bench, key, name)
    return packed(bench, result, findings, language)


def packed(bench: Workbench, result: FrozenResult, findings: Findings, language: str) -> bytes:
    own = bench.texts
    files = report_files(findings, language, own if own.is_dir() else None)
    told = {**result, "frozen_by": ""}  # an organiser's name is no part of a publication
    return archive_of(result["id"], {**files, "frozen.json": json.dumps(told, ensure_ascii=False, indent=2).encode()})
