"""A backup holds everything, is made while people rate, and goes from one database to the other."""

import json
import threading
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from jurybox.core.errors import Conflict, Refused
from jurybox.store import tables
from jurybox.studies.carry.backup import restore_backup, write_backup
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, rows_of
from tests.fixtures.studies import Played, PlayedRater, lines, open_study

WAYS = [
    ("sqlite", "sqlite"),
    pytest.param("sqlite", "postgresql", marks=pytest.mark.postgres),
    pytest.param("postgresql", "sqlite", marks=pytest.mark.postgres),
    pytest.param("postgresql", "postgresql", marks=pytest.mark.postgres),
]
PICTURE = b"a picture"


def begun_study(bench: Workbench) -> tuple[Played, PlayedRater]:
    study = open_study(bench, lines(3))
    rater = study.rater("Ana")
    rater.submit(rater.next()[0])
    rater.next()
    bench.media.keep([PICTURE])
    return study, rater


@pytest.mark.parametrize(("source", "target"), WAYS)
def test_a_restored_backup_holds_the_same_rows_and_goes_on(
    new_bench: NewBench, tmp_path: Path, source: str, target: str
) -> None:
    old, new = new_bench(source), new_bench(target)
    study, rater = begun_study(old)
    counts = write_backup(old, tmp_path / "all.zip").rows
    assert counts["judgement"] == 1
    assert restore_backup(new, tmp_path / "all.zip") == counts
    for table in tables.BACKED_UP:
        assert rows_of(new, table.name) == rows_of(old, table.name), table.name
    assert rows_of(new, "tally") == rows_of(old, "tally") != [], "counted anew"
    assert new.media.find(sha256(PICTURE).hexdigest()).read_bytes() == PICTURE
    assert [r.path for r in raters.list_raters(new, study.key)] == [r.path for r in raters.list_raters(old, study.key)]
    moved = PlayedRater(Played(new, study.key), rater.id, rater.token)
    assert moved.submit(moved.next()[0]).standing == "counted"
    assert Played(new, study.key).rater("Ben").next()


def test_a_backup_is_not_restored_over_anything(new_bench: NewBench, tmp_path: Path) -> None:
    bench, other = new_bench("sqlite"), new_bench("sqlite")
    begun_study(bench)
    write_backup(bench, tmp_path / "all.zip")
    begun_study(other)
    with pytest.raises(Conflict) as refused:
        restore_backup(other, tmp_path / "all.zip")
    assert refused.value.faults[0].code == "backup.not_empty"


@pytest.mark.parametrize("kept", [0, 40, 2_000, -30])
def test_a_backup_that_was_cut_off_is_refused_and_leaves_the_place_empty(
    new_bench: NewBench, tmp_path: Path, kept: int
) -> None:
    bench, empty = new_bench("sqlite"), new_bench("sqlite")
    begun_study(bench)
    write_backup(bench, tmp_path / "all.zip")
    whole = (tmp_path / "all.zip").read_bytes()
    (tmp_path / "part.zip").write_bytes(whole[:kept])
    with pytest.raises(Refused) as refused:
        restore_backup(empty, tmp_path / "part.zip")
    assert refused.value.faults[0].code == "backup.not_read"
    assert empty.database.read(tables.is_empty)
    assert restore_backup(empty, tmp_path / "all.zip")["judgement"] == 1


def test_a_backup_does_not_overwrite_a_file(new_bench: NewBench, tmp_path: Path) -> None:
    bench = new_bench("sqlite")
    (tmp_path / "all.zip").write_bytes(b"precious")
    with pytest.raises(Conflict):
        write_backup(bench, tmp_path / "all.zip")
    assert (tmp_path / "all.zip").read_bytes() == b"precious"


def test_a_backup_made_while_people_rate_is_one_state_of_everything(bench: Workbench, tmp_path: Path) -> None:
    study = open_study(bench, lines(2000, "a"))
    rater = study.rater()
    rater.rate(3)
    stop = threading.Event()

    def go_on() -> None:
        while not stop.is_set():
            rater.rate(1)

    writer = threading.Thread(target=go_on)
    writer.start()
    counts = [write_backup(bench, tmp_path / f"{n}.zip").rows for n in range(4)]
    stop.set()
    writer.join()
    assert len(study.log()) > counts[-1]["judgement"] > counts[0]["judgement"] >= 3
    for count in counts:
        assert count["judgement"] == count["number"]
        assert 0 <= count["assignment"] - count["judgement"] <= 1


def test_a_restored_study_rebuilds_to_itself(new_bench: NewBench, tmp_path: Path) -> None:
    old, new = new_bench("sqlite"), new_bench("sqlite")
    study, _ = begun_study(old)
    write_backup(old, tmp_path / "all.zip")
    restore_backup(new, tmp_path / "all.zip")
    moved = Played(new, study.key)
    before = moved.projections()
    moved.rebuild()
    assert moved.projections() == before == study.projections()


@pytest.mark.parametrize("harm", ["a table", "a row", "the picture", "the manifest", "the secret", "a key"])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_damaged_backup_is_refused_and_leaves_nothing(
    new_bench: NewBench, tmp_path: Path, kind: str, harm: str
) -> None:
    bench, empty = new_bench("sqlite"), new_bench(kind)
    begun_study(bench)
    write_backup(bench, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    name = sha256(PICTURE).hexdigest()
    picture = f"media/{name[:2]}/{name}"
    if harm == "a table":
        del parts["tables/judgement.jsonl"]
    elif harm == "a row":
        parts["tables/item.jsonl"] = parts["tables/item.jsonl"].partition(b"\n")[2]
    elif harm == "a key":
        parts["tables/item.jsonl"] = parts["tables/item.jsonl"].partition(b"\n")[2]
        manifest = json.loads(parts["manifest.json"])
        manifest["rows"]["item"] -= 1
        parts["manifest.json"] = json.dumps(manifest).encode()
    elif harm == "the manifest":
        parts["manifest.json"] = b"[]"
    elif harm == "the secret":
        parts["secret"] = b"not hex"
    with zipfile.ZipFile(tmp_path / "harmed.zip", "w") as out:
        for name, content in parts.items():
            out.writestr(name, content)
    if harm == "the picture":
        raw = (tmp_path / "harmed.zip").read_bytes()
        (tmp_path / "harmed.zip").write_bytes(raw.replace(b"a picture", b"A picture"))
    secret = empty.secret
    with pytest.raises(Refused) as refused:
        restore_backup(empty, tmp_path / "harmed.zip")
    assert refused.value.faults[0].code == "backup.not_read"
    assert empty.database.read(tables.is_empty)
    assert not (empty.folder / picture).exists()
    assert bytes.fromhex((empty.folder / "secret").read_text()) == empty.secret == secret


def test_a_backup_of_a_newer_jurybox_is_refused_in_words(new_bench: NewBench, tmp_path: Path) -> None:
    bench = new_bench("sqlite")
    with zipfile.ZipFile(tmp_path / "new.zip", "w") as out:
        out.writestr("manifest.json", '{"format": 2, "schema": "9999"}')
    with pytest.raises(Refused) as refused:
        restore_backup(bench, tmp_path / "new.zip")
    assert [fault.code for fault in refused.value.faults] == ["backup.unknown_format", "store.newer_schema"]


def test_a_backup_that_cannot_be_written_leaves_no_file(new_bench: NewBench, tmp_path: Path) -> None:
    bench = new_bench("sqlite")
    with pytest.raises(Refused) as refused:
        write_backup(bench, tmp_path / "nowhere" / "all.zip")
    assert refused.value.faults[0].code == "backup.not_written"
    write_backup(bench, tmp_path / "all.zip")
    assert [path.name for path in tmp_path.glob("*.zip*")] == ["all.zip"]
    assert (tmp_path / "all.zip").stat().st_mode & 0o077 == 0, "it holds the secret"


def test_protocols_of_ones_own_come_back_with_a_backup(new_bench: NewBench, tmp_path: Path) -> None:
    old, new = new_bench("sqlite"), new_bench("sqlite")
    folder = old.protocols / "my-title" / "1"
    (folder / "examples").mkdir(parents=True)
    (folder / "protocol.yaml").write_bytes(b"id: my-title\n")
    (folder / "examples" / "one.png").write_bytes(b"a picture")
    write_backup(old, tmp_path / "all.zip")
    restore_backup(new, tmp_path / "all.zip")
    back = new.protocols / "my-title" / "1"
    assert (back / "protocol.yaml").read_bytes() == b"id: my-title\n"
    assert (back / "examples" / "one.png").read_bytes() == b"a picture"


def test_a_backup_writes_no_file_outside_its_folder(new_bench: NewBench, tmp_path: Path) -> None:
    old, new = new_bench("sqlite"), new_bench("sqlite")
    begun_study(old)
    write_backup(old, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip", "a") as out:
        for name in ("protocols/../../escaped", "protocols/a/../../../escaped", "protocols/flat", "/escaped"):
            out.writestr(name, b"x")
    restore_backup(new, tmp_path / "all.zip")
    assert not new.protocols.exists()
    assert not list(tmp_path.rglob("escaped"))
