"""Opening an archive on a server: all of it or nothing, in one transaction, its rows checked like a stranger's."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurybox.core import Conflict, EventKind, Protocol, Refused, Settings, StudyState, hash_bytes, is_uuid
from jurybox.exchange.media import check_media as look_at
from jurybox.protocols import lint_text, read_protocol
from jurybox.store import Run, people, studies, tables
from jurybox.studies.carry.archive.accept import AFTER, CHECKS
from jurybox.studies.carry.archive.answers import Judgements
from jurybox.studies.carry.archive.file import File, opened
from jurybox.studies.carry.archive.layout import TABLES, columns_of, part_of
from jurybox.studies.carry.archive.rows_in import Bad, Inward, Row, sound
from jurybox.studies.lifecycle import KEY
from jurybox.studies.rebuild import rebuild_study
from jurybox.studies.study import load_view
from jurybox.studies.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Reopened:
    key: str
    state: str
    rows: dict[str, int]


def reopen_archive(bench: Workbench, path: Path, key: str | None = None, who: str = "command line") -> Reopened:
    """Make the study of an archive one of this server, under its own key or another."""
    written: list[str] = []
    with opened(path) as file:
        try:
            protocol = _protocol(file)
            study = _only_row(file, "study")
            new_key = key or study["key"]
            if not KEY.fullmatch(str(new_key)):
                raise Refused.of("study.bad_key", "key", new_key)
            file.store_media(bench.media, written)
            write = _Reopening(bench, file, study, new_key, protocol, who)
            return bench.database.write(write)
        except BaseException:
            for media in written:
                bench.media.remove(media)
            raise


@dataclass
class _Reopening:
    """The one transaction."""

    bench: Workbench
    file: File
    study: Row
    key: str
    protocol: Protocol
    who: str

    def __call__(self, run: Run) -> Reopened:
        try:
            return self._write(run)
        except Exception as error:  # PostgreSQL's jobs are run again after a clash, and this one would clash for ever
            if tables.is_refusal(error):
                raise Bad(str(error)) from error
            raise

    def _write(self, run: Run) -> Reopened:
        if studies.study_by_key(run, self.key):
            raise Conflict.of("study.key_taken", "key", self.key)
        new_uid = self.bench.new_id() if studies.is_known(run, self.study["uid"]) else None
        into = Inward(run, self.file, self.bench.secret, self.protocol, new_uid)
        id = into.keys["study"][0]
        self._add_study(run, into, new_uid or self.study["uid"])
        self._add_raters(run, into)
        for name, check in CHECKS.items():
            tables.write(run, TABLES[name], into.rows(name, check))
        judgements = Judgements(into, load_view(run, id))
        tables.write(run, TABLES["judgement"], into.rows("judgement", judgements.check))
        for name, check in AFTER.items():
            tables.write(run, TABLES[name], into.rows(name, check))
        self._check_media(into)
        rebuild_study(run, id)
        row = studies.study_by_id(run, id)
        assert row is not None
        made = {"archive": self.file.hash, "made_at": self.file.manifest.made_at, "key": self.study["key"]}
        studies.append_event(run, row, kind=EventKind.REOPENED, data=made, who=self.who, now=self.bench.now())
        return Reopened(self.key, row.state, dict(self.file.manifest.rows))

    def _add_study(self, run: Run, into: Inward, uid: str) -> None:
        content = _only_row(self.file, "protocol")
        protocol = studies.keep_protocol(run, **content)
        row: Row = {**self.study, "id": into.keys["study"][0], "uid": uid, "key": self.key, "protocol_id": protocol}
        sound(row["state"] in list(StudyState), f"{row['state']} is no state of a study")
        sound(row["version"] == self.file.manifest.rows["study_event"], "the study has more events, or fewer")
        row["settings"] = Settings.model_validate(row["settings"]).model_dump_json()
        row["pilot_seq"] = into.up_to("judgement", row["pilot_seq"])
        table = TABLES["study"]
        tables.write(run, table, [[row[name] for name in table.names()]])

    def _add_raters(self, run: Run, into: Inward) -> None:
        """Somebody behind each membership: known here by the number that findings know them by."""
        for number in range(1, self.file.manifest.rows["membership"] + 1):
            person = people.NewPerson(self.bench.new_id(), f"R{number}", None, None, self.bench.now())
            rater = people.add_rater(run, person)
            into.raters.append(rater)

    def _check_media(self, into: Inward) -> None:
        """Each file is what its row says: a page served as a picture would be a way in."""
        for file, kind in into.media.items():
            path = self.bench.media.find(file)
            if kind == "application/json":
                json.loads(path.read_bytes())
            else:
                sound(look_at(path).type == kind, f"the file {file} is not of the type {kind}")


def _only_row(file: File, name: str) -> dict[str, Any]:
    """The row of a table that has one."""
    found = list(file.rows(name)) if file.manifest.rows[name] == 1 else []
    sound(len(found) == 1, f"{part_of(name)} has one row")
    places = file.manifest.columns[name]
    table = TABLES[name]
    row = {column: found[0][places.index(column)] for column in columns_of(table)}
    for column, value in row.items():
        sound(column == "settings" or table.column(column).fits(value), f"{part_of(name)}: {column} can't be that")
    if "uid" in row:
        sound(is_uuid(row["uid"]), "an id is a UUID")
    return row


def _protocol(file: File) -> Protocol:
    """The protocol, read like any that an organiser brings: every fault is told."""
    row = _only_row(file, "protocol")
    content = row["content"].encode()
    if hash_bytes("protocol", content) != row["hash"]:
        raise Refused.of("archive.changed", part_of("protocol"))
    faults = lint_text(row["content"], part_of("protocol"))
    if faults:
        raise Refused(*faults)
    protocol = read_protocol(content)
    sound((protocol.id, protocol.version) == (row["name"], row["version"]), "the protocol has another name")
    return protocol
