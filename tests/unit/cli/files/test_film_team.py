"""The way of a team that comes from Label Studio: tasks and clips, configuration, annotations, results by film."""

from pathlib import Path

import pytest

from tests.fixtures import film_team as films
from tests.fixtures.command_line import Jurybox
from tests.unit.exchange.label_studio.test_tasks import SAMPLES
from tests.unit.studies.carry.label_studio.test_import import MEDIA

CONFIG = SAMPLES / "written-out.xml"


def bring(jurybox: Jurybox, *options: object):
    return jurybox("label-studio", "import", "films", "export.json", "--media", MEDIA, *options)


@pytest.fixture
def export(in_folder: Path) -> Path:
    films.write(in_folder, "tasks.json", films.tasks())
    return films.write(in_folder, "export.json", films.tasks((1, 2)))


def test_the_whole_way_with_the_protocol_of_the_shelf(jurybox: Jurybox, export: Path):
    jurybox("study", "create", "films", "--protocol", "audio-description", "--set", "quorum=2")
    seen = bring(jurybox, "--dry-run")
    assert "clip     0.000  10.000  -" in seen.out
    assert any(line.endswith("Try --offset 1") for line in seen.lines)
    taken = bring(jurybox, "--offset", "1", "--open")
    assert "16 new judgements (4 repeats), 0 there already." in taken.lines
    assert "--offset" not in taken.out
    found = jurybox("analyse", "films", "--by", "film", "--all")
    assert found.status == 0
    assert "Regen" in found.out


def test_the_whole_way_with_a_protocol_made_of_the_configuration(jurybox: Jurybox, export: Path):
    made = jurybox("label-studio", "protocol", CONFIG, "--to", "films.yaml", "--tasks", "tasks.json", "--id", "films")
    assert "  film: movie" in made.lines
    assert "  context: preceding_ad" in made.lines
    assert "  output: ad_block[].text" in made.lines
    assert len([line for line in made.lines if ":" in line and line.startswith("  ")]) < 12
    assert jurybox("check", "films.yaml").out.startswith("ok: films@1")
    assert jurybox("study", "create", "films", "--protocol", "films.yaml", "--set", "quorum=2").status == 0
    taken = bring(jurybox, "--offset", "1", "--open")
    assert "16 new judgements (4 repeats), 0 there already." in taken.lines
    assert "Regen" in jurybox("analyse", "films", "--by", "film", "--all").out


def test_a_label_that_nothing_has_is_told_once_with_its_count_and_what_is_advised_works(jurybox: Jurybox, export: Path):
    text = export.read_text(encoding="utf-8").replace("Other errors (or add comment)", "Anything else?")
    export.write_text(text, encoding="utf-8")
    jurybox("study", "create", "films", "--protocol", "audio-description", "--set", "quorum=2")
    told = bring(jurybox, "--offset", "1", "--open").faults
    assert len(told) == 1
    assert "Control 'comment_toggle' says 'Anything else?'" in told[0]
    assert "The same 16 times in all." in told[0]
    assert "--control comment_toggle=-" in told[0]
    assert bring(jurybox, "--offset", "1", "--dry-run", "--control", "comment_toggle=-").status == 0
    one_by_one = [word for n in (1, 2, 3) for word in ("--control", f"comment_toggle_{n}=-")]
    assert bring(jurybox, "--offset", "1", "--dry-run", *one_by_one).status == 0
    taken = bring(jurybox, "--offset", "1", "--open", "--label", "Anything else?=other")
    assert "16 new judgements (4 repeats), 0 there already." in taken.lines


def test_tags_of_the_newer_version_are_refused_once_each_by_the_older(jurybox: Jurybox, export: Path):
    jurybox("study", "create", "films", "--protocol", "audio-description@1", "--set", "quorum=2")
    told = bring(jurybox, "--offset", "1", "--open").faults
    assert sorted(line.partition(" says ")[2].partition(",")[0] for line in told) == [
        "'makes no sense/unrelated content'", "'text missing'", "'too long/complex'",
    ]  # fmt: skip
