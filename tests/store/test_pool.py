"""Which unit a rater gets next: begun ones first, then what came back, then the pool; blind where a stage hides."""

from jurybox.core.assignment import MOST_AHEAD
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.studies import HIDING, Packet, Played, lines, loaded, open_study
from tests.store.kinds import AT_ONCE


def units(study: Played, packets: list[Packet]) -> list[int]:
    return [study.unit_of(packet) for packet in packets]


def test_units_come_in_the_order_of_the_items_where_the_study_says_so(bench: Workbench) -> None:
    study = open_study(bench, lines(6, "a"), order="sequential")
    assert [study.item_of(packet) for packet in study.rater().rate(6)] == [f"item-{n}" for n in range(6)]


def test_a_random_order_is_the_same_for_the_same_seed(bench: Workbench) -> None:
    orders = []
    for key in ("one", "two"):
        study = open_study(bench, lines(12, "a"), key=key)
        orders.append([study.item_of(packet) for packet in study.rater().rate(12)])
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != [f"item-{n}" for n in range(12)]


def test_at_most_five_units_are_leased_ahead_and_one_when_few_are_left(bench: Workbench) -> None:
    study = open_study(bench, lines(30, "a"))
    ana = study.rater()
    assert len(ana.next(9)) == MOST_AHEAD
    assert ana.next(5) == ana.next(5), "what is open comes before anything new"
    for held in (5, 5, 5, 5, 5, 5, 4, 3, 2, 1, 1, 1):
        packets = ana.next(5)
        assert len(packets) == held
        ana.submit(packets[0])
    assert len(study.rater().next(5)) == 1


def test_a_rater_is_served_their_groups_only(bench: Workbench) -> None:
    study = open_study(bench, lines(6, "a", ["maya", "bribri"]))
    maya, both = study.rater(groups=["maya"]), study.rater(groups=["maya", "bribri"])
    assert {int(study.item_of(p)[-1]) % 2 for p in maya.rate(3)} == {0}
    assert maya.ask()["state"] == "done"
    assert {int(study.item_of(p)[-1]) % 2 for p in both.rate(3)} == {1}


def test_a_unit_that_came_back_is_looked_at_first(bench: Workbench) -> None:
    study = open_study(bench, lines(9, "a"), order="sequential")
    ana, ben = study.rater(), study.rater()
    (packet,) = ana.next()
    ben.rate(2)
    clock_of(bench).past_the_lease()
    assert units(study, ben.next()) == units(study, [packet])


def test_who_comes_back_goes_on_with_what_was_begun(bench: Workbench) -> None:
    study = open_study(bench, lines(3, "a"), quorum=2)
    ana, ben = study.rater(), study.rater()
    packet = ana.one()
    clock_of(bench).past_the_lease()
    ben.one()
    assert ana.one() == packet


def test_a_unit_that_two_raters_gave_back_is_served_to_a_third_once(bench: Workbench) -> None:
    study = open_study(bench, lines(30, "a"), quorum=2, order="sequential")
    ana, ben, cai = (study.rater() for _ in range(3))
    assert units(study, ana.next()) == units(study, ben.next())
    clock_of(bench).past_the_lease()
    got = units(study, cai.next(5))
    assert len(got) == len(set(got)) == 5


def test_a_rater_waits_while_others_hold_the_last_units_and_is_done_after(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), completion_code="C0DE")
    ana, ben = study.rater(), study.rater()
    packet = ana.one()
    assert ben.ask()["state"] == "wait"
    ana.submit(packet)
    answer = ben.ask()
    assert (answer["state"], answer["completion_code"]) == ("done", "C0DE")


def test_nobody_waits_for_units_of_a_group_that_is_not_theirs(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a", ["maya", "bribri"]))
    maya, bribri = study.rater(groups=["maya"]), study.rater(groups=["bribri"])
    maya.rate(1)
    bribri.one()
    assert maya.ask()["state"] == "done"


def test_a_slot_that_opens_behind_a_rater_is_found(bench: Workbench) -> None:
    """As when another server held the unit while this rater's cursor passed it: it is not among those given back."""
    study = open_study(bench, lines(4, "a"), order="sequential", quorum=2)
    ana, ben = study.rater(), study.rater()
    ana.rate(4)
    (held,) = ben.next()
    sql(bench, f"UPDATE slot SET open_slots = 0 WHERE unit_id <> {study.unit_of(held)}")
    ben.submit(held)
    assert ben.next() == []
    sql(bench, f"UPDATE slot SET open_slots = 1 WHERE unit_id <> {study.unit_of(held)}")
    assert len({study.unit_of(packet) for packet in ben.rate(3)}) == 3


def test_a_batch_is_rated_for_the_first_stage_before_any_source_is_shown(bench: Workbench) -> None:
    study = open_study(bench, lines(6, "ab"), loaded(**HIDING), batch=4)
    came = study.rater().rate(24)
    stages = [packet["stage"] for packet in came]
    turns = [n for n in range(1, 24) if stages[n] != stages[n - 1]]
    assert stages[0] == "fluency"
    assert len(turns) >= 3, "there is more than one batch"
    assert turns[0] >= 4
    assert all("source" not in p["fields"] for p in came if p["stage"] == "fluency")


def test_all_units_of_an_item_are_in_one_batch_where_a_stage_hides_the_source(bench: Workbench) -> None:
    study = open_study(bench, lines(5, "abc"), loaded(**HIDING), batch=4)
    rater = study.rater()
    seen = set()
    for packet in rater.rate(30):
        if packet["stage"] == "adequacy":
            seen.add(study.item_of(packet))
        else:
            assert study.item_of(packet) not in seen
    assert rater.ask()["state"] == "done"
    assert study.slots(0) == study.slots(1) == [(1, 0, 0)] * 15


def test_a_source_is_not_shown_while_another_unit_of_it_hides_it(bench: Workbench) -> None:
    study = open_study(bench, lines(30, "ab"), loaded(**AT_ONCE), order="sequential")
    rater = study.rater()
    first, second, *_ = rater.next(5)
    assert study.item_of(first) == study.item_of(second)
    rater.submit(first)
    assert {p["stage"] for p in rater.next(5) if study.item_of(p) == study.item_of(first)} == {"fluency"}
    rater.submit(second)
    assert [p["stage"] for p in rater.next(5)].count("adequacy") == 2


def test_who_may_do_one_stage_only_gets_that_stage_and_goes_on_with_it(bench: Workbench) -> None:
    study = open_study(bench, lines(30, "a"), loaded(**HIDING))
    judge = study.rater(stages=["adequacy"])
    packets = judge.next(3)
    assert [packet["stage"] for packet in packets] == ["adequacy"] * 3
    assert judge.next(3) == packets, "what was begun comes before new units"
    judge.submit(packets[0])
    assert judge.next(2) == packets[1:]


def test_stages_can_be_done_by_different_people(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), loaded(**HIDING), quorum={"fluency": 1, "adequacy": 2})
    reader, judges = study.rater(stages=["fluency"]), [study.rater(stages=["adequacy"]) for _ in range(2)]
    for rater in (reader, *judges):
        rater.rate(2)
        assert rater.ask()["state"] == "done"
    assert (study.slots(0), study.slots(1)) == ([(1, 0, 0)] * 2, [(2, 0, 0)] * 2)


def test_a_rater_without_first_stages_left_is_given_later_ones(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), loaded(**HIDING), quorum={"fluency": 1, "adequacy": 2})
    ana, ben = study.rater(), study.rater()
    ana.one()
    assert ben.one()["stage"] == "adequacy"


def test_a_revoked_rater_is_not_counted_when_shares_are_expected(bench: Workbench) -> None:
    study = open_study(bench, lines(40, "a"))
    gone = study.rater()
    study.rater()
    assert study.view.list_length(()) == 20
    raters.revoke_rater(bench, study.key, gone.id)
    assert study.view.list_length(()) == 40
