"""Many raters at once, played against a model that knows only what they were sent and what was acknowledged."""

import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from jurybox.core.assignment import MOST_AHEAD
from jurybox.core.errors import Denied, NotFound, Refused
from jurybox.core.judgement import JudgementDraft
from jurybox.design import repeats
from jurybox.studies import changing, raters
from jurybox.studies.judging import Receipt
from jurybox.studies.rebuilding import rebuild_study
from jurybox.studies.view import load_view
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.studies import Packet, Played, PlayedRater, lines
from tests.store.kinds import GROUPS, KINDS

PICK = st.integers(0, 11)
MOST_RATERS = 6
Place = tuple[int, int]
"""Unit and stage."""


@dataclass
class Sent:
    """A packet with what it is about, which its rater does not know."""

    rater: PlayedRater
    packet: Packet
    id: int
    unit: int
    item: int
    purpose: str
    stage: int


class RollBack(Exception):
    pass


class PlayMany(RuleBasedStateMachine):
    open_copy: Callable[[], Workbench]
    """Gives each play a workbench of its own, with one study of every kind."""

    def __init__(self) -> None:
        super().__init__()
        self.bench = type(self).open_copy()
        self.open: list[Sent] = []
        self.answered: list[Sent] = []
        self.log: dict[str, tuple[PlayedRater, JudgementDraft, Receipt]] = {}
        self.completed: dict[Place, dict[str, str]] = defaultdict(dict)
        self.finished: dict[str, list[int]] = defaultdict(list)
        self.served: dict[tuple[str, int, str], str] = {}
        self.sources: set[tuple[str, int]] = set()
        self.withdrawn: set[int] = set()
        self.revoked: set[str] = set()
        self.groups: dict[str, list[str]] = {}
        self.added = 0

    def teardown(self) -> None:
        stored = dict(sql(self.bench, "SELECT id, answers FROM judgement"))
        self.bench.close()
        assert set(stored) == set(self.log), "a judgement was lost, or came from nowhere"
        for id, (_, draft, _) in self.log.items():
            values = {q: sorted(c["value"] for c in cells.values()) for q, cells in json.loads(stored[id]).items()}
            assert all(values[q] == sorted(cells.values()) for q, cells in draft.answers.items() if cells)

    @initialize(kind=st.sampled_from(KINDS))
    def choose_a_study(self, kind: str) -> None:
        self.study = Played(self.bench, kind)
        self.view = self.study.view
        for info in raters.list_raters(self.bench, kind):
            self._meet(PlayedRater(self.study, info.id, info.path.partition("#")[2]), list(info.groups))
        while len(self.groups) < 2:
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
            self._is_denied(lambda: rater.ask(ahead))
            return
        answer = rater.ask(ahead)
        assert len(answer["units"]) <= ahead
        sent = [self._look_up(rater, packet) for packet in answer["units"]]
        for one in sent:
            self._check_served(one)
        self.open = [s for s in self.open if s.rater is not rater or s.packet not in answer["units"]] + sent
        if not sent:
            self._check_nothing_is_left(rater)

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
        self._judge(sent, value, cannot)
        if sent.rater.id not in self.revoked:
            self.open.remove(sent)
            self.answered.append(sent)

    @precondition(lambda self: self.answered)
    @rule(pick=PICK, value=st.integers(1, 5), cannot=st.sampled_from([False, False, True]))
    def answer_it_again(self, pick: int, value: int, cannot: bool) -> None:
        """A correction, or another tab that did not know."""
        self._judge(self.answered[-1 - pick % len(self.answered)], value, cannot)

    @precondition(lambda self: self.log)
    @rule(pick=PICK)
    def send_the_same_again(self, pick: int) -> None:
        rater, draft, before = list(self.log.values())[-1 - pick % len(self.log)]
        if rater.id in self.revoked:
            self._is_denied(lambda: rater.send(draft))
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

    @rule(pick=st.integers(0, 40))
    def an_item_is_withdrawn(self, pick: int) -> None:
        try:
            changing.withdraw_item(self.bench, self.study.key, f"item-{pick}", "It is broken.")
        except NotFound:
            return
        self.withdrawn |= {id for (id,) in sql(self.bench, "SELECT id FROM item WHERE withdrawn_at IS NOT NULL")}

    @rule(pick=st.integers(0, 20))
    def a_system_is_withdrawn(self, pick: int) -> None:
        if pick < 2:
            try:
                changing.withdraw_system(self.bench, self.study.key, f"system-{'ab'[pick]}", "It cheated.")
            except NotFound:
                return

    @rule(pick=PICK, to=st.integers(2, 4))
    def the_quorum_rises(self, pick: int, to: int) -> None:
        stages = [None, *(stage.id for stage in self.view.protocol.stages)]
        try:
            changing.raise_quorum(self.bench, self.study.key, to, stages[pick % len(stages)], [None, *GROUPS][pick % 3])
        except Refused:
            return

    @rule(pick=st.integers(0, 5))
    def it_was_a_pilot(self, pick: int) -> None:
        if pick == 0:
            assert changing.mark_pilot(self.bench, self.study.key) == len(self.log)
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
            rebuild_study(run, load_view(run, self.view.id))
            for table in before:
                run.cursor.execute(f"SELECT * FROM {table}")
                after[table] = sorted((tuple(row) for row in run.cursor.fetchall()), key=repr)
            raise RollBack

        try:
            self.bench.database.write(rebuild)
        except RollBack:
            assert after == before

    # How the rules above look at things

    def _is_denied(self, call: Callable[[], object]) -> None:
        try:
            call()
        except Denied:
            return
        raise AssertionError("a revoked link still opens something")

    def _look_up(self, rater: PlayedRater, packet: Packet) -> Sent:
        found = sql(
            self.bench,
            "SELECT a.id, a.unit_id, a.item_id, a.purpose, m.uid FROM assignment a JOIN membership m "
            f"ON m.id = a.membership_id WHERE a.uid = '{packet['assignment']}'",
        )
        ((id, unit, item, purpose, owner),) = found
        assert owner == rater.id
        number = self.view.protocol.stage_number(packet["stage"])
        assert number is not None
        return Sent(rater, packet, id, unit, item, purpose, number)

    def _check_served(self, sent: Sent) -> None:
        who, groups = sent.rater.id, self.groups[sent.rater.id]
        ((group, withdrawn),) = sql(self.bench, f"SELECT grp, withdrawn_at FROM item WHERE id = {sent.item}")
        assert not groups or group in groups, "served a group that is not theirs"
        assert withdrawn is None, "served a withdrawn item"
        assert sent.packet["candidates"], "served nothing to rate"
        uid = self.served.setdefault((who, sent.unit, sent.purpose), sent.packet["assignment"])
        assert uid == sent.packet["assignment"], "served a unit twice"
        if sent.purpose == "repeat":
            self._check_repeat(sent)
        reveals = self.view.reveals[sent.stage]
        if reveals is not None:
            assert (who, sent.item) not in self.sources, "served a stage whose hidden source they have seen"
            assert "source" not in sent.packet["fields"]
        elif self.view.hides:
            self.sources.add((who, sent.item))
        held = sql(
            self.bench,
            "SELECT count(*) FROM assignment a JOIN membership m ON m.id = a.membership_id "
            f"WHERE a.state = 'leased' AND m.uid = '{who}'",
        )[0][0]
        assert self.view.gate is not None or held <= MOST_AHEAD, f"{held} units are leased ahead"

    def _check_repeat(self, sent: Sent) -> None:
        order = self.finished[sent.rater.id]
        assert sent.unit in order, "a repeat before the first pass"
        between = len(order) - 1 - order.index(sent.unit)
        assert between >= repeats.LEAST_GAP, f"a repeat after {between} units"

    def _check_nothing_is_left(self, rater: PlayedRater) -> None:
        """A rater is sent away only when no free slot could be theirs."""
        if self.view.settings.assign == "fixed":
            return
        ((member, allowed),) = sql(self.bench, f"SELECT id, stages FROM membership WHERE uid = '{rater.id}'")
        for unit, item, stage, group in sql(
            self.bench,
            "SELECT unit_id, item_id, stage, grp FROM slot WHERE open_slots > 0 AND unit_id NOT IN (SELECT unit_id "
            f"FROM assignment WHERE membership_id = {member} AND purpose = 'rating') AND study_id = {self.view.id}",
        ):
            is_mine = not self.groups[rater.id] or group in self.groups[rater.id]
            may = allowed == "[]" or stage in json.loads(allowed)
            is_spoilt = self.view.reveals[stage] is not None and (rater.id, item) in self.sources
            assert not (is_mine and may) or is_spoilt, f"unit {unit} has a free slot, but a rater was sent away"

    def _judge(self, sent: Sent, value: int, cannot: bool) -> None:
        rater = sent.rater
        draft = rater.draft(sent.packet, value, **({"answers": {}, "cannot": "Unclear."} if cannot else {}))
        if rater.id in self.revoked:
            self._is_denied(lambda: rater.send(draft))
            return
        receipt = rater.send(draft)
        assert receipt.is_new
        self.log[draft.id] = (rater, draft, receipt)
        if receipt.standing != "counted":
            return
        assert sent.item not in self.withdrawn, "a judgement of a withdrawn item counts"
        spoilt = self.view.reveals[sent.stage] is not None and (rater.id, sent.item) in self.sources
        assert not spoilt, "a stage counts that was answered after its hidden source was shown"
        if sent.purpose != "rating":
            return
        who = self.completed[sent.unit, sent.stage]
        if cannot:
            who.pop(rater.id, None)
        else:
            who[rater.id] = draft.id
        if receipt.state == "done" and sent.unit not in self.finished[rater.id]:
            self.finished[rater.id].append(sent.unit)
