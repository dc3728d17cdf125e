"""Tasks become items and annotations judgements: all or nothing, twice is once, and raters see no secret."""

import json
from pathlib import Path
from typing import Any

import pytest

import jurybox.studies
from jurybox.core.errors import JuryboxError
from jurybox.exchange.label_studio.draft import DraftWishes
from jurybox.exchange.label_studio.intake import Duplicates
from jurybox.exchange.label_studio.read import TaskOptions
from jurybox.exchange.label_studio.times import TimeReading
from jurybox.protocols import load_protocol
from jurybox.studies.carry.export.write import export_rows
from jurybox.studies.carry.label_studio.draft import draft_from_config
from jurybox.studies.carry.label_studio.read import ImportOutcome, import_label_studio
from jurybox.studies.lifecycle.create import StudyDraft, create_study
from jurybox.studies.people.raters import add_rater, list_raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import BOTH, NewBench, rows_of
from tests.fixtures.studies import HIDING, Played, PlayedRater, loaded
from tests.unit.exchange.label_studio.test_tasks import SAMPLES

MEDIA = Path(jurybox.studies.__file__).parent / "demo" / "content" / "audio-description" / "media"
OFFSET = TimeReading(offset=1.0)
NAMES = {"5": "Ben", "8": "Ana Lind"}
"""Account 8 is a second one of Ana's."""
TABLES = ("item", "output", "system", "import", "study_event", "judgement", "assignment", "membership", "unit")


@pytest.fixture
def bench(new_bench: NewBench) -> Workbench:
    return new_bench("sqlite")


@pytest.fixture(params=BOTH)
def either(request: pytest.FixtureRequest, new_bench: NewBench) -> Workbench:
    return new_bench(request.param)


def create(bench: Workbench, protocol: Any = "audio-description", **settings: Any) -> Played:
    chosen = load_protocol(protocol) if isinstance(protocol, str | Path) else protocol
    create_study(bench, chosen, StudyDraft("x", "X", {"calibration": False, **settings}, "s"))
    return Played(bench, "x")


def bring(bench: Workbench, *files: Path, options: TaskOptions | None = None, **how: Any) -> ImportOutcome:
    chosen = options or TaskOptions(timing=OFFSET, raters=NAMES)
    return import_label_studio(bench, "x", list(files), chosen, MEDIA, MEDIA.parent / "people.json", **how)


def write(folder: Path, tasks: Any, name: str = "tasks.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(tasks, ensure_ascii=False), encoding="utf-8")
    return path


def refused(bench: Workbench, *files: Path, **how: Any) -> list[tuple[str, int | None]]:
    before = everything(bench)
    with pytest.raises(JuryboxError) as error:
        bring(bench, *files, **how)
    assert everything(bench) == before
    return [(fault.code.removeprefix("label_studio."), fault.line) for fault in error.value.faults]


def everything(bench: Workbench) -> dict[str, list[Any]]:
    return {table: rows_of(bench, f'"{table}"') for table in TABLES}


def answers_of(study: Played) -> list[Any]:
    """[item, system, rater, purpose, question, target, value, text] of all that counts; candidates have no number."""
    names = {rater.id: rater.name for rater in list_raters(study.bench, study.key)}
    found = []
    for row in export_rows(study.bench, study.key):
        target = "candidate" if str(row["target"]).startswith("c") else row["target"]
        who = [row["item"], row["system"], names[row["rater"]], row["purpose"], row["question"]]
        found.append([*who, target, row["value"], row["text"]])
    return sorted(found, key=repr)


def test_tasks_become_items_of_two_systems_with_their_times(bench: Workbench):
    study = create(bench)
    outcome = bring(bench, SAMPLES / "tasks.json")
    batch = outcome.found.batch
    assert batch is not None
    assert ([item.key for item in batch.items], len(batch.outputs)) == (
        ["Ein Fisch zum Tee 40", "Ein Fisch zum Tee 43"], 4,
    )  # fmt: skip
    assert [(s.start, s.end) for s in batch.items[0].segments] == [(1.0, 3.0), (3.12, 5.2), (5.48, 8.0)]
    assert [system.name for system in batch.systems] == ["narra-2", "scenario-m"]
    assert (outcome.found.items.repeats, outcome.found.items.new) == (1, 4)
    study.open()
    assert len(study.slots()) == 4


def test_importing_twice_changes_nothing_whether_draft_or_open(either: Workbench):
    create(either, quorum=2)
    for open_study in (False, True):
        bring(either, SAMPLES / "export.json", open_study=open_study)
        before = everything(either)
        outcome = bring(either, SAMPLES / "export.json", SAMPLES / "tasks.json", options=TaskOptions(
            timing=OFFSET, raters=NAMES, duplicates="first"))  # fmt: skip
        assert everything(either) == before
        assert (outcome.found.items.new, outcome.taken.new) == (0, 0)
    assert outcome.taken.unchanged == 6


def test_a_dry_run_shows_the_first_units_and_stores_nothing(bench: Workbench):
    create(bench)
    before = everything(bench)
    outcome = bring(bench, SAMPLES / "export.json", dry_run=True)
    assert everything(bench) == before
    assert not bench.media.folder.exists() or not any(bench.media.folder.rglob("*.*"))
    first = outcome.found.previews[0]
    assert [(part.start, part.end, part.frames) for part in first.segments] == [
        (1.0, 3.0, (26, 75)), (3.12, 5.2, (79, 130)), (5.48, 8.0, (138, 200)),
    ]  # fmt: skip
    assert (outcome.waiting, outcome.found.batch) == (6, None)


def test_annotations_become_judgements_with_their_raters_times_and_repeats(bench: Workbench):
    study = create(bench, quorum=2)
    outcome = bring(bench, SAMPLES / "export.json", open_study=True)
    said = outcome.found.said
    assert (said.annotations, said.cancelled, said.not_manual) == (7, 1, 3)
    assert (outcome.taken.new, outcome.taken.repeats, outcome.taken.new_raters) == (6, 1, ["Ana Lind", "Ben"])
    log = study.log()
    assert {(row["channel"], row["standing"]) for row in log} == {("label-studio", "counted")}
    assert sorted(row["elapsed_ms"] for row in log) == [44000, 52500, 60000, 71000, 74250, 91500]
    found = answers_of(study)
    item = "Ein Fisch zum Tee 40"
    assert [item, "narra-2", "Ana Lind", "repeat", "rating", "2", 5, None] in found
    assert [item, "scenario-m", "Ana Lind", "rating", "errors", "1", "redundant|content_repeated", None] in found
    comment = "Es ist eine Katze, kein Hund."
    assert [item, "scenario-m", "Ana Lind", "rating", "errors", "3", "wrong_object|other", comment] in found
    assert [item, "narra-2", "Ana Lind", "rating", "errors", "1", "", None] in found


def test_what_the_log_projects_is_the_same_when_it_is_made_again(either: Workbench):
    study = create(either, quorum=2)
    bring(either, SAMPLES / "export.json", open_study=True)
    before = study.projections()
    study.rebuild()
    assert study.projections() == before


def test_raters_read_no_system_no_reference_and_no_file_name(bench: Workbench, tmp_path: Path):
    to = tmp_path / "films.yaml"
    draft_from_config(SAMPLES / "config.xml", to, DraftWishes("films", "Films"), SAMPLES / "tasks.json")
    study = create(bench, to)
    bring(bench, SAMPLES / "tasks.json")
    study.open()
    rater = study.rater("Ana")
    answers = {"tags": {n: [] for n in "123"}, "rating": dict.fromkeys("123", 3)}
    seen = []
    for _ in range(4):
        seen.append(json.dumps(rater.ask(), ensure_ascii=False))
        rater.submit(json.loads(seen[-1])["units"][0], answers=answers)
    sent = "".join(seen)
    stored = json.dumps(rows_of(bench, "item"), ensure_ascii=False) + json.dumps(rows_of(bench, "system"))
    assert "Sie zündet die Flamme an." in sent
    for secret in ("Unter dem Kessel brennt nun Feuer.", "narra-2", "scenario-m", "kitchen-1", "Ein Fisch zum Tee 40"):
        assert secret in stored
        assert secret not in sent


def test_a_draft_protocol_made_of_the_configuration_takes_the_annotations(bench: Workbench, tmp_path: Path):
    tasks = json.loads((SAMPLES / "export.json").read_text(encoding="utf-8"))
    kept = ("irrelevant", "missing", "redundant", "other errors or comment")
    for task in tasks:
        for annotation in task["annotations"]:
            annotation["result"] = [
                r for r in annotation["result"] if r["type"] != "choices" or r["value"]["choices"][0] in kept
            ]
    to = tmp_path / "films.yaml"
    draft_from_config(SAMPLES / "config.xml", to, DraftWishes("films", "Films"), SAMPLES / "tasks.json")
    study = create(bench, to, quorum=2)
    bring(bench, write(tmp_path, tasks), open_study=True)
    found = answers_of(study)
    assert ["Ein Fisch zum Tee 40", "scenario-m", "Ana Lind", "rating", "tags", "1", "redundant", None] in found


def test_a_draft_takes_items_only_and_the_judgements_once_it_is_open(bench: Workbench):
    study = create(bench, quorum=2)
    assert (bring(bench, SAMPLES / "export.json").waiting, study.log()) == (6, [])
    study.open()
    assert (bring(bench, SAMPLES / "export.json").taken.new, len(study.log())) == (6, 6)


def test_json_min_is_read_with_its_comments(bench: Workbench):
    study = create(bench, "summary", quorum=2)
    outcome = bring(bench, SAMPLES / "export-min.json", options=TaskOptions(raters={"1": "Ana"}), open_study=True)
    assert (outcome.found.items.tasks, outcome.found.items.repeats, outcome.taken.new) == (2, 0, 3)
    scores = {(r[1], r[2]): r[6] for r in answers_of(study)}
    assert scores == {("alpha", "Ana"): 4, ("alpha", "Label Studio 2"): 5, ("beta", "Ana"): 2}
    assert [row["comment"] for row in study.log() if row["comment"]] == ["Leaves out the length."]


def plain(n: int = 1, **more: Any) -> dict[str, Any]:
    return {"data": {"text": f"Source {n}", "title": f"Title {n}", "model": "m"}, **more}


def rated(value: Any, by: int = 1, control: str = "score", kind: str = "rating", **more: Any) -> dict[str, Any]:
    value = {"rating": value} if kind == "rating" else value
    result = [{"from_name": control, "to_name": "t", "type": kind, "origin": "manual", "value": value}]
    return {"completed_by": by, "result": result, "created_at": "2025-01-01T00:00:00Z", **more}


def test_nothing_is_imported_when_one_annotation_is_wrong(bench: Workbench, tmp_path: Path):
    create(bench, "title")
    path = write(tmp_path, [plain(1, annotations=[rated(3)]), plain(2, annotations=[rated(9)])])
    assert refused(bench, path, open_study=True) == [("answer.not_a_level", 1)]
    unknown = rated({"choices": ["Superb"]}, kind="choices")
    assert refused(bench, write(tmp_path, [plain(annotations=[unknown])])) == [("unknown_label", 1)]


def test_a_missing_answer_is_refused_or_left_out_and_counted(bench: Workbench, tmp_path: Path):
    create(bench, loaded(**HIDING))
    said = [rated(3, control="adequacy"), {"completed_by": 2, "result": []}]
    tasks = [{"data": {"source": "a", "output": "b"}, "annotations": said}]
    outcome = bring(bench, write(tmp_path, tasks), open_study=True)
    assert (outcome.taken.new, outcome.found.said.empty) == (1, 1)
    export = json.loads((SAMPLES / "export.json").read_text(encoding="utf-8"))
    export[3]["annotations"][0]["result"] = export[3]["annotations"][0]["result"][:2]
    create_study(bench, load_protocol("audio-description"), StudyDraft("y", "Y", {"quorum": 2}))
    path = write(tmp_path, export)
    with pytest.raises(JuryboxError) as error:
        import_label_studio(bench, "y", [path], TaskOptions(timing=OFFSET), MEDIA, MEDIA.parent / "people.json")
    assert {fault.code for fault in error.value.faults} == {"answer.missing"}
    kept = import_label_studio(
        bench, "y", [path], TaskOptions(timing=OFFSET, leave_out_incomplete=True), MEDIA, MEDIA.parent / "people.json"
    )
    assert (len(kept.found.passes), len(kept.found.said.incomplete)) == (5, 1)


@pytest.mark.parametrize(
    ("duplicates", "expected"), [("refuse", None), ("first", ["rating"]), ("repeat", ["rating", "repeat"])]
)
def test_two_ratings_of_one_person_are_settled_as_chosen(
    bench: Workbench, tmp_path: Path, duplicates: Duplicates, expected: Any
):
    study = create(bench, "title", quorum=3)
    path = write(tmp_path, [plain(annotations=[rated(3, by=1), rated(4, by=2, created_at="2025-01-02T00:00:00Z")])])
    options = TaskOptions(raters={"1": "Ana", "2": "Ana"}, duplicates=duplicates)
    if expected is None:
        assert refused(bench, path, options=options, open_study=True) == [("rated_twice", 1)]
        return
    outcome = bring(bench, path, options=options, open_study=True)
    assert [r[3] for r in answers_of(study)] == expected
    assert len(outcome.found.left_out) == (duplicates == "first")


def test_a_task_twice_is_refused_unless_it_says_so_or_the_organiser_does(bench: Workbench, tmp_path: Path):
    create(bench, "title")
    path = write(tmp_path, [plain(), plain()])
    assert refused(bench, path) == [("same_task", 1)]
    left = bring(bench, path, options=TaskOptions(duplicates="first"))
    assert left.found.items.left_out == ["tasks.json:1"]
    other = {"data": {**plain(3)["data"], "repeated_group": True}}
    assert bring(bench, write(tmp_path, [other, other])).found.items.repeats == 1
    changed = {"data": {**other["data"], "title": "Another"}}
    assert refused(bench, write(tmp_path, [other, changed])) == [("copies_differ", 1)]


def test_a_strange_task_in_a_file_of_our_own_is_a_fault_at_its_line(bench: Workbench, tmp_path: Path):
    create(bench, "summary")
    ours = {"meta": {"jurybox": {"item": "one", "group": "", "systems": [["a"]]}}}
    tasks = [
        {"id": 1, "data": {"article": "A", "summary": "a"}, **ours},
        {"id": 2, "data": {"article": "B", "summary": "b"}},
    ]
    assert [code for code, _ in refused(bench, write(tmp_path, tasks))] == ["import.no_system"]


def test_what_a_study_has_cannot_be_changed_by_a_file(bench: Workbench, tmp_path: Path):
    create(bench, "title")
    bring(bench, write(tmp_path, [plain()]))
    changed = {"data": {**plain()["data"], "title": "Another"}}
    assert refused(bench, write(tmp_path, [changed])) == [("import.differs_from_study", 1)]


def test_what_was_judged_otherwise_is_a_conflict_unless_it_is_superseded(bench: Workbench, tmp_path: Path):
    study = create(bench, "title", quorum=2)
    bring(bench, write(tmp_path, [plain(annotations=[rated(3)])]), open_study=True)
    changed = write(tmp_path, [plain(annotations=[rated(5)])])
    assert refused(bench, changed) == [("judged_otherwise", 1)]
    outcome = bring(bench, changed, supersede=True)
    log = study.log()
    assert (outcome.taken.replaced, len(log), log[1]["supersedes"]) == (1, 2, log[0]["id"])


def test_a_rater_who_is_there_goes_on_where_the_file_ends(bench: Workbench, tmp_path: Path):
    study = create(bench, "title")
    bring(bench, write(tmp_path, [plain(n) for n in range(3)]))
    study.open()
    add_rater(bench, "x", "Ana")
    bring(bench, write(tmp_path, [plain(1, annotations=[rated(3)])]), options=TaskOptions(raters={"1": "Ana"}))
    (info,) = list_raters(bench, "x")
    rater = PlayedRater(study, info.id, info.path.partition("#")[2])
    seen = {study.item_of(rater.one()) for _ in range(1)} | {study.item_of(p) for p in rater.rate(2)}
    assert (info.done, len(seen)) == (1, 2)


def test_ratings_beyond_the_quorum_are_kept_and_not_counted(bench: Workbench, tmp_path: Path):
    create(bench, "title", quorum=1)
    path = write(tmp_path, [plain(annotations=[rated(3, by=1), rated(4, by=2)])])
    assert bring(bench, path, open_study=True).taken.not_counted == {"surplus": 1}


def test_stages_are_taken_one_after_the_other_so_that_none_is_spoilt(bench: Workbench, tmp_path: Path):
    study = create(bench, loaded(**HIDING))
    tasks = []
    for n in range(2):
        both = [rated(4, control="fluency")["result"][0], rated(2, control="adequacy")["result"][0]]
        data = {"source": "same", "output": f"out {n}", "model": "ab"[n]}
        tasks.append({"data": data, "annotations": [{"completed_by": 1, "result": both, "lead_time": 2.0}]})
    bring(bench, write(tmp_path, tasks), open_study=True)
    assert [(row["stage"], row["standing"], row["elapsed_ms"]) for row in study.log()] == [
        (0, "counted", 2000), (0, "counted", 2000), (1, "counted", None), (1, "counted", None),
    ]  # fmt: skip


def test_what_a_rule_answers_is_the_rules_and_counted(bench: Workbench, tmp_path: Path):
    study = create(bench, loaded(**HIDING))
    data = {"source": "same", "output": "same"}
    both = [rated(4, control="fluency")["result"][0], rated(5, control="adequacy")["result"][0]]
    outcome = bring(
        bench, write(tmp_path, [{"data": data, "annotations": [{"completed_by": 1, "result": both}]}]), open_study=True
    )
    assert outcome.found.said.by_rule == 1
    assert [cell["by"] for row in study.log() for q in row["answers"].values() for cell in q.values()] == [
        "rater",
        "rule",
    ]


def test_two_outputs_side_by_side_and_a_pairwise_choice(bench: Workbench, tmp_path: Path):
    to = tmp_path / "pairs.yaml"
    draft_from_config(SAMPLES / "pairs.xml", to, DraftWishes("pairs", "Pairs"))
    study = create(bench, to)
    data = {"question": "Why?", "answer1": "So.", "answer2": "Because 😀.", "model1": "a", "model2": "b"}
    result = [
        {"from_name": "better", "to_name": "left,right", "type": "pairwise", "value": {"selected": "right"}},
        {"from_name": "why", "to_name": "left", "type": "choices", "value": {"choices": ["Style"]}},
        {"from_name": "boxes", "to_name": "left", "type": "rectanglelabels", "value": {"x": 1}},
    ]
    outcome = bring(
        bench,
        write(tmp_path, [{"data": data, "annotations": [{"completed_by": 1, "result": result}]}]),
        open_study=True,
    )
    assert outcome.found.said.not_carried == {"rectanglelabels": 1}
    assert any(r[4] == "better" and '"b"' in str(r[6]) for r in answers_of(study))


@pytest.mark.parametrize(("merge", "duplicates", "expected"), [
    ("exact", "refuse", None), ("none", "refuse", [3, 5]),
    ("exact", "first", [3, 3]), ("exact", "repeat", [3, 3, 5, 5]),
])  # fmt: skip
def test_equal_outputs_that_a_rater_rated_differently_are_never_overwritten(
    bench: Workbench, tmp_path: Path, merge: str, duplicates: Duplicates, expected: Any
):
    study = create(bench, "title", merge=merge)
    same = {"text": "Source", "title": "The same"}
    tasks = [
        {"data": {**same, "model": "a"}, "annotations": [rated(3)]},
        {"data": {**same, "model": "b"}, "annotations": [rated(5, created_at="2025-01-02T00:00:00Z")]},
    ]
    options = TaskOptions(duplicates=duplicates)
    if expected is None:
        assert refused(bench, write(tmp_path, tasks), options=options, open_study=True) == [("equal_outputs", 1)]
        return
    bring(bench, write(tmp_path, tasks), options=options, open_study=True)
    assert sorted(r[6] for r in answers_of(study)) == expected
    assert all(row["supersedes"] is None for row in study.log())


def test_equal_outputs_that_were_rated_alike_are_one_judgement(bench: Workbench, tmp_path: Path):
    study = create(bench, "title")
    same: dict[str, Any] = {"text": "Source", "title": "The same"}
    tasks: list[Any] = [{"data": {**same, "model": name}, "annotations": [rated(4)]} for name in "ab"]
    bring(bench, write(tmp_path, tasks), open_study=True)
    assert (len(study.log()), sorted((r[1], r[6]) for r in answers_of(study))) == (1, [("a", 4), ("b", 4)])
