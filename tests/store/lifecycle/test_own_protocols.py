"""Protocols that organisers bring or write, on a shelf of their own."""

import io
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from jurybox.core import Conflict, JuryboxError, Refused
from jurybox.studies.lifecycle import (
    ProtocolText,
    StudyDraft,
    create_study,
    describe_shelf,
    folder_files,
    from_shelf,
    keep_protocol,
    list_shelf,
    protocol_text,
    written_files,
)
from jurybox.studies.workbench import Workbench
from tests.fixtures.mangled import EDITS, Edit, mangled
from tests.paths import ROOT

SQM = ROOT / "examples" / "protocols" / "sqm-segments.yaml"
SHELF = ROOT / "src" / "jurybox" / "protocols" / "shelf"


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def own_title(bench: Workbench, old: str = "", new: str = "") -> dict[str, bytes]:
    """A protocol made from one of ours, changed."""
    began = protocol_text(bench, "title")
    return written_files(bench, "title", ProtocolText(began.text.replace(old, new), began.guidelines))


def codes(error: JuryboxError) -> list[str]:
    return [fault.code for fault in error.faults]


def test_a_single_file_stands_on_the_shelf_afterwards(bench: Workbench) -> None:
    keep_protocol(bench, folder_files(SQM))
    assert "sqm-segments" in [line["id"] for line in list_shelf(bench.protocols)]
    assert [card["id"] for card in describe_shelf("en", bench.protocols) if card["is_own"]] == ["sqm-segments"]
    assert from_shelf("sqm-segments", bench.protocols).guidelines["en"]


def test_a_study_is_made_of_it(bench: Workbench) -> None:
    keep_protocol(bench, folder_files(SQM))
    create_study(bench, from_shelf("sqm-segments@1", bench.protocols), StudyDraft("study", "Study"))


def test_an_archive_of_a_folder_brings_guidelines_and_pictures(bench: Workbench) -> None:
    files = own_title(bench)
    kept = keep_protocol(bench, {"mine.zip": zipped({f"title of ours/{name}": text for name, text in files.items()})})
    assert kept.protocol.name == "my-title@1"
    assert kept.guidelines == from_shelf("title").guidelines


def test_the_pictures_of_the_one_that_it_began_with_come_along(bench: Workbench) -> None:
    began = protocol_text(bench, "caption-counts")
    kept = keep_protocol(bench, written_files(bench, "caption-counts", began))
    assert len(list((kept.folder / "examples").iterdir())) == 3
    assert kept.folder == bench.protocols / "my-caption-counts" / "1"


def test_every_fault_says_its_line_and_nothing_is_kept(bench: Workbench) -> None:
    with pytest.raises(Refused) as refused:
        keep_protocol(bench, own_title(bench, "merge: exact", "merges: exact\nquorums: 3"))
    assert codes(refused.value) == ["protocol.unknown_key"] * 2
    assert [fault.file for fault in refused.value.faults] == ["protocol.yaml"] * 2
    assert all(fault.line for fault in refused.value.faults)
    assert list_shelf(bench.protocols) == list_shelf()
    assert not list(bench.folder.glob(".protocol-*"))


def test_the_name_of_one_of_ours_is_taken(bench: Workbench) -> None:
    with pytest.raises(Conflict) as refused:
        keep_protocol(bench, folder_files(SHELF / "title" / "1"))
    assert codes(refused.value) == ["protocol.ours"]


def test_a_version_is_replaced_until_a_study_is_made_of_it(bench: Workbench) -> None:
    keep_protocol(bench, own_title(bench))
    kept = keep_protocol(bench, own_title(bench, "Titles as summaries", "Headlines"))
    assert from_shelf("my-title", bench.protocols).protocol.title["en"] == "Headlines"
    create_study(bench, kept, StudyDraft("study", "Study"))
    keep_protocol(bench, own_title(bench, "Titles as summaries", "Headlines"))  # the same once more
    with pytest.raises(Conflict) as refused:
        keep_protocol(bench, own_title(bench, "Titles as summaries", "Others"))
    assert codes(refused.value) == ["protocol.in_use"]
    assert from_shelf("my-title", bench.protocols).protocol.title["en"] == "Headlines"


def test_who_writes_on_from_one_that_is_used_gets_its_next_version(bench: Workbench) -> None:
    kept = keep_protocol(bench, own_title(bench))
    assert "version: 1\n" in protocol_text(bench, "my-title").text
    create_study(bench, kept, StudyDraft("study", "Study"))
    again = protocol_text(bench, "my-title")
    assert "version: 2\n" in again.text
    assert keep_protocol(bench, written_files(bench, "my-title", again)).protocol.version == 2


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({}, "protocol.no_file"),
        ({"a.yaml": b"", "b.yaml": b""}, "protocol.no_file"),
        ({"notes.txt": b"hello"}, "protocol.no_file"),
        ({"mine.zip": b"no archive"}, "protocol.bad_archive"),
        ({"mine.zip": zipped({"../protocol.yaml": b"id: x"})}, "protocol.no_file"),
        ({"mine.zip": zipped({f"{n}.md": b"" for n in range(501)})}, "protocol.too_large"),
        ({"protocol.yaml": b"\xff\xfe"}, "protocol.not_utf8"),
        ({"protocol.yaml": b""}, "protocol.not_a_document"),
    ],
)
def test_what_is_no_protocol_is_refused(bench: Workbench, files: dict[str, bytes], code: str) -> None:
    with pytest.raises(Refused) as refused:
        keep_protocol(bench, files)
    assert codes(refused.value)[0] == code
    assert not bench.protocols.exists()


def test_nothing_is_written_outside_the_shelf(bench: Workbench, tmp_path: Path) -> None:
    files = {**own_title(bench), "../../escaped.md": b"out", "/tmp/escaped.md": b"out", ".hidden": b"out"}
    kept = keep_protocol(bench, {"mine.zip": zipped(files)})
    assert sorted(path.name for path in kept.folder.rglob("*")) == [".kept.json", "guideline.en.md", "protocol.yaml"]
    assert not list(tmp_path.rglob("escaped.md"))


ODD_NAMES = {
    "a file and a folder of one name": ["a", "a/b"],
    "too long": ["a" * 300 + ".md"],
    "too deep": ["/".join("a" for _ in range(3_000)) + "/b.md"],
}


@pytest.mark.parametrize("names", ODD_NAMES.values(), ids=ODD_NAMES)
def test_names_that_no_files_can_have_are_refused(bench: Workbench, names: list[str]) -> None:
    """An upload of such an archive was answered with 500."""
    files = own_title(bench, "id: title", "id: mine") | dict.fromkeys(names, b"x")
    with pytest.raises(Refused) as refused:
        keep_protocol(bench, {"mine.zip": zipped(files)})
    assert refused.value.faults[0].code == "upload.bad_name"
    assert not list(bench.folder.glob(".protocol-*"))


@given(edits=EDITS)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_mangled_archive_is_kept_or_refused_in_words(bench: Workbench, edits: list[Edit]) -> None:
    sound = zipped(own_title(bench, "id: title", "id: mine"))
    with suppress(JuryboxError):
        keep_protocol(bench, {"mine.zip": mangled(sound, edits)})
    assert not list(bench.folder.glob(".protocol-*"))


def test_an_archive_whose_content_is_damaged_is_refused(bench: Workbench) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("protocol.yaml", "id: mine\n" * 500)
    damaged = bytearray(made.getvalue())
    start = damaged.index(b"protocol.yaml") + len(b"protocol.yaml")
    damaged[start : start + 20] = b"\xff" * 20
    with pytest.raises(Refused) as refused:
        keep_protocol(bench, {"mine.zip": bytes(damaged)})
    assert refused.value.faults[0].code == "protocol.bad_archive"
