"""The results of the field's own protocols, computed once more in plain numpy from what raters said."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.results import analyse_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import lines, open_study

CATEGORIES = {
    "accuracy": ("addition", "omission", "mistranslation", "untranslated"),
    "fluency": ("punctuation", "spelling", "grammar", "register"),
}
Marks = list[dict[str, Any]]


def marks(chance: random.Random, labels: list[str], weights: list[str]) -> Marks:
    """Some errors, or none; what is no translation can only be major, and an error of the source only neutral."""
    only = {"non-translation": "major", "source-error": "neutral"}
    found: Marks = []
    for _ in range(chance.randrange(4)):
        label = chance.choice(labels)
        found.append({"start": 0, "end": 3, "label": label, "weight": only.get(label, chance.choice(weights))})
    return found


MQM = [*CATEGORIES["accuracy"], *CATEGORIES["fluency"], "awkward", "source-error", "non-translation"]
CRITERIA = ("helpful", "fitting", "correct", "clear")
WORDS_PUT_IN = (0, 1, 3)


def edited(chance: random.Random, text: str) -> dict[str, Any]:
    """Some words put in before "output a of 3"; where there are none, that is said."""
    more = chance.choice(WORDS_PUT_IN)
    return {"corrected": {"text": "new " * more + text, **({} if more else {"unchanged": True})}}


def words_put_in(said: dict[str, Any]) -> int:
    return str(said["corrected"]["text"]).count("new ")


SAYING: dict[str, Callable[[random.Random, str], dict[str, Any]]] = {
    "mqm": lambda chance, text: {"errors": marks(chance, MQM, ["minor", "major", "neutral"])},
    "esa": lambda chance, text: {
        "spans": marks(chance, ["error"], ["minor", "major"]),
        "quality": chance.randrange(101),
    },
    "sqm": lambda chance, text: {"quality": chance.randrange(7)},
    "da": lambda chance, text: {"adequacy": chance.randrange(101)},
    "adequacy-fluency": lambda chance, text: {question: chance.randint(1, 5) for question in ("adequacy", "fluency")},
    "conversation": lambda chance, text: {question: chance.randint(1, 5) for question in CRITERIA},
    "post-editing": edited,
}


def by_wmt(mark: dict[str, Any]) -> float:
    """The weights as the WMT campaigns publish them."""
    if mark["weight"] == "neutral":
        return 0
    if mark["label"] == "non-translation":
        return 25
    if mark["weight"] == "minor":
        return 0.1 if mark["label"] == "punctuation" else 1
    return 5


def by_severity(mark: dict[str, Any]) -> float:
    return {"neutral": 0, "minor": 1, "major": 5}[mark["weight"]]


def count_of(category: str) -> Callable[[dict[str, Any]], float]:
    return lambda said: sum(mark["label"] in CATEGORIES[category] for mark in said["errors"])


SCORES: dict[str, dict[str, Callable[[dict[str, Any]], float]]] = {
    "mqm": {
        "mqm": lambda said: sum(map(by_wmt, said["errors"])),
        "even": lambda said: sum(map(by_severity, said["errors"])),
        "accuracy-errors": count_of("accuracy"),
        "fluency-errors": count_of("fluency"),
    },
    "esa": {
        "quality": lambda said: said["quality"],
        "penalty": lambda said: sum(map(by_severity, said["spans"])),
        "errors": lambda said: len(said["spans"]),
    },
    "sqm": {"quality": lambda said: said["quality"]},
    "da": {"adequacy": lambda said: said["adequacy"]},
    "adequacy-fluency": {
        "adequacy": lambda said: said["adequacy"],
        "fluency": lambda said: said["fluency"],
    },
    "post-editing": {
        "corrected": lambda said: words_put_in(said) / len(said["corrected"]["text"].split()),
        "character-rate": lambda said: 4 * words_put_in(said) / len(said["corrected"]["text"]),
    },
    "conversation": {
        "overall": lambda said: sum(said[name] for name in CRITERIA) / 4,
        **{name: lambda said, name=name: said[name] for name in CRITERIA},  # type: ignore[misc]
    },
}
LOWER = {"mqm", "even", "accuracy-errors", "fluency-errors", "penalty", "errors", "corrected", "character-rate"}


@pytest.mark.parametrize("name", SAYING)
def test_the_ranking_is_the_mean_over_items_of_the_mean_over_raters(bench: Workbench, name: str) -> None:
    protocol = load_protocol(name)
    stages = {stage.id: stage.ask for stage in protocol.protocol.stages}
    table = lines(6, "abc")
    if name == "conversation":
        table = [{"dialogue": f"user: {line.pop('source')}", **line} for line in table]
    study = open_study(bench, table, protocol, quorum=3, merge="none", repeats=0, calibration={"on": False})
    chance, said = random.Random(16), dict[tuple[str, str], list[dict[str, Any]]]()
    for n in range(3):
        rater = study.rater()
        while units := rater.next():
            text = units[0]["candidates"][0]["fields"]["output"]  # "output a of 3" says which item and system it is
            asked = {question.id for question in stages[units[0]["stage"]]}
            answers = {id: value for id, value in SAYING[name](chance, text).items() if id in asked}
            system, item = text.split()[1], text.split()[-1]
            given = said.setdefault((system, item), [{}, {}, {}])
            given[n] |= answers
            rater.submit(units[0], answers={question: {"A": value} for question, value in answers.items()})
    assert len(said) == 18
    assert all(one for given in said.values() for one in given)

    found = analyse_study(bench, "study")
    for score, value in SCORES[name].items():
        cells = np.array([[np.mean([value(one) for one in said[s, str(i)]]) for i in range(6)] for s in "abc"])
        expected = dict(zip("abc", cells.mean(axis=1), strict=True))
        ranked = {one.system.removeprefix("system-"): one for one in found.ranking if one.question == score}
        assert {system: one.mean for system, one in ranked.items()} == pytest.approx(expected), score
        best = (min if score in LOWER else max)(expected, key=lambda system: expected[system])
        assert min(ranked, key=lambda system: ranked[system].rank or 9) == best, score
