"""Pretend raters on a copy of a draft: what they say of it, and that nothing of them stays."""

import pytest

from jurybox.core import Conflict
from jurybox.protocols import load_protocol
from jurybox.studies import run_next_job, study_jobs
from jurybox.studies.jobs import add_job, show_job
from jurybox.studies.lifecycle.create import ItemFiles, StudyDraft, create_study, import_items
from jurybox.studies.planning import estimate_study
from jurybox.studies.rehearsal import REHEARSAL_JOB, last_rehearsal, rehearsal_args, rehearse, tell_rehearsal
from jurybox.studies.workbench import Workbench
from jurybox.texts import words_in
from tests.fixtures.databases import rows_of
from tests.fixtures.small import CHOICE, EDIT, MARKS, PREFERENCE, RANKING, SCALE, SLIDER, STEPPER, TAGS
from tests.fixtures.studies import HIDING, Played, lines, loaded, new_study, open_study
from tests.web.tables import table_for

TABLES = ("study", "study_event", "unit", "assignment", "judgement", "membership", "rater", "item")


def told(study: Played) -> str:
    found = rehearse(study.bench, study.key)
    return " ".join(one.words for one in tell_rehearsal(found, study.view.protocol, words_in("en"), "en"))


def test_a_sound_draft_ends_in_an_answer_and_nothing_is_written(bench: Workbench) -> None:
    study = new_study(bench, lines(20, "ab"), quorum=2)
    before = {table: rows_of(bench, table) for table in TABLES}
    words = told(study)
    assert "All 80 judgements of 40 units came in from 2 raters." in words
    assert "This study can end in an answer." in words
    assert {table: rows_of(bench, table) for table in TABLES} == before


def test_a_draft_of_few_items_and_one_rater_ends_in_none(bench: Workbench) -> None:
    words = told(new_study(bench, lines(3, "ab"), quorum=1))
    assert "None of 1 pairs of systems was told apart" in words
    assert "cannot be computed" in words


@pytest.mark.parametrize("protocol", ["mqm", "esa"])
def test_errors_are_marked_so_that_a_protocol_of_marks_can_end_in_an_answer(bench: Workbench, protocol: str) -> None:
    study = new_study(bench, lines(20, "abc"), protocol, quorum=2, calibration=False)
    found = rehearse(bench, study.key)
    assert (found["missing"], found["judgements"]) == (0, 120)
    assert found["agreement"] is not None
    assert found["apart"]


def test_marks_that_add_up_to_an_answer_are_not_made_up(bench: Workbench) -> None:
    counting = load_protocol("caption-counts")
    items, media, _ = table_for(counting.protocol, 4, 2).write(bench.folder / "in")
    create_study(bench, counting, StudyDraft("study", "S", {"calibration": False}, "seed"))
    import_items(bench, "study", ItemFiles([items], media))
    assert rehearse(bench, "study")["missing"] == 0


def test_raters_who_are_there_rehearse_with_their_groups(bench: Workbench) -> None:
    study = new_study(bench, lines(8, "ab", groups=("es", "fr")), quorum=2)
    for name in ("Ana", "Eva"):
        study.rater(name, groups=["es"])
    assert "16 judgements were never made" in told(study)


def test_stages_and_rules_are_rehearsed(bench: Workbench) -> None:
    study = new_study(bench, lines(10, "ab"), loaded(**HIDING), quorum=2, batch=3)
    found = rehearse(bench, study.key)
    assert (found["judgements"], found["missing"]) == (estimate_study(bench, study.key)["judgements"], 0)


@pytest.mark.parametrize(
    "question", [CHOICE, EDIT, MARKS, PREFERENCE, RANKING, SCALE, SLIDER, STEPPER, TAGS], ids=lambda q: q["type"]
)
def test_every_question_type_can_be_rehearsed(bench: Workbench, question: dict[str, object]) -> None:
    stage = {"id": "rating", "show": ["source", "output"], "ask": [question]}
    together = {"unit": {"candidates": "all"}} if question["type"] in ("preference", "ranking") else {}
    study = new_study(bench, lines(4, "ab"), loaded(stages=[stage], scores=[], **together), quorum=2)
    assert rehearse(bench, study.key)["missing"] == 0


def test_the_worker_rehearses_and_the_draft_of_now_is_meant(bench: Workbench) -> None:
    study = new_study(bench, lines(4, "ab"), quorum=2)
    args = rehearsal_args(bench, study.key)
    uid = bench.database.write(lambda run: add_job(bench, run, REHEARSAL_JOB, args))
    assert run_next_job(bench)
    job = bench.database.read(lambda run: show_job(run, uid))
    assert (job["state"], study_jobs(bench, study.key)) == ("done", [])
    assert bench.database.read(lambda run: last_rehearsal(run, args)) == uid
    study.add(lines(1, first=4))
    later = rehearsal_args(bench, study.key)
    assert bench.database.read(lambda run: last_rehearsal(run, later)) is None


def test_only_a_draft_with_items_is_rehearsed(bench: Workbench) -> None:
    study = open_study(bench, lines(4, "ab"))
    for step in (rehearse, rehearsal_args):
        with pytest.raises(Conflict):
            step(bench, study.key)
