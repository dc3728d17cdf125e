"""Answers that the software makes: by a rule from the texts, or by adding up marks."""

from typing import Any

import pytest

from jurybox.core.errors import Refused
from jurybox.studies.carry.export.write import export_rows
from jurybox.studies.workbench import Workbench
from tests.fixtures.small import MARKS
from tests.fixtures.studies import PlayedRater, lines, loaded, open_study

STEPPER = {
    "type": "stepper", "id": "objects", "prompt": {"en": "How many?"}, "step": 0.5,
    "from_marks": {"question": "spans", "label": "object"},
}  # fmt: skip
MARKED = {"stages": [{"id": "rating", "show": ["source", "output"], "ask": [MARKS, STEPPER]}]}
OBJECTS = [{"start": 0, "end": 6, "label": "object", "weight": "full", "count": 2}]


def same_as_source(systems: str) -> list[dict[str, str]]:
    """Every output repeats its source, as `same_text` understands it; each in its own way, so that none is merged."""
    return [
        {**line, "output": f"{' ' * n}{line['source'].upper() if n % 2 else line['source']}"}
        for n, line in enumerate(lines(1, systems))
    ]


def test_an_empty_output_that_is_to_be_shown_is_rated_as_it_is(bench: Workbench) -> None:
    table = [{**line, "output": ""} if line["system"] == "system-a" else line for line in lines(1, "ab")]
    study = open_study(bench, table, empty="show")
    rater = study.rater()
    shown = rater.rate(2)
    assert sorted(packet["candidates"][0]["fields"]["output"] for packet in shown) == ["", "Output b of 0"]
    assert not any(packet["rules"] for packet in shown)
    assert [entry["standing"] for entry in study.log()] == ["counted", "counted"]


def test_an_interpretation_that_repeats_its_source_is_adequacy_1_by_rule(bench: Workbench) -> None:
    study = open_study(bench, same_as_source("ab"), "sarcasm-interpretation")
    assert study.slots(0) == [(2, 2, 0)] * 2
    assert study.slots(1) == [(0, 0, 0)] * 2, "nobody is needed to say so"
    rater = study.rater()
    rater.rate(2)
    packet = rater.one()
    assert packet["stage"] == "adequacy"
    (made,) = packet["rules"]
    assert (made["question"], made["target"], made["value"]) == ("adequacy", "A", 1)
    assert made["because"]["en"]
    receipt = rater.submit(packet, comment="I object: the tone differs.")
    assert (receipt.standing, receipt.state) == ("counted", "done")
    stored = study.log()[-1]
    assert list(stored["answers"]["adequacy"].values()) == [{"value": 1, "by": "rule"}]
    assert stored["comment"].startswith("I object")
    assert study.slots(1) == [(0, 0, 0)] * 2, "whoever saw it is no person of the quorum"
    assert {row["by"] for row in export_rows(bench, study.key) if row["stage"] == "adequacy"} == {"rule"}


def test_a_rule_made_answer_can_be_repeated_but_not_contradicted(bench: Workbench) -> None:
    study = open_study(bench, same_as_source("a"), "sarcasm-interpretation")
    rater = study.rater()
    rater.rate(1)
    packet = rater.one()
    with pytest.raises(Refused) as refused:
        rater.submit(packet, answers={"adequacy": {"A": 4}})
    assert refused.value.faults[0].code == "answer.made_by_rule"
    assert rater.submit(packet, answers={"adequacy": {"A": 1}}).standing == "counted"


def test_an_unruled_unit_beside_a_ruled_one_needs_its_quorum(bench: Workbench) -> None:
    study = open_study(bench, same_as_source("a") + lines(1, "b"), "sarcasm-interpretation")
    assert sorted(study.slots(1)) == [(0, 0, 0), (2, 2, 0)]


@pytest.fixture
def marking(bench: Workbench) -> PlayedRater:
    return open_study(bench, lines(1, "a"), loaded(**MARKED)).rater()


def send(rater: PlayedRater, marks: list[dict[str, Any]], objects: Any) -> dict[str, Any]:
    packet = (rater.next() or [{"assignment": "", "stage": "rating"}])[0]
    rater.submit(packet, answers={"spans": {"A": marks}, "objects": {"A": objects}})
    (cells,) = rater.study.log()[-1]["answers"]["objects"].values()
    return dict(cells)


def test_a_stepper_holds_the_sum_of_its_marks(marking: PlayedRater) -> None:
    with pytest.raises(Refused) as refused:
        send(marking, OBJECTS, 3)
    fault = refused.value.faults[0]
    assert (fault.code, fault.given, fault.allowed) == ("answer.not_the_sum", 3, 2.0)
    assert send(marking, OBJECTS, 2) == {"value": 2, "by": "marks"}


def test_overwriting_the_sum_needs_a_reason(marking: PlayedRater) -> None:
    with pytest.raises(Refused) as refused:
        send(marking, OBJECTS, {"value": 3, "by": "override", "reason": " "})
    assert refused.value.faults[0].code == "answer.override_without_reason"
    overwritten = {"value": 3, "by": "override", "reason": "One more is meant."}
    assert send(marking, OBJECTS, overwritten) == overwritten


def test_a_stepper_without_marks_is_the_raters_own(marking: PlayedRater) -> None:
    assert send(marking, [], 1.5) == {"value": 1.5, "by": "rater"}


def test_a_mark_must_lie_inside_the_text(marking: PlayedRater) -> None:
    length = len("Output a of 0")
    with pytest.raises(Refused) as refused:
        send(marking, [{"start": 0, "end": length + 1, "label": "object", "weight": "full"}], 1)
    assert refused.value.faults[0].allowed == [0, length]
    send(marking, [{"start": 0, "end": length, "label": "object", "weight": "full"}], 1)


def test_marks_in_two_texts_with_reasons_are_kept_as_they_were_said_and_all_faults_are_said_at_once(
    bench: Workbench,
) -> None:
    asked = {**MARKS, "also": ["source"], "reasons": "required"}
    stage = {"id": "rating", "show": ["source", "output"], "ask": [asked]}
    study = open_study(bench, lines(1, "a"), loaded(stages=[stage]))
    rater = study.rater()
    packet = rater.one()
    mark = {"start": 0, "end": 3, "label": "object", "weight": "full", "reason": "It is one."}
    wrong = [{**mark, "weight": None}, {**mark, "field": "clip"}, {**mark, "reason": " "}, {**mark, "end": 999}]
    with pytest.raises(Refused) as refused:
        rater.submit(packet, answers={"spans": {"A": wrong}})
    assert [(fault.where, fault.code) for fault in refused.value.faults] == [
        ("answers.spans.A[0]", "answer.mark_without_weight"),
        ("answers.spans.A[1]", "answer.not_to_be_marked"),
        ("answers.spans.A[2]", "answer.mark_without_reason"),
        ("answers.spans.A[3]", "answer.outside_the_text"),
    ]
    with pytest.raises(Refused) as refused:
        rater.submit(packet, answers={})
    assert refused.value.faults[0].code == "answer.missing", "no mark is not the same as nothing to mark"
    said = [mark, {**mark, "start": 4, "end": 4}, {**mark, "field": "source"}]
    rater.submit(packet, answers={"spans": {"A": said}})
    ((stored,),) = (study.log()[-1]["answers"]["spans"].values(),)
    assert stored == {"value": said, "by": "rater"}
