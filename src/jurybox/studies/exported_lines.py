"""Answers as cells, and the quick way to write a million of them as csv."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from jurybox.core.questions import Marks, Preference, Ranking
from jurybox.core.times import rfc3339
from jurybox.exchange.export import COLUMNS, Cells
from jurybox.store.export import Logged
from jurybox.store.statement import Row
from jurybox.studies.exported import Log, Said

MINUTE_US = 60_000_000
END = "\r\n"
_from_json = msgspec.json.Decoder().decode


def quick_lines(log: Log, between: str) -> Iterator[bytes]:
    """Each page of the log as csv or tsv, as long_table would write its rows, in a third of the time.

    Only what people wrote is looked at for formulas and quotes; what is the same for all rows of a judgement is
    written once; numbers, which most answers are, go the short way.
    """
    writer = _Writer(log, between)
    yield between.join(COLUMNS).encode() + END.encode()
    for page in log.pages():
        lines: list[str] = []
        for row in page:
            writer.write(row, lines)
        yield "".join(lines).encode()


class _Writer:
    def __init__(self, log: Log, between: str) -> None:
        self.log, self.between, self.cell, self.time = log, between, Cells(between), Times()
        view = log.view
        self.head = between.join((view.row.key, view.protocol.name, ""))
        self.tail = between.join(["%s"] * 11)
        self.stages, self.pilot_seq = [stage.id for stage in view.protocol.stages], view.row.pilot_seq

    def write(self, row: Row, lines: list[str]) -> None:
        (seq, id, stage, answers, cannot, comment, supersedes, standing, channel, answered, received, elapsed, member,
         _, purpose, example, _, key, group) = row  # fmt: skip
        cell, time, _b = self.cell, self.time, self.between
        if example is not None:
            key = self.log.item(Logged._make(row))
        first = f"{self.head}{cell(key)}{_b}{cell(group)}{_b}"
        about = f"{_b}{self.log.raters[member]}{_b}{self.stages[stage]}{_b}"
        last = self.tail % (
            purpose, standing, seq <= self.pilot_seq, seq, id, supersedes or "", time(answered) or "",
            time(received) or "", "" if elapsed is None else elapsed, channel, "" if comment is None else cell(comment),
        )  # fmt: skip
        if cannot is not None or example is not None:
            self._others(self.log.said(Logged._make(row)), first, about, last, lines)
            return
        said = _from_json(answers)
        for question, asked, of_candidate in self.log.asked[stage]:
            if asked not in said:
                continue
            for target, given in said[asked].items():
                value = given.get("value")
                if of_candidate and (value.__class__ is int or value.__class__ is float):
                    reason = cell(given["reason"]) if "reason" in given else ""
                    rest = f"{about}{asked}{_b}c{target}{_b}{value}{_b}{reason}{_b}{given['by']}{_b}{last}{END}"
                    for name in self.log.makers.of(int(target)):
                        lines.append(f"{first}{cell(name)}{rest}")
                else:
                    one = self.log.answer(Logged._make(row), question, of_candidate, target, given)
                    self._others([one], first, about, last, lines)

    def _others(self, answers: list[Said], first: str, about: str, last: str, lines: list[str]) -> None:
        """What is no number of a candidate."""
        for said in answers:
            value, text, by = told(self.log, said)
            shown = self.cell(value) if isinstance(value, str) else "" if value is None else str(value)
            cells = (said.id, said.target, shown, self.cell(text), by, last)
            rest = about + self.between.join(cells) + END
            lines += [f"{first}{self.cell(name)}{rest}" for name in said.systems]


class Times:
    """Stored times as people read them, mostly a little later than the one before."""

    def __init__(self) -> None:
        self._minute, self._written = -1, ""

    def __call__(self, micros: int | None) -> str | None:
        if micros is None:
            return None
        minute = micros // MINUTE_US
        if minute != self._minute:
            self._minute, self._written = minute, rfc3339(minute * MINUTE_US)[:17]
        rest = micros - minute * MINUTE_US
        return "%s%02d.%06dZ" % (self._written, rest // 1_000_000, rest % 1_000_000)  # noqa: UP031 (half the time)


def told(log: Log, said: Said) -> tuple[Any, str | None, str]:
    """The cells value, text and by."""
    cell, question = said.cell, said.question
    if "cannot" in cell:
        return None, cell["cannot"], "cannot"
    value = cell["value"]
    if isinstance(question, Preference | Ranking):
        return json.dumps(log.order(value, said.candidates), ensure_ascii=False), None, cell["by"]
    if value == [] and isinstance(question, Marks):
        return "[]", None, cell["by"]
    return *value_and_text(cell), cell["by"]


def value_and_text(cell: dict[str, Any]) -> tuple[Any, str | None]:
    if "cannot" in cell:
        return None, cell["cannot"]
    value, reason = cell["value"], cell.get("reason")
    if isinstance(value, (int, float)):
        return value, reason
    if isinstance(value, str):
        return None, value
    if (
        isinstance(value, list)
        and value
        and all(isinstance(entry, dict) and set(entry) <= {"id", "text"} for entry in value)
    ):
        texts = [entry["text"] for entry in value if entry.get("text")]
        return "|".join(entry["id"] for entry in value), "\n".join(texts) or None
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return "|".join(value), reason
    return json.dumps(value, ensure_ascii=False), reason
