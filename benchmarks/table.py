"""What the benchmarks print: one table, with the goal beside every number that has one."""

from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.load import Result

COLUMNS = ("measured", "result", "goal", "", "median ms", "p99 ms", "server CPU ms", "other CPU")


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    result: str
    goal: str = ""
    is_met: bool | None = None
    load: Result | None = None

    def cells(self) -> tuple[str, ...]:
        met = {None: "", True: "met", False: "missed"}[self.is_met]
        return (self.name, self.result, self.goal, met, *_of_load(self.load))


def _of_load(load: Result | None) -> tuple[str, ...]:
    if load is None:
        return ("",) * 4
    return f"{load.median_ms:.2f}", f"{load.p99_ms:.2f}", f"{load.server_ms:.3f}", f"{load.others + load.stolen:.2f}"


def at_least(name: str, value: float, goal: float, unit: str, load: Result | None = None) -> Line:
    return Line(name, f"{_number(value)}{unit}", f"≥ {_number(goal)}{unit}", value >= goal, load)


def at_most(name: str, value: float, goal: float, unit: str, load: Result | None = None) -> Line:
    return Line(name, f"{_number(value)}{unit}", f"≤ {_number(goal)}{unit}", value <= goal, load)


def only(name: str, value: float, unit: str, load: Result | None = None) -> Line:
    return Line(name, f"{_number(value)}{unit}", load=load)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2f}"


def markdown(lines: Iterable[Line]) -> str:
    rows = [COLUMNS, tuple("---" for _ in COLUMNS), *(line.cells() for line in lines)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"
