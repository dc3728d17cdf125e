"""Pretend raters for the demonstration: answers drawn around a known quality, the same ones every time."""

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurybox.core import Stage
from jurybox.core.questions import (
    Choice,
    Comment,
    Edit,
    Marks,
    Preference,
    QuestionBase,
    Ranking,
    Scale,
    Slider,
    Stepper,
    Tags,
    for_every_type,
)
from jurybox.exchange.files import read_rows

BEST = 5
"""Quality goes from 1 to this."""

Quality = Mapping[str, str]
Qualities = Mapping[tuple[str, str, str], Quality]
"""By item, system and segment ("" without segments)."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a pretend rater has before them, unblinded: letters with the systems behind them."""

    item: str
    systems: Mapping[str, str]
    segments: range
    """The numbers of those that are rated."""
    by_rule: Collection[tuple[str, str]]
    purpose: str


def read_qualities(path: Path) -> Qualities:
    """quality.csv: id, system, perhaps segment; `quality`, and columns with the names of questions."""
    rows = ({name: str(cell) for name, cell in row.values.items()} for row in read_rows(path))
    return {(row["id"], row["system"], row.get("segment") or ""): row for row in rows}


@dataclass(frozen=True, slots=True)
class PretendRater:
    """`severity` goes from -1 (mild) to 1 (severe)."""

    name: str
    severity: float
    qualities: Qualities

    def answers(self, stage: Stage, seen: Seen) -> dict[str, dict[str, Any]]:
        """Answers to every question of a stage that this rater knows how to answer and no rule does."""
        found: dict[str, dict[str, Any]] = {}
        for question in stage.ask:
            cells = {
                target: value
                for target, quality in self._targets(question, seen)
                if (question.id, target) not in seen.by_rule
                and (value := self._answer(question, quality, self._chance(question.id, target, seen))) is not None
            }
            if cells:
                found[question.id] = cells
        return found

    def elapsed_ms(self, stage: str, seen: Seen) -> int:
        return int(self._chance(stage, "time", seen).lognormvariate(9.3, 0.5))

    def _chance(self, what: str, target: str, seen: Seen) -> random.Random:
        """Drawn per system and not per letter, so that nothing depends on the order shown."""
        letter, _, segment = target.partition(".")
        system = seen.systems.get(letter)
        about = f"{system}.{segment}" if system and segment else system or (*seen.systems.values(), target)
        return random.Random(f"{self.name}|{seen.item}|{about}|{what}|{seen.purpose}")

    def _targets(self, question: QuestionBase, seen: Seen) -> Iterator[tuple[str, Quality]]:
        if question.about == "candidate":
            for letter, system in seen.systems.items():
                yield letter, self.qualities[seen.item, system, ""]
        elif question.about == "segment":
            (system,) = seen.systems.values()
            for number in seen.segments:
                yield str(number), self.qualities[seen.item, system, str(number)]
        elif question.about == "output":
            for number in seen.segments:
                for letter, system in seen.systems.items():
                    yield f"{letter}.{number}", self.qualities[seen.item, system, str(number)]

    def _answer(self, question: QuestionBase, quality: Quality, chance: random.Random) -> Any:
        """A value, or None where a pretend rater has nothing to say."""
        return PRETENDING[type(question)](question, quality, self.severity, chance)


def _level(question: Scale, quality: Quality, severity: float, chance: random.Random) -> Any:
    levels = sorted(level.value for level in question.levels)
    share = (float(quality.get(question.id) or quality["quality"]) - 1) / (BEST - 1)
    wish = share * (len(levels) - 1) - 0.6 * severity + chance.gauss(0, 0.55)
    return levels[min(max(round(wish), 0), len(levels) - 1)]


def _steps(question: Stepper, quality: Quality, severity: float, chance: random.Random) -> float:
    wish = float(quality[question.id]) - 0.3 * severity + chance.choice((0, 0, 0, 0.5, -0.5))
    return question.min + max(0, round((wish - question.min) / question.step)) * question.step


def _tags(question: Tags, quality: Quality, severity: float, chance: random.Random) -> list[dict[str, str]]:
    """Most of the tags that apply, and now and then one that does not."""
    known = question.all_tags()
    found = [tag for tag in quality["tags"].split() if tag in known and chance.random() < 0.85 + 0.1 * severity]
    if chance.random() < 0.06 * (1 + severity):
        found.append(chance.choice([tag.id for tag in known.values() if not tag.opens_text]))
    return [{"id": tag} for tag in dict.fromkeys(found)]


def _tick(question: Choice, quality: Quality, severity: float, chance: random.Random) -> list[str]:
    likely = 0.9 if quality[question.id] == "1" else 0.1
    return [question.options[0].id] if chance.random() < likely - severity / 10 else []


def _nothing(question: QuestionBase, quality: Quality, severity: float, chance: random.Random) -> None:
    """The demonstration asks for no answer of this type, or for none that is required."""


PRETENDING: dict[type[QuestionBase], Callable[[Any, Quality, float, random.Random], Any]] = for_every_type(
    {
        Scale: _level,
        Slider: _nothing,
        Stepper: _steps,
        Tags: _tags,
        Marks: _nothing,
        Preference: _nothing,
        Ranking: _nothing,
        Choice: _tick,
        Comment: _nothing,
        Edit: _nothing,
    }
)
