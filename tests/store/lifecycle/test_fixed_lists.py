"""Fixed lists: all work dealt out beforehand, evenly, each unit to as many raters as its quorum."""

from collections import Counter, defaultdict
from itertools import pairwise

from jurybox.studies.lifecycle import change
from jurybox.studies.people import raters
from jurybox.studies.rating import session
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import HIDING, Played, PlayedRater, lines, loaded, new_study


def lists(study: Played) -> dict[str, list[tuple[str, int, str, int]]]:
    """Each rater's list in order: (item, unit, stages, batch)."""
    found = defaultdict(list)
    for rater, *entry in sql(
        study.bench,
        "SELECT m.uid, i.key, a.unit_id, a.stages, a.batch FROM assignment a "
        "JOIN membership m ON m.id = a.membership_id JOIN item i ON i.id = a.item_id "
        "WHERE a.purpose = 'rating' ORDER BY a.membership_id, a.position",
    ):
        found[rater].append(tuple(entry))
    return found


def test_lists_are_even_and_every_unit_reaches_its_quorum(bench: Workbench) -> None:
    study = new_study(bench, lines(10, "abc"), assign="fixed", quorum=2)
    people = [study.rater() for _ in range(4)]
    study.open()
    dealt = lists(study)
    assert [len(dealt[rater.id]) for rater in people] == [15] * 4
    counts = Counter(unit for entries in dealt.values() for _, unit, *_ in entries)
    assert set(counts.values()) == {2}
    assert len(counts) == 30
    assert study.slots() == [(2, 0, 0)] * 30
    units = {rater: {entry[1] for entry in entries} for rater, entries in dealt.items()}
    pairs = {tuple(sorted(rater for rater in units if unit in units[rater])) for unit in counts}
    assert len(pairs) == 6, "everybody shares units with everybody"


def test_lists_keep_to_groups(bench: Workbench) -> None:
    study = new_study(bench, lines(8, "ab", ["maya", "bribri"]), assign="fixed", quorum=2)
    maya, both, anyone = study.rater(groups=["maya"]), study.rater(groups=["maya", "bribri"]), study.rater()
    study.open()
    dealt = lists(study)
    assert {int(item[-1]) % 2 for item, *_ in dealt[maya.id]} == {0}
    assert len(dealt[both.id]) + len(dealt[anyone.id]) + len(dealt[maya.id]) == 32
    assert study.slots() == [(2, 0, 0)] * 16


def test_the_order_is_each_raters_own_or_that_of_the_items(bench: Workbench) -> None:
    for order in ("random", "sequential"):
        study = new_study(bench, lines(12, "a"), assign="fixed", quorum=2, order=order, key=order)
        ana, ben = study.rater(), study.rater()
        study.open()
        orders = [[study.item_of(packet) for packet in rater.rate(12)] for rater in (ana, ben)]
        assert sorted(orders[0]) == sorted(orders[1])
        assert (orders[0] == orders[1] == [f"item-{n}" for n in range(12)]) is (order == "sequential")
        assert ana.ask()["state"] == "done"


def test_an_item_is_dealt_as_a_whole_and_lies_in_one_batch_where_a_stage_hides_its_source(bench: Workbench) -> None:
    study = new_study(bench, lines(7, "abc"), loaded(**HIDING), assign="fixed", batch=4)
    people = [study.rater() for _ in range(2)]
    study.open()
    for rater in people:
        batches = defaultdict(set)
        for item, _, _, batch in lists(study)[rater.id]:
            batches[item].add(batch)
        assert len(batches) >= 2
        assert all(len(found) == 1 for found in batches.values())
        assert all(len([e for e in lists(study)[rater.id] if e[0] == item]) == 3 for item in batches)


def test_outputs_of_one_item_come_among_those_of_others_where_a_stage_hides_its_source(bench: Workbench) -> None:
    def items_in_turn(key: str, order: str) -> list[int]:
        study = new_study(bench, lines(12, "abc"), loaded(**HIDING), key=key, assign="fixed", batch=12, order=order)
        study.rater()
        study.open()
        return [item for (item,) in sql(bench, "SELECT item_id FROM assignment ORDER BY id")][-36:]

    def neighbours(items: list[int]) -> int:
        return sum(one == other for one, other in pairwise(items))

    assert neighbours(items_in_turn("in-order", "sequential")) == 24
    assert neighbours(items_in_turn("by-chance", "random")) < 14


def test_a_list_is_done_batch_by_batch_and_blind(bench: Workbench) -> None:
    study = new_study(bench, lines(6, "ab"), loaded(**HIDING), assign="fixed", batch=4)
    rater = study.rater()
    study.open()
    came = rater.rate(24)
    assert [packet["stage"] for packet in came] == (["fluency"] * 4 + ["adequacy"] * 4) * 3
    assert rater.ask()["state"] == "done"


def test_stages_with_different_quorum_are_shared_out(bench: Workbench) -> None:
    quorum = {"fluency": 1, "adequacy": 2}
    study = new_study(bench, lines(30, "a"), loaded(**HIDING), assign="fixed", quorum=quorum)
    people = [study.rater() for _ in range(2)]
    study.open()
    assert (study.slots(0), study.slots(1)) == ([(1, 0, 0)] * 30, [(2, 0, 0)] * 30)
    firsts = [sum(stages == "[0,1]" for _, _, stages, _ in lists(study)[rater.id]) for rater in people]
    assert sum(firsts) == 30
    assert min(firsts) > 7, "nobody does all of the first stage"


def test_who_may_do_one_stage_only_is_dealt_that_stage(bench: Workbench) -> None:
    study = new_study(bench, lines(6, "a"), loaded(**HIDING), assign="fixed")
    reader, judge = study.rater(stages=["fluency"]), study.rater(stages=["adequacy"])
    study.open()
    dealt = lists(study)
    assert {stages for _, _, stages, _ in dealt[reader.id]} == {"[0]"}
    assert {stages for _, _, stages, _ in dealt[judge.id]} == {"[1]"}
    assert (study.slots(0), study.slots(1)) == ([(1, 0, 0)] * 6, [(1, 0, 0)] * 6)


def test_a_stage_that_a_rule_answers_is_on_the_list_and_needs_nobody(bench: Workbench) -> None:
    table = [{**line, "output": line["source"]} for line in lines(2, "a")]
    study = new_study(bench, table, loaded(**HIDING), assign="fixed")
    rater = study.rater()
    study.open()
    assert [packet["stage"] for packet in rater.rate(4)] == ["fluency"] * 2 + ["adequacy"] * 2
    assert study.slots(1) == [(0, 0, 0)] * 2


def test_items_added_later_go_to_whoever_has_least(bench: Workbench) -> None:
    study = new_study(bench, lines(6, "a"), assign="fixed")
    ana = study.rater()
    study.open()
    ben = study.rater()
    study.add(lines(6, "a", first=6))
    dealt = lists(study)
    assert (len(dealt[ana.id]), len(dealt[ben.id])) == (6, 6)
    study.add(lines(4, "a", first=12))
    assert {len(entries) for entries in lists(study).values()} == {8}


def test_a_higher_quorum_is_dealt_out_to_others(bench: Workbench) -> None:
    study = new_study(bench, lines(4, "a"), assign="fixed")
    ana, ben = study.rater(), study.rater()
    study.open()
    change.raise_quorum(bench, study.key, 2)
    assert study.slots() == [(2, 0, 0)] * 4
    assert [len(lists(study)[rater.id]) for rater in (ana, ben)] == [4, 4]


def test_what_one_rater_cannot_judge_goes_to_another_who_has_finished(bench: Workbench) -> None:
    study = new_study(bench, lines(4, "a"), assign="fixed")
    ana, ben = study.rater(), study.rater()
    study.open()
    left = ana.one()
    ana.cannot(left)
    ben.rate(2)
    assert study.unit_of(ben.one()) == study.unit_of(left)
    study.add(lines(1, "a", first=4))
    assert study.slots()[4] == (1, 0, 0), "and dealing again does not stumble over it"


def test_what_a_revoked_rater_leaves_goes_to_others(bench: Workbench) -> None:
    study = new_study(bench, lines(4, "a"), assign="fixed")
    ana, ben = study.rater(), study.rater()
    study.open()
    raters.revoke_rater(bench, study.key, ana.id)
    assert len({study.unit_of(packet) for packet in ben.rate(4)}) == 4
    assert study.slots() == [(1, 0, 0)] * 4


def test_a_late_system_is_not_dealt_to_those_who_may_have_seen_its_source(bench: Workbench) -> None:
    study = new_study(bench, lines(3, "a"), loaded(**HIDING), assign="fixed")
    ana = study.rater()
    study.open()
    ben = study.rater()
    study.add([{k: v for k, v in line.items() if k != "source"} for line in lines(3, "x")])
    assert len(lists(study)[ana.id]) == 3
    assert {stages for _, _, stages, _ in lists(study)[ben.id]} == {"[0,1]"}
    assert len(lists(study)[ben.id]) == 3


def test_raters_who_come_after_the_opening_get_an_even_share(bench: Workbench) -> None:
    study = new_study(bench, lines(10, "abc"), assign="fixed", quorum=2).open()
    people = [study.rater() for _ in range(4)]
    dealt = lists(study)
    assert [len(dealt[rater.id]) for rater in people] == [15] * 4
    assert study.slots() == [(2, 0, 0)] * 30
    counts = Counter(unit for entries in dealt.values() for _, unit, *_ in entries)
    assert set(counts.values()) == {2}


def test_what_was_begun_stays_with_its_rater_when_another_comes(bench: Workbench) -> None:
    study = new_study(bench, lines(12, "a"), assign="fixed", repeats=0.5).open()
    ana = study.rater()
    done, begun = [study.unit_of(packet) for packet in ana.rate(3)], study.unit_of(ana.one())
    ben = study.rater()
    dealt = {rater: [unit for _, unit, *_ in entries] for rater, entries in lists(study).items()}
    assert dealt[ana.id][:4] == [*done, begun]
    assert sorted(dealt[ana.id] + dealt[ben.id]) == sorted(set(dealt[ana.id] + dealt[ben.id]))
    assert (len(dealt[ana.id]), len(dealt[ben.id])) == (6, 6)
    before = study.projections()
    study.rebuild()
    assert study.projections() == before
    while ana.ask()["state"] == "rate":
        ana.rate(1)
    while ben.ask()["state"] == "rate":
        ben.rate(1)
    assert study.slots() == [(1, 0, 0)] * 12


def test_an_item_that_was_begun_is_not_divided_where_a_stage_hides_its_source(bench: Workbench) -> None:
    study = new_study(bench, lines(4, "abc"), loaded(**HIDING), assign="fixed", batch=20).open()
    ana = study.rater()
    begun = study.item_of(ana.one())
    ben = study.rater()
    found = {rater: Counter(item for item, *_ in entries) for rater, entries in lists(study).items()}
    assert found[ana.id][begun] == 3
    assert set(found[ana.id].values()) | set(found[ben.id].values()) == {3}
    assert (len(found[ana.id]), len(found[ben.id])) == (2, 2)


def test_who_rated_elsewhere_only_is_dealt_nothing_and_may_still_take_what_is_left(bench: Workbench) -> None:
    study = new_study(bench, lines(6, "a"), assign="fixed").open()
    info = raters.add_rater(bench, study.key, "Elsewhere", gets_list=False)
    away = PlayedRater(study, info.id, info.path.partition("#")[2])
    away.call(session.submit, away.draft(away.one()), "label-studio")
    ben = study.rater()
    assert len(lists(study)[away.id]) == 1
    assert len(lists(study)[ben.id]) == 5
