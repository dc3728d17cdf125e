"""The clock jumps forwards and backwards, by seconds or a year: every judgement is kept, no unit goes over quorum."""

import random

import pytest

from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import lines, open_study
from tests.store.test_many_at_once import counted, rebuilds_to_itself

MINUTES = (0.1, 5, 29, 31, 600, 60 * 24 * 400)
RATERS, QUORUM = 5, 2


@pytest.mark.parametrize("steps", [150, pytest.param(3_000, marks=pytest.mark.soak)])
def test_raters_go_on_whatever_the_clock_says(bench: Workbench, steps: int) -> None:
    chance = random.Random(steps)
    study = open_study(bench, lines(max(30, steps // 10)), quorum=QUORUM)
    raters = [study.rater() for _ in range(RATERS)]
    held: dict[str, list[dict[str, object]]] = {rater.id: [] for rater in raters}
    sent: set[str] = set()
    for _ in range(steps):
        clock_of(bench).forward(chance.choice(MINUTES) * chance.choice((1, -1)))
        rater = chance.choice(raters)
        if held[rater.id] and chance.random() < 0.6:  # some are judged long after they were fetched, or long before
            draft = rater.draft(held[rater.id].pop())
            rater.send(draft)
            sent.add(draft.id)
        else:
            known = {packet["assignment"] for packet in held[rater.id]}
            held[rater.id] += [packet for packet in rater.next() if packet["assignment"] not in known]
    log = study.log()
    assert {row["id"] for row in log} == sent
    assert max(counted(study).values()) <= QUORUM
    assert rebuilds_to_itself(study)
    assert [row["seq"] for row in log] == sorted(row["seq"] for row in log)
    print(f"{steps} jumps, {len(sent)} judgements, {sum(row['standing'] == 'surplus' for row in log)} of them surplus")
