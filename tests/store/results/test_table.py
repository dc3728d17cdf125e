"""From the log to the table of an analysis: what counts comes in once, all else is counted by cause."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jurybox.analysis.table import Table
from jurybox.core import Refused
from jurybox.exchange.ratings import RatingsReading, read_ratings
from jurybox.studies.carry import RatingsSource
from jurybox.studies.carry.export import export_lines
from jurybox.studies.carry.ratings.read import import_ratings
from jurybox.studies.lifecycle import change, close_study
from jurybox.studies.results import Options, findings_of, table_of_study
from jurybox.studies.results.table.read import TableWish, study_table
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of
from tests.fixtures.small import CHOICE, COMMENT, MARKS, PREFERENCE, RANKING, SCALE, SLIDER, TAGS, TICK
from tests.fixtures.studies import HIDING, Packet, Played, PlayedRater, lines, loaded, open_study
from tests.store.rating.test_calibration import begin, calibrated, lettered, through
from tests.store.rating.test_rules_and_marks import same_as_source

ALL = {"unit": {"candidates": "all"}}


def asking(*questions: dict[str, Any], **changes: Any) -> Any:
    return loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": list(questions)}], **changes)


def table(study: Played, **options: Any) -> Table:
    return study_table(study.bench, study.key, TableWish(**options))


def values(found: Table, question: str) -> list[float]:
    (column,) = (one for one in found.ratings if one.asked.id == question)
    return list(column.value)


def send(rater: PlayedRater, **answers: Any) -> Packet:
    """Rate the next unit: a value for letter A, or a dictionary of letters."""
    packet = rater.one()
    cells = {name: value if isinstance(value, dict) else {"A": value} for name, value in answers.items()}
    rater.submit(packet, answers=cells)
    return packet


def test_an_empty_study_gives_an_empty_table(bench: Workbench) -> None:
    found = table(open_study(bench, lines(1)))
    assert (found.items, found.raters, found.left_out) == ((), (), {})
    assert [len(one.value) for one in found.ratings] == [0]
    assert found.systems == ("system-a", "system-b")
    assert found.source.last_seq == 0


def test_two_raters_of_one_output_are_two_ratings_of_one_unit(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "ab"), quorum=2)
    for value in (2, 5):
        study.rater().rate(4, value)
    found = table(study)
    (column,) = found.ratings
    assert found.raters == ("R1", "R2")
    assert sorted(zip(column.unit.tolist(), column.rater.tolist(), column.value.tolist(), strict=True)) == [
        (unit, rater, value) for unit in range(4) for rater, value in ((0, 2.0), (1, 5.0))
    ]
    assert sorted(found.items[n] for n in found.unit_item) == ["item-0", "item-0", "item-1", "item-1"]
    assert sorted(found.made_system.tolist()) == [0, 0, 1, 1]
    assert (column.asked.level, column.asked.lowest, column.asked.highest) == ("ordinal", 1.0, 5.0)
    assert column.asked.labels[1.0] == "Level 1"
    assert column.by_rule is None
    assert found.expected == {"quality": {"system-a": 4, "system-b": 4}}
    assert found.source.quorum == {"quality": 2}


def test_every_cause_is_counted_and_none_twice(bench: Workbench) -> None:
    study = open_study(bench, lines(8, "a"), loaded(), quorum=1)
    ana, ben = study.rater(), study.rater()
    ana.rate(1)
    change.mark_pilot(bench, study.key)
    first = ben.rate(1, 1)[0]
    ben.submit(first, 2)  # supersedes
    ana.cannot(ana.one())
    late = ana.one()
    clock_of(bench).past_the_lease()
    ben.rate(6)
    assert ana.submit(late).standing == "surplus"
    gone = study.item_of(ben.rate(1)[0])
    change.withdraw_item(bench, study.key, gone, "It is broken.")
    close_study(bench, study.key)
    assert ben.submit(first, 5).standing == "closed"
    found = table(study)
    assert found.left_out == {
        "cannot_unit": 1, "closed": 1, "item_withdrawn": 1, "pilot": 1, "superseded": 1, "surplus": 1,
    }  # fmt: skip
    assert len(study.log()) == sum(found.left_out.values()) + len(found.ratings[0].value)
    assert gone not in found.items
    assert found.ratings[0].value[0] == 2.0, "the correction stands, not what it corrects"


def test_a_judgement_of_a_final_stage_and_a_late_one_of_a_withdrawn_item_are_left_out(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), loaded(**HIDING))
    rater = study.rater()
    (fluency,) = rater.rate(1, 2)
    adequacy = rater.one()
    assert rater.submit(fluency, 5).standing == "final"
    change.withdraw_item(bench, study.key, "item-0", "It is broken.")
    assert rater.submit(adequacy).standing == "withdrawn"
    found = table(study)
    assert found.left_out == {"final": 1, "item_withdrawn": 2}
    assert [len(one.value) for one in found.ratings] == [0, 0]


def test_a_missing_answer_and_one_that_could_not_be_given_are_counted(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), asking(SCALE, {**SLIDER, "required": False}, COMMENT))
    rater = study.rater()
    send(rater, quality={"A": {"cannot": "too dark"}}, percent=2.5, note="a comment")
    send(rater, quality=4)
    found = table(study)
    assert found.left_out == {"cannot": 1, "not_answered": 1}
    assert (values(found, "quality"), values(found, "percent")) == ([4.0], [2.5])
    assert [one.asked.id for one in found.ratings] == ["quality", "percent"], "a comment is no column"
    assert found.ratings[1].asked.level == "interval"


def test_equal_outputs_are_one_unit_of_all_their_systems(bench: Workbench) -> None:
    rows = [*lines(1, "abc"), *lines(1, "d")]
    for row in rows[:3]:
        row["output"] = "The same."
    study = open_study(bench, rows)
    study.rater().rate(2, 4)
    change.withdraw_system(bench, study.key, "system-b", "It cheated.")
    found = table(study)
    assert found.systems == ("system-a", "system-c", "system-d")
    assert len(found.unit_item) == len(found.ratings[0].value) == 2
    made = [
        [found.systems[s] for s, u in zip(found.made_system, found.made_unit, strict=True) if u == n] for n in (0, 1)
    ]
    assert sorted(made) == [["system-a", "system-c"], ["system-d"]]
    assert found.left_out == {}
    assert found.expected["quality"] == {"system-a": 1, "system-c": 1, "system-d": 1}


def test_what_only_withdrawn_systems_made_is_left_out(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "ab"), loaded(**ALL))
    study.rater().rate(1)
    change.withdraw_system(bench, study.key, "system-b", "It cheated.")
    found = table(study)
    assert found.left_out == {"system_withdrawn": 1}
    assert found.systems == ("system-a",)
    assert len(found.unit_item) == 1
    assert "system-b" not in found.expected["quality"]


def test_what_a_rule_made_is_one_answer_whoever_looked(bench: Workbench) -> None:
    study = open_study(bench, same_as_source("a") + lines(1, "b"), "sarcasm-interpretation", quorum=2)
    raters = [study.rater(), study.rater()]
    for rater in raters:
        rater.rate(2, 4)
    (adequacy,) = (one for one in table(study).ratings if one.asked.id == "adequacy")
    assert adequacy.by_rule is not None
    assert (adequacy.by_rule.tolist(), adequacy.value.tolist()) == ([True], [1.0]), "nobody needs to look"
    for rater in raters:
        rater.rate(2, 3)
    found = table(study)
    (adequacy,) = (one for one in found.ratings if one.asked.id == "adequacy")
    assert adequacy.by_rule is not None
    assert adequacy.value.tolist() == [3.0, 3.0, 1.0]
    assert adequacy.by_rule.tolist() == [False, False, True]
    assert found.expected["adequacy"] == {"system-a": 1, "system-b": 2}
    assert found.expected["fluency"] == {"system-a": 2, "system-b": 2}


def test_a_rule_beside_answers_of_people_counts_when_the_page_was_judged(bench: Workbench) -> None:
    rows = lines(2, "ab")
    rows[1]["output"] = rows[3]["output"] = ""
    study = open_study(bench, rows, ruled(), empty="rule")
    rater = study.rater()
    packet = rater.one()
    rater.submit(packet, 4)
    found = table(study)
    (column,) = found.ratings
    assert sorted(column.value.tolist()) == [1.0, 4.0], "the second page was judged by nobody"
    assert found.expected["quality"] == {"system-a": 2, "system-b": 2}


def ruled() -> Any:
    rule = {"when": {"empty": "output"}, "answer": {"quality": 1}, "because": {"en": "It is empty."}}
    return loaded(rules=[rule], **ALL)


def test_a_repeat_is_compared_with_the_first_time_and_counts_nowhere_else(bench: Workbench) -> None:
    study = open_study(bench, lines(24, "a"), asking(SCALE, TAGS), repeats=0.25)
    rater = study.rater()
    came = 0
    while packets := rater.next():
        came += 1
        tags = [{"id": "wrong"}] if came % 2 else [{"id": "typo"}]
        rater.submit(packets[0], answers={"quality": {"A": 1 + came % 5}, "errors": {"A": tags}})
    found = table(study)
    again = came - 24
    assert again == 6
    assert found.left_out == {"repeat": 2 * again}
    assert len(found.ratings[0].value) == 24
    quality, errors = found.repeats
    assert (len(quality.before), len(errors.before)) == (again, again)
    (first,) = found.ratings
    by_unit = dict(zip(first.unit.tolist(), first.value.tolist(), strict=True))
    assert quality.before.tolist() == [by_unit[unit] for unit in quality.unit.tolist()]
    assert errors.asked.kind == "category", "the same set, or another one"
    (sets,) = found.tag_repeats
    (held,) = found.tags
    assert sets.unit.tolist() == errors.unit.tolist()
    before = dict(zip(held.unit[held.row].tolist(), held.tag.tolist(), strict=True))
    assert sets.passes.tag[:again].tolist() == [before[unit] for unit in sets.unit.tolist()]
    same = sets.passes.tag[:again] == sets.passes.tag[again:]
    assert same.tolist() == (errors.before == errors.after).tolist()


def test_worked_examples_are_compared_with_what_the_guideline_says(bench: Workbench) -> None:
    study = calibrated(bench)
    rater = study.rater()
    through(rater, {"good": (4, 3), "bad": (1, 3)})
    rater.submit(rater.one(), answers={"quality": {"A": 2}, "steps": {"A": 1}})
    found = table(study)
    quality, steps = found.gold
    assert sorted(zip(quality.before.tolist(), quality.after.tolist(), strict=True)) == [(1.0, 1.0), (5.0, 4.0)]
    assert sorted(zip(steps.before.tolist(), steps.after.tolist(), strict=True)) == [(1.0, 3.0), (3.0, 3.0)], (
        "3 for 2.5"
    )
    assert found.left_out == {"calibration": 4}
    assert len(found.ratings[0].value) == 1
    assert found.source.facts["calibration"]["raters"] == 1


def test_worked_examples_are_compared_by_candidate_whatever_order_was_drawn(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), lettered(4), calibration={"on": True, "share": 0})
    rater = study.rater()
    begin(rater)
    for _ in range(4):
        packet = rater.one()
        letter = {c["fields"]["output"]: c["letter"] for c in packet["candidates"]}
        scores = {letter["one"]: 4, letter["two"]: 2, letter["three"]: 1}
        rater.submit(packet, answers={"quality": scores, "order": {"unit": [sorted(scores)]}})
    rater.submit(rater.one(), answers={"quality": {"A": 3}, "order": {"unit": [["A"]]}})
    (quality,) = (pairs for pairs in table(study).gold if pairs.asked.id == "quality")
    compared = Counter(zip(quality.before.tolist(), quality.after.tolist(), strict=True))
    assert compared == {(5.0, 4.0): 4, (1.0, 2.0): 4, (1.0, 1.0): 4}


def test_choosing_none_in_a_worked_example_is_compared_like_any_choice(bench: Workbench) -> None:
    one_of = {**CHOICE, "most": 1, "least": 0}
    examples = [
        {
            "id": id, "fields": {"source": "A source"}, "candidates": [{"fields": {"output": f"Output of {id}"}}],
            "answers": [{"question": "kinds", "value": value, "why": {"en": "So."}}],
        }
        for id, value in (("none", []), ("some", ["two"]))
    ]  # fmt: skip
    protocol = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": [one_of]}], examples=examples)
    rater = open_study(bench, lines(4, "a"), protocol, calibration={"on": True, "rounds": 1}).rater()
    begin(rater)
    for said in ([], [], ["one"]):  # two examples, and a unit
        rater.submit(rater.one(), answers={"kinds": {"A": said}})
    (kinds,) = table(rater.study).gold
    assert sorted((kinds.before == kinds.after).tolist()) == [False, True]


def test_a_tick_is_a_column_of_noughts_and_ones_and_a_choice_is_a_category(bench: Workbench) -> None:
    one_of = {**CHOICE, "id": "one_of", "most": 1}
    study = open_study(bench, lines(2, "a"), asking(TICK, CHOICE, one_of))
    rater = study.rater()
    send(rater, tick=[], kinds=["one", "three"], one_of=["two"])
    send(rater, tick=["yes"], kinds=["two"], one_of=["three"])
    found = table(study)
    assert values(found, "tick") == [0.0, 1.0]
    (category,) = (one for one in found.ratings if one.asked.id == "one_of")
    assert (category.asked.kind, category.asked.level) == ("category", "nominal")
    assert [category.asked.names[int(code)] for code in category.value] == ["two", "three"]
    (kinds,) = found.tags
    assert [kinds.asked.names[code] for code in kinds.tag] == ["one", "three", "two"]
    assert kinds.row.tolist() == [0, 0, 1]


def test_a_tag_that_counts_in_no_rate_is_in_no_column(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), asking(TAGS, scores=[COUNTED]))
    rater = study.rater()
    send(rater, errors=[{"id": "wrong"}, {"id": "other", "text": "odd"}])
    send(rater, errors=[])
    found = table(study)
    (errors,) = found.tags
    assert (errors.asked.names, errors.asked.categories) == (("wrong", "typo"), ("content", "form"))
    assert (len(errors.unit), errors.row.tolist(), errors.tag.tolist()) == (2, [0], [0])
    assert values(found, "mistakes") == [1.0, 0.0]
    assert not found.ratings[0].asked.higher_is_better


COUNTED = {"id": "mistakes", "rule": "count", "of": "errors", "better": "lower"}


def test_marks_carry_their_place_their_worth_and_the_length_of_the_text(bench: Workbench) -> None:
    worth = {"id": "worth", "rule": "marks", "of": "spans"}
    study = open_study(bench, lines(1, "a"), asking(MARKS, scores=[worth]))
    marks = [{"start": 0, "end": 6, "label": "object", "weight": "half", "count": 3},
             {"start": None, "end": None, "label": "relation", "weight": "full"}]  # fmt: skip
    send(study.rater(), spans=marks)
    found = table(study)
    (spans,) = found.tags
    assert spans.start is not None
    assert spans.end is not None
    assert spans.weight is not None
    assert spans.length is not None
    assert (spans.start.tolist(), spans.end.tolist(), spans.weight.tolist()) == ([0, 0], [6, 0], [1.5, 1.0])
    assert spans.length.tolist() == [len("Output a of 0")]
    assert values(found, "worth") == [2.5]


def test_marks_of_two_texts_stand_as_if_one_text_were_behind_the_other(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), asking({**MARKS, "also": ["source"]}))
    marks = [{"start": 0, "end": 6, "label": "object", "weight": "full"},
             {"start": 3, "end": 3, "label": "object", "weight": "full"},
             {"start": 0, "end": 3, "label": "object", "weight": "full", "field": "source"}]  # fmt: skip
    send(study.rater(), spans=marks)
    (spans,) = table(study).tags
    output, source = len("Output a of 0"), len(lines(1, "a")[0]["source"])
    assert spans.start is not None
    assert spans.end is not None
    assert spans.length is not None
    assert (spans.start.tolist(), spans.end.tolist()) == ([0, 3, output], [6, 3, output + 3])
    assert spans.length.tolist() == [output + source]


def test_scores_of_several_questions_are_columns_of_their_own(bench: Workbench) -> None:
    scores = [
        {"id": "both", "rule": "mean", "of": ["quality", "percent"]},
        {"id": "heavy", "rule": "weighted", "of": {"both": 2, "tick": 10}},
        {"id": "quality", "rule": "value", "of": "quality", "better": "lower"},
    ]
    study = open_study(bench, lines(2, "a"), asking(SCALE, {**SLIDER, "required": False}, TICK, scores=scores))
    rater = study.rater()
    send(rater, quality=4, percent=2, tick=["yes"])
    send(rater, quality=5, tick=[])
    found = table(study)
    assert [one.asked.id for one in found.ratings] == ["quality", "percent", "tick", "both", "heavy"]
    assert (values(found, "both"), values(found, "heavy")) == ([3.0], [16.0]), "None where a part is missing"
    assert not found.ratings[0].asked.higher_is_better
    assert found.expected["both"] == {"system-a": 1}, "what was not answered will not come"
    assert found.awaited == 0


def test_a_sum_over_the_unit_and_its_candidates_is_a_column_and_what_it_lacks_is_counted(bench: Workbench) -> None:
    scores = [{"id": "sum", "rule": "sum", "of": ["quality", "percent"]}]
    of_unit = {**SLIDER, "about": "unit", "required": False}
    study = open_study(bench, lines(2, "ab"), asking(SCALE, of_unit, scores=scores, **ALL))
    rater = study.rater()
    rater.submit(rater.one(), answers={"quality": {"A": 2, "B": 5}, "percent": {"unit": 3}})
    rater.submit(rater.one(), answers={"quality": {"A": 1, "B": 1}})
    found = table(study)
    assert sorted(values(found, "sum")) == [5.0, 8.0]
    assert found.left_out == {"not_answered": 1, "score_incomplete": 2}
    assert found.expected["sum"] == {"system-a": 1, "system-b": 1}


def test_a_count_of_a_choice_counts_options_and_not_their_places(bench: Workbench) -> None:
    one_of = {**CHOICE, "id": "one_of", "most": 1, "least": 0}
    scores = [
        {"id": "chosen", "rule": "count", "of": "one_of"},
        {"id": "threes", "rule": "count", "of": "kinds", "option": "three"},
    ]
    study = open_study(bench, lines(2, "a"), asking(CHOICE, one_of, scores=scores))
    rater = study.rater()
    send(rater, kinds=["one", "three"], one_of=["three"])
    send(rater, kinds=["two"], one_of=[])
    found = table(study)
    assert (values(found, "chosen"), values(found, "threes")) == ([1.0, 0.0], [1.0, 0.0])


def test_preferences_and_rankings_become_pairs_the_one_shown_first_standing_first(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "abc"), asking(PREFERENCE, RANKING, **ALL))
    rater = study.rater()
    packet = rater.one()
    shown = [packet_system(c) for c in packet["candidates"]]
    answers = {"better": {"unit": {"better": "B"}}, "order": {"unit": [["C"], ["A"], ["B"]]}}
    rater.submit(packet, answers=answers)
    found = table(study)

    def pairs(column: Any) -> list[tuple[int, int, int]]:
        places = [shown.index(name) for name in found.systems]
        return [
            (places[a], places[b], int(o)) for a, b, o in zip(column.first, column.second, column.outcome, strict=True)
        ]

    better, order = found.comparisons
    assert pairs(better) == [(0, 1, -1), (1, 2, 1)], "nothing was said of A and C"
    assert pairs(order) == [(0, 1, 1), (0, 2, -1), (1, 2, -1)]
    assert found.items == ("item-0",)


def test_both_bad_is_a_tie_that_is_counted_apart(bench: Workbench) -> None:
    either = {**PREFERENCE, "neither": True}
    study = open_study(bench, lines(2, "ab"), asking(either, **ALL))
    rater = study.rater()
    for said in ("neither", "tie"):
        rater.submit(rater.one(), answers={"better": {"unit": {"better": said}}})
    [better] = table(study).comparisons
    assert better.outcome.tolist() == [0, 0]
    assert better.both_bad is not None
    assert sorted(better.both_bad.tolist()) == [False, True]


def test_what_was_not_asked_is_neither_missing_nor_empty(bench: Workbench) -> None:
    note = {**SLIDER, "only_if": {"question": "quality", "most": 2}}
    study = open_study(bench, lines(2, "a"), asking(SCALE, note), quorum=1)
    rater = study.rater()
    first = rater.one()
    rater.submit(first, answers={"quality": {"A": 1}, "percent": {"A": 5}})
    second = rater.one()
    with pytest.raises(Refused, match="not_asked"):
        rater.submit(second, answers={"quality": {"A": 4}, "percent": {"A": 5}})
    rater.submit(second, answers={"quality": {"A": 4}})
    found = table(study)
    assert values(found, "percent") == [5]
    assert found.left_out == {"not_asked": 1}
    rater.submit(first, answers={"quality": {"A": 5}})
    assert table(study).left_out == {"not_asked": 2, "superseded": 2}, "a correction that switches a condition off"


def packet_system(candidate: dict[str, Any]) -> str:
    return "system-" + candidate["fields"]["output"].split()[1]


def test_what_is_asked_about_two_outputs_is_about_these_two_and_not_about_all_of_the_item(bench: Workbench) -> None:
    reasons = {**TAGS, "about": "unit"}
    study = open_study(bench, lines(1, "abc"), asking(PREFERENCE, reasons, unit={"candidates": 2}), quorum=2)
    for rater in (study.rater(), study.rater()):
        for _ in range(3):
            answers = {"better": {"unit": {"better": "A"}}, "errors": {"unit": []}}
            rater.submit(rater.one(), answers=answers)
    found = table(study)
    (tags,) = found.tags
    assert sorted(zip(tags.unit.tolist(), tags.rater.tolist(), strict=True)) == [
        (u, r) for u in range(3) for r in (0, 1)
    ]
    assert found.unit_item.tolist() == [0, 0, 0]
    assert found.unit_names is not None
    assert sorted(found.unit_names) == [
        "item-0: system-a, system-b", "item-0: system-a, system-c", "item-0: system-b, system-c",
    ]  # fmt: skip
    (better,) = found.comparisons
    assert better.by_position
    assert better.outcome.tolist() == [1] * 6, "A is whichever was shown first"


def test_a_list_has_no_first_and_second_place(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "abc"), asking(RANKING, **ALL))
    rater = study.rater()
    rater.submit(rater.one(), answers={"order": {"unit": [["A"], ["B"], ["C"]]}})
    (order,) = table(study).comparisons
    assert not order.by_position


def test_a_shared_output_ties_its_systems_where_candidates_are_compared(bench: Workbench) -> None:
    rows = lines(1, "abc")
    rows[0]["output"] = rows[1]["output"]
    study = open_study(bench, rows, asking(PREFERENCE, **ALL))
    rater = study.rater()
    rater.submit(rater.one(), answers={"better": {"unit": {"better": "tie"}}})
    (column,) = table(study).comparisons
    assert sorted(tuple(sorted(pair)) for pair in zip(column.first.tolist(), column.second.tolist(), strict=True)) == [
        (0, 1), (0, 2), (1, 2)
    ]  # fmt: skip
    assert set(column.outcome.tolist()) == {0}


def test_segments_are_units_of_their_own(bench: Workbench) -> None:
    parts = [
        {"id": "item-0", "system": "system-a", "segment": str(n), "source": "s", "output": f"Part {n}"} for n in (1, 2)
    ]
    about = {**SCALE, "about": "segment"}
    fields = {"source": {"type": "text", "per": "item"}, "output": {"type": "text", "per": "output"}}
    protocol = asking(about, TAGS, unit={"segments": 2}, fields=fields)
    study = open_study(bench, parts, protocol)
    send(study.rater(), quality={"1": 2, "2": 5}, errors=[])
    found = table(study)
    assert found.unit_names == ("item-0", "item-0 #1", "item-0 #2")
    assert values(found, "quality") == [2.0, 5.0]
    assert found.made_unit.tolist() == [0, 1, 2]
    assert found.expected == {"quality": {"system-a": 2}, "errors": {"system-a": 1}}


@pytest.mark.parametrize(("half_is_zero", "expected"), [(False, [0.5, 0.5, 1.5]), (True, [0.5, 0.0, 1.5])])
def test_an_imported_half_can_be_read_as_the_nought_of_old_data(
    bench: Workbench, tmp_path: Path, half_is_zero: bool, expected: list[float]
) -> None:
    steps = {"type": "stepper", "id": "objects", "prompt": {"en": "How many?"}, "step": 0.5}
    study = open_study(bench, lines(2, "a"), asking(steps), quorum=2)
    send(study.rater(), objects=0.5)  # who rates here can say 0, and means a half
    old = tmp_path / "old.csv"
    rows = "item,system,rater,question,value\nitem-0,system-a,Eva,objects,0.5\nitem-1,system-a,Eva,objects,1.5\n"
    old.write_text(rows, encoding="utf-8")
    import_ratings(bench, RatingsSource(old, "csv"), study.key)
    found = table(study, half_is_zero=half_is_zero)
    assert values(found, "objects") == expected
    assert found.notes == (("half_is_zero",) if half_is_zero else ())
    assert found.settings == ({"half_is_zero": "yes"} if half_is_zero else {})
    exported = tmp_path / "export.csv"
    exported.write_bytes(b"".join(export_lines(bench, study.key, "csv")))
    again = read_ratings([exported], RatingsReading(half_is_zero=half_is_zero))
    assert sorted(values(again, "objects")) == sorted(expected)
    assert (again.notes, again.settings) == (found.notes, found.settings)


def test_severe_levels_and_points_are_what_the_protocol_says(bench: Workbench) -> None:
    levels = [{**level, "severe": level["value"] < 3} for level in SCALE["levels"]]
    says = asking({**SCALE, "levels": levels}, results={"points": "groups"})
    found = table(open_study(bench, lines(1), says, key="says"))
    assert (found.ratings[0].asked.severe, found.points_by_group) == ((1.0, 2.0), True)
    silent = table(open_study(bench, lines(1)))
    assert (silent.ratings[0].asked.severe, silent.points_by_group) == ((), False)


def test_groups_times_and_facts_are_in_the_table(bench: Workbench) -> None:
    study = open_study(bench, lines(4, "a", ["north", "south"]), quorum=1)
    rater = study.rater("Ana Secret")
    for elapsed in (1500, None):
        packet = rater.one()
        rater.submit(packet, elapsed_ms=elapsed, answered_at="2026-01-01T00:00:00Z" if elapsed else None)
    found = table(study)
    column = found.ratings[0]
    assert column.at is not None
    assert column.seconds is not None
    assert column.at.tolist() == [1_767_225_600.0, clock_of(bench).now / 1e6]
    assert column.seconds[0] == 1.5
    assert np.isnan(column.seconds[1])
    codes, names = found.item_groups["group"]
    assert {names[code] for code in codes.tolist()} <= {"north", "south"}
    facts = found.source.facts
    assert (facts["title"], facts["seed"], facts["raters_rating"], facts["consent"]) == ("Study", "seed", 1, None)
    assert "Secret" not in repr(found), "names stay out of findings"
    assert found.source.last_seq == 2


def test_a_study_without_systems_ranks_nothing(bench: Workbench) -> None:
    rows = [{"id": f"{n}", "source": f"Tweet {n}", "output": f"Meaning {n}"} for n in range(2)]
    study = open_study(bench, rows, "sarcasm-interpretation")
    study.rater().rate(2)
    found = table(study)
    assert (found.systems, len(found.made_unit)) == ((), 0)
    assert len(found.unit_item) == 2


def test_texts_of_items_are_columns_and_a_part_of_a_study_is_analysed(bench: Workbench) -> None:
    rows = [{**row, "source": "Up" if n < 2 else "Her"} for n, row in enumerate(lines(4, "a", ["g"]))]
    study = open_study(bench, rows, asking(SCALE), quorum=2)
    raters = [study.rater(groups=["g"] if n else []) for n in range(2)]
    for rater in raters:
        for n in range(4):
            send(rater, quality=1 + n)
    options = Options(by="source", raters_by="group")
    found = table_of_study(bench, study.key, options=options)
    assert found.item_groups["source"][1] == ("Her", "Up")
    assert found.rater_groups["group"][1] == ("-", "g")
    assert {one.by for one in findings_of(found, options).agreement} >= {"source=Up", "group=g", "group=- / g"}
    part = table_of_study(bench, study.key, where={"source": "Up", "rater": ["R1"]})
    assert [len(one.value) for one in part.ratings] == [2]
    assert part.settings == {"where": "rater=R1,source=Up"}
    for wrong in ({"source": "Jaws"}, {"colour": "red"}, {"rater": "R9"}):
        with pytest.raises(Refused):
            table_of_study(bench, study.key, where=wrong)
    with pytest.raises(Refused) as refused:
        table_of_study(bench, study.key, options=Options(raters_by="age"))
    assert refused.value.faults[0].allowed == ["group", "language"]


def test_items_of_one_document_are_one_block(bench: Workbench) -> None:
    protocol = loaded(fields={"document": "text", "source": "text", "output": "text"})
    items = [{**line, "document": f"document {int(str(line['id'])[5:]) // 2}"} for line in lines(4)]
    study = open_study(bench, items, protocol, quorum=1)
    study.rater().rate(8)
    found = table(study)
    assert found.documents is not None
    assert found.documents.tolist() == [0, 0, 1, 1]
    assert findings_of(found).design["block"] == "document"


def test_answers_are_counted_in_one_way_and_scores_are_none(bench: Workbench) -> None:
    scores = [{"id": "both", "rule": "mean", "of": ["quality", "percent"]}]
    study = open_study(bench, lines(2, "a"), asking(SCALE, SLIDER, TAGS, COMMENT, scores=scores), quorum=2)
    rater = study.rater()
    send(rater, quality=4, percent=2.0, errors=[], note="a comment")
    found = findings_of(table(study))
    assert (found.judgements, found.counts["answers"], found.counts["expected"]) == (1, 3, 12)
    assert "provisional" in found.notes
    send(rater, quality={"A": {"cannot": "too dark"}}, percent=2.0, errors=[])
    other = study.rater()
    for _ in range(2):
        send(other, quality=4, percent=2.0, errors=[])
    found = findings_of(table(study))
    assert (found.judgements, found.counts["answers"], found.counts["expected"]) == (4, 11, 11), "one could not judge"
    assert "provisional" not in found.notes
    assert not any(one.provisional for one in found.ranking)


def test_a_closed_study_waits_for_nothing(bench: Workbench) -> None:
    study = open_study(bench, lines(3, "ab"), quorum=2)
    study.rater().rate(4, 3)
    assert findings_of(table(study)).counts["expected"] == 12
    close_study(bench, study.key)
    found = findings_of(table(study))
    assert (found.counts["answers"], found.counts["expected"]) == (4, 4)
    assert not any(one.provisional for one in found.ranking)
    assert "provisional" not in found.notes


def test_a_unit_in_the_inbox_waits_for_no_rater(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "ab"))
    first, second = study.rater(), study.rater()
    hard = first.one()
    first.cannot(hard)
    first.submit(first.one(), 4)
    assert findings_of(table(study)).counts["expected"] == 2, "another rater may be able to"
    second.cannot(second.one())
    counts = findings_of(table(study)).counts
    assert (counts["answers"], counts["expected"]) == (1, 1)


def test_a_ranking_is_one_answer_however_many_pairs_are_in_it(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "abc"), asking(RANKING, **ALL))
    rater = study.rater()
    rater.submit(rater.one(), answers={"order": {"unit": [["A"], ["B"], ["C"]]}})
    counts = findings_of(table(study)).counts
    assert (counts["answers"], counts["comparisons"]) == (1, 3)


def test_comments_are_listed_with_who_wrote_them_and_about_what(bench: Workbench) -> None:
    note = {**COMMENT, "about": "candidate"}
    study = open_study(bench, lines(2, "ab"), asking(SCALE, note, **ALL))
    rater = study.rater()
    packet = rater.one()
    answers = {"quality": {"A": 2, "B": 5}, "note": {"A": " Odd. ", "B": "  "}}
    rater.submit(packet, answers=answers, comment="Both are short.")
    rater.submit(rater.one(), answers={"quality": {"A": 2, "B": 5}})
    found = findings_of(table(study))
    assert found.counts["comments"] == 2
    written, of_unit = found.comments
    assert (written.question, written.rater, written.text) == ("note", "R1", "Odd.")
    assert len(written.systems) == 1
    assert (of_unit.question, of_unit.systems, of_unit.text) == (None, (), "Both are short.")
    assert written.item == of_unit.item
    assert found.counts["answers"] == 4, "a comment is no answer that is counted"


def test_of_many_comments_the_first_are_listed_and_all_are_counted(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jurybox.studies.results.table.comments.MOST_COMMENTS", 2)
    study = open_study(bench, lines(3, "a"), asking(SCALE, COMMENT))
    rater = study.rater()
    for n in range(3):
        send(rater, quality=3, note=f"comment {n}")
    found = findings_of(table(study))
    assert [one.text for one in found.comments] == ["comment 0", "comment 1"]
    assert found.counts["comments"] == 3


def test_a_study_with_nothing_but_marks_has_its_units(bench: Workbench) -> None:
    study = open_study(bench, lines(3, "a"), asking(MARKS), quorum=1)
    rater = study.rater()
    for _ in range(3):
        send(rater, spans=[{"label": "object", "start": 0, "end": 4, "weight": "full"}])
    found = table(study)
    assert len(found.items) == 3
    assert sorted(found.tags[0].unit.tolist()) == [0, 1, 2]
