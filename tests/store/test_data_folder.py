"""A data folder that is not as it was left: told in words, and nothing is made anew in the place of what is gone."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jurybox.core import Refused, StoreFull
from jurybox.studies import secret_file
from jurybox.studies.workbench import Workbench, open_workbench
from tests.fixtures.databases import NewBench
from tests.fixtures.studies import lines, loaded, open_study


def open_again(bench: Workbench) -> Workbench:
    address = bench.database.address if bench.database.dialect == "postgresql" else None
    return open_workbench(bench.folder, bench.world, address)


def with_a_link(bench: Workbench) -> Workbench:
    from jurybox.studies.people import add_rater

    open_study(bench, lines(2, "a"), loaded())
    add_rater(bench, "study", "Ann")
    return bench


def code_of(work: Callable[[], Any]) -> str:
    with pytest.raises((Refused, StoreFull)) as refused:
        work()
    return refused.value.faults[0].code


@pytest.mark.parametrize("content", ["", "00", "not hex", "ñ" * 64])
def test_an_empty_short_or_foreign_secret_is_told(new_bench: NewBench, content: str) -> None:
    bench = new_bench("sqlite")
    (bench.folder / "secret").write_text(content, encoding="utf-8")
    assert code_of(lambda: open_again(bench)) == "secret.damaged"


def test_the_secret_of_another_database_is_told(bench: Workbench) -> None:
    with_a_link(bench)
    (bench.folder / "secret").write_text("ab" * 32, encoding="ascii")
    assert code_of(lambda: open_again(bench)) == "secret.foreign"


def test_a_secret_that_is_gone_is_not_made_anew_once_there_are_links(bench: Workbench) -> None:
    (bench.folder / "secret").unlink()
    open_again(bench).close()
    assert (bench.folder / "secret").is_file(), "nobody has a link yet"
    bench = open_again(bench)
    with_a_link(bench)
    (bench.folder / "secret").unlink()
    assert code_of(lambda: open_again(bench)) == "secret.missing"
    assert not (bench.folder / "secret").exists()
    bench.close()


def test_a_database_that_became_empty_is_told(new_bench: NewBench) -> None:
    bench = new_bench("sqlite")
    bench.close()
    for file in bench.folder.glob("jurybox.db*"):
        file.write_bytes(b"")
    assert code_of(lambda: open_again(bench)) == "store.empty"


def test_a_full_disk_at_the_first_start_leaves_no_half_secret(
    tmp_path: Path, new_bench: NewBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = new_bench("sqlite").world

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(secret_file.os, "fsync", full)  # type: ignore[attr-defined]
    assert code_of(lambda: open_workbench(tmp_path / "new", world)) == "store.full"
    assert sorted(path.name for path in (tmp_path / "new").glob("*secret*")) == []
    monkeypatch.undo()
    open_workbench(tmp_path / "new", world).close()
    assert len((tmp_path / "new" / "secret").read_text()) == 64


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_the_folder_and_the_database_are_their_owners_alone(tmp_path: Path, new_bench: NewBench) -> None:
    bench = open_workbench(tmp_path / "new", new_bench("sqlite").world)
    bench.database.write(lambda run: None)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [bench.folder, *bench.folder.glob("*")]}
    bench.close()
    assert modes.pop("new") == 0o700
    assert modes.pop("media") & 0o700 == 0o700
    assert set(modes.values()) == {0o600}, modes
    (tmp_path / "new").chmod(0o755)
    (tmp_path / "new" / "jurybox.db").chmod(0o644)
    open_workbench(tmp_path / "new", bench.world).close()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o750, "others are shut out of what 0.1.0 made"
    assert stat.S_IMODE((tmp_path / "new" / "jurybox.db").stat().st_mode) == 0o640
