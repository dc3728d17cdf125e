"""jurybox study create and add with tables of any shape: shown before they are used, blind, and by options."""

import json
from pathlib import Path

from tests.fixtures.command_line import Jurybox
from tests.paths import ROOT

SAMPLES = ROOT / "examples" / "files" / "tables"
WIDE = ("--protocol", "title", "--items", SAMPLES / "wide.tsv")


def test_a_dry_run_shows_mapping_and_units_blind_and_writes_nothing(jurybox: Jurybox, in_folder: Path):
    before = sorted(in_folder.rglob("*"))
    ended = jurybox("study", "create", "x", *WIDE, "--dry-run")
    assert ended.status == 0
    assert ended.lines[0] == "wide.tsv read as: id, source, outputs of alpha, beta, gamma."
    first = ended.lines.index("Unit 1")
    shown = "\n".join(ended.lines[first : ended.lines.index("Unit 3")])
    assert "  Title: Old bridge to be mended" in shown
    assert not any(name in shown for name in ("alpha", "beta", "gamma", "s1"))
    assert any("--wide alpha,beta,gamma" in line for line in ended.lines)
    assert ended.lines[-1] == "Nothing was written: this was a dry run."
    assert sorted(in_folder.rglob("*")) == before


def test_what_a_dry_run_guessed_must_be_said_and_then_it_is_done(jurybox: Jurybox):
    refused = jurybox("study", "create", "x", *WIDE)
    assert (refused.status, len(refused.faults)) == (1, 1)
    ended = jurybox("study", "create", "x", *WIDE, "--wide", "alpha,beta,gamma")
    assert ended.lines[1:3] == [
        "wide.tsv read as: id, source, outputs of alpha, beta, gamma.",
        "2 new items, 6 outputs of 3 new systems (alpha, beta, gamma).",
    ]
    events = json.loads(jurybox("study", "show", "x", "--json").out)["events"]
    assert events[-1]["data"]["reading"] == {"wide": ["alpha", "beta", "gamma"]}


def test_tweets_without_header_ids_and_systems_become_a_study_that_can_be_opened(jurybox: Jurybox):
    ended = jurybox(
        "study", "create", "tweets", "--protocol", "sarcasm-interpretation", "--items", SAMPLES / "tweets.csv",
        "--no-header",
    )  # fmt: skip
    assert "2 new items, 4 outputs." in ended.lines
    assert "Study tweets is open: 4 units." in jurybox("study", "open", "tweets").out
    assert "No systems are named, so nothing will be ranked." in ended.out
    assert "name them in a column 'system'" in ended.out


def test_a_study_with_systems_is_not_told_how_to_name_them(jurybox: Jurybox):
    assert "No systems are named" not in jurybox("study", "create", "x", *WIDE, "--dry-run").out


def test_the_shared_task_comes_in_with_one_command(jurybox: Jurybox):
    ended = jurybox(
        "study", "create", "captions", "--protocol", "caption-culture", "--items", SAMPLES / "americasnlp",
        "--system-from", "file", "--duplicates", "first", "--empty", "rule",
    )  # fmt: skip
    assert ended.status == 0, ended.err
    assert any(line.startswith("4 new items, 8 outputs of 2 new systems (north_v1, south_v2)") for line in ended.lines)
    assert any(line.startswith("Left out as repeated: 1 row (") for line in ended.lines)
    shown = json.loads(jurybox("study", "show", "captions", "--json").out)
    assert shown["settings"]["empty"] == "rule"
    assert shown["events"][-1]["data"]["repeated"] == 1


def test_adding_is_shown_first_too_and_a_warning_goes_to_the_faults(jurybox: Jurybox):
    jurybox("study", "create", "x", "--protocol", "translation", "--items", SAMPLES / "long.csv")
    ended = jurybox("study", "add", "x", SAMPLES / "latin1.csv", "--dry-run")
    assert (ended.status, len(ended.faults)) == (0, 1)
    assert "read as Windows-1252" in ended.err
    assert json.loads(jurybox("study", "show", "x", "--json").out)["outputs"] == 4
    assert jurybox("study", "add", "x", SAMPLES / "latin1.csv").lines[-1].startswith("2 new items, 2 outputs")


def test_a_wrong_option_is_told_in_words(jurybox: Jurybox):
    ended = jurybox("study", "create", "x", *WIDE, "--duplicates", "some", "--encoding", "rot13")
    assert (ended.status, len(ended.faults)) == (1, 2)
    assert "'some'" in ended.err
    assert jurybox("study", "create", "x", *WIDE, "--map", "source").status == 1


def test_a_wrong_setting_is_told_in_our_words(jurybox: Jurybox):
    for wish in ("quorum=three", "quorum=true"):
        refused = jurybox("study", "create", "x", "--protocol", "title", "--set", wish)
        assert f"--set {wish}: quorum: The setting got" in refused.err
        assert "it takes a whole number from 1, or one for each stage" in refused.err
    refused = jurybox("study", "create", "x", "--protocol", "title", "--set", "calibration=maybe")
    assert "it takes true, false, or its parts" in refused.err


def test_equal_outputs_are_kept_apart_where_that_is_said(jurybox: Jurybox, in_folder: Path):
    rows = "id,system,source,output\n1,a,s,same\n1,b,s,same\n"
    (in_folder / "i.csv").write_text(rows, encoding="utf-8")
    for key, merge, units in (("x", "exact", 1), ("y", "none", 2)):
        jurybox("study", "create", key, "--protocol", "title", "--items", "i.csv", "--merge", merge)
        assert f"is open: {units} unit" in jurybox("study", "open", key).out
    refused = jurybox("study", "create", "z", "--protocol", "title", "--items", "i.csv", "--merge", "some")
    assert "--merge some" in refused.err
