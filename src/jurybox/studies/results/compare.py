"""A frozen result beside today's: what was added, what happened, and which numbers moved."""

import json
from dataclasses import dataclass

from jurybox import __version__
from jurybox.analysis import Findings
from jurybox.core import BESIDE_RESULTS, EventKind, rfc3339
from jurybox.report import Wording, main_agreement
from jurybox.store import FrozenRow, Run, log
from jurybox.studies.history import HistoryEntry, tell_history
from jurybox.studies.results.findings import ResultsState, from_json, look, read_wish
from jurybox.studies.results.freeze import frozen_row
from jurybox.studies.results.naming import sealed_here
from jurybox.studies.results.spoken import spoken_here
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench
from jurybox.texts import Words

SILENT = BESIDE_RESULTS | {
    EventKind.RATER_ADDED,
    EventKind.RATER_REVOKED,
    EventKind.LINK_RENEWED,
    EventKind.REPLIED,
    EventKind.REOPENED,
}
"""What happens to a study and moves no number."""
Number = tuple[str | None, str, str | None]
"""The question, what is measured (mean, rank or agreement), and of which system."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A number that is another one today."""

    question: str
    what: str
    """mean, rank or agreement."""
    system: str | None
    then: str
    now: str


@dataclass(frozen=True, slots=True)
class SinceFrozen:
    """Why today's results are not those that were frozen."""

    judgements: int
    """How many came in since."""
    happened: list[HistoryEntry]
    """What was done to the study since, in words, where it may move numbers."""
    version: str | None
    """Of Jurybox, which computed the frozen ones, where it is not today's."""
    as_of: str | None
    """When today's were computed; None where they are not yet."""
    is_current: bool
    """Whether they have all that came in."""
    moved: list[Moved]
    compared: int
    """How many numbers were looked at."""

    @property
    def is_same(self) -> bool:
        return not (self.judgements or self.happened or self.version or self.moved)


def compare_frozen(bench: Workbench, key: str, name: str, words: Words, lang: str = "en") -> SinceFrozen:
    """What has changed since a result was frozen; today's are those that were computed last with the same options."""

    def read(run: Run) -> tuple[FrozenRow, ResultsState, int]:
        row = frozen_row(run, key, name)
        shown = look(run, key, read_wish(json.loads(row.settings)))
        return row, shown, log.state_of(run, find_study(run, key).id).judgements

    row, shown, judgements = bench.database.read(read)
    before = sealed_here(from_json(row.document or ""))
    today = sealed_here(from_json(shown.kept.document)) if shown.kept and shown.kept.document else None
    history = tell_history(bench, key, words)
    moved, compared = ([], 0) if today is None else _moved(before, spoken_here(bench, key, lang)(today), words)
    return SinceFrozen(
        judgements=max(0, judgements - row.judgements),
        happened=[one for one in history if one["number"] > row.study_version and one["kind"] not in SILENT],
        version=row.version if row.version != __version__ else None,
        as_of=rfc3339(shown.kept.computed_at) if shown.kept else None,
        is_current=shown.state == "fresh",
        moved=moved,
        compared=compared,
    )


def _moved(before: Findings, today: Findings, words: Words) -> tuple[list[Moved], int]:
    """The numbers that read otherwise today, and how many there are."""
    say, then, now = Wording.of(today, words), _numbers(before), _numbers(today)
    both = list(dict.fromkeys([*then, *now]))
    shown = [
        Moved(
            say.question(question),
            what,
            system,
            *(_said(each.get((question, what, system)), what, say) for each in (then, now)),
        )
        for question, what, system in both
    ]
    return [one for one in shown if one.then != one.now], len(both)


def _said(value: float | None, what: str, say: Wording) -> str:
    if value is None:
        return "–"
    return say.numbers.number(value, 0 if what == "rank" and value == int(value) else 1 if what == "rank" else 2)


def _numbers(findings: Findings) -> dict[Number, float | None]:
    """Means, ranks and the agreement of each question, over all of the data."""
    found: dict[Number, float | None] = {}
    for one in findings.ranking:
        if one.by is None:
            mean = next((m for m in (one.item_adjusted, one.mean, one.strength) if m is not None), None)
            found[one.question, "mean", one.system] = mean
            found[one.question, "rank", one.system] = one.rank
    for question in dict.fromkeys(a.question for a in findings.agreement):
        main = main_agreement(findings, question)
        if main is not None:
            found[question, "agreement", None] = main.value
    return found
