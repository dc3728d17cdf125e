"""jurybox label-studio import, protocol, export."""

from pathlib import Path

from tests.fixtures.command_line import Jurybox
from tests.unit.exchange.label_studio.test_tasks import SAMPLES
from tests.unit.studies.carry.label_studio.test_import import MEDIA

PEOPLE = MEDIA.parent / "people.json"


def test_a_preview_shows_fields_times_and_frames_and_says_where_they_differ(jurybox: Jurybox):
    jurybox("study", "create", "films", "--protocol", "audio-description")
    ended = jurybox(
        "label-studio", "import", "films", SAMPLES / "tasks.json", "--media", MEDIA, "--people", PEOPLE, "--dry-run"
    )
    assert ended.status == 0
    assert "  output: ad_block[].text" in ended.lines
    assert "tasks.json:2: item Ein Fisch zum Tee 40, system narra-2, repeated" in ended.lines
    assert any(line.startswith("1        0.000  2.000   1-50 ") for line in ended.lines)
    assert any("differs by up to 1.000 s." in line for line in ended.lines)
    assert any(line.startswith("clip     0.000  10.000") for line in ended.lines)
    assert any(line.endswith("Try --offset 1") for line in ended.lines)
    assert "In the tasks, and not imported: ad_block[].gt_text, ad_block[].gen_text." in ended.lines
    assert ended.lines[-1] == "Nothing was stored."
    assert jurybox("study", "open", "films").status == 1


def test_items_and_annotations_come_in_and_go_out(jurybox: Jurybox, in_folder: Path):
    jurybox("study", "create", "films", "--protocol", "audio-description", "--set", "quorum=2")
    files = ("--media", MEDIA, "--people", PEOPLE, "--offset", "1")
    who = ("--rater", "5=Ben", "--rater", "8=Ana Lind", "--open")
    ended = jurybox("label-studio", "import", "films", SAMPLES / "export.json", *files, *who)
    assert "6 new judgements (1 repeat), 0 there already." in ended.lines
    assert "7 annotations; left out: 1 cancelled." in ended.lines
    assert "Raters: ana@example.org is Ana Lind, 5 is Ben, 8 is Ana Lind." in ended.lines
    out = jurybox("label-studio", "export", "films", "--to", "out", "--rater", "Ben=ben@example.org")
    assert out.lines[0] == "out has 5 tasks with 6 annotations."
    assert "ben@example.org" in (in_folder / "out" / "tasks.json").read_text(encoding="utf-8")
    assert jurybox("label-studio", "export", "films", "--to", "new", "--rater", "Zoe=z@example.org").status == 1


def test_wrong_options_are_told_all_at_once(jurybox: Jurybox):
    jurybox("study", "create", "x", "--protocol", "title")
    wrong = ("--fps", "fast", "--times", "soon", "--field", "output", "--duplicates", "maybe", "--first-frame", "2")
    assert jurybox("label-studio", "import", "x", SAMPLES / "tasks.json", *wrong).faults == [
        "--field: Got 'output'. Allowed: FIELD=PATH.",
        "--fps: Got 'fast'. Allowed: 25, 23.976, 24000/1001.",
        "--times: Got 'soon'. Allowed: seconds, frames, spans.",
        "--first-frame: Got 2. Allowed: 0, 1.",
        "--duplicates: Got 'maybe'. Allowed: refuse, repeat, first.",
    ]


def test_a_draft_protocol_is_written_checked_and_never_replaced_unasked(jurybox: Jurybox, in_folder: Path):
    made = jurybox(
        "label-studio", "protocol", SAMPLES / "config.xml", "--to", "a.yaml", "--tasks", SAMPLES / "tasks.json"
    )
    assert made.lines[0] == "a.yaml is a draft of draft@1. Check it: jurybox check a.yaml"
    assert jurybox("check", "a.yaml").out.startswith("ok: draft@1")
    assert "# - config.xml:4: TimelineLabels" in (in_folder / "a.yaml").read_text(encoding="utf-8")
    assert jurybox("label-studio", "protocol", SAMPLES / "pairs.xml", "--to", "a.yaml").status == 1
    bad = jurybox("label-studio", "protocol", SAMPLES / "config.xml", "--to", "b.yaml", "--id", "Not An Id")
    assert (bad.status, (in_folder / "b.yaml").exists()) == (1, False)


def test_a_label_that_no_question_has_is_told_with_what_to_do(jurybox: Jurybox, in_folder: Path):
    jurybox("study", "create", "x", "--protocol", "title")
    path = in_folder / "t.json"
    path.write_text(
        '[{"data": {"text": "a", "title": "b"}, "annotations": [{"completed_by": 1, "result":'
        ' [{"from_name": "grade", "type": "choices", "value": {"choices": ["Superb"]}}]}]}]',
        encoding="utf-8",
    )
    (line,) = jurybox("label-studio", "import", "x", path).faults
    assert line == (
        "t.json:1: Control 'grade' says 'Superb', which no question has. Allowed: 1, 2, 3, 4, 5."
        " Say what it means with --label 'LABEL=NAME', NAME being one of those,"
        " or leave the control out with --control grade=-."
    )
