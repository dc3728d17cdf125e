"""Sealed studies on the command line: it is outside the seal, and the first look at names is an entry."""

import json
from pathlib import Path

import pytest

from tests.fixtures.command_line import Jurybox
from tests.paths import ROOT

ITEMS = ROOT / "examples" / "first-study" / "items.csv"
TOLD = "Study x was sealed: the names of its systems are revealed now, and its history says so."


@pytest.fixture
def sealed(jurybox: Jurybox) -> Jurybox:
    jurybox("study", "create", "x", "--protocol", "title", "--items", ITEMS, "--set", "sealed=true")
    jurybox("study", "open", "x")
    return jurybox


def revealed_by(jurybox: Jurybox) -> list[str]:
    entries = json.loads(jurybox("study", "history", "x", "--json").out)
    return [entry["who"] for entry in entries if entry["kind"] == "revealed"]


def first_item() -> str:
    return ITEMS.read_text(encoding="utf-8").splitlines()[1].split(",")[0]


LOOKS: list[tuple[str, ...]] = [
    ("study", "show", "x"),
    ("study", "item", "x", "{item}"),
    ("export", "x"),
    ("study", "archive", "x", "--to", "{to}"),
    ("label-studio", "export", "x", "--to", "{to}"),
]


@pytest.mark.parametrize("command", LOOKS, ids=lambda command: " ".join(command[:2]))
def test_the_first_look_at_names_is_said_and_written_down(sealed: Jurybox, tmp_path: Path, command: tuple[str, ...]):
    ended = sealed(*(part.format(item=first_item(), to=tmp_path / "out") for part in command))
    assert (ended.status, TOLD in ended.faults) == (0, True), ended.err
    assert revealed_by(sealed) == ["command line"]
    again = sealed("study", "show", "x")
    assert TOLD not in again.err
    assert revealed_by(sealed) == ["command line"]


@pytest.mark.parametrize("command", [("study", "history", "x"), ("study", "items", "x"), ("rater", "list", "x")])
def test_what_names_no_system_leaves_the_seal_as_it_is(sealed: Jurybox, command: tuple[str, ...]):
    assert sealed(*command).err == ""
    assert sealed("export", "x", "--raters").err == ""
    assert revealed_by(sealed) == []


NAMES = {line.split(",")[1] for line in ITEMS.read_text(encoding="utf-8").splitlines()[1:]}
FAULTS: list[tuple[str, ...]] = [
    ("study", "withdraw", "x", "--system", "nobody", "--reason", "wrong"),
    ("study", "restore", "x", "--system", "nobody"),
    ("study", "quorum", "x", "9", "--item", "{item}", "--system", "nobody"),
    ("study", "send-back", "x", "{item}", "Ann", "--system", "nobody"),
    ("study", "copy", "x", "y", "--system", "nobody"),
]


@pytest.mark.parametrize("command", FAULTS, ids=lambda command: command[1])
def test_a_fault_names_no_sealed_system_and_reveals_nothing(sealed: Jurybox, command: tuple[str, ...]):
    sealed("rater", "add", "x", "Ann")
    own = sorted(NAMES)[0]
    if command[1] == "restore":
        assert sealed("study", "withdraw", "x", "--system", own, "--reason", "their own name is understood").status == 0
    ended = sealed(*(part.format(item=first_item()) for part in command))
    assert ended.status == 1
    assert "nobody" in ended.err
    assert [name for name in NAMES if name in ended.err] == []
    assert "System 1" in ended.err or "System 2" in ended.err
    assert revealed_by(sealed) == []


def test_a_copy_stays_sealed_until_the_first_study_is_revealed(sealed: Jurybox):
    sealed("study", "copy", "x", "y")
    refused = sealed("study", "set", "y", "sealed=false")
    assert (refused.status, "x are sealed" in refused.err or "'x'" in refused.err) == (1, True), refused.err
    sealed("study", "reveal", "x")
    assert sealed("study", "set", "y", "sealed=false").status == 0


def test_a_draft_is_shown_under_its_seal(jurybox: Jurybox):
    jurybox("study", "create", "x", "--protocol", "title", "--items", ITEMS, "--set", "sealed=true")
    shown = jurybox("study", "show", "x")
    assert (shown.err, "System 1" in shown.out) == ("", True)
    assert revealed_by(jurybox) == []
    jurybox("study", "open", "x")
    assert "System 1" not in jurybox("study", "show", "x").out


def test_a_study_that_is_not_sealed_has_nothing_to_reveal(jurybox: Jurybox):
    jurybox("study", "create", "x", "--protocol", "title", "--items", ITEMS)
    jurybox("study", "open", "x")
    assert jurybox("export", "x").err == ""
    assert revealed_by(jurybox) == []
