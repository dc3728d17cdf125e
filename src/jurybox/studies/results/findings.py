"""The findings of a study: kept until the log moves on, computed by the worker, asked for by pages and programs.

Nothing here may load numpy when it is imported: the server's process shows findings and never computes them.
"""

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from jurybox import __version__
from jurybox.core import Fault, JsonObject, JsonValue, canonical_bytes, hash_bytes, refuse, rfc3339
from jurybox.store import Kept, Run, findings, jobs, log, studies
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench

if TYPE_CHECKING:
    from jurybox.analysis import Findings

__all__ = [
    "FINDINGS_JOB",
    "Kept",
    "ResultsOptions",
    "ResultsState",
    "ask",
    "compute",
    "from_json",
    "look",
    "read_wish",
    "to_json",
]

FINDINGS_JOB = "findings"
SECOND = 1_000_000
REST_US = 20 * SECOND
"""How long findings stand while judgements flow, before they are computed again."""
REST_TIMES = 4
"""Nor is more than a fifth of the time spent on computing the same study."""
KEEP_JOBS_US = 24 * 3600 * SECOND
LEVELS = ("nominal", "ordinal", "interval", "ratio")
RULES = ("permutation", "wmt22", "wmt24", "wmt25", "mtme")
BLOCKS = ("item", "document", "group")
RATERS = ("fixed", "random")
SINCE_0_2 = {"resample": None, "raters": "fixed", "position": False, "decisions": False}
"""Options that came later, with their defaults."""
RATER = re.compile(r"R[1-9][0-9]{0,6}")
MOST_WITHOUT = 1_000
State = Literal["fresh", "stale", "working", "failed"]


@dataclass(frozen=True, slots=True)
class ResultsOptions:
    """How an organiser wants the results. The defaults are those of `jurybox analyse`."""

    level: str | None = None
    by: str | None = None
    cluster_rule: str = "permutation"
    resample: str | None = None
    raters: str = "fixed"
    position: bool = False
    pool: bool = False
    full: bool = False
    half_is_zero: bool = False
    decisions: bool = False
    without: tuple[str, ...] = ()

    def faults(self) -> list[Fault]:
        found = []
        if self.level is not None and self.level not in LEVELS:
            found.append(Fault("results.unknown_level", "level", self.level, list(LEVELS)))
        if self.cluster_rule not in RULES:
            found.append(Fault("analysis.unknown_rule", "cluster_rule", self.cluster_rule, list(RULES)))
        if self.resample not in (None, *BLOCKS):
            found.append(Fault("analysis.unknown_block", "resample", self.resample, list(BLOCKS)))
        if self.raters not in RATERS:
            found.append(Fault("analysis.unknown_raters", "raters", self.raters, list(RATERS)))
        if self.by not in (None, "group"):
            found.append(Fault("analysis.unknown_column", "by", self.by, ["group"]))
        for rater in self.without:
            if not RATER.fullmatch(rater):
                found.append(Fault("analysis.unknown_rater", "without", rater, ["R1", "R2", "…"]))
        if len(self.without) > MOST_WITHOUT:
            found.append(Fault("results.too_many_without", "without", len(self.without), MOST_WITHOUT))
        return found

    def document(self) -> JsonObject:
        """Without what a release before did not know and nobody asked for: what it computed is found again."""
        asked: JsonObject = {**asdict(self), "without": list[JsonValue](sorted(set(self.without)))}
        return {name: value for name, value in asked.items() if name not in SINCE_0_2 or value != SINCE_0_2[name]}

    def hash(self) -> str:
        return hash_bytes("results", canonical_bytes(self.document()))


@dataclass(frozen=True, slots=True)
class ResultsState:
    """What there is to show, how old it is, and what happens to it."""

    state: State
    kept: Kept | None
    newer: int
    """Judgements that came in since."""
    job: str | None = None

    def as_json(self) -> JsonObject:
        kept = self.kept
        return {
            "state": self.state,
            "as_of": rfc3339(kept.computed_at) if kept else None,
            "judgements": kept.judgements if kept else None,
            "last_seq": kept.last_seq if kept else None,
            "newer": self.newer,
            "job": self.job,
        }


def look(run: Run, key: str, wish: ResultsOptions, with_document: bool = True) -> ResultsState:
    """The findings there are, and whether they are those of the log as it stands."""
    study = find_study(run, key).id
    kept = findings.kept(run, study=study, settings_hash=wish.hash(), with_document=with_document)
    version, last_seq, judgements = log.state_of(run, study)
    newer = max(0, judgements - kept.judgements) if kept else judgements
    if kept and (kept.version, kept.study_version, kept.last_seq, newer) == (__version__, version, last_seq, 0):
        return ResultsState("fresh", kept, 0)
    job = jobs.last(run, kind=FINDINGS_JOB, args=job_args(key, wish))
    if job is not None and job.state in ("waiting", "running"):
        return ResultsState("working", kept, newer, job.uid)
    if job is not None and job.state == "failed" and (kept is None or job.created_at > kept.computed_at):
        return ResultsState("failed", kept, newer, job.uid)
    return ResultsState("stale", kept, newer)


def job_args(key: str, wish: ResultsOptions) -> JsonObject:
    """The same wish is the same job."""
    return {"study": key, "wish": wish.document()}


def ask(bench: Workbench, run: Run, key: str, wish: ResultsOptions, at_once: bool = False) -> tuple[ResultsState, bool]:
    """What there is to show, and whether a new job was left for the worker.

    Findings that are a little old are let be, unless they are wanted `at_once`; a job that failed is tried again
    only then.
    """
    refuse(wish.faults())
    row = find_study(run, key)
    studies.hold(run, row.id)
    now = bench.now()
    shown = look(run, key, wish)
    if shown.state in ("fresh", "working") or (shown.state == "failed" and not at_once):
        return shown, False
    if (
        shown.kept is not None
        and not at_once
        and shown.kept.version == __version__
        and not _has_rested(shown.kept, now)
    ):
        return shown, False
    jobs.forget(run, kind=FINDINGS_JOB, before=now - KEEP_JOBS_US)
    uid = bench.new_id()
    jobs.add(run, uid=uid, kind=FINDINGS_JOB, args=job_args(key, wish), now=now)
    return ResultsState("working", shown.kept, shown.newer, uid), True


def _has_rested(kept: Kept, now: int) -> bool:
    return now - kept.computed_at >= max(REST_US, REST_TIMES * kept.took_ms * 1000)


def read_wish(document: dict[str, Any]) -> ResultsOptions:
    return ResultsOptions(**{**document, "without": tuple(document.get("without", ()))})


def compute(bench: Workbench, key: str, wish: ResultsOptions) -> Kept:
    """Compute findings and keep them. Only the worker and the command line do this."""
    from jurybox.analysis import Options, analyse
    from jurybox.studies.results.table import TableWish, table_of, with_decisions
    from jurybox.studies.study import load_view

    begun = bench.world.timer()
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        state = log.state_of(run, view.id)
        table = table_of(run, view, TableWish(wish.half_is_zero))
        if wish.decisions:
            table = with_decisions(run, view, table, TableWish(wish.half_is_zero))
    options = Options(
        level=wish.level,  # type: ignore[arg-type]
        pool=wish.pool,
        cluster_rule=wish.cluster_rule,
        full=wish.full,
        by=wish.by,
        without=wish.without,
        resample=wish.resample,
        raters=wish.raters,  # type: ignore[arg-type]
        position=wish.position,
        decisions=wish.decisions,
    )
    document = to_json(analyse(table, options))
    took = int(1000 * (bench.world.timer() - begun))
    kept = Kept(
        version=__version__,
        study_version=state.study_version,
        last_seq=state.last_seq,
        judgements=state.judgements,
        computed_at=bench.now(),
        took_ms=took,
        document=document,
    )
    bench.database.write(lambda run: findings.keep(run, kept, study=view.id, settings_hash=wish.hash()))
    return kept


def to_json(findings: "Findings") -> str:
    import msgspec

    return msgspec.json.encode(findings, enc_hook=lambda number: number.item()).decode()


def from_json(document: str) -> "Findings":
    """Findings as they were kept. Loads no numpy."""
    import msgspec

    from jurybox.analysis import FindingList, Findings, show_with
    from jurybox.studies.results.notebook import notebook_html

    def listed(kind: type, given: object) -> object:
        return FindingList(msgspec.convert(given, list[get_args(kind)[0]]))  # type: ignore[misc]

    show_with(notebook_html)
    return msgspec.json.decode(document.encode(), type=Findings, dec_hook=listed)
