"""Sharing a frozen result: a link that anybody can read it by, until it is revoked. Live results are never shared."""

from dataclasses import replace
from typing import NamedTuple, TypedDict

from jurybox.analysis import FindingList, Findings
from jurybox.core import EventKind, JsonObject, NotFound, hash_bytes, rfc3339
from jurybox.store import FrozenRow, NewShare, Run, ShareRow, frozen, studies
from jurybox.studies.results.findings import from_json, to_json
from jurybox.studies.results.freeze import FrozenResult, about, frozen_row, packed
from jurybox.studies.results.naming import drawn_systems, with_systems_called
from jurybox.studies.sealing import is_sealed
from jurybox.studies.study import find_study
from jurybox.studies.tokens import share_token, token_hash
from jurybox.studies.workbench import Workbench


class SharedLink(TypedDict):
    """A link that works."""

    id: str
    result: str
    """The frozen result that it shows."""
    names: bool
    """Whether systems have their names there."""
    path: str
    shared_at: str
    shared_by: str


class SharedResult(NamedTuple):
    """What somebody who has the link reads."""

    result: FrozenResult
    findings: Findings
    names: bool
    study: str
    """Its key; under which it can't be found without signing in."""


def share_frozen(
    bench: Workbench, key: str, name: str, with_names: bool = False, who: str = "command line"
) -> SharedLink:
    """Make a link to a frozen result. Sharing the names of systems reveals them, and the history says so."""
    uid = bench.new_id()
    token = share_token(bench.secret, uid)

    def write(run: Run) -> SharedLink:
        row, study = frozen_row(run, key, name), find_study(run, key)
        new = NewShare(uid, study.id, row.id, int(with_names), token_hash(token), who, bench.now())
        frozen.add_share(run, new)
        data: JsonObject = {"frozen": name, "names": with_names}
        studies.append_event(run, study, kind=EventKind.SHARED, data=data, who=who, now=new.at)
        if with_names and is_sealed(run, find_study(run, key)):
            studies.append_event(run, find_study(run, key), kind=EventKind.REVEALED, data={}, who=who, now=new.at)
        return _link(bench, new, name)

    return bench.database.write(write)


def list_shares(bench: Workbench, key: str, name: str | None = None) -> list[SharedLink]:
    """The links of a study that work, or those to one frozen result."""

    def read(run: Run) -> list[tuple[ShareRow, str]]:
        study = find_study(run, key).id
        names = {row.id: row.name for row in frozen.of_study(run, study)}
        return [(share, names[share.frozen]) for share in frozen.shares_of(run, study)]

    found = bench.database.read(read)
    return [_link(bench, share, of) for share, of in found if name is None or of == name]


def _link(bench: Workbench, share: NewShare, name: str) -> SharedLink:
    return {
        "id": share.uid,
        "result": name,
        "names": bool(share.names),
        "path": f"/shared/#{share_token(bench.secret, share.uid)}",
        "shared_at": rfc3339(share.at) or "",
        "shared_by": share.who,
    }


def revoke_share(bench: Workbench, key: str, uid: str, who: str = "command line") -> None:
    """From now on the link shows nothing."""

    def write(run: Run) -> None:
        study = find_study(run, key)
        links = {share.uid: share for share in frozen.shares_of(run, study.id)}
        if uid not in links:
            raise NotFound.of("shared.unknown_link", given=uid, allowed=sorted(links))
        row = frozen.by_id(run, links[uid].frozen)
        frozen.revoke_share(run, uid, bench.now())
        data: JsonObject = {"frozen": row.name if row else ""}
        studies.append_event(run, study, kind=EventKind.UNSHARED, data=data, who=who, now=bench.now())

    bench.database.write(write)


def open_share(bench: Workbench, token: str) -> SharedResult:
    """The frozen result of a link: with or without names, and never with keys of items."""

    def read(run: Run) -> tuple[ShareRow, FrozenRow, Findings, str]:
        share = frozen.share_by_token(run, token_hash(token))
        row = frozen.by_id(run, share.frozen) if share else None
        study = studies.study_by_id(run, share.study) if share else None
        if share is None or row is None or study is None:
            raise NotFound.of("shared.unknown")
        findings = from_json(row.document or "")
        if share.names:
            return share, row, replace(findings, disagreements=FindingList(), comments=FindingList()), study.key
        return share, row, with_systems_called(findings, drawn_systems(bench, run, study, findings)), study.key

    share, row, findings, key = bench.database.read(read)
    shown = hash_bytes("frozen", to_json(findings).encode())  # that of the whole would let others try out names
    return SharedResult({**about(row), "frozen_by": "", "hash": shown}, findings, bool(share.names), key)


def shared_archive(bench: Workbench, token: str, language: str = "en") -> tuple[str, bytes]:
    """The id of a shared result, and its archive: what the page shows, as files."""
    shared = open_share(bench, token)
    return shared.result["id"], packed(bench, shared.result, shared.findings, language)
