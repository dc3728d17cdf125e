"""Many raters at once, played against a model that knows only what they were sent and what was acknowledged."""

import json
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from jurybox.core.errors import NotFound, Refused
from jurybox.studies.lifecycle import change, restore_item, restore_system
from jurybox.studies.people import raters
from jurybox.studies.rebuild import rebuild_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.studies import Played, PlayedRater, lines
from tests.store.kinds import GROUPS, KINDS
from tests.store.model import Model, Place

PICK = st.integers(0, 11)
MOST_RATERS = 6


class RollBack(Exception):
    pass


class PlayMany(Model, RuleBasedStateMachine):
    open_copy: Callable[[], Workbench]
    """Gives each play a workbench of its own, with one study of every kind."""

    def __init__(self) -> None:
        super().__init__()
        self.begin(type(self).open_copy())

    def teardown(self) -> None:
        self.end()

    @initialize(kind=st.sampled_from(KINDS))
    def choose_a_study(self, kind: str) -> None:
        self.study = Played(self.bench, kind)
        self.view = self.study.view
        for info in raters.list_raters(self.bench, kind):
            self._meet(PlayedRater(self.study, info.id, info.path.partition("#")[2]), list(info.groups))
        for _ in range(2):
            self._meet(self.study.rater(), [])

    def _meet(self, rater: PlayedRater, groups: list[str]) -> None:
        self.study.raters[rater.id] = rater
        self.groups[rater.id] = groups

    def _rater(self, pick: int) -> PlayedRater:
        known = [self.study.raters[id] for id in self.groups]
        return known[pick % len(known)]

    # What raters do

    @rule(pick=PICK, ahead=st.integers(1, 5))
    def ask_for_units(self, pick: int, ahead: int) -> None:
        rater = self._rater(pick)
        if rater.id in self.revoked:
            self.is_denied(lambda: rater.ask(ahead))
            return
        answer = rater.ask(ahead)
        assert len(answer["units"]) <= ahead
        sent = [self.look_up(rater, packet) for packet in answer["units"]]
        for one in sent:
            self.check_served(one)
        self.open = [s for s in self.open if s.rater is not rater or s.packet not in answer["units"]] + sent
        if not sent:
            self.check_nothing_is_left(rater)

    @rule(pick=PICK, ahead=st.integers(1, 5), times=st.integers(2, 8))
    def rate_for_a_while(self, pick: int, ahead: int, times: int) -> None:
        """One unit after the other, as most people do."""
        rater = self._rater(pick)
        for _ in range(times):
            self.ask_for_units(pick, ahead)
            mine = [sent for sent in self.open if sent.rater is rater]
            if not mine or rater.id in self.revoked:
                return
            self.answer_a_unit(self.open.index(mine[-1]), 3, False)

    @precondition(lambda self: self.open)
    @rule(pick=PICK, value=st.integers(1, 5), cannot=st.sampled_from([False, False, False, True]))
    def answer_a_unit(self, pick: int, value: int, cannot: bool) -> None:
        """However long ago it was sent: this is also how late judgements arrive."""
        sent = self.open[pick % len(self.open)]
        self.judge(sent, value, cannot)
        if sent.rater.id not in self.revoked:
            self.open.remove(sent)
            self.answered.append(sent)

    @precondition(lambda self: self.answered)
    @rule(pick=PICK, value=st.integers(1, 5), cannot=st.sampled_from([False, False, True]))
    def answer_it_again(self, pick: int, value: int, cannot: bool) -> None:
        """A correction, or another tab that did not know."""
        self.judge(self.answered[-1 - pick % len(self.answered)], value, cannot)

    @precondition(lambda self: self.log)
    @rule(pick=PICK)
    def send_the_same_again(self, pick: int) -> None:
        rater, draft, before = list(self.log.values())[-1 - pick % len(self.log)]
        if rater.id in self.revoked:
            self.is_denied(lambda: rater.send(draft))
            return
        receipt = rater.send(draft)
        assert not receipt.is_new
        assert receipt.standing == before.standing

    # What happens around them

    @rule(minutes=st.sampled_from([1, 12, 29]))
    def time_passes(self, minutes: int) -> None:
        clock_of(self.bench).forward(minutes)

    @rule()
    def everybody_leaves(self) -> None:
        clock_of(self.bench).past_the_lease()

    @rule(pick=PICK, times=st.integers(3, 8))
    def others_take_over(self, pick: int, times: int) -> None:
        """What was leased goes to somebody else, so that its first rater comes late."""
        clock_of(self.bench).past_the_lease()
        self.rate_for_a_while(pick, 5, times)

    @precondition(lambda self: len(self.groups) < MOST_RATERS)
    @rule(pick=PICK)
    def a_rater_comes(self, pick: int) -> None:
        stages = [stage.id for stage in self.view.protocol.stages]
        groups = [[], [GROUPS[0]], [GROUPS[1]], [], list(GROUPS), []][pick % 6]
        chosen = [stages[pick % len(stages)]] if pick > 8 else []
        self._meet(self.study.rater(groups=groups, stages=chosen), groups)

    @precondition(lambda self: len(self.revoked) < 2)
    @rule(pick=st.integers(0, 40))
    def a_rater_is_revoked(self, pick: int) -> None:
        if pick < len(self.groups) and self._rater(pick).id not in self.revoked:
            raters.revoke_rater(self.bench, self.study.key, self._rater(pick).id)
            self.revoked.add(self._rater(pick).id)

    @precondition(lambda self: len(self.withdrawn) < 3)
    @rule(pick=st.integers(0, 14))
    def an_item_is_withdrawn(self, pick: int) -> None:
        try:
            change.withdraw_item(self.bench, self.study.key, f"item-{pick}", "It is broken.")
        except NotFound:
            return
        self.withdrawn |= {id for (id,) in sql(self.bench, "SELECT id FROM item WHERE withdrawn_at IS NOT NULL")}

    @rule(pick=st.integers(0, 20))
    def a_system_is_withdrawn(self, pick: int) -> None:
        if pick < 2:
            try:
                change.withdraw_system(self.bench, self.study.key, f"system-{'ab'[pick]}", "It cheated.")
            except NotFound:
                return

    @precondition(lambda self: self.withdrawn)
    @rule(pick=st.integers(0, 14))
    def a_withdrawn_item_comes_back(self, pick: int) -> None:
        try:
            restore_item(self.bench, self.study.key, f"item-{pick}")
        except NotFound:
            return
        self.withdrawn = {id for (id,) in sql(self.bench, "SELECT id FROM item WHERE withdrawn_at IS NOT NULL")}

    @rule(pick=st.integers(0, 20))
    def a_withdrawn_system_comes_back(self, pick: int) -> None:
        if pick < 2:
            try:
                restore_system(self.bench, self.study.key, f"system-{'ab'[pick]}")
            except NotFound:
                return

    @rule(pick=PICK, to=st.integers(2, 4))
    def the_quorum_rises(self, pick: int, to: int) -> None:
        stages = [None, *(stage.id for stage in self.view.protocol.stages)]
        try:
            change.raise_quorum(self.bench, self.study.key, to, stages[pick % len(stages)], [None, *GROUPS][pick % 3])
        except Refused:
            return

    @rule(pick=st.integers(0, 5))
    def it_was_a_pilot(self, pick: int) -> None:
        if pick == 0:
            assert change.mark_pilot(self.bench, self.study.key) == len(self.log)
            self.completed.clear()

    @precondition(lambda self: self.added < 2)
    @rule(late_system=st.booleans())
    def more_is_added(self, late_system: bool) -> None:
        self.added += 1
        more = lines(2, f"{'xy'[self.added - 1]}") if late_system else lines(1, "ab", GROUPS, 20 + self.added)
        for line in more if late_system else ():
            del line["source"]
        self.study.add(more)

    # What must hold

    @invariant()
    def no_unit_has_more_slots_than_its_quorum(self) -> None:
        live: dict[Place, int] = defaultdict(int)
        for unit, stage, stages in sql(
            self.bench,
            "SELECT unit_id, stage, stages FROM assignment WHERE purpose = 'rating' AND state IN ('leased', 'planned')",
        ):
            for n in json.loads(stages):
                live[unit, n] += n >= stage
        for unit, stage, quorum, free in sql(self.bench, "SELECT unit_id, stage, quorum, open_slots FROM slot"):
            taken = live[unit, stage] + len(self.completed[unit, stage])
            assert free >= 0, "a slot was taken that was not there"
            assert not quorum or taken + free <= quorum, f"unit {unit}, stage {stage}: {taken} + {free} of {quorum}"

    @invariant()
    def rebuilding_changes_nothing(self) -> None:
        if not hasattr(self, "study"):
            return
        before = self.study.projections()
        after: dict[str, Any] = {}

        def rebuild(run: Any) -> None:
            rebuild_study(run, self.view.id)
            for table in before:
                run._cursor.execute(f"SELECT * FROM {table}")
                after[table] = sorted((tuple(row) for row in run._cursor.fetchall()), key=repr)
            raise RollBack

        try:
            self.bench.database.write(rebuild)
        except RollBack:
            assert after == before
