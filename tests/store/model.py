"""What the state machine knows of a play, and what it looks at when something was served or judged."""

import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from jurybox.core.assignment import MOST_AHEAD
from jurybox.core.errors import Denied
from jurybox.core.judgement import JudgementDraft
from jurybox.design import repeats
from jurybox.studies.rating.judge import Receipt
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import Packet, Played, PlayedRater

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


class Model:
    """Built from what raters were sent and what was acknowledged; the store is asked only what a packet hides."""

    study: Played
    view: StudyView

    def begin(self, bench: Workbench) -> None:
        self.bench = bench
        self.open: list[Sent] = []
        self.answered: list[Sent] = []
        self.log: dict[str, tuple[PlayedRater, JudgementDraft, Receipt]] = {}
        self.completed: dict[Place, dict[str, str]] = defaultdict(dict)
        """Whose judgement counts, by unit and stage."""
        self.finished: dict[str, list[int]] = defaultdict(list)
        """The units a rater has finished, in that order."""
        self.served: dict[tuple[str, int, str], str] = {}
        self.sources: set[tuple[str, int]] = set()
        """Who has seen the source of which item."""
        self.withdrawn: set[int] = set()
        self.revoked: set[str] = set()
        self.groups: dict[str, list[str]] = {}
        self.added = 0

    def end(self) -> None:
        stored = dict(sql(self.bench, "SELECT id, answers FROM judgement"))
        self.bench.close()
        assert set(stored) == set(self.log), "a judgement was lost, or came from nowhere"
        for id, (_, draft, _) in self.log.items():
            values = {q: sorted(c["value"] for c in cells.values()) for q, cells in json.loads(stored[id]).items()}
            given = {q: cells for q, cells in draft.answers.items() if isinstance(cells, dict) and cells}
            assert all(values[q] == sorted(cells.values()) for q, cells in given.items())

    def is_denied(self, call: Callable[[], object]) -> None:
        try:
            call()
        except Denied:
            return
        raise AssertionError("a revoked link still opens something")

    def look_up(self, rater: PlayedRater, packet: Packet) -> Sent:
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

    def check_served(self, sent: Sent) -> None:
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
        if self.view.gate is None:
            held = self.open_of(who, "a.state = 'leased'")
            assert held <= MOST_AHEAD, f"{held} units are leased ahead"
        elif sent.stage >= self.view.gate and sent.purpose == "rating":
            behind = self.open_of(who, f"a.batch = (SELECT batch FROM assignment WHERE id = {sent.id})", "a.stage = 0")
            assert not behind, "served a stage whose batch is not ready for it"

    def open_of(self, who: str, *conditions: str) -> int:
        """How many assignments a rater holds of which this is true."""
        found = sql(
            self.bench,
            "SELECT count(*) FROM assignment a JOIN membership m ON m.id = a.membership_id "
            f"WHERE m.uid = '{who}' AND a.state IN ('leased', 'planned') AND {' AND '.join(conditions)}",
        )
        return int(found[0][0])

    def _check_repeat(self, sent: Sent) -> None:
        order = self.finished[sent.rater.id]
        assert sent.unit in order, "a repeat before the first pass"
        between = len(order) - 1 - order.index(sent.unit)
        assert between >= repeats.LEAST_GAP, f"a repeat after {between} units"

    def check_nothing_is_left(self, rater: PlayedRater) -> None:
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

    def judge(self, sent: Sent, value: int, cannot: bool) -> None:
        rater = sent.rater
        draft = rater.draft(sent.packet, value, **({"answers": {}, "cannot": "Unclear."} if cannot else {}))
        if rater.id in self.revoked:
            self.is_denied(lambda: rater.send(draft))
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
