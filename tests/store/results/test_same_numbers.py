"""The same ratings give the same numbers: as a study, as its export, and after a way through the formats of others."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jurybox.analysis import Findings
from jurybox.exchange.ratings import RatingsReading, scales_of
from jurybox.exchange.ratings.formats import FORMATS, Rating, read_file, write_file
from jurybox.studies.carry import RatingsTarget
from jurybox.studies.carry.export import export_lines
from jurybox.studies.carry.export.write import export_as
from jurybox.studies.results import analyse_study
from jurybox.studies.results.analyse import analyse_file
from jurybox.studies.workbench import Workbench
from tests.fixtures.small import CHOICE, COMMENT, MARKS, PREFERENCE, RANKING, SCALE, SLIDER, STEPPER, TAGS, TICK
from tests.fixtures.studies import Packet, Played, lines, loaded, open_study

ONE = {**CHOICE, "id": "one", "most": 1}
BEST_WORST = {**RANKING, "id": "ends", "mode": "best-worst"}
TIED = {**RANKING, "id": "tied", "ties": True}
ABOUT_ONE = (SCALE, SLIDER, STEPPER, TAGS, MARKS, CHOICE, ONE, TICK, COMMENT)
ABOUT_ALL = (PREFERENCE, RANKING, TIED, BEST_WORST)
REASONS = {**TAGS, "id": "reasons", "about": "unit"}
ABOUT_PAIRS = (PREFERENCE, REASONS)
WITHOUT_TEXTS = ("unitizing_alpha",)
"""It needs to know how long texts are, which an export without texts can't say."""
WHOLE = ("csv", "tsv", "jsonl", "xlsx", "parquet", "huggingface")
"""The formats that can hold all there is to say."""


OF_RATERS = (
    "weighted_kappa",
    "cohen_kappa",
    "percent",
    "icc",
    "icc_mean",
    "kendall_w",
    ("system-a", "system-b"),
    ("system-a", "system-c"),
    ("system-b", "system-c"),
)
"""They need to know who gave a score; differences too, where raters are not the same for all systems of an item."""


def said(question: dict[str, Any], letters: list[str], chance: random.Random) -> Any:
    """A sound answer; of a scale with five levels only three are ever used."""
    mixed = chance.sample(letters, len(letters))
    made = {
        "quality": lambda: chance.choice([3, 4, 5]),
        "percent": lambda: chance.choice([0, 5, 7.5]),
        "steps": lambda: chance.choice([0, 0.5, 2]),
        "errors": lambda: [{"id": id} for id in chance.sample(["wrong", "other", "typo"], chance.randrange(3))],
        "reasons": lambda: [{"id": id} for id in chance.sample(["wrong", "other", "typo"], chance.randrange(3))],
        "spans": lambda: [{"label": "object", "start": 0, "end": 4, "weight": "full"}][: chance.randrange(2)],
        "kinds": lambda: chance.sample(["one", "two"], chance.randint(1, 2)),
        "one": lambda: [chance.choice(["one", "two"])],
        "tick": lambda: chance.choice([[], ["yes"]]),
        "note": lambda: "well",
        "better": lambda: {"better": chance.choice([*letters, "tie"])},
        "order": lambda: [[letter] for letter in mixed],
        "tied": lambda: [mixed[:2], mixed[2:]],
        "ends": lambda: [mixed[:1], mixed[1:-1], mixed[-1:]],
    }
    return made[question["id"]]()


def played(bench: Workbench, questions: tuple[dict[str, Any], ...], seed: int, **changes: Any) -> Played:
    """Four raters of five items; now and then somebody cannot judge."""
    protocol = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": list(questions)}], **changes)
    study = open_study(bench, lines(5, "abc"), protocol, quorum=4)
    chance = random.Random(seed)
    for _ in range(4):
        rater = study.rater()
        while units := rater.next():
            rater.submit(units[0], answers=_answers(questions, units[0], chance))
    return study


def _answers(questions: tuple[dict[str, Any], ...], packet: Packet, chance: random.Random) -> dict[str, Any]:
    letters = [candidate["letter"] for candidate in packet["candidates"]]
    found: dict[str, Any] = {}
    for question in questions:
        about = ["unit"] if question in (*ABOUT_ALL, REASONS) else letters
        found[question["id"]] = {
            target: {"cannot": "Cut off."}
            if chance.random() < 0.1 and questions != ABOUT_PAIRS  # only what was compared says which two it was about
            else said(question, letters, chance)
            for target in about
        }
    return found


def numbers(findings: Findings) -> Iterator[tuple[Any, Any]]:
    """Everything that is computed of the whole, by what it is about. Raters have other names in an export."""
    for a in findings.agreement:
        if a.coefficient not in WITHOUT_TEXTS:
            yield ("agreement", a.question, a.coefficient, a.of, a.level, a.tag), (a.value, a.units, a.ratings)
    for r in findings.ranking:
        yield ("ranking", r.question, r.system), (r.mean, r.strength, r.severe, r.rank, r.ratings)
    for t in findings.tags:
        yield ("tags", t.question, t.category, t.tag, t.system), (t.rate, t.count)
    for c in findings.comparisons:
        both = tuple(sorted((c.first, c.second)))
        yield ("comparison", c.question, both), (None if c.difference is None else abs(c.difference), c.ties, c.p)


def assert_same(one: Findings, other: Findings, left_out: tuple[Any, ...] = ()) -> None:
    """`left_out` are coefficients."""
    ours, theirs = ({of: value for of, value in numbers(f) if of[2] not in left_out} for f in (one, other))
    assert set(ours) == set(theirs)
    for of, value in ours.items():
        assert value == pytest.approx(theirs[of], nan_ok=True), of


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "questions", [ABOUT_ONE, ABOUT_ALL, ABOUT_PAIRS], ids=["about one", "about all", "about pairs"]
)
def test_a_study_and_its_export_give_the_same_numbers_in_every_format_that_holds_them(
    bench: Workbench, tmp_path: Path, questions: tuple[dict[str, Any], ...], seed: int
) -> None:
    beside = "all" if questions is ABOUT_ALL else 2 if questions is ABOUT_PAIRS else 1
    together = {"unit": {"candidates": beside}}
    study = played(bench, questions, seed, **together)
    here = analyse_study(bench, study.key)
    asked = {question["id"] for question in here.questions}
    assert asked == {question["id"] for question in questions} - {"note"}
    exported = tmp_path / "export.csv"
    exported.write_bytes(b"".join(export_lines(bench, study.key, "csv", everything=True)))
    assert_same(here, analyse_file([exported]))
    for format in WHOLE:
        path = tmp_path / f"there{FORMATS[format].endings[0] if FORMATS[format].endings else ''}"
        assert export_as(bench, study.key, RatingsTarget(path, format)) == [], format
        back = tmp_path / f"{format}.csv"
        write_file(back, "csv", list(read_file(path, format)))
        assert_same(here, analyse_file([back]))


def test_the_numbers_of_a_scale_are_the_same_in_a_minimal_table_and_in_wide_ones(
    bench: Workbench, tmp_path: Path
) -> None:
    """`--scale` says what the protocol said: chance agreement depends on levels that nobody chose."""
    study = played(bench, (SCALE,), 3)
    here = analyse_study(bench, study.key)
    scale = RatingsReading(scales=scales_of(["1-5"]))
    ratings = [one for one in read_back(bench, study, tmp_path, "csv") if one.kind == "number"]
    minimal = tmp_path / "minimal.csv"
    cells = [f"{one.item},{one.system},{one.rater},quality,{one.value}" for one in ratings]
    minimal.write_text("\n".join(["item,system,rater,question,value", *cells]), encoding="utf-8")
    assert_same(here, analyse_file([minimal], scale))
    for format, of_raters in (("wide-raters", ()), ("wide-questions", ()), ("judge-bench", OF_RATERS)):
        back = tmp_path / f"{format}.csv"
        write_file(back, "csv", read_back(bench, study, tmp_path, format))
        assert_same(here, analyse_file([back], scale), of_raters)
    seen = {of: value for of, value in numbers(analyse_file([minimal])) if of[2] == "gwet_ac"}
    assert seen != {of: value for of, value in numbers(here) if of[2] == "gwet_ac"}, "levels as seen are fewer"


def read_back(bench: Workbench, study: Played, folder: Path, format: str) -> list[Rating]:
    path = folder / f"{format}-there{FORMATS[format].endings[0]}"
    export_as(bench, study.key, RatingsTarget(path, format))
    return list(read_file(path, format))


def test_the_tags_of_a_minimal_table_are_those_of_the_study(bench: Workbench, tmp_path: Path) -> None:
    study = played(bench, (CHOICE,), 4)
    ratings = [one for one in read_back(bench, study, tmp_path, "csv") if one.by != "cannot"]
    minimal = tmp_path / "minimal.csv"
    cells = [f"{one.item},{one.system},{one.rater},kinds,{'|'.join(one.labels or ())}" for one in ratings]
    minimal.write_text("\n".join(["item,system,rater,question,value", *cells]), encoding="utf-8")
    here, there = analyse_study(bench, study.key), analyse_file([minimal])
    used, found = (dict(numbers(findings)) for findings in (here, there))
    used = {
        of: value for of, value in used.items() if of[0] == "agreement" or value[1]
    }  # a tag nobody gave is not there
    assert set(used) == set(found)
    for of, value in used.items():
        assert value == pytest.approx(found[of]), of
