"""Pairs drawn as a study goes: batches with events that say how, drawn again from them, and what raters see of it."""

import json
from collections import Counter
from typing import Any

import pytest

from jurybox.core import Conflict, EventKind, Refused
from jurybox.protocols import LoadedProtocol
from jurybox.store import Run, studies
from jurybox.studies.arena import ask_pairs, draw_pairs, show_pairs
from jurybox.studies.arena.draw import batch_by_strengths
from jurybox.studies.arena.live import compared_until
from jurybox.studies.jobs import run_next_job
from jurybox.studies.lifecycle import change, close_study
from jurybox.studies.pairing import pair_material
from jurybox.studies.planning import estimate_study
from jurybox.studies.rehearsal import rehearse
from jurybox.studies.results import analyse_study
from jurybox.studies.study import load_view
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.small import PREFERENCE
from tests.fixtures.studies import Packet, Played, PlayedRater, lines, loaded, new_study, open_study

UNCERTAIN = {"choose": "uncertain", "batch": 10}
Batch = dict[str, Any]


def comparing() -> LoadedProtocol:
    ask = [{**PREFERENCE, "ties": True}]
    stages = [{"id": "rating", "show": ["source", "output"], "ask": ask}]
    return loaded(unit={"candidates": 2}, stages=stages)


def arena(bench: Workbench, items: int = 8, systems: str = "abcd", **settings: Any) -> Played:
    table = lines(items, systems, settings.pop("groups", ()))
    return open_study(bench, table, comparing(), **{"pairs": UNCERTAIN, **settings})


def batches(study: Played) -> list[Batch]:
    id = study.view.id

    def read(run: Run) -> list[Batch]:
        return [dict(one.data) for one in studies.events_of_kind(run, id, EventKind.PAIRS_DRAWN)]

    return study.bench.database.read(read)


def names(study: Played, packet: Packet) -> dict[str, str]:
    """Which system stands behind each letter."""
    uid = packet["assignment"]
    shown = json.loads(sql(study.bench, f"SELECT candidates FROM assignment WHERE uid = '{uid}'")[0][0])
    made = dict(
        sql(study.bench, "SELECT c.candidate_id, s.name FROM candidate_system c JOIN system s ON s.id = c.system_id")
    )
    return {part["letter"]: made[id] for part, id in zip(packet["candidates"], shown, strict=True)}


def judge(rater: PlayedRater, packet: Packet) -> None:
    """The system that stands later in the alphabet is better, but for every fifth time."""
    by = names(rater.study, packet)
    order = sorted(by, key=lambda letter: by[letter])
    upset = len(rater.study.log()) % 5 == 4
    rater.submit(packet, answers={"better": {"unit": {"better": order[0] if upset else order[-1]}}})


def judge_all(rater: PlayedRater) -> int:
    """Until there is nothing to do now."""
    number = 0
    while packets := rater.next():
        judge(rater, packets[0])
        number += 1
    return number


def pairs_of(study: Played, first: int, number: int) -> list[tuple[str, str]]:
    """The systems of units by place."""
    rows = sql(study.bench, f"SELECT candidates FROM unit WHERE place >= {first} ORDER BY place")[:number]
    made = dict(
        sql(study.bench, "SELECT c.candidate_id, s.name FROM candidate_system c JOIN system s ON s.id = c.system_id")
    )
    found = [sorted(made[id] for id in json.loads(listed)) for (listed,) in rows]
    return [(one, other) for one, other in found]


def test_a_study_opens_with_an_even_batch_and_says_so(bench: Workbench) -> None:
    study = arena(bench, pairs={"choose": "uncertain", "batch": 12})
    (batch,) = batches(study)
    assert (batch["batch"], batch["pairs"], batch["even"], batch["until"], batch["first"]) == (0, 12, 12, None, 0)
    assert batch["left"] == {"": 8 * 6 - 12}
    assert sorted(Counter(pairs_of(study, 0, 12)).values()) == [2] * 6
    assert study.view.row.places == 12


def test_a_rater_who_sees_few_left_leaves_one_job_and_waits_for_it(bench: Workbench) -> None:
    study = arena(bench)
    rater, other = study.rater(), study.rater()
    assert judge_all(rater) == 10
    told = rater.ask()
    assert (told["state"], told.get("waits")) == ("wait", "more")
    assert "completion_code" not in told
    assert other.ask()["state"] == "wait"  # the quorum is one: nothing is left for anybody
    jobs = sql(bench, "SELECT kind, state FROM job")
    assert jobs == [("pairs", "waiting")]
    assert run_next_job(bench)
    assert rater.ask()["state"] == "rate"
    batch = batches(study)[-1]
    assert (batch["batch"], batch["pairs"], batch["even"], batch["uncertain"]) == (1, 10, 2, 8)
    assert batch["until"] > 0


def test_each_batch_can_be_drawn_again_from_its_event(bench: Workbench) -> None:
    study = arena(bench)
    rater = study.rater()
    for _ in range(3):
        judge_all(rater)
        draw_pairs(bench, study.key)
    judge_all(rater)  # what was said later changes nothing
    study.add(lines(2, "abcde", first=20))
    id = study.view.id
    with bench.database.snapshot() as run:
        view = load_view(run, id)
        for batch in batches(study)[1:4]:
            found = compared_until(run, view, batch["until"])
            material = pair_material(run, view, batch["first"], batch["last_candidate"])
            again = batch_by_strengths(view, material, batch["batch"], (), (found, batch["until"]))
            rows = sql(bench, f"SELECT item_id, candidates FROM unit WHERE place >= {batch['first']} ORDER BY place")
            drawn = [(item, tuple(json.loads(listed))) for item, listed in rows[: batch["pairs"]]]
            assert [(one.item, one.candidates) for one in again.pairs] == drawn


def test_uncertain_pairs_are_those_of_which_least_is_known(bench: Workbench) -> None:
    study = arena(bench, items=40)
    rater = study.rater()
    for _ in range(6):
        judge_all(rater)
        draw_pairs(bench, study.key)
    before = study.view.row.places
    study.add(lines(40, "e"))
    judge_all(rater)
    draw_pairs(bench, study.key)
    late = batches(study)[-1]
    drawn = pairs_of(study, late["first"], late["pairs"])
    assert sum("system-e" in pair for pair in drawn) > len(drawn) / 2
    assert before < late["first"]


def test_a_system_that_comes_late_is_compared_first_and_what_stands_stays(bench: Workbench) -> None:
    study = arena(bench, items=8, systems="abc")
    units = sql(bench, "SELECT id, candidates, place FROM unit ORDER BY id")
    study.add(lines(8, "d"))
    assert sql(bench, "SELECT id, candidates, place FROM unit ORDER BY id")[: len(units)] == units
    added = batches(study)[-1]
    assert all("system-d" in pair for pair in pairs_of(study, added["first"], added["pairs"]))
    id = study.view.id
    kinds = [one.kind for one in bench.database.read(lambda run: studies.events(run, id))]
    assert kinds[-3:] == [EventKind.IMPORTED, EventKind.ITEMS_ADDED, EventKind.PAIRS_DRAWN]


def test_pairs_end_where_they_are_to_end(bench: Workbench) -> None:
    study = arena(bench, pairs={**UNCERTAIN, "most": 14}, completion_code="DONE")
    rater = study.rater()
    assert judge_all(rater) == 10
    assert run_next_job(bench)
    assert judge_all(rater) == 4
    assert (rater.ask()["state"], rater.ask()["completion_code"]) == ("done", "DONE")
    assert not run_next_job(bench)


def test_every_pair_of_every_item_comes_once_and_then_no_more(bench: Workbench) -> None:
    study = arena(bench, items=5, systems="abc", pairs={"choose": "even", "batch": 10})
    rater = study.rater()
    judge_all(rater)
    assert run_next_job(bench)
    judge_all(rater)
    shown = sql(bench, "SELECT item_id, candidates FROM unit")
    assert len(set(shown)) == len(shown) == 5 * 3
    assert rater.ask()["state"] == "done"
    assert batches(study)[-1]["left"] == {}


def test_pairs_come_for_the_groups_of_who_needs_them(bench: Workbench) -> None:
    study = arena(bench, items=12, groups=("de", "fr"))
    rater = study.rater(groups=["fr"])
    judge_all(rater)
    while run_next_job(bench):
        judge_all(rater)
    drawn = [batch["of_groups"] for batch in batches(study)[1:]]
    assert drawn
    assert all(groups == ["fr"] for groups in drawn)
    assert rater.ask()["state"] == "done"
    assert set(batches(study)[-1]["left"]) == {"de"}


def test_what_was_withdrawn_is_drawn_no_more(bench: Workbench) -> None:
    study = arena(bench, items=12)
    change.withdraw_system(bench, study.key, "system-a", "It was the wrong one.")
    change.withdraw_item(bench, study.key, "item-3", "It was broken.")
    draw_pairs(bench, study.key)
    batch = batches(study)[-1]
    assert all("system-a" not in pair for pair in pairs_of(study, batch["first"], batch["pairs"]))
    rows = sql(bench, f"SELECT i.key FROM unit u JOIN item i ON i.id = u.item_id WHERE u.place >= {batch['first']}")
    assert ("item-3",) not in rows


def test_a_job_that_somebody_was_quicker_than_draws_nothing(bench: Workbench) -> None:
    study = arena(bench)
    judge_all(study.rater())
    draw_pairs(bench, study.key)
    assert len(batches(study)) == 2
    assert run_next_job(bench)
    assert len(batches(study)) == 2


def test_nothing_that_raters_get_tells_of_strengths_or_of_how_a_pair_was_drawn(bench: Workbench) -> None:
    study = arena(bench)
    rater = study.rater()
    seen = []
    for _ in range(2):
        while packets := (told := rater.ask(3))["units"]:
            seen.append(json.dumps(told))
            judge(rater, packets[0])
        seen.append(json.dumps(told))
        run_next_job(bench)
    assert len(seen) > 20
    for words in ("system-", "item-", "strength", "uncertain", "even", "batch", "pairs"):
        assert not any(words in one for one in seen), words
    keys = {tuple(sorted(packet)) for one in seen for packet in json.loads(one)["units"]}
    assert len(keys) == 1


def test_strengths_are_kept_with_the_number_of_the_log_that_they_rest_on(bench: Workbench) -> None:
    study = arena(bench, items=30, pairs={"choose": "uncertain", "batch": 60})
    raters = [study.rater() for _ in range(4)]
    for _ in range(2):
        while came := [(one, packets[0]) for one in raters if (packets := one.next())]:
            for one, packet in came:
                judge(one, packet)
        ask_pairs(bench, study.key, draw=True)
        while run_next_job(bench):
            pass
    shown = show_pairs(bench, study.key)
    live = shown["strengths"]
    assert live is not None
    assert [one["system"] for one in live["systems"]] == ["system-d", "system-c", "system-b", "system-a"]
    assert (live["sure_by"], live["comparisons"], live["raters"]) == ("items_and_raters", 120, 4)
    for system in live["systems"]:
        low, strength, high = (system["low"] or 0, system["strength"] or 0, system["high"] or 0)
        assert low < strength < high
    assert (shown["state"], shown["newer"]) == ("fresh", 0)
    assert sum(pair["units"] for pair in shown["next"]) == 60
    judge(raters[0], raters[0].one())
    assert (show_pairs(bench, study.key)["state"], show_pairs(bench, study.key)["newer"]) == ("stale", 1)


def test_what_pairs_cannot_be_drawn_of_is_refused_all_at_once(bench: Workbench) -> None:
    with pytest.raises(Refused) as refused:
        new_study(bench, lines(2), loaded(), pairs="even", assign="fixed")
    assert [fault.code for fault in refused.value.faults] == ["pairs.no_pairs", "pairs.fixed"]
    study = open_study(bench, lines(2), comparing())
    with pytest.raises(Conflict, match=r"pairs\.all|every pair"):
        draw_pairs(bench, study.key)


def test_a_closed_study_draws_nothing(bench: Workbench) -> None:
    study = arena(bench)
    judge_all(study.rater())
    close_study(bench, study.key)
    assert run_next_job(bench)
    assert sql(bench, "SELECT state FROM job") == [("done",)]
    assert len(batches(study)) == 1
    with pytest.raises(Conflict):
        draw_pairs(bench, study.key)
    assert draw_pairs(bench, study.key, draw=False).pairs == 0


def test_a_rehearsal_draws_all_its_pairs_at_once(bench: Workbench) -> None:
    study = new_study(bench, lines(10, "abc"), comparing(), pairs=UNCERTAIN)
    for _ in range(2):
        study.rater()
    found = rehearse(bench, study.key)
    assert (found["judgements"], found["missing"]) == (30, 0)


def test_an_estimate_counts_no_more_pairs_than_are_to_be_drawn(bench: Workbench) -> None:
    study = new_study(bench, lines(10, "abcd"), comparing(), pairs={**UNCERTAIN, "most": 25})
    assert estimate_study(bench, study.key)["units"] == 25


@pytest.mark.parametrize("choose", ["all", "even", "uncertain"])
def test_results_say_that_pairs_were_chosen(bench: Workbench, choose: str) -> None:
    """Once one was judged: what a study opens with was drawn evenly."""
    study = arena(bench, pairs={"choose": choose, "batch": 10})
    rater = study.rater()
    judge_all(rater)
    assert "pairs_chosen" not in analyse_study(bench, study.key).notes
    if choose != "all":
        draw_pairs(bench, study.key)
        judge_all(rater)
    findings = analyse_study(bench, study.key)
    assert ("pairs_chosen" in findings.notes) is (choose == "uncertain")


def test_a_rebuild_finds_everything_as_it_is(bench: Workbench) -> None:
    study = arena(bench)
    judge_all(study.rater())
    draw_pairs(bench, study.key)
    before = study.projections()
    study.rebuild()
    assert study.projections() == before
