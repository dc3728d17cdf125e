"""jurybox results: freeze, list, compare, archive, share, revoke."""

import json
from pathlib import Path

import pytest

from tests.fixtures.command_line import Jurybox
from tests.paths import ROOT

FIRST = ROOT / "examples" / "first-study"


@pytest.fixture
def frozen(jurybox: Jurybox) -> tuple[Jurybox, str]:
    """A command line, and the id of a frozen result of `headlines`."""
    assert jurybox("study", "create", "headlines", "--protocol", "title", "--items", FIRST / "items.csv").status == 0
    assert jurybox("study", "open", "headlines").status == 0
    ended = jurybox("results", "freeze", "headlines", "--json")
    assert ended.status == 0, ended.err
    return jurybox, json.loads(ended.out)["id"]


def test_a_result_is_frozen_listed_compared_shared_and_revoked(frozen: tuple[Jurybox, str], tmp_path: Path) -> None:
    jurybox, id = frozen
    assert id in jurybox("results", "list", "headlines").out
    assert jurybox("results", "compare", "headlines", id).lines == [f"Nothing has changed since {id}."]
    file = tmp_path / "result.zip"
    assert jurybox("results", "archive", "headlines", id, "--to", file).status == 0
    assert jurybox("results", "archive", "headlines", id, "--to", file).status == 1, "it is there already"
    assert "/shared/#" in jurybox("results", "share", "headlines", id, "--names").out
    (link,) = json.loads(jurybox("results", "list", "headlines", "--json").out)["links"]
    assert link["names"] is True
    assert jurybox("results", "revoke", "headlines", link["id"]).lines == ["The link is revoked."]
    assert jurybox("results", "revoke", "headlines", link["id"]).status == 1


def test_what_has_changed_since_is_said(frozen: tuple[Jurybox, str]) -> None:
    jurybox, id = frozen
    assert jurybox("study", "withdraw", "headlines", "--system", "beta", "--reason", "broken").status == 0
    said = jurybox("results", "compare", "headlines", id).out
    assert "The system beta was withdrawn." in said
    assert "Numbers that moved" in said
    unknown = jurybox("results", "compare", "headlines", "nothing")
    assert unknown.status == 1
    assert id in unknown.err
