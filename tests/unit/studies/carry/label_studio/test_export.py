"""A study written for Label Studio, and read back: the same items, outputs and judgements."""

import json
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.errors import Conflict
from jurybox.exchange.label_studio.read import TaskOptions
from jurybox.studies.carry.label_studio.export import WrittenTasks, export_label_studio
from jurybox.studies.carry.label_studio.read import import_label_studio
from jurybox.studies.lifecycle.create import StudyDraft, create_study
from jurybox.studies.lifecycle.existing import existing_of
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import BOTH, NewBench
from tests.fixtures.small import CHOICE, COMMENT, EDIT, MARKS, PREFERENCE, SCALE, SLIDER, STEPPER, TAGS, TICK
from tests.fixtures.studies import Line, Played, loaded, new_study
from tests.unit.exchange.label_studio.test_tasks import SAMPLES
from tests.unit.studies.carry.label_studio.test_import import answers_of, bring, create

ONE = [SCALE, SLIDER, STEPPER, TAGS, MARKS, CHOICE, TICK, COMMENT]
TEXT = "a😀 é שלום"
ANSWERS: dict[str, Any] = {
    "quality": 4, "percent": 2.5, "steps": 1.5, "kinds": ["one", "three"], "tick": [], "note": "Fine.\nReally.",
    "errors": [{"id": "other", "text": "odd"}, {"id": "typo"}],
    "spans": [
        {"start": 1, "end": 2, "label": "object", "weight": "half", "count": 2},
        {"start": 5, "end": 9, "label": "relation", "weight": "full"},
    ],
}  # fmt: skip


@pytest.fixture
def benches(new_bench: NewBench) -> tuple[Workbench, Workbench]:
    return new_bench("sqlite"), new_bench("sqlite")


@pytest.fixture(params=BOTH)
def either(request: pytest.FixtureRequest, new_bench: NewBench) -> tuple[Workbench, Workbench]:
    return new_bench(request.param), new_bench(request.param)


def table(*outputs: tuple[str, str], group: str = "g") -> list[Line]:
    return [
        {"id": f"i{n}", "system": s, "source": "Q", "output": o, "group": group} for n, (s, o) in enumerate(outputs)
    ]


def there_and_back(first: Played, other: Workbench, folder: Path, protocol: Any) -> tuple[Played, WrittenTasks]:
    written = export_label_studio(first.bench, first.key, folder / "out")
    create_study(other, protocol, StudyDraft(first.key, "Back", {"calibration": False}, "s"))
    names = {rater: name for name, rater in ((name, r.id) for name, r in first.raters.items())}
    options = TaskOptions(raters={f"{id}@jurybox.invalid": name for id, name in names.items()})
    media = folder / "out" / "media"
    import_label_studio(other, first.key, [folder / "out" / "tasks.json"], options, media, open_study=True)
    return Played(other, first.key), written


def items_of(study: Played) -> Any:
    id = study.view.id
    found = study.bench.database.read(lambda run: existing_of(run, id))
    return dict(found.items), dict(found.systems), set(found.outputs)


def test_every_kind_of_answer_comes_back_as_it_was(either: tuple[Workbench, Workbench], tmp_path: Path):
    protocol = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": ONE}])
    study = new_study(either[0], table(("alpha", TEXT), ("beta", "short text")), protocol).open()
    rater = study.rater("Ana")
    for packet in (rater.one(), None):
        packet = packet or rater.one()
        short = packet["candidates"][0]["fields"]["output"] != TEXT
        given = {**ANSWERS, "spans": []} if short else ANSWERS
        rater.submit(packet, answers={q: {"A": v} for q, v in given.items()}, comment="By the way.", elapsed_ms=1500)
    back, written = there_and_back(study, either[1], tmp_path, protocol)
    assert answers_of(back) == answers_of(study)
    assert items_of(back) == items_of(study)
    assert [(r["comment"], r["elapsed_ms"]) for r in back.log()] == [("By the way.", 1500)] * 2
    assert (written.tasks, written.annotations, dict(written.lost)) == (2, 2, {})


def test_edits_come_back_with_what_was_said_to_be_right(benches: tuple[Workbench, Workbench], tmp_path: Path):
    protocol = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": [EDIT]}])
    study = new_study(benches[0], table(("alpha", TEXT), ("beta", "short text")), protocol).open()
    rater = study.rater("Ana")
    for value in ({"text": "Quite another text.\nOf two lines."}, None):
        packet = rater.one()
        shown = packet["candidates"][0]["fields"]["output"]
        rater.submit(packet, answers={"edited": {"A": value or {"text": shown, "unchanged": True}}})
    back, written = there_and_back(study, benches[1], tmp_path, protocol)
    stored = [[next(iter(r["answers"]["edited"].values()))["value"] for r in one.log()] for one in (study, back)]
    assert stored[0] == stored[1]
    assert [bool(value.get("unchanged")) for value in stored[1]] == [False, True]
    assert dict(written.lost) == {}


def test_candidates_of_one_page_come_back_and_equal_ones_stay_one(benches: tuple[Workbench, Workbench], tmp_path: Path):
    ask = [SCALE, {**PREFERENCE, "required": False}, {**COMMENT, "about": "unit"}]
    protocol = loaded(unit={"candidates": "all"}, stages=[{"id": "rating", "show": ["source", "output"], "ask": ask}])
    lines = [
        {"id": "i", "system": s, "source": "Q", "output": o, "group": "g"}
        for s, o in (("alpha", "x"), ("beta", "y"), ("gamma", "x"))
    ]
    study = new_study(benches[0], lines, protocol).open()
    rater = study.rater("Ana")
    packet = rater.one()
    levels = {c["letter"]: 5 if c["fields"]["output"] == "x" else 2 for c in packet["candidates"]}
    best = next(letter for letter, level in levels.items() if level == 5)
    rater.submit(packet, answers={"quality": levels, "better": {"unit": {"better": best}}, "note": {"unit": "ok"}})
    back, _ = there_and_back(study, benches[1], tmp_path, protocol)
    assert items_of(back) == items_of(study)
    assert [r for r in answers_of(back) if r[4] != "better"] == [r for r in answers_of(study) if r[4] != "better"]
    assert {r[1]: r[6] for r in answers_of(back) if r[4] == "quality"} == {"alpha": 5, "gamma": 5, "beta": 2}


def test_a_film_comes_back_with_times_tags_and_repeats(benches: tuple[Workbench, Workbench], tmp_path: Path):
    study = create(benches[0], quorum=2)
    bring(benches[0], SAMPLES / "export.json", open_study=True)
    written = export_label_studio(benches[0], "x", tmp_path / "out")
    assert (written.tasks, written.annotations, written.media) == (5, 6, 2)
    back = create(benches[1], quorum=2)
    media = tmp_path / "out" / "media"
    import_label_studio(benches[1], "x", [tmp_path / "out" / "tasks.json"], TaskOptions(), media, open_study=True)
    sets = lambda rows: sorted([r[0], r[1], r[3:6], sorted(str(r[6]).split("|")), r[7]] for r in rows)  # noqa: E731
    assert sets(answers_of(back)) == sets(answers_of(study))
    (items, _, _), (old, _, _) = items_of(back), items_of(study)
    assert {key: item.segments for key, item in items.items()} == {key: item.segments for key, item in old.items()}
    tasks = json.loads((tmp_path / "out" / "tasks.json").read_text(encoding="utf-8"))
    spans = {task["predictions"][0]["result"][0]["value"]["ranges"][0]["end"] for task in tasks}
    assert spans == {60, 75}


def test_the_data_of_a_task_name_no_system(benches: tuple[Workbench, Workbench], tmp_path: Path):
    study = new_study(benches[0], table(("alpha-secret", "x"), ("beta-secret", "y"))).open()
    export_label_studio(benches[0], study.key, tmp_path / "out")
    tasks = json.loads((tmp_path / "out" / "tasks.json").read_text(encoding="utf-8"))
    named = sorted(task["meta"]["jurybox"]["systems"] for task in tasks)
    assert named == [[["alpha-secret"]], [["beta-secret"]]]
    assert "secret" not in json.dumps([task["data"] for task in tasks])
    assert "secret" not in (tmp_path / "out" / "config.xml").read_text(encoding="utf-8")


def test_what_could_not_be_judged_is_written_as_skipped_and_said(benches: tuple[Workbench, Workbench], tmp_path: Path):
    study = new_study(benches[0], table(("alpha", "x"))).open()
    rater = study.rater("Ana")
    rater.cannot(rater.one(), "Not my language.")
    written = export_label_studio(benches[0], study.key, tmp_path / "out")
    (task,) = json.loads((tmp_path / "out" / "tasks.json").read_text(encoding="utf-8"))
    assert (task["annotations"][0]["was_cancelled"], written.lost) == (True, {"cannot": 1})


def test_a_folder_with_files_is_not_written_into_unless_told_to(benches: tuple[Workbench, Workbench], tmp_path: Path):
    study = new_study(benches[0], table(("alpha", "x")))
    with pytest.raises(Conflict, match="not_open"):
        export_label_studio(benches[0], study.key, tmp_path / "new")
    study.open()
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(Conflict, match="file_there"):
        export_label_studio(benches[0], study.key, tmp_path)
    assert export_label_studio(benches[0], study.key, tmp_path, force=True).tasks == 1
