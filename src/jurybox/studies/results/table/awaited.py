"""What can still come: answers of stages whose quorum is not met, unless the study is closed or nobody can judge."""

from collections import defaultdict
from collections.abc import Mapping

from jurybox.core import Protocol
from jurybox.core.questions import QuestionBase, Value
from jurybox.store import Run, analysis_rows
from jurybox.studies.results.table.columns import COLUMNS
from jurybox.studies.results.table.material import Material, Ruled
from jurybox.studies.results.table.passes import TakenLog, stage_key


class Awaited:
    """Counts the answers to come, by question and system and altogether. What is closed waits for nothing."""

    def __init__(self, protocol: Protocol, material: Material, ruled: Ruled, taken: TakenLog, is_open: bool) -> None:
        self.protocol, self.material, self.ruled, self.taken = protocol, material, ruled, taken
        self.is_open = is_open
        self.answers = 0
        """Of raters, to questions that have to be answered: one for each thing, however many systems made it."""
        self.judgements = 0
        """Those to come."""
        self.ruled_judgements = 0
        """Those that are in, of stages that rules answer: every rater sees them, and nobody needs to."""
        self.by_rule: list[tuple[QuestionBase, int, Value]] = []
        """Answers for which nobody is needed: question, candidate, value."""

    def count(self, run: Run, study: int) -> dict[str, dict[str, int]]:
        """By question and system; every system that is asked about is there, with 0 where nothing can come."""
        total: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for row in analysis_rows.quorums(run, study):
            if row.item not in self.material.withdrawn_items:
                shown = [c for c in row.candidates if not self.material.gone(c)]
                self._add(total, shown, row)
        names = self.material.systems
        return {
            question: {names[system]: number for system, number in sorted(by_system.items())}
            for question, by_system in total.items()
        }

    def _missing(self, row: analysis_rows.QuorumRow) -> int:
        """How many judgements a stage of a unit still waits for; none where it waits in the organiser's inbox."""
        key = stage_key(row.unit, row.stage)
        if not self.is_open or self.taken.unable.get(key, 0) > row.quorum:
            return 0
        return max(0, row.quorum - self.taken.judged.get(key, 0))

    def _add(self, total: dict[str, dict[int, int]], candidates: list[int], row: analysis_rows.QuorumRow) -> None:
        quorum, missing = row.quorum, self._missing(row)
        self.judgements += missing
        self.ruled_judgements += 0 if quorum else self.taken.judged.get(stage_key(row.unit, row.stage), 0)
        segments = len(self.material.rated_segments(row.item, row.window or 0))
        for question in self.protocol.stages[row.stage].ask:
            times = segments if question.about in ("segment", "output") else 1
            ruled = self.ruled.get(question.id, {})
            self._add_answers(question, candidates, ruled, missing * times)
            if question.about not in ("candidate", "output") and len(candidates) > 1:
                continue
            for candidate in candidates:
                number = missing
                if candidate in ruled:
                    number = 1 if missing == quorum > 0 else 0  # the first judgement brings it
                    if not quorum:
                        self.by_rule.append((question, candidate, ruled[candidate]))
                for system in self.material.made(candidate):
                    total[question.id][system] += number * times

    def _add_answers(
        self, question: QuestionBase, candidates: list[int], ruled: Mapping[int, Value], times: int
    ) -> None:
        if not question.required or COLUMNS[type(question)] is None:
            return
        if question.about in ("candidate", "output"):
            times *= sum(candidate not in ruled for candidate in candidates)
        self.answers += times
