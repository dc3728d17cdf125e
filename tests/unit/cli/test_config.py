"""Flags, then variables, then jurybox.toml; and faults of the machine as one sentence each."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from jurybox.cli import main
from jurybox.cli.config import settle
from jurybox.core.errors import Refused
from tests.fixtures.command_line import Jurybox
from tests.fixtures.each import each


def test_flags_win_over_variables_and_variables_over_the_file(in_folder: Path, monkeypatch: pytest.MonkeyPatch):
    assert (settle().data, settle().url()) == (Path("jurybox-data"), "http://127.0.0.1:8000")
    (in_folder / "jurybox.toml").write_text(
        'data = "from-file"\nport = 81\nurl = "https://file.org"\n', encoding="utf-8"
    )
    assert (settle().data, settle().port, settle().url()) == (Path("from-file"), 81, "https://file.org")
    monkeypatch.setenv("JURYBOX_DATA", "from-variable")
    monkeypatch.setenv("JURYBOX_PORT", "82")
    assert (settle().data, settle().port, settle().url()) == (Path("from-variable"), 82, "https://file.org")
    config = settle(data="from-flag", port=83, url=None)
    assert (config.data, config.port, config.url()) == (Path("from-flag"), 83, "https://file.org")


def test_how_large_an_upload_may_be_is_a_setting_that_the_server_is_told(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    assert "JURYBOX_LARGEST_FILE_MB" not in settle().environment(8000)
    (in_folder / "jurybox.toml").write_text("largest_file_mb = 4096\n", encoding="utf-8")
    assert settle().environment(8000)["JURYBOX_LARGEST_FILE_MB"] == "4096"
    monkeypatch.setenv("JURYBOX_LARGEST_FILE_MB", "10")
    assert settle().largest_file_mb == 10
    monkeypatch.setenv("JURYBOX_LARGEST_FILE_MB", "much")
    with pytest.raises(Refused):
        settle()


def test_an_empty_variable_says_nothing(in_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JURYBOX_DATA", "")
    assert settle().data == Path("jurybox-data")


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:9"),
        ("0.0.0.0", "http://127.0.0.1:9"),
        ("::1", "http://[::1]:9"),
        ("jury", "http://jury:9"),
    ],
)
def test_links_begin_with_host_and_port_when_no_address_is_given(in_folder: Path, host: str, url: str):
    assert settle(host=host, port=9).url() == url


def test_every_fault_of_the_file_is_told_at_once(jurybox: Jurybox, in_folder: Path):
    (in_folder / "jurybox.toml").write_text('prot = 1\nport = "x"\nhost = true\n', encoding="utf-8")
    ended = jurybox("study", "list")
    assert ended.status == 2
    assert ended.faults == [
        "jurybox.toml: prot: The key 'prot' is not known. Allowed: data, database, url, host, port, largest_file_mb, "
        "worker_memory_mb, worker_minutes, media, media_copies_mb.",
        "jurybox.toml: port: Got 'x'. Allowed: a whole number.",
        "jurybox.toml: host: Got true. Allowed: a text.",
    ]


@pytest.mark.parametrize("content", [b"data = [", b"data = '\xff'"])
def test_a_file_that_cannot_be_read_is_one_sentence(in_folder: Path, content: bytes):
    (in_folder / "jurybox.toml").write_bytes(content)
    with pytest.raises(Refused, match=r"config\.unreadable"):
        settle()


def test_a_bad_port_or_address_is_one_sentence(jurybox: Jurybox, monkeypatch: pytest.MonkeyPatch):
    assert jurybox("rater", "list", "x", "--url", "jury.org").faults == [
        "url: The address 'jury.org' is no URL. Allowed: http://… or https://…, as people type it."
    ]
    monkeypatch.setenv("JURYBOX_PORT", "abc")
    assert jurybox("study", "list").faults == ["JURYBOX_PORT: Got 'abc'. Allowed: a whole number."]


def test_the_server_is_told_by_its_environment(in_folder: Path):
    told = settle(data="d", database="postgresql://x").environment(8123)
    assert told == {
        "JURYBOX_DATA": str(in_folder / "d"), "JURYBOX_DATABASE": "postgresql://x", "JURYBOX_URL": "http://127.0.0.1:8123",
    }  # fmt: skip


def test_a_folder_that_cannot_be_made_is_one_sentence(jurybox: Jurybox, in_folder: Path):
    (in_folder / "file").write_text("", encoding="utf-8")
    for command in (["serve", "--port", "0"], ["demo", "--port", "0"], ["organiser", "add", "Ada"]):
        ended = jurybox(*command, "--data", "file/data")
        assert ended.status == 2
        assert ended.faults == [
            "The data folder 'file/data' can't be made (Not a directory); name another with --data."
        ]


def test_a_folder_without_permission_is_one_sentence(
    jurybox: Jurybox, in_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    (in_folder / "d").mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    ended = jurybox("serve", "--port", "0", "--data", "d")
    assert ended.status == 2
    assert ended.faults == ["There is no permission to write into the data folder 'd'; name another with --data."]


AS_NOBODY = """
import os, sys
import encodings.idna
import jurybox.cli.app, jurybox.cli.server, jurybox.studies.workbench
from jurybox.cli.main import run
from jurybox.texts import faults
faults.templates()          # whatever is read later may be out of nobody's reach
if os.geteuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
sys.argv = ["jurybox", "serve", "--port", "0", "--data", sys.argv[1]]
run()
"""


def test_a_folder_of_somebody_else_is_one_sentence():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "media").mkdir()
        (folder / "media").chmod(0o555)
        folder.chmod(0o555)
        ended = subprocess.run([sys.executable, "-c", AS_NOBODY, name], text=True, capture_output=True)
        folder.chmod(0o755)
    assert ended.returncode == 2
    assert ended.stderr == f"There is no permission to write into the data folder '{name}'; name another with --data.\n"


@pytest.mark.parametrize("address", ["postgresql://nobody@127.0.0.1:1/x", None])
def test_a_database_that_cannot_be_opened_is_one_sentence(jurybox: Jurybox, in_folder: Path, address: str | None):
    (in_folder / "d").mkdir()
    (in_folder / "d" / "secret").write_text("00" * 32, encoding="ascii")
    (in_folder / "d" / "jurybox.db").write_text("this is no database " * 100, encoding="ascii")
    ended = jurybox("study", "list", "--data", "d", *(["--database", address] if address else []))
    assert ended.status == 2
    assert len(ended.faults) == 1
    assert ended.err.startswith("The database can't be opened: ")


ADDRESSES = [
    "postgresql://ada:{}@[::1", "postgresql://ada:{}@127.0.0.1:1/x", "postgresql://ada:{}%zz@db/x", "mysql://ada:{}@db/x",
    "postgresql://ada:{}@host name/x", "postgresql://ada:{}@db:99999/x", "postgres//ada:{}@db/x", "postgresql://:{}@/x?y",
    "postgresql://ada:{}%40@127.0.0.1:1/x",
]  # fmt: skip


@each("address", ADDRESSES)
def test_the_password_of_a_database_is_never_told(address: str, jurybox: Jurybox, in_folder: Path) -> None:
    (in_folder / "d").mkdir(exist_ok=True)
    (in_folder / "d" / "secret").write_text("00" * 32, encoding="ascii")
    ended = jurybox("study", "list", "--data", "d", "--database", address.format("s3cr3t"))
    assert ended.status == 2, ended.err
    assert "s3cr3t" not in ended.out + ended.err


def test_an_unknown_kind_of_database_is_one_sentence(jurybox: Jurybox):
    ended = jurybox("organiser", "add", "Ada", "--database", "mysql://x")
    assert (ended.status, len(ended.faults)) == (2, 1)


def test_too_old_a_python_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(main, "OLDEST", (9, 0))
    with pytest.raises(SystemExit) as ended:
        main.run()
    now = "{}.{}".format(*sys.version_info[:2])
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"Jurybox needs Python 9.0 or newer; this is Python {now}.\n"


def test_wrong_usage_ends_with_2(jurybox: Jurybox):
    for command in (
        ["stduy"],
        ["study"],
        ["study", "create"],
        ["study", "quorum", "x", "0"],
        ["serve", "--port", "70000"],
    ):
        assert jurybox(*command).status == 2


LIGHT = """
import sys
from jurybox.cli.main import run
try:
    run()
except SystemExit as ended:
    dear = {"numpy", "scipy", "sqlalchemy", "sqlite3", "pydantic", "fastapi", "uvicorn", "rich", "ruamel", "msgspec"}
    rooms = {"jurybox.store", "jurybox.studies", "jurybox.protocols", "jurybox.exchange", "jurybox.web"}
    print(*sorted((dear | rooms) & set(sys.modules)))
"""


@each("asked", lambda: ["--version", "--help", "study --help", "study create --help", "serve --help"])
def test_help_and_the_version_load_nothing_heavy(asked: str):
    ended = subprocess.run([sys.executable, "-c", LIGHT, *asked.split()], text=True, capture_output=True, check=True)
    said, *_, loaded = ended.stdout.splitlines()
    assert said.startswith("jurybox " if asked == "--version" else "Usage: jurybox ")
    assert set(loaded.split()) <= ({"pydantic"} if " " in asked else set()), "typer's own, where a command is looked up"
