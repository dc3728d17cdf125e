"""What all question types share: an id, a prompt, what they are about, and how an answer is checked."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from jurybox.core.errors import Fault
from jurybox.core.model import Model, Name
from jurybox.core.text import Text

LARGEST = 2**53
About = Literal["unit", "segment", "candidate"]


@dataclass(frozen=True, slots=True)
class Frame:
    """What one rater was shown in one stage: the targets that can be answered about, and the texts to mark."""

    candidates: tuple[str, ...] = ("A",)
    segments: tuple[str, ...] = ()
    text_length: Callable[[str, str], int | None] = lambda field, target: None
    """(field, target) -> length of that text in code points, or None when it was not shown."""

    def targets(self, about: About) -> tuple[str, ...]:
        if about == "unit":
            return ("unit",)
        return self.segments if about == "segment" else self.candidates


class QuestionBase(Model):
    id: Name
    prompt: Text
    help: Text | None = None
    about: About = "candidate"
    required: bool = True

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
        """Every way in which `value` is no answer to this question. `where` is relative to the answer."""
        raise NotImplementedError(f"{type(self).__name__} has no check")

    def number(self, value: Any) -> float | None:
        """The answer as one number for the flat table, where it is one."""
        return None

    def apart(self, value: Any, other: Any) -> float | None:
        """How many steps lie between two sound answers; None where they are not to be compared."""
        return 0 if value == other else math.inf

    def duplicates(self) -> Iterator[tuple[str, str]]:
        """Ids or values that stand twice inside this question, as (path, what)."""
        return iter(())


def is_number(value: Any) -> bool:
    """A real number of a size that a float holds exactly; True, NaN and 10**400 are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST


def unknown(code: str, given: Any, allowed: Any, where: str = "") -> Fault:
    """The fault for a name that is not on a list; it carries the list."""
    return Fault(code, where, given, allowed)


def twice(path: str, values: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield (path of the later one, value) for each value that stands twice."""
    seen: set[Any] = set()
    for i, value in enumerate(values):
        if value in seen:
            yield path.format(i), str(value)
        seen.add(value)
