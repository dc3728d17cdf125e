"""A draft gets another protocol: what fits stays, what does not is said, and nothing goes unasked."""

from typing import Any

import pytest

from jurybox.core import Conflict, EventKind
from jurybox.studies.history import tell_history
from jurybox.studies.lifecycle import (
    add_gold_text,
    change_protocol,
    change_settings,
    protocol_losses,
    revise_guideline,
    tell_loss,
)
from jurybox.studies.people import show_checks
from jurybox.studies.planning import meant
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench
from jurybox.texts import languages, words_in
from tests.fixtures.small import SCALE
from tests.fixtures.studies import HIDING, Played, lines, loaded, new_study

ASKING: dict[str, Any] = {
    "id": "other",
    "stages": [{"id": "rating", "show": ["source", "output"], "ask": [{**SCALE, "id": "adequacy"}]}],
}
WANTING: dict[str, Any] = {**ASKING, "fields": {"source": "text", "output": "text", "context": "text"}}


def codes(study: Played, **changes: Any) -> list[str]:
    return [loss.code for loss in protocol_losses(study.bench, study.key, loaded(**changes))]


def told(study: Played, **changes: Any) -> str:
    words = words_in("en")
    return " ".join(tell_loss(loss, words) for loss in protocol_losses(study.bench, study.key, loaded(**changes)))


def test_texts_that_fit_stay_and_are_rated_by_the_new_questions(bench: Workbench) -> None:
    study = new_study(bench, lines(3, "ab"), loaded())
    assert codes(study, **ASKING) == []
    change_protocol(bench, study.key, loaded(**ASKING), "Ana")
    rater = study.open().rater()
    rater.rate(6)
    assert {question for row in study.log() for question in row["answers"]} == {"adequacy"}
    assert {row["protocol_hash"] for row in study.log()} == {loaded(**ASKING).hash}


def test_what_was_set_stays_and_what_names_stages_that_are_gone_goes_back(bench: Workbench) -> None:
    study = new_study(bench, lines(3, "ab"), loaded(**HIDING))
    change_settings(bench, study.key, {"quorum": {"fluency": 2, "adequacy": 4}, "repeats": 0.25, "batch": 7})
    assert codes(study, **ASKING) == ["settings"]
    assert "Raters per stage" in told(study, **ASKING)
    change_protocol(bench, study.key, loaded(**ASKING), anyway=True)
    settings = study.view.settings
    assert (settings.quorum, settings.repeats, settings.batch) == ({"rating": 1}, 0.25, 7)


def test_an_even_quorum_holds_for_the_new_stages(bench: Workbench) -> None:
    study = new_study(bench, lines(3, "ab"), loaded(), quorum=3)
    assert codes(study, **HIDING) == []
    change_protocol(bench, study.key, loaded(**HIDING))
    assert study.view.settings.quorum == {"fluency": 3, "adequacy": 3}


def test_texts_that_lack_something_go_only_when_that_is_said(bench: Workbench) -> None:
    study = new_study(bench, lines(3, "ab"), loaded())
    assert codes(study, **WANTING) == ["texts_gone"]
    with pytest.raises(Conflict) as refused:
        change_protocol(bench, study.key, loaded(**WANTING))
    assert [fault.code for fault in refused.value.faults] == ["study.protocol_loses"]
    assert study.view.protocol.id != "other"
    change_protocol(bench, study.key, loaded(**WANTING), anyway=True)
    study.add([{**line, "context": "What was said before"} for line in lines(2, "cd")])
    assert len(study.open().slots()) == 4


def test_answers_that_are_known_go_where_other_questions_are_asked(bench: Workbench) -> None:
    study = new_study(bench, lines(9, "ab"), loaded(), checks={"share": 0.1})
    table = b"id,source,output,expected.quality\ngold,A source,An output,5\n"
    add_gold_text(bench, study.key, "gold.csv", table, "Ana")
    assert codes(study, merge="none") == []
    assert codes(study, **ASKING) == ["checks"]
    change_protocol(bench, study.key, loaded(**ASKING), anyway=True)
    assert show_checks(bench, study.key).checks == []


def test_an_edited_guideline_and_what_was_to_decide_are_said(bench: Workbench) -> None:
    study = new_study(bench, lines(3, "ab"), loaded())
    revise_guideline(bench, study.key, "en", "Rate with more care.", "")
    assert codes(study, **ASKING) == ["guideline"]
    change_protocol(bench, study.key, loaded(**ASKING), anyway=True)
    assert {lang: found.prose for lang, found in study.view.guidelines.items()} == loaded().guidelines


def decided_by(study: Played) -> str | None:
    view: StudyView = study.view
    return study.bench.database.read(lambda run: meant(run, view.id)).decides


def test_what_was_to_decide_and_is_asked_no_more_is_said(bench: Workbench) -> None:
    two = {"stages": [{"id": "rating", "show": ["output"], "ask": [{**SCALE}, {**SCALE, "id": "second"}]}]}
    study = new_study(bench, lines(3, "ab"), loaded(**two))
    change_settings(bench, study.key, {}, {"decides": "second"})
    assert decided_by(study) == "second"
    assert codes(study, **ASKING) == ["decides"]
    change_protocol(bench, study.key, loaded(**ASKING), anyway=True)
    assert decided_by(study) is None


def test_the_same_protocol_again_leaves_no_entry(bench: Workbench) -> None:
    study = new_study(bench, lines(3, "ab"), loaded())
    before = study.view.row.version
    change_protocol(bench, study.key, loaded())
    assert study.view.row.version == before


def test_an_open_study_keeps_its_protocol(bench: Workbench) -> None:
    study = new_study(bench, lines(3, "ab"), loaded()).open()
    with pytest.raises(Conflict) as refused:
        change_protocol(bench, study.key, loaded(**ASKING), anyway=True)
    assert [fault.code for fault in refused.value.faults] == ["study.protocol_fixed"]


def test_the_history_says_it_in_every_language(bench: Workbench) -> None:
    study = new_study(bench, lines(3, "ab"), loaded())
    change_protocol(bench, study.key, loaded(**WANTING), "Ana", anyway=True)
    for language in languages():
        entry = tell_history(bench, study.key, words_in(language))[-1]
        assert (entry["kind"], entry["who"]) == (EventKind.PROTOCOL_CHANGED, "Ana")
        assert "other@1" in entry["words"]
        assert "{" not in entry["words"]
