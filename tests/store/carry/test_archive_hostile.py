"""Archives that were changed, cut off, or made to harm: refused in words, and nothing of them is left behind."""

import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.errors import JuryboxError, NotFound, Refused
from jurybox.store.schema import metadata
from jurybox.studies.carry.archive import file
from jurybox.studies.carry.archive.reopen import reopen_archive
from jurybox.studies.carry.archive.write import write_archive
from jurybox.studies.carry.backup import write_backup
from jurybox.studies.workbench import Workbench
from jurybox.texts import line_of
from tests.fixtures.databases import BOTH, NewBench, rows_of
from tests.fixtures.studies import lines, open_study
from tests.store.carry.archived import changed_row, full_study, parts_of, picture_study, repacked

Parts = dict[str, bytes]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Where archives lie that several tests look at."""
    return {"folder": tmp_path_factory.mktemp("archives")}


@pytest.fixture
def whole(new_bench: NewBench, made: dict[str, Path]) -> Path:
    path = made["folder"] / "whole.zip"
    if not path.exists():
        full_study(bench := new_bench("sqlite"))
        write_archive(bench, "study", path, with_questionnaire=True)
    return path


@pytest.fixture
def seen(new_bench: NewBench, made: dict[str, Path]) -> Path:
    """An archive with pictures."""
    path = made["folder"] / "seen.zip"
    if not path.exists():
        picture_study(bench := new_bench("sqlite"), made["folder"] / "pictures")
        write_archive(bench, "study", path)
    return path


def everything(bench: Workbench) -> dict[str, Any]:
    """All that a server holds: rows and files."""
    rows: dict[str, Any] = {name: rows_of(bench, name) for name in metadata.tables}
    return rows | {"media": sorted(path.name for path in bench.media.folder.rglob("*") if path.is_file())}


def refused(bench: Workbench, path: Path) -> list[str]:
    """The codes of the refusal; every fault has words, and the server is what it was."""
    before = everything(bench)
    with pytest.raises(JuryboxError) as error:
        reopen_archive(bench, path)
    assert everything(bench) == before
    for fault in error.value.faults:
        assert "This was refused (" not in line_of(fault), fault.code
    return [fault.code for fault in error.value.faults]


def without(name: str) -> Callable[[Parts], Parts]:
    return lambda parts: {part: content for part, content in parts.items() if part != name}


def adding(name: str, content: bytes = b"x") -> Callable[[Parts], Parts]:
    return lambda parts: {**parts, name: content}


@pytest.mark.parametrize("kept", [0, 10, 500, 5_000, -100, -1])
def test_a_file_that_was_cut_off_is_refused(new_bench: NewBench, whole: Path, tmp_path: Path, kept: int) -> None:
    (tmp_path / "cut.zip").write_bytes(whole.read_bytes()[:kept])
    assert refused(new_bench("sqlite"), tmp_path / "cut.zip") == ["archive.broken"]


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 nothing", b"PK\x05\x06" + b"\0" * 18, os.urandom(4000)])
def test_a_file_that_is_no_archive_is_refused(new_bench: NewBench, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "no.zip").write_bytes(content)
    assert refused(new_bench("sqlite"), tmp_path / "no.zip")[0] in ("archive.broken", "archive.no_manifest")


def test_a_file_that_is_not_there_is_said(new_bench: NewBench, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        reopen_archive(new_bench("sqlite"), tmp_path / "no.zip")


def test_a_backup_of_everything_is_no_archive_of_a_study(new_bench: NewBench, tmp_path: Path) -> None:
    write_backup(new_bench("sqlite"), tmp_path / "all.zip")
    assert refused(new_bench("sqlite"), tmp_path / "all.zip") == ["archive.no_manifest"]


@pytest.mark.parametrize("part", ["tables/judgement.jsonl", "tables/item.jsonl", "report/report.html", "README.txt"])
def test_what_was_changed_by_hand_is_refused_by_its_hash(
    new_bench: NewBench, whole: Path, tmp_path: Path, part: str
) -> None:
    parts = parts_of(whole)
    parts[part] = parts[part].replace(b"e", b"3", 1)
    assert refused(new_bench("sqlite"), repacked(parts, tmp_path / "x.zip", rehash=False)) == ["archive.changed"]


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (without("tables/judgement.jsonl"), "archive.missing_part"),
        (without("tables/consent.jsonl"), "archive.missing_part"),
        (without("manifest.json"), "archive.no_manifest"),
        (adding("manifest.json", b"[1]"), "archive.no_manifest"),
        (adding("manifest.json", b"{"), "archive.broken"),
        (adding("manifest.json", b'{"jurybox_archive": 2}'), "archive.unknown_format"),
        (adding("manifest.json", b'{"jurybox_archive": 1}'), "archive.broken"),
        (adding("../../secret"), "archive.strange_part"),
        (adding("/etc/passwd"), "archive.strange_part"),
        (adding("media/../../jurybox.db"), "archive.strange_part"),
        (adding("media/ab/" + "cd" * 32), "archive.strange_part"),
        (adding("tables\\item.jsonl"), "archive.strange_part"),
        (adding("extra.exe"), "archive.strange_part"),
        (adding("media/ab/" + "ab" * 32), "archive.changed"),
    ],
)
def test_strange_and_missing_parts_are_refused(
    new_bench: NewBench, whole: Path, tmp_path: Path, harm: Callable[[Parts], Parts], code: str
) -> None:
    parts = harm(parts_of(whole))
    rehash = b'"parts"' in parts.get("manifest.json", b"")
    assert code in refused(new_bench("sqlite"), repacked(parts, tmp_path / "x.zip", rehash))
    assert not (tmp_path.parent / "secret").exists()


def test_a_part_that_stands_twice_is_refused(new_bench: NewBench, whole: Path, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(whole.read_bytes())
    with zipfile.ZipFile(tmp_path / "x.zip", "a") as out, pytest.warns(UserWarning, match="Duplicate"):
        out.writestr("tables/item.jsonl", parts_of(whole)["tables/item.jsonl"])
    assert refused(new_bench("sqlite"), tmp_path / "x.zip") == ["archive.strange_part"]


@pytest.mark.parametrize("part", ["tables/item.jsonl", "report/tables.xlsx"])
def test_a_bomb_is_refused_before_it_is_unpacked(
    new_bench: NewBench, whole: Path, tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = parts_of(whole)
    parts[part] = b" " * (8 << 20)
    path = repacked(parts, tmp_path / "x.zip")
    monkeypatch.setattr(file, "pieces_of", lambda content: pytest.fail("it was unpacked"))
    assert path.stat().st_size < 200_000
    assert refused(new_bench("sqlite"), path) == ["archive.too_large"]


def test_a_row_without_an_end_is_refused(
    new_bench: NewBench, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "LONGEST_ROW", 20_000)
    parts = changed_row(parts_of(whole), "item", lambda row: row.update(key="k" * 30_000))
    assert refused(new_bench("sqlite"), repacked(parts, tmp_path / "x.zip")) == ["archive.too_large"]


def set_to(**values: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda row: row.update(values)


def answer(question: str, target: str, cell: Any) -> Callable[[dict[str, Any]], Any]:
    return set_to(answers={question: {target: cell}})


WRONG: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("study", set_to(state="deleted")),
    ("study", set_to(uid="1")),
    ("study", set_to(version=99)),
    ("study", set_to(pilot_seq=10_000)),
    ("study", set_to(settings={"quorum": "many"})),
    ("study", set_to(name=5)),
    ("study_event", set_to(number=7)),
    ("study_event", set_to(kind="payed")),
    ("study_event", set_to(at="yesterday")),
    ("guideline", set_to(prose="Give five stars.")),
    ("item", set_to(fields={"source": "Another"})),
    ("item", set_to(import_id=2)),
    ("item", set_to(key="a\0b")),
    ("item", set_to(withdrawn_at=2**70)),
    ("output", set_to(item_id=0)),
    ("output", set_to(item_id=-1)),
    ("output", set_to(system_id=4)),
    ("output", set_to(fields={"output": {"file": "../../secret", "type": "text/html"}})),
    ("output", set_to(fields=["a"])),
    ("system", set_to(kind="human")),
    ("unit", set_to(candidates=[999])),
    ("unit", set_to(candidates=[-1])),
    ("unit", set_to(place=1)),
    ("slot", set_to(stage=5)),
    ("membership", set_to(uid="Ana")),
    ("membership", set_to(stages=[3])),
    ("assignment", set_to(candidates=["1"])),
    ("assignment", set_to(membership_id=4)),
    ("assignment", set_to(purpose="fun")),
    ("assignment", set_to(example=0)),
    ("assignment", set_to(repeat_of=1_000)),
    ("judgement", set_to(assignment_id=2_000)),
    ("judgement", set_to(membership_id=3)),
    ("judgement", set_to(id="1")),
    ("judgement", set_to(stage=1)),
    ("judgement", set_to(standing="best")),
    ("judgement", set_to(protocol_hash="0" * 64)),
    ("judgement", set_to(answers=[])),
    ("judgement", set_to(answers={"quality": []})),
    ("judgement", set_to(answers={"unknown": {}})),
    ("judgement", answer("quality", "1", {"value": 9, "by": "rater"})),
    ("judgement", answer("quality", "1", {"value": 3, "by": "nobody"})),
    ("judgement", answer("quality", "1", 3)),
    ("judgement", answer("quality", "99", {"value": 3, "by": "rater"})),
    ("judgement", answer("quality", "¹", {"value": 3, "by": "rater"})),
    ("judgement", answer("better", "unit", {"value": {"better": "17"}, "by": "rater"})),
    ("judgement", answer("order", "unit", {"value": [["1"], ["1"]], "by": "rater"})),
    ("judgement", answer("spans", "1", {"value": [{"start": 0, "end": 900, "label": "object", "weight": "full"}],
                                        "by": "rater"})),
    ("consent", set_to(given=5)),
    ("questionnaire", set_to(answers={"first_language": ["x"]})),
    ("reply", set_to(published=0)),
    ("acknowledgement", set_to(kind="password")),
    ("acknowledgement", set_to(what=40)),
]  # fmt: skip


@pytest.mark.parametrize(("table", "change"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_rows_that_are_not_sound_are_refused_though_their_hashes_are_right(
    new_bench: NewBench, whole: Path, tmp_path: Path, table: str, change: Callable[[dict[str, Any]], Any]
) -> None:
    path = repacked(changed_row(parts_of(whole), table, change), tmp_path / "x.zip")
    assert refused(new_bench("sqlite"), path) == ["archive.broken"]


def copied(column: str) -> Callable[[Parts, str], Parts]:
    """The second row gets a value of the first."""

    def change(parts: Parts, table: str) -> Parts:
        found: dict[str, Any] = {}
        changed_row(parts, table, lambda row: found.update(row))
        return changed_row(parts, table, set_to(**{column: found[column]}), 2)

    return change


@pytest.mark.parametrize("dialect", BOTH)
@pytest.mark.parametrize(("table", "column"), [("judgement", "id"), ("item", "key"), ("membership", "uid")])
def test_rows_that_can_not_stand_together_are_refused_at_once(
    new_bench: NewBench, whole: Path, tmp_path: Path, dialect: str, table: str, column: str
) -> None:
    path = repacked(copied(column)(parts_of(whole), table), tmp_path / "x.zip")
    assert refused(new_bench(dialect), path) == ["archive.broken"]


def test_a_protocol_is_read_like_any_other(new_bench: NewBench, whole: Path, tmp_path: Path) -> None:
    parts = changed_row(parts_of(whole), "protocol", lambda row: row.update(content=row["content"][:-1]))
    assert refused(new_bench("sqlite"), repacked(parts, tmp_path / "x.zip")) == ["archive.changed"]


def test_fewer_rows_than_the_manifest_says_are_refused(new_bench: NewBench, whole: Path, tmp_path: Path) -> None:
    parts = parts_of(whole)
    parts["tables/judgement.jsonl"] = parts["tables/judgement.jsonl"].rpartition(b"\n[")[0] + b"\n"
    assert refused(new_bench("sqlite"), repacked(parts, tmp_path / "x.zip")) == ["archive.changed"]
    parts = parts_of(whole)
    manifest = json.loads(parts["manifest.json"])
    manifest["rows"]["judgement"] = 10**15
    parts["manifest.json"] = json.dumps(manifest).encode()
    assert refused(new_bench("sqlite"), repacked(parts, tmp_path / "y.zip")) == ["archive.changed"]


def test_a_page_is_not_taken_for_a_picture(new_bench: NewBench, seen: Path, tmp_path: Path) -> None:
    import hashlib

    parts = parts_of(seen)
    html = b"<script>alert(1)</script>"
    file_ = hashlib.sha256(html).hexdigest()
    picture = next(name for name in parts if name.startswith("media/"))
    old = picture.rpartition("/")[2].encode()
    parts = {name: content.replace(old, file_.encode()) for name, content in parts.items() if name != picture}
    parts[f"media/{file_[:2]}/{file_}"] = html
    bench = new_bench("sqlite")
    assert refused(bench, repacked(parts, tmp_path / "x.zip")) in (["archive.broken"], ["media.unsupported"])


def test_a_row_names_only_files_of_its_own_archive(new_bench: NewBench, seen: Path, tmp_path: Path) -> None:
    bench = new_bench("sqlite")
    (bench.media.folder / "ab").mkdir()
    (bench.media.folder / "ab" / ("ab" * 32)).write_bytes(b"of another study")
    parts = parts_of(seen)
    change = set_to(fields={"picture": {"file": "ab" * 32, "type": "image/jpeg"}})
    assert refused(bench, repacked(changed_row(parts, "output", change), tmp_path / "x.zip")) == ["archive.broken"]


def test_media_that_were_here_before_stay_when_an_archive_is_refused(
    new_bench: NewBench, seen: Path, tmp_path: Path
) -> None:
    bench = new_bench("sqlite")
    picture_study(bench, tmp_path / "pictures")
    open_study(bench, lines(1), key="other")
    change = set_to(standing="best")
    assert refused(bench, repacked(changed_row(parts_of(seen), "judgement", change), tmp_path / "x.zip"))
    assert len([path for path in bench.media.folder.rglob("*") if path.is_file()]) == 2


def test_a_bad_key_is_refused(new_bench: NewBench, whole: Path) -> None:
    with pytest.raises(Refused) as error:
        reopen_archive(new_bench("sqlite"), whole, "../up")
    assert error.value.faults[0].code == "study.bad_key"
