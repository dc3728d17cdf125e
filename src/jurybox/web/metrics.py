"""Numbers for who watches a server, in the text format of Prometheus; of this process alone, and of no person."""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterator

from jurybox.studies import Counts
from jurybox.web.connections import ended

BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
MOST_FAILURES = 50
KINDS = {"rate": "rater", "api": "api", "static": "static"}

answers: Counter[tuple[str, int]] = Counter()
"""By what was asked for, and the hundred of the status."""
took = [0] * (len(BOUNDS_S) + 1)
"""Requests of raters, by how long they took; the last is longer than all bounds."""
total_s = [0.0]
failures: "deque[dict[str, object]]" = deque(maxlen=MOST_FAILURES)
"""What went wrong last, as it was logged."""


def count(path: str, status: int, seconds: float) -> None:
    """One answer was given."""
    kind = KINDS.get(path[1:].partition("/")[0], "page")
    answers[kind, status // 100] += 1
    if kind == "rater":
        took[bisect_left(BOUNDS_S, seconds)] += 1
        total_s[0] += seconds


def lines(counts: Counts | None, connections: int, worker_deaths: int) -> Iterator[str]:
    """All numbers; those of the database are left out where it does not answer."""
    yield from _counter("jurybox_answers_total", "Answers by what was asked for and the hundred of their status.")
    for (kind, hundred), number in sorted(answers.items()):
        yield f'jurybox_answers_total{{kind="{kind}",status="{hundred}xx"}} {number}'
    yield "# HELP jurybox_rater_seconds How long requests of raters took."
    yield "# TYPE jurybox_rater_seconds histogram"
    so_far = 0
    for bound, number in zip((*map(str, BOUNDS_S), "+Inf"), took, strict=True):
        so_far += number
        yield f'jurybox_rater_seconds_bucket{{le="{bound}"}} {so_far}'
    yield f"jurybox_rater_seconds_sum {total_s[0]:.6f}"
    yield f"jurybox_rater_seconds_count {so_far}"
    yield from _counter("jurybox_connections_ended_total", "Connections that were ended by a limit.")
    for why, number in sorted(ended.items()):
        yield f'jurybox_connections_ended_total{{why="{why}"}} {number}'
    yield from _counter("jurybox_worker_deaths_total", "Workers that ended before their work did.")
    yield f"jurybox_worker_deaths_total {worker_deaths}"
    gauges = {"connections": (connections, "Connections that are open.")}
    if counts is not None:
        gauges |= {
            "studies": (counts.studies, "Studies."),
            "open_studies": (counts.open_studies, "Studies that are open to raters."),
            "jobs_waiting": (counts.jobs_waiting, "Jobs that wait for the worker."),
            "free_megabytes": (counts.free_mb, "Space left beside the data folder."),
        }
    gauges["database_up"] = (int(counts is not None), "Whether the database answers.")
    for name, (value, help) in gauges.items():
        yield f"# HELP jurybox_{name} {help}"
        yield f"# TYPE jurybox_{name} gauge"
        yield f"jurybox_{name} {value}"


def _counter(name: str, help: str) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} counter"
