"""Suggestions come from files and from other studies; every fault is told at once, and nothing is half done."""

import json
from pathlib import Path
from typing import Any

import pytest

from jurybox.analysis import analyse
from jurybox.core import Conflict, Refused
from jurybox.design import is_held_out
from jurybox.exchange.ratings.formats import write_file
from jurybox.exchange.ratings.formats.rating import Mark, Rating
from jurybox.studies.carry import RatingsSource
from jurybox.studies.carry.export import export_rows
from jurybox.studies.carry.label_studio import export_label_studio
from jurybox.studies.carry.ratings.read import import_ratings
from jurybox.studies.carry.suggestions import SuggestionWish, drop_suggestions, suggest, told_suggestions
from jurybox.studies.carry.workbooks import write_workbooks
from jurybox.studies.planning import check_study
from jurybox.studies.results.table import study_table
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import PlayedRater, lines, loaded, new_study, open_study

ESA = "examples/protocols/esa.yaml"
MARK = {"start": 0, "end": 6, "label": "error", "weight": "major"}


def table(path: Path, *rows: dict[str, Any]) -> RatingsSource:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return RatingsSource(path, "jsonl")


def row(n: int, system: str = "a", rater: str = "metric", question: str = "quality", value: Any = 3) -> dict[str, Any]:
    return {"item": f"item-{n}", "system": f"system-{system}", "rater": rater, "question": question, "value": value}


def kept(packet: Any) -> dict[str, Any]:
    """Every suggestion of a packet kept."""
    return {
        question: {
            target: {
                "value": value, "by": "kept",
                **({"from_suggested": list(range(len(value))), "removed": []} if question == "spans" else {}),
            }
            for target, value in cells.items()
        }
        for question, cells in packet["suggested"].items()
    }  # fmt: skip


def shown_to(rater: PlayedRater, times: int) -> list[tuple[Any, bool]]:
    """Packets that came, and whether something was suggested in them; all of it is kept."""
    came = []
    for _ in range(times):
        packet = rater.one()
        is_suggested = "suggested" in packet
        rater.submit(packet, answers=kept(packet) if is_suggested else {"quality": {"A": 3}})
        came.append((packet, is_suggested))
    return came


def test_a_table_of_scores_is_suggested_to_all_but_the_hold_out(bench: Workbench, tmp_path: Path) -> None:
    study = new_study(bench, lines(30), quorum=2)
    rows = [row(n, system, value=1 + n % 5) for n in range(30) for system in "ab"]
    brought = suggest(bench, "study", SuggestionWish(table(tmp_path / "scores.jsonl", *rows), hold_out=0.3))
    assert (brought.suggestions, brought.items, brought.hold_out) == (60, 30, 0.3)
    assert told_suggestions(bench, "study") == [{"origin": "scores.jsonl", "question": "quality", "count": 60}]
    study.open()
    ann, bo = study.rater("Ann"), study.rater("Bo")
    seen = {}
    for rater in (ann, bo):
        for packet, is_suggested in shown_to(rater, 60):
            seen[rater.id, study.unit_of(packet)] = is_suggested
            if is_suggested:
                assert packet["suggested"] == {"quality": {"A": 1 + int(study.item_of(packet).partition("-")[2]) % 5}}
    members = dict(sql(bench, "SELECT uid, id FROM membership"))
    seed = study.view.row.seed
    assert seen == {(uid, unit): not is_held_out(0.3, seed, members[uid], unit) for uid, unit in seen}
    assert 0.15 < sum(not one for one in seen.values()) / len(seen) < 0.45
    stored = [entry["answers"]["quality"] for entry in study.log()]
    assert sum("suggested" in cell for cells in stored for cell in cells.values()) == sum(seen.values())


def test_a_rater_is_told_what_is_suggested_and_never_where_from(bench: Workbench, tmp_path: Path) -> None:
    study = new_study(bench, lines(2))
    rows = [row(n, system, rater="Canary") for n in (0, 1) for system in "ab"]
    suggest(bench, "study", SuggestionWish(table(tmp_path / "canary.jsonl", *rows), hold_out=0))
    ann = study.open().rater("Ann")
    told = json.dumps([ann.ask(2), ann.reopen(ann.one())], default=str)
    assert '"suggested"' in told
    assert "anary" not in told


def test_an_earlier_study_is_annotated_again_with_its_marks_and_scores(bench: Workbench) -> None:
    first = open_study(bench, lines(3), ESA, key="first")
    ann = first.rater("Ann")
    for _ in range(6):
        ann.submit(ann.one(), answers={"spans": {"A": [MARK]}, "quality": {"A": 40}})
    again = new_study(bench, lines(3), ESA, key="again")
    brought = suggest(bench, "again", SuggestionWish(study="first", rater="Ann", hold_out=0))
    assert (brought.questions, brought.origin) == ({"spans": 6, "quality": 6}, "study first, one rater")
    bo = again.open().rater("Bo")
    packet = bo.one()
    assert packet["suggested"] == {"spans": {"A": [MARK]}, "quality": {"A": 40}}
    bo.submit(packet, answers=kept(packet))
    reopened = bo.reopen(packet)
    assert bo.submit(packet, answers=reopened["answers"]).standing == "counted"
    first_time, second_time = again.log()[-2:]
    assert first_time["answers"] == second_time["answers"]
    with pytest.raises(Refused) as refused:
        bo.submit(bo.one(), answers={"spans": {"A": [MARK]}})
    assert {fault.code for fault in refused.value.faults} == {"answer.suggestion_untouched"}


def test_everything_that_is_wrong_with_suggestions_is_told_at_once(bench: Workbench, tmp_path: Path) -> None:
    study = new_study(bench, lines(2))
    before = sql(bench, "SELECT count(*) FROM study_event")
    wrong = table(
        tmp_path / "wrong.jsonl",
        row(7), row(0, "z"), row(0, value=9), row(1, question="fluency"),
        row(1, value=2), row(1, value=4, rater="other"), row(1, value=2, rater="third"),
    )  # fmt: skip
    with pytest.raises(Refused) as refused:
        suggest(bench, "study", SuggestionWish(wrong))
    found = {(fault.code, fault.where) for fault in refused.value.faults}
    assert found == {
        ("imported.unknown_item", "metric on item-7 (system-a)"),
        ("suggest.unknown_output", "metric on item-0 (system-z)"),
        ("answer.not_a_level", "item-0 (system-a), quality"),
        ("imported.unknown_question", ""),
        ("suggest.overlap", "item-1 (system-a), quality"),
    }
    assert sql(bench, "SELECT count(*) FROM suggestion") == [(0,)]
    assert sql(bench, "SELECT count(*) FROM study_event") == before
    assert not study.view.settings.prefill.on
    one = table(tmp_path / "one.jsonl", row(1, value=2), row(1, value=4, rater="other"))
    assert suggest(bench, "study", SuggestionWish(one, rater="other")).suggestions == 1


def test_unknown_names_and_wrong_places_of_one_answer_are_told_together(bench: Workbench, tmp_path: Path) -> None:
    """As suggestions, and as ratings of another study."""
    marks = tuple(Mark(0, 999, label, "huge") for label in ("nosuch", "error"))
    said = Rating(item="item-0", system="system-a", rater="metric", question="spans", marks=marks)
    write_file(tmp_path / "s.jsonl", "jsonl", [said])
    file = RatingsSource(tmp_path / "s.jsonl", "jsonl")
    told = {
        ("answer.unknown_label", "[0]"), ("answer.unknown_weight", "[0]"), ("answer.outside_the_text", "[0]"),
        ("answer.unknown_weight", "[1]"), ("answer.outside_the_text", "[1]"),
    }  # fmt: skip
    new_study(bench, lines(1), ESA)
    with pytest.raises(Refused) as refused:
        suggest(bench, "study", SuggestionWish(file))
    assert {(one.code, one.where[-3:]) for one in refused.value.faults} == told
    open_study(bench, lines(1), ESA, key="again")
    with pytest.raises(Refused) as refused:
        import_ratings(bench, file, "again")
    assert {(one.code, one.where[-3:]) for one in refused.value.faults if one.code != "answer.missing"} == told


def test_equal_outputs_are_one_candidate_of_which_one_thing_is_suggested(bench: Workbench, tmp_path: Path) -> None:
    same = [{**line, "output": "The same."} for line in lines(1)]
    new_study(bench, same)
    with pytest.raises(Refused) as refused:
        suggest(bench, "study", SuggestionWish(table(tmp_path / "s.jsonl", row(0, value=2), row(0, "b", value=4))))
    assert [fault.code for fault in refused.value.faults] == ["suggest.merged_differ"]


def test_suggestions_can_be_replaced_and_dropped_until_the_study_opens(bench: Workbench, tmp_path: Path) -> None:
    study = new_study(bench, lines(1))
    wish = SuggestionWish(table(tmp_path / "s.jsonl", row(0)))
    suggest(bench, "study", wish)
    with pytest.raises(Refused) as refused:
        suggest(bench, "study", wish)
    assert [fault.code for fault in refused.value.faults] == ["suggest.already_there"]
    newer = SuggestionWish(table(tmp_path / "newer.jsonl", row(0, value=5)), replace=True)
    assert suggest(bench, "study", newer).dropped == 1
    assert told_suggestions(bench, "study")[0]["origin"] == "newer.jsonl"
    assert drop_suggestions(bench, "study") == 1
    assert not study.view.settings.prefill.on
    study.open()
    with pytest.raises(Conflict):
        suggest(bench, "study", wish)


def test_what_is_lost_of_suggestions_is_said(bench: Workbench, tmp_path: Path) -> None:
    """Without a hold-out before opening; in workbooks, which show none; in Label Studio, which has no room."""
    study = new_study(bench, lines(3))
    assert "nothing_held_out" not in [remark.code for remark in check_study(bench, "study")]
    rows = [row(n, system) for n in range(3) for system in "ab"]
    suggest(bench, "study", SuggestionWish(table(tmp_path / "s.jsonl", *rows), hold_out=0))
    assert "nothing_held_out" in [remark.code for remark in check_study(bench, "study")]
    study.open()
    shown_to(study.rater("Ann"), 2)
    assert write_workbooks(bench, "study", tmp_path / "books").without_suggestions
    assert export_label_studio(bench, "study", tmp_path / "tasks").lost["suggested"] == 2


def test_nothing_is_suggested_for_what_compares(bench: Workbench, tmp_path: Path) -> None:
    asked = {"type": "preference", "id": "better", "prompt": {"en": "Which?"}, "about": "unit"}
    stages = [{"id": "rate", "show": ["source", "output"], "ask": [asked]}]
    new_study(bench, lines(1), loaded(unit={"candidates": 2}, stages=stages, scores=[]))
    with pytest.raises(Refused) as refused:
        suggest(bench, "study", SuggestionWish(table(tmp_path / "s.jsonl", row(0, question="better", value="a"))))
    assert [fault.code for fault in refused.value.faults] == ["suggest.not_suggestable"]


def test_results_say_what_was_kept_and_what_suggestions_did(bench: Workbench, tmp_path: Path) -> None:
    study = new_study(bench, lines(30), quorum=2)
    rows = [row(n, system, value=4) for n in range(30) for system in "ab"]
    suggest(bench, "study", SuggestionWish(table(tmp_path / "scores.jsonl", *rows), hold_out=0.4))
    study.open()
    for name in ("Ann", "Bo"):
        rater = study.rater(name)
        for _ in range(60):
            packet = rater.one()
            n = study.unit_of(packet)
            own = 2 + n % 3
            if "suggested" not in packet:
                rater.submit(packet, answers={"quality": {"A": own}})
            else:
                by = "changed" if n % 4 == 0 and own != 4 else "kept"
                rater.submit(packet, answers={"quality": {"A": {"value": own if by == "changed" else 4, "by": by}}})
    found = analyse(study_table(bench, "study"))
    whole = next(one for one in found.suggestions if one.rater is None)
    assert {one.rater for one in found.suggestions} == {None, "R1", "R2"}
    assert (whole.shown + whole.held_out, whole.kept + whole.changed) == (120, whole.shown)
    assert whole.same_held_out is not None
    assert whole.same_held_out < 0.5 < (whole.same_shown or 0)
    assert whole.pull_interval is not None
    assert whole.pull_interval[0] > 0
    alpha = next(one for one in found.agreement if one.coefficient == "krippendorff_alpha")
    assert alpha.excluded["suggested"] == whole.shown
    assert alpha.ratings <= whole.held_out
    rows_out = list(export_rows(bench, "study"))
    beside = [one for one in rows_out if one["suggested"] is not None]
    assert {one["by"] for one in beside} == {"kept", "changed"}
    assert len(beside) == whole.shown
