"""The results of protocols that compare, computed once more in plain numpy from what raters said."""

import itertools
import random
from typing import Any

import numpy as np
import pytest

from jurybox.studies.results import analyse_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import lines, open_study

ITEMS = 8
SYSTEMS = {"pairwise": "abc", "best-worst": "abcd", "ranking": "abcd"}
ASKED = {"pairwise": "better", "best-worst": "order", "ranking": "order"}
Voices = list[tuple[int, int, int, float]]
"""Item, two systems, and what the first one won: a point, a half, or none."""


def drawn(chance: random.Random, letters: dict[str, int]) -> list[str]:
    """The letters in an order in which later systems are mostly better."""
    return sorted(letters, key=lambda letter: chance.gauss(letters[letter], 1.5), reverse=True)


def said(name: str, chance: random.Random, letters: dict[str, int]) -> Any:
    """An answer to the question of that protocol."""
    order = drawn(chance, letters)
    if name == "pairwise":
        return {"better": chance.choice([order[0]] * 6 + ["tie", "neither"])}
    if name == "best-worst":
        return [[order[0]], sorted(order[1:-1]), [order[-1]]]
    return [[order[0]], order[1:3], order[3:]] if chance.random() < 0.3 else [[letter] for letter in order]


def won(name: str, value: Any, letters: dict[str, int]) -> list[tuple[int, int, float]]:
    """What an answer says of two systems at a time; best-worst says nothing of the two in the middle."""
    if name == "pairwise":
        (a, first), (_, second) = letters.items()
        return [(first, second, 0.5 if value["better"] in ("tie", "neither") else float(value["better"] == a))]
    place = {letters[letter]: n for n, group in enumerate(value) for letter in group}
    return [
        (i, j, 0.5 if place[i] == place[j] else float(place[i] < place[j]))
        for i, j in itertools.combinations(sorted(place), 2)
        if not (name == "best-worst" and place[i] == place[j])
    ]


def played(bench: Workbench, name: str) -> Voices:
    """Three raters of every unit, and what they said by the numbers of items and systems that they never see."""
    table = lines(ITEMS, SYSTEMS[name])
    if name == "pairwise":
        table = [{"prompt": line.pop("source"), **line} for line in table]
    study = open_study(bench, table, name, quorum=3)
    chance, voices = random.Random(1952), Voices()
    for _ in range(3):
        rater = study.rater()
        while units := rater.next():
            texts = {one["letter"]: one["fields"]["output"].split() for one in units[0]["candidates"]}
            letters = {letter: "abcd".index(words[1]) for letter, words in texts.items()}  # "Output a of 3"
            value = said(name, chance, letters)
            rater.submit(units[0], answers={ASKED[name]: {"unit": value}})
            voices += [(int(texts["A"][3]), *pair) for pair in won(name, value, letters)]
    return voices


def strengths(voices: Voices, n: int) -> np.ndarray:
    """The most likely log-strengths of Davidson's model, found by walking uphill."""
    first, second = np.array([[i, j] for _, i, j, _ in voices]).T
    point = np.array([one[3] for one in voices])
    strength, tie = np.zeros(n), 0.0
    for _ in range(4000):
        lead = (strength[first] - strength[second]) / 2
        parts = np.stack([np.exp(lead), np.exp(np.full_like(lead, tie)), np.exp(-lead)])
        p = parts / parts.sum(axis=0)
        slope = point - p[0] - p[1] / 2
        uphill = np.bincount(first, slope, n) - np.bincount(second, slope, n)
        strength = strength + 2 * uphill / len(voices)
        tie += 2 * float((point == 0.5).sum() - p[1].sum()) / len(voices) if (point == 0.5).any() else -1.0
    return strength - strength.mean()


def points(voices: Voices, n: int) -> np.ndarray:
    """The mean over items of what a system won on each."""
    cells = [[[] for _ in range(ITEMS)] for _ in range(n)]  # type: list[list[list[float]]]
    for item, first, second, point in voices:
        cells[first][item].append(point)
        cells[second][item].append(1 - point)
    return np.array([[np.mean(cell) for cell in row] for row in cells]).mean(axis=1)


@pytest.mark.parametrize("name", SYSTEMS)
def test_strengths_are_those_of_davidsons_model_and_points_the_mean_over_items(bench: Workbench, name: str) -> None:
    n = len(SYSTEMS[name])
    voices = played(bench, name)
    raters_of_each = {"pairwise": ITEMS * 3 * 3, "best-worst": None, "ranking": ITEMS * 3 * 6}[name]
    assert len(voices) == (raters_of_each or len(voices))
    found = analyse_study(bench, "study")
    ranked = {one.system.removeprefix("system-"): one for one in found.ranking if one.question == ASKED[name]}
    expected = strengths(voices, n)
    assert [ranked[s].strength for s in SYSTEMS[name]] == pytest.approx(expected, abs=1e-5)
    assert [ranked[s].mean for s in SYSTEMS[name]] == pytest.approx(points(voices, n))
    assert sorted(ranked, key=lambda s: ranked[s].rank or 9) == [SYSTEMS[name][k] for k in np.argsort(-expected)]
