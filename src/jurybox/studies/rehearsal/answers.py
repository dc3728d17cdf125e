"""What a pretend rater of a rehearsal answers: anything sound, by a quality that each system is given.

It asks no question for its type: of all that an answer could look like, it takes the first without a fault.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from jurybox.core.questions import Frame, QuestionBase, parts_of

NOISE = 0.18
"""How far pretend raters lie apart, as a share of the scale."""
MOST_MARKED = 6
"""So many words are marked in about the worst of texts."""
WORD = re.compile(r"\w+")


def qualities(systems: Sequence[str]) -> dict[str, float]:
    """A quality for each system, evenly from a quarter to three quarters of the scale.

    >>> qualities(["a", "b", "c"])
    {'a': 0.25, 'b': 0.5, 'c': 0.75}
    """
    steps = max(1, len(systems) - 1)
    return {name: 0.25 + 0.5 * n / steps for n, name in enumerate(systems)}


def pretend(
    question: QuestionBase, target: str, frame: Frame, by_letter: Mapping[str, float], chance: random.Random
) -> object | None:
    """An answer, or None where nothing sound was found."""
    quality = by_letter.get(parts_of(target)[0], next(iter(by_letter.values())))
    ways = _ways(question, quality, by_letter, chance)
    if question.edited_field is not None:
        ways = _edited(frame.text(question.edited_field, target) or "", quality, chance)
    elif question.marked_field is not None:
        ways = iter([_marked(question, target, frame, quality, chance), []])
    return next((one for one in ways if _is_sound(question, one, target, frame)), None)


def _is_sound(question: QuestionBase, value: object, target: str, frame: Frame) -> bool:
    return next(iter(question.faults(value, target, frame)), None) is None


def _edited(text: str, quality: float, chance: random.Random) -> Iterator[object]:
    """Another word in place of some, the fewer the better the text; where none is to be changed, that is said."""
    words = text.split()
    share = min(max(0.8 * (1 - quality) + chance.gauss(0, NOISE), 0.0), 1.0)
    places = set(chance.sample(range(len(words)), round(share * len(words))))
    if not places:
        yield {"text": text, "unchanged": True}
    yield {"text": " ".join("…" if n in places else word for n, word in enumerate(words))}
    yield {"text": f"{text} …"}


def _marked(
    question: QuestionBase, target: str, frame: Frame, quality: float, chance: random.Random
) -> list[dict[str, object]]:
    """Some words, the fewer the better the text, each with any label that it may have."""
    words = [found.span() for found in WORD.finditer(frame.text(question.marked_field or "", target) or "")]
    many = round(MOST_MARKED * (1 - quality + chance.gauss(0, NOISE)))
    places = sorted(chance.sample(words, max(0, min(many, len(words)))))
    found = [_mark(question, target, frame, place, chance) for place in places]
    return [mark for mark in found if mark is not None]


def _mark(
    question: QuestionBase, target: str, frame: Frame, place: tuple[int, int], chance: random.Random
) -> dict[str, object] | None:
    """The first way to mark a word that is without a fault."""
    names, weights = question.names(), question.weight_names()
    for name in chance.sample(names, len(names)):
        plain: dict[str, object] = {"start": place[0], "end": place[1], "label": name.id}
        ways = [plain, *({**plain, "weight": one.id} for one in chance.sample(weights, len(weights)))]
        for mark in [*ways, *({**way, "reason": "…"} for way in ways)]:
            if _is_sound(question, [mark], target, frame):
                return mark
    return None


def _ways(
    question: QuestionBase, quality: float, by_letter: Mapping[str, float], chance: random.Random
) -> Iterator[object]:
    if question.measure().is_number:
        yield _number(question, quality, chance)
    felt = {letter: own + chance.gauss(0, NOISE) for letter, own in by_letter.items()}
    order = sorted(felt, key=lambda letter: -felt[letter])
    yield {"better": order[0]}
    yield [[letter] for letter in order]
    yield [group for group in ([order[0]], order[1:-1], order[-1:]) if group]
    names = [one.id for one in question.names() if not one.opens_text]
    chosen = names[: 1 + (chance.random() > quality)]
    if chance.random() > quality:
        yield chosen
        yield [{"id": name} for name in chosen]
    yield []
    yield chosen
    yield [{"id": name} for name in chosen]
    yield "…"


def _number(question: QuestionBase, quality: float, chance: random.Random) -> float:
    measure = question.measure()
    share = min(max(quality + chance.gauss(0, NOISE), 0.0), 1.0)
    if measure.labels:
        values = sorted(measure.labels)
        return values[round(share * (len(values) - 1))]
    step, lowest = measure.step, measure.lowest or 0.0
    highest = measure.highest if measure.highest is not None else lowest + 10 * step
    if question.sum_of is not None:
        return lowest
    return lowest + round(share * (highest - lowest) / step) * step
