"""What one rater was shown in one stage, and what a question can be about."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

About = Literal["unit", "segment", "candidate", "output"]
"""What a question is about; `output` is what one candidate has of one segment. Its targets are `unit`, the number of a
segment, a letter, and a letter with the number of a segment: `A.3`."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What one rater was shown in one stage: the targets that can be answered about, and the texts to mark."""

    candidates: tuple[str, ...] = ("A",)
    segments: tuple[str, ...] = ()
    text_length: Callable[[str, str], int | None] = lambda field, target: None
    """(field, target) -> length of that text in code points, or None when it was not shown."""

    text: Callable[[str, str], str | None] = lambda field, target: None
    """(field, target) -> that text itself, for what is compared with it."""

    @classmethod
    def of_texts(
        cls, candidates: tuple[str, ...], segments: tuple[str, ...], text: Callable[[str, str], str | None]
    ) -> "Frame":
        """Of the texts themselves."""

        def length(field: str, target: str) -> int | None:
            found = text(field, target)
            return None if found is None else len(found)

        return cls(candidates, segments, length, text)

    def targets(self, about: About) -> tuple[str, ...]:
        if about == "unit":
            return ("unit",)
        if about == "output":
            return tuple(f"{letter}.{number}" for number in self.segments for letter in self.candidates)
        return self.segments if about == "segment" else self.candidates


def about_of(target: str) -> About:
    """What kind of thing a target is.

    >>> [about_of(target) for target in ("unit", "3", "A", "A.3")]
    ['unit', 'segment', 'candidate', 'output']
    """
    if target == "unit":
        return "unit"
    return "output" if "." in target else "segment" if target.isdigit() else "candidate"


def parts_of(target: str) -> tuple[str, int]:
    """The candidate and the segment of a target, where it has them.

    >>> parts_of("A.3"), parts_of("A"), parts_of("3"), parts_of("unit")
    (('A', 3), ('A', 0), ('', 3), ('', 0))
    """
    if target == "unit":
        return "", 0
    if target.isdigit():
        return "", int(target)
    candidate, _, segment = target.partition(".")
    return candidate, int(segment or 0)
