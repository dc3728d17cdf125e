"""jurybox study: all or nothing, every fault at once, and words that help."""

import json
from pathlib import Path

import pytest

from tests.fixtures.command_line import Jurybox
from tests.paths import ROOT

FIRST = ROOT / "examples" / "first-study"


@pytest.fixture
def headlines(jurybox: Jurybox) -> Jurybox:
    """A command line with an open study `headlines`."""
    assert jurybox("study", "create", "headlines", "--protocol", "title", "--items", FIRST / "items.csv").status == 0
    assert jurybox("study", "open", "headlines").status == 0
    return jurybox


def keys(jurybox: Jurybox) -> list[str]:
    return [study["key"] for study in json.loads(jurybox("study", "list", "--json").out)]


def test_a_study_is_created_with_its_items(jurybox: Jurybox):
    ended = jurybox(
        "study", "create", "headlines", "--protocol", "title", "--items", FIRST / "items.csv", "--seed", "s"
    )
    assert ended.status == 0
    assert ended.lines == [
        "Study headlines is a draft of title@1, seed s.",
        "5 new items, 10 outputs of 2 new systems (alpha, beta).",
        "Open it: jurybox study open headlines",
    ]


def test_a_study_can_be_created_empty_and_filled_later(jurybox: Jurybox):
    assert "Add items: jurybox study add x FILE" in jurybox("study", "create", "x", "--protocol", "title").out
    ended = jurybox("study", "open", "x")
    assert (ended.status, len(ended.faults)) == (1, 1)
    assert "has no items yet" in ended.err
    assert jurybox("study", "add", "x", FIRST / "items.csv").lines[0].startswith("5 new items, 10 outputs")


def test_every_fault_of_the_tables_is_told_at_once_and_nothing_is_created(jurybox: Jurybox, in_folder: Path):
    (in_folder / "a.csv").write_text("id,systm,source,output\none,x,Text,Title\n", encoding="utf-8")
    (in_folder / "b.csv").write_text("id,system,source,output\none,x,Text,\none,x,Text,Title\n", encoding="utf-8")
    ended = jurybox(
        "study", "create", "x", "--protocol", "title", "--items", "a.csv", "--items", "b.csv", "--items", "c.csv"
    )
    assert ended.status == 1
    assert [line.split(": ")[0] for line in ended.faults][:1] == ["a.csv:1"]
    assert {line.split(":")[0] for line in ended.faults} == {"a.csv", "b.csv", "c.csv"}
    assert "Did you mean 'system'?" in ended.faults[0]
    assert not any("This was refused (" in line for line in ended.faults)
    assert keys(jurybox) == []


def test_key_and_settings_are_refused_together_with_their_places(jurybox: Jurybox, in_folder: Path):
    (in_folder / "s.yaml").write_text("batch: 10\nrepeats: 2\ncolour: red\n", encoding="utf-8")
    ended = jurybox(
        "study", "create", "My Study", "--protocol", "title", "--settings", "s.yaml", "--set", "quorum.rate=0"
    )
    assert ended.status == 1
    assert [line.split(": ")[:2] for line in ended.faults] == [
        ["key", "The key 'My Study' can't be used. Allowed"],
        ["--set quorum.rate=0", "quorum.rate"],
        ["s.yaml:2", "repeats"],
        ["s.yaml:3", "colour"],
    ]


def test_a_setting_on_the_command_line_wins_over_the_file(jurybox: Jurybox, in_folder: Path):
    (in_folder / "s.yaml").write_text("quorum: 2\nbatch: 10\n", encoding="utf-8")
    options = ("--settings", "s.yaml", "--set", "quorum=4", "--set", "completion_code=0042", "--set", "merge=none")
    assert jurybox("study", "create", "x", "--protocol", "title", *options).status == 0
    settings = json.loads(jurybox("study", "show", "x", "--json").out)["settings"]
    assert settings["quorum"] == {"rate": 4}
    assert settings["batch"] == 10
    assert settings["completion_code"] == "0042"
    assert settings["merge"] == "none"


@pytest.mark.parametrize("pair", ["quorum", "=3", ""])
def test_what_is_no_setting_is_refused(jurybox: Jurybox, pair: str):
    ended = jurybox("study", "create", "x", "--protocol", "title", "--set", pair)
    assert ended.faults == [f"Got '{pair}'. Allowed: NAME=VALUE, such as quorum=3."]


@pytest.mark.parametrize(
    ("content", "fault"), [(None, "can't be read"), (b"\xff", "UTF-8"), (b"a: [", "can't be read")]
)
def test_a_settings_file_that_cannot_be_read_is_a_sentence(jurybox: Jurybox, in_folder: Path, content, fault):
    if content is not None:
        (in_folder / "s.yaml").write_bytes(content)
    ended = jurybox("study", "create", "x", "--protocol", "title", "--settings", "s.yaml")
    assert ended.status == 1
    assert fault in ended.err


def test_a_taken_key_is_refused_before_anything_is_read(headlines: Jurybox):
    ended = headlines("study", "create", "headlines", "--protocol", "title", "--items", "nothere.csv")
    assert (ended.status, ended.faults) == (1, ["key: There is a study 'headlines' already. Choose another key."])


def test_an_unknown_study_is_answered_with_the_known_ones(headlines: Jurybox):
    for command in (["show", "heads"], ["open", "heads"], ["close", "heads"], ["quorum", "heads", "3"]):
        ended = headlines("study", *command)
        assert (ended.status, ended.faults) == (1, ["There is no study 'heads'. Allowed: headlines."])


def test_an_unknown_protocol_is_answered_with_the_known_ones(jurybox: Jurybox):
    ended = jurybox("study", "create", "x", "--protocol", "titel")
    assert ended.status == 1
    assert "title, translation" in ended.err


def test_media_without_items_is_wrong_usage(jurybox: Jurybox):
    assert jurybox("study", "create", "x", "--protocol", "title", "--media", ".").status == 2


def test_list_and_show_speak_json(headlines: Jurybox):
    (line,) = json.loads(headlines("study", "list", "--json").out)
    assert (line["key"], line["state"], line["items"], line["units"], line["progress"]) == (
        "headlines",
        "open",
        5,
        10,
        0,
    )
    shown = json.loads(headlines("study", "show", "headlines", "--json").out)
    assert [event["kind"] for event in shown["events"]] == ["created", "imported", "opened"]


def test_show_in_words_names_what_matters(headlines: Jurybox):
    headlines("study", "withdraw", "headlines", "--system", "beta", "--reason", "It saw the test set.")
    for n in range(2, 10):
        headlines("study", "quorum", "headlines", str(n))
    printed = headlines("study", "show", "headlines").out
    for words in (
        "headlines: headlines (open)",
        "title@1",
        "5 items",
        "beta",
        "withdrawn",
        "quorum_raised",
    ):
        assert words in printed
    assert "earlier events" in printed


def test_show_says_why_a_job_failed(headlines: Jurybox, in_folder: Path):
    from jurybox.studies import add_job, run_next_job
    from tests.unit.studies.demo.test_build import new_demo_bench

    headlines("study", "create", "other", "--protocol", "title")
    bench = new_demo_bench(in_folder / "jurybox-data")
    bench.database.write(lambda run: add_job(bench, run, "open", {"study": "other", "who": "Ada"}))
    run_next_job(bench)
    bench.close()
    printed = headlines("study", "show", "other").out
    assert "opening it." in printed
    assert "has no items yet." in printed
    (job,) = json.loads(headlines("study", "show", "other", "--json").out)["jobs"]
    assert (job["kind"], job["state"]) == ("open", "failed")
    assert json.loads(headlines("study", "show", "headlines", "--json").out)["jobs"] == []


def test_what_changes_an_open_study_is_an_event(headlines: Jurybox):
    headlines("study", "add", "headlines", FIRST / "more.csv")
    headlines("study", "quorum", "headlines", "3")
    headlines("study", "pilot", "headlines")
    headlines("study", "withdraw", "headlines", "--item", "glass", "--reason", "It is cut off.")
    assert headlines("study", "restore", "headlines", "--item", "glass").lines == [
        "Back in study headlines: item glass."
    ]
    headlines("study", "close", "headlines")
    events = json.loads(headlines("study", "show", "headlines", "--json").out)["events"]
    assert [e["kind"] for e in events][3:] == [
        "imported", "items_added", "quorum_raised", "pilot_marked", "item_withdrawn", "item_restored", "closed",
    ]  # fmt: skip


@pytest.mark.parametrize("what", [[], ["--item", "glass", "--system", "beta"]])
def test_exactly_one_thing_is_withdrawn(headlines: Jurybox, what: list[str]):
    assert headlines("study", "withdraw", "headlines", *what, "--reason", "It is cut off.").status == 2
    assert headlines("study", "restore", "headlines", *what).status == 2


def test_a_withdrawal_needs_a_reason(headlines: Jurybox):
    assert "--reason" in headlines("study", "withdraw", "headlines", "--item", "glass").err
    assert headlines("study", "withdraw", "headlines", "--item", "glass", "--reason", " ").faults == [
        "reason: Say why it is withdrawn: the reason stands in the history and beside the results."
    ]


def test_the_quorum_of_a_closed_study_stays(headlines: Jurybox):
    headlines("study", "close", "headlines")
    assert "is closed: its quorum can't be raised" in headlines("study", "quorum", "headlines", "3").err


def test_a_second_import_of_the_same_outputs_is_refused_line_by_line(headlines: Jurybox):
    ended = headlines("study", "add", "headlines", FIRST / "items.csv")
    assert ended.status == 1
    assert len(ended.faults) == 10
    assert ended.faults[0].startswith("items.csv:2: ")


def test_a_command_that_only_looks_makes_no_folder(jurybox: Jurybox, in_folder: Path):
    ended = jurybox("study", "list")
    assert ended.status == 2
    assert ended.faults == [
        "There is no data folder 'jurybox-data'. Name yours with --data, "
        "or make one: jurybox study create, jurybox demo."
    ]
    assert list(in_folder.iterdir()) == []


def test_a_guideline_is_revised_and_enquiries_are_listed(headlines: Jurybox, in_folder: Path):
    (in_folder / "new.md").write_text("# Titles\n\nRate them.\n", encoding="utf-8")
    ended = headlines("study", "guideline", "headlines", "new.md", "--lang", "en", "--note", "shorter")
    assert (ended.status, ended.lines) == (0, ["The guideline of study headlines in en is new.md from now on."])
    events = json.loads(headlines("study", "show", "headlines", "--json").out)["events"]
    assert (events[-1]["kind"], events[-1]["data"]["revision"]) == ("guideline_revised", 2)
    assert headlines("study", "guideline", "headlines", "new.md", "--lang", "en").status == 1
    assert "can't be read" in headlines("study", "guideline", "headlines", "no.md", "--lang", "en").err
    assert headlines("study", "enquiries", "headlines").lines == ["Nobody has asked anything in study headlines."]
    assert "There is no enquiry" in headlines("study", "reply", "headlines", "0199", "Yes.").err


def test_an_enquiry_is_answered_by_the_beginning_of_its_id(headlines: Jurybox, in_folder: Path):
    from jurybox.studies.rating import EnquiryWish, Link, panel
    from tests.unit.studies.demo.test_build import new_demo_bench

    link = headlines("rater", "add", "headlines", "Ana").lines[0]
    bench = new_demo_bench(in_folder / "jurybox-data")
    id = "018bcfe5-6800-7000-8000-00000000abcd"
    token = link.partition("#")[2]
    asked = EnquiryWish(id, "Do subtitles count?", lang="en")
    bench.database.write(lambda run: panel.enquire(bench, run, Link("headlines", token), asked))
    bench.close()
    assert "Do subtitles count?" in headlines("study", "enquiries", "headlines", "--waiting").out
    ended = headlines("study", "reply", "headlines", "018bcfe5", "Yes.", "--publish")
    assert ended.lines == ["Answered in study headlines, to all raters."]
    assert "to all: Yes." in headlines("study", "enquiries", "headlines").out
    assert json.loads(headlines("study", "enquiries", "headlines", "--json").out)[0]["id"] == id


def test_raters_are_exported_without_names(headlines: Jurybox, in_folder: Path):
    headlines("rater", "add", "headlines", "Ana")
    assert headlines("export", "headlines", "--raters", "--to", "raters.csv").status == 0
    written = (in_folder / "raters.csv").read_text(encoding="utf-8")
    assert written.splitlines()[0].startswith("study,rater,groups,done,consent")
    assert "Ana" not in written


def test_calibration_is_on_where_the_guideline_has_examples(jurybox: Jurybox):
    for protocol, is_on in (("caption-counts", True), ("title", False), ("audio-description", False)):
        jurybox("study", "create", protocol, "--protocol", protocol)
        settings = json.loads(jurybox("study", "show", protocol, "--json").out)["settings"]
        assert settings["calibration"]["on"] is is_on, protocol
    jurybox("study", "create", "off", "--protocol", "caption-culture", "--set", "calibration=false")
    jurybox("study", "create", "strict", "--protocol", "caption-culture", "--set", "calibration.tolerance=0")
    for key, wanted in (("off", {"on": False}), ("strict", {"on": True, "tolerance": 0})):
        found = json.loads(jurybox("study", "show", key, "--json").out)["settings"]["calibration"]
        assert wanted.items() <= found.items()


def test_a_quorum_below_what_the_guideline_asks_for_is_said_and_not_refused(jurybox: Jurybox, in_folder: Path):
    (in_folder / "t.csv").write_text("source,output\nlove it,I hate it\n", encoding="utf-8")
    made = jurybox(
        "study", "create", "t", "--protocol", "sarcasm-interpretation", "--items", "t.csv", "--set", "quorum.fluency=1"
    )
    told = (
        "Note: stage 'fluency' has a quorum of 1, and the guideline asks for at least 2 raters."
        " Raise the quorum to 2 or more, before the study opens or while it is open, unless you mean it so."
    )
    assert (made.status, made.faults) == (0, [told])
    opened = jurybox("study", "open", "t")
    assert (opened.status, opened.faults) == (0, [told])
    assert any(
        "stage fluency has a quorum of 1; the guideline asks for 2 or more" in x
        for x in jurybox("study", "show", "t").lines
    )
    jurybox("study", "quorum", "t", "2")
    assert "quorum of 1" not in jurybox("study", "show", "t").out
