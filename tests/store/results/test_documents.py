"""Documents in results: scores of outputs feed their systems, and the document is what is drawn by chance."""

import json
from typing import Any

import numpy as np
import pytest

from jurybox.analysis import Findings, analyse
from jurybox.exchange.ratings import RatingsReading, read_ratings
from jurybox.protocols import LoadedProtocol, load_protocol
from jurybox.studies.carry.export import export_lines
from jurybox.studies.results.table.read import study_table
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.documents import contrastive, document_lines, said_of
from tests.fixtures.studies import Played, open_study

LENGTHS = {"doc-1": 4, "doc-2": 1, "doc-3": 7, "doc-4": 2, "doc-5": 3, "doc-6": 5}
SCORES = [
    {"id": "score", "rule": "value", "of": "score"},
    {"id": "penalty", "rule": "marks", "of": "errors", "better": "lower"},
]
Told = dict[tuple[str, str, int, int], tuple[float, float]]
"""By document, system, segment and rater: the score, and what the marks weigh."""


def played(
    bench: Workbench, protocol: LoadedProtocol | None = None, asked: str = "score", **changes: Any
) -> tuple[Played, Told]:
    """Two raters of all documents, whose answers are drawn; what they said, by the names that they never see."""
    protocol = protocol or contrastive(scores=SCORES, **changes)
    study = open_study(bench, document_lines(LENGTHS, "abc"), protocol, quorum=2)
    rng, told = np.random.default_rng(5), Told()
    names = {
        str(id): name
        for id, name in sql(bench, "SELECT c.id, s.name FROM candidate c JOIN system s ON s.id = c.system_id")
    }
    for rater in range(2):
        person = study.rater()
        while units := person.next():
            packet = units[0]
            answers: dict[str, Any] = said_of(packet)
            shown = f"SELECT candidates FROM assignment WHERE uid = '{packet['assignment']}'"
            order = dict(zip("ABC", json.loads(sql(bench, shown)[0][0]), strict=True))
            answers[asked] = answers.pop("score")
            for target in answers[asked]:
                letter, number = target.split(".")
                system = names[str(order[letter])]
                score = float(rng.integers(0, 60) + 20 * "abc".index(system[-1]))
                marks = [
                    {"start": n, "end": n + 2, "label": "error", "weight": "major"} for n in range(rng.integers(0, 3))
                ]
                answers[asked][target], answers["errors"][target] = score, marks
                told[study.item_of(packet), system, int(number), rater] = score, 5.0 * len(marks)
            person.submit(packet, answers=answers)
    return study, told


def means(told: Told, place: int) -> dict[str, float]:
    """By system: the mean over documents of the mean over their segments and raters."""
    found = {}
    for name in sorted({system for _, system, _, _ in told}):
        of_documents = [
            np.mean([said[place] for (doc, system, _, _), said in told.items() if (doc, system) == (key, name)])
            for key in LENGTHS
        ]
        found[name] = float(np.mean(of_documents))
    return found


def ranked(found: Findings, question: str) -> dict[str, float]:
    """By system, in the order of their names."""
    means = [one for one in found.ranking if one.question == question and one.by is None]
    return {one.system: one.mean or 0.0 for one in sorted(means, key=lambda one: one.system)}


def test_scores_and_marks_of_segments_make_the_mean_of_a_system(bench: Workbench) -> None:
    study, told = played(bench)
    found = analyse(study_table(bench, study.key))
    for place, question in enumerate(("score", "penalty")):
        assert ranked(found, question) == pytest.approx(means(told, place))


def test_esa_contrastive_ranks_by_the_mean_over_documents(bench: Workbench) -> None:
    study, told = played(bench, load_protocol("esa-contrastive"), asked="quality")
    found = analyse(study_table(bench, study.key))
    for place, score in enumerate(("quality", "penalty")):
        expected = means(told, place)
        assert ranked(found, score) == pytest.approx(expected)
        best = (min if score == "penalty" else max)(expected, key=lambda system: expected[system])
        assert [one.system for one in found.ranking if one.question == score and one.rank == 1] == [best]


def test_a_document_is_one_draw_however_many_segments_it_has(bench: Workbench) -> None:
    study, told = played(bench)
    table = study_table(bench, study.key)
    assert table.items == tuple(LENGTHS)
    (column,) = (one for one in table.ratings if one.asked.id == "score")
    assert len(column.value) == len(told) == 2 * 3 * sum(LENGTHS.values())
    assert table.unit_names is not None
    assert {name for name in table.unit_names if name.startswith("doc-4")} == {"doc-4 #1", "doc-4 #2"}
    comparison = analyse(study_table(bench, study.key)).comparisons[0]
    assert comparison.items == len(LENGTHS)


def test_windows_give_the_same_numbers_as_whole_documents(bench: Workbench) -> None:
    windows = {"segments": "all", "candidates": "all", "window": {"size": 2, "before": 1, "after": 1}}
    study, told = played(bench, unit=windows)
    found = analyse(study_table(bench, study.key))
    assert ranked(found, "score") == pytest.approx(means(told, 0))


def test_the_export_says_which_output_each_answer_is_about_and_gives_the_same_numbers(bench: Workbench) -> None:
    study, told = played(bench)
    path = bench.folder / "export.csv"
    path.write_bytes(b"".join(export_lines(bench, study.key, "csv")))
    rows = [json.loads(line) for line in b"".join(export_lines(bench, study.key, "jsonl")).splitlines()]
    said = [row for row in rows if row["question"] == "score"]
    assert {(row["item"], row["system"], int(row["target"].rpartition(".")[2])) for row in said} == {
        key[:3] for key in told
    }
    again = analyse(read_ratings([path], RatingsReading()))
    assert ranked(again, "score") == pytest.approx(means(told, 0))
