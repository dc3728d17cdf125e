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


LOOKS: list[tuple[str, ...]] = [
    ("study", "show", "x"),
    ("study", "item", "x", "{item}"),
    ("export", "x"),
    ("study", "archive", "x", "--to", "{to}"),
    ("label-studio", "export", "x", "--to", "{to}"),
]


@pytest.mark.parametrize("command", LOOKS, ids=lambda command: " ".join(command[:2]))
def test_the_first_look_at_names_is_said_and_written_down(sealed: Jurybox, tmp_path: Path, command: tuple[str, ...]):
    key = ITEMS.read_text(encoding="utf-8").splitlines()[1].split(",")[0]
    ended = sealed(*(part.format(item=key, to=tmp_path / "out") for part in command))
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
