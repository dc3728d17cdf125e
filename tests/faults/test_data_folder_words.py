"""A data folder in any bad state: every command, and the server, say in a sentence what is wrong; never a traceback."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.material import open_bench
from tests.faults.scenes import rated
from tests.fixtures.command_line import run_jurybox

COMMANDS = {
    "list": "study list", "show": "study show study", "export": "export study --to {}/out.csv", "doctor": "doctor",
    "backup": "backup {}/backup.zip", "rater": "rater add study Zoe", "rebuild": "rebuild", "analyse": "analyse study",
}  # fmt: skip
PAGE = 4096


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an open study, judgements and findings, closed."""
    folder = tmp_path_factory.mktemp("sound") / "data"
    bench = open_bench(folder)
    rated(bench)
    bench.close()
    return folder


def database_of(folder: Path) -> Path:
    return folder / "jurybox.db"


def in_place(folder: Path, at: int, data: bytes) -> None:
    with database_of(folder).open("r+b") as file:
        file.seek(at)
        file.write(data)


def newer(folder: Path) -> None:
    with closing(sqlite3.connect(database_of(folder))) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()


def of_another_program(folder: Path) -> None:
    database_of(folder).unlink()
    with closing(sqlite3.connect(database_of(folder))) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('abc123')")
        database.commit()


def every_page_of_noise(folder: Path) -> None:
    """All but the first, which says what the others are."""
    size = database_of(folder).stat().st_size
    in_place(folder, PAGE, random.Random(1).randbytes(size - PAGE))


def half(folder: Path) -> None:
    os.truncate(database_of(folder), database_of(folder).stat().st_size // PAGE // 2 * PAGE)


def a_folder_instead(folder: Path) -> None:
    database_of(folder).unlink()
    database_of(folder).mkdir()


def secret(content: str | None) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        if content is None:
            (folder / "secret").unlink()
        else:
            (folder / "secret").write_text(content, encoding="utf-8")

    return change


STATES: dict[str, tuple[Callable[[Path], object], str]] = {
    "secret missing": (secret(None), "secret"),
    "secret empty": (secret(""), "secret"),
    "secret short": (secret("ab" * 8), "secret"),
    "secret foreign": (secret("ab" * 32), "secret"),
    "secret no text": (secret("ñ\0" * 32), "secret"),
    "database empty": (lambda folder: database_of(folder).write_bytes(b""), "empty"),
    "database newer": (newer, "newer"),
    "database of another program": (of_another_program, "abc123"),
    "database a text": (lambda folder: database_of(folder).write_text("hello " * 5_000), "not a database"),
    "database first page gone": (lambda folder: in_place(folder, 0, bytes(PAGE)), "not a database"),
    "database noise": (every_page_of_noise, "malformed"),
    "database half": (half, "malformed"),
    "database a folder": (a_folder_instead, "database"),
}


def broken(sound: Path, tmp_path: Path, state: str) -> Path:
    folder = shutil.copytree(sound, tmp_path / "data")
    STATES[state][0](folder)
    return folder


@pytest.mark.parametrize("state", STATES)
def test_every_command_says_what_is_wrong_with_the_folder(tmp_path: Path, sound: Path, state: str) -> None:
    folder = broken(sound, tmp_path, state)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    for name, arguments in COMMANDS.items():
        ended = run_jurybox(*(part.format(tmp_path) for part in arguments.split()), "--data", folder)
        said = ended.err + ended.out
        assert ended.status in (1, 2), (name, said)
        assert STATES[state][1] in said, (name, said)
        assert "Traceback" not in said
        assert "should not have" not in said, "the guard at the edge is for what nobody foresaw"
    if state == "database of another program":
        return  # opening it sets how its log is kept, and no more
    after = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and "-" not in path.name}
    assert {name: before.get(name) for name in after} == after, "something was made in the place of what is gone"


def test_a_page_that_is_damaged_is_told_by_doctor_in_words(tmp_path: Path, sound: Path) -> None:
    """Wherever it lies: `integrity_check` finds it, or the first command that reads it."""
    size = database_of(sound).stat().st_size
    found: list[str] = []
    for number in range(1, size // PAGE, max(1, size // PAGE // 12)):
        folder = shutil.copytree(sound, tmp_path / f"page-{number}")
        in_place(folder, number * PAGE, random.Random(number).randbytes(PAGE))
        ended = run_jurybox("doctor", "--data", folder)
        said = ended.err + ended.out
        assert "Traceback" not in said
        assert "should not have" not in said, said
        assert ended.status in (1, 2), (number, said)
        assert "damaged" in said or "malformed" in said, said
        found.append(said)
    assert any("log" in said for said in found), "the table of doctor names it"
    print(f"{len(found)} pages damaged, one at a time: all found")


def test_every_command_names_a_damaged_page_that_it_meets(tmp_path: Path, sound: Path) -> None:
    """Not every command meets it; none is left to the guard for what nobody foresaw."""
    size = database_of(sound).stat().st_size
    met = 0
    for number in range(2, size // PAGE, max(1, size // PAGE // 8)):
        folder = shutil.copytree(sound, tmp_path / f"page-{number}")
        in_place(folder, number * PAGE, random.Random(number).randbytes(PAGE))
        for arguments in COMMANDS.values():
            parts = [part.format(tmp_path / f"page-{number}") for part in arguments.split()]
            ended = run_jurybox(*parts, "--data", folder)
            assert ended.status in (0, 1, 2), ended.err
            assert "should not have" not in ended.err, (arguments, ended.err)
            met += ended.status > 0
    assert met > 0


@pytest.mark.parametrize("state", ["secret missing", "database newer", "database noise", "database a text"])
def test_the_server_does_not_start_and_says_why(tmp_path: Path, sound: Path, state: str) -> None:
    folder = broken(sound, tmp_path, state)
    command = [sys.executable, "-m", "jurybox.cli.main", "serve", "--port", "0", "--data", str(folder)]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("JURYBOX_")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=clean)
    assert done.returncode in (1, 2)
    assert STATES[state][1] in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
