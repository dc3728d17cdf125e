"""More raters for one unit: who has seen answers gets further ratings, which are no fair sample of agreement."""

import pytest

from jurybox.core.errors import Conflict, NotFound, Refused
from jurybox.studies.lifecycle import UnitQuorum, change, close_study, raise_unit_quorum
from jurybox.studies.results import findings_of
from jurybox.studies.results.table.read import study_table
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import HIDING, Played, lines, loaded, new_study, open_study
from tests.store.lifecycle.test_changes import rebuilds_to_itself
from tests.store.lifecycle.test_history import told


def alpha(study: Played) -> tuple[float | None, int, dict[str, int]]:
    found = next(
        one
        for one in findings_of(study_table(study.bench, study.key)).agreement
        if one.coefficient == "krippendorff_alpha"
    )
    return found.value, found.ratings, dict(found.excluded)


def test_one_unit_gets_more_raters(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "ab"), order="sequential")
    ana, ben = study.rater(), study.rater()
    ana.rate(4)
    assert ben.ask()["state"] == "done"
    raise_unit_quorum(bench, study.key, UnitQuorum("item-1", 3, "system-b"))
    assert sorted(study.slots()) == [(1, 0, 0)] * 3 + [(3, 2, 0)]
    (packet,) = ben.next()
    assert packet["candidates"][0]["fields"]["output"] == "Output b of 1"
    assert ben.submit(packet).standing == "counted"
    assert ben.ask()["state"] == "done"
    assert told(study)[-1] == "The quorum was raised to 3. Only of the item item-1. Only of the system system-b."
    raise_unit_quorum(bench, study.key, UnitQuorum("item-0", 2))
    assert sorted(study.slots()) == [(1, 0, 0), (2, 1, 0), (2, 1, 0), (3, 1, 0)]
    assert rebuilds_to_itself(study)


def test_ratings_that_were_asked_for_after_answers_were_seen_count_in_means_and_not_in_agreement(
    bench: Workbench,
) -> None:
    study = open_study(bench, lines(3, "a"), quorum=2, order="sequential")
    ana, ben, cyd = study.rater(), study.rater(), study.rater()
    for item, (one, other) in enumerate([(1, 1), (2, 5), (4, 4)]):
        ana.submit(ana.one(), one)
        ben.submit(ben.one(), other)
        assert study.slots()[item] == (2, 0, 0)
    before = alpha(study)
    assert before[1:] == (6, {})
    raise_unit_quorum(bench, study.key, UnitQuorum("item-1", 4))
    cyd.submit(cyd.one(), 5)
    assert alpha(study) == (before[0], 6, {"asked_later": 1})
    table = study_table(bench, study.key)
    assert len(table.ratings[0].value) == 7, "in means"
    assert findings_of(table).ranking[0].mean == pytest.approx((1 + (2 + 5 + 5) / 3 + 4) / 3)
    ana.submit(ana.reopen({"assignment": _assignment(ana, 1), "stage": "rating"}), 3)
    assert alpha(study)[1:] == (6, {"asked_later": 1, **before[2]}), "a correction of the first is still of the first"
    change.raise_quorum(bench, study.key, 3)
    assert alpha(study)[1] == 7, "now all units have three"


def _assignment(rater: object, number: int) -> str:
    from jurybox.studies.rating import own_assignments

    listed = rater.call(own_assignments, reading=True)["assignments"]  # type: ignore[attr-defined]
    return str(listed[number]["assignment"])


def test_before_any_answer_it_is_part_of_the_plan(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), order="sequential")
    raise_unit_quorum(bench, study.key, UnitQuorum("item-0", 2))
    for rater in (study.rater(), study.rater()):
        rater.submit(rater.one(), 3)
    assert alpha(study)[2].get("asked_later") is None


def test_one_stage_of_a_unit_and_fixed_lists(bench: Workbench) -> None:
    study = new_study(bench, lines(1, "a"), loaded(**HIDING), assign="fixed")
    ana, ben = study.rater(), study.rater()
    study.open()
    raise_unit_quorum(bench, study.key, UnitQuorum("item-0", 2, stage="adequacy"))
    assert (study.slots(0), study.slots(1)) == ([(1, 0, 0)], [(2, 0, 0)]), "it is on somebody's list"
    stages = [packet["stage"] for rater in (ana, ben) for packet in rater.next()]
    assert sorted(stages) == ["adequacy", "fluency"]
    assert rebuilds_to_itself(study)


def test_what_can_not_be_is_refused(bench: Workbench) -> None:
    study = new_study(bench, lines(2, "a"))
    with pytest.raises(Conflict):
        raise_unit_quorum(bench, study.key, UnitQuorum("item-0", 2))
    study.open()
    with pytest.raises(NotFound):
        raise_unit_quorum(bench, study.key, UnitQuorum("item-9", 2))
    with pytest.raises(Refused) as refused:
        raise_unit_quorum(bench, study.key, UnitQuorum("item-0", 1_001, "nobody", "beauty"))
    assert [fault.code for fault in refused.value.faults] == [
        "study.bad_quorum", "study.unknown_stage", "system.unknown_of_item",
    ]  # fmt: skip
    with pytest.raises(Refused):
        raise_unit_quorum(bench, study.key, UnitQuorum("item-0", 1))
    change.withdraw_item(bench, study.key, "item-1", "It is broken.")
    with pytest.raises(NotFound):
        raise_unit_quorum(bench, study.key, UnitQuorum("item-1", 2))
    close_study(bench, study.key)
    with pytest.raises(Conflict) as closed:
        raise_unit_quorum(bench, study.key, UnitQuorum("item-0", 2))
    assert closed.value.faults[0].code == "study.closed_quorum"
