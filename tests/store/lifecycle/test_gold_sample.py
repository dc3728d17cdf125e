"""The table of checks that a study offers to be copied is one that it takes."""

import pytest

from jurybox.studies.lifecycle import add_gold_text, gold_sample
from jurybox.studies.people import show_checks
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import Line, lines, new_study

DOCUMENT: list[Line] = [
    {"id": "doc", "segment": str(n), "system": system, "source": f"Source {n}.", "output": f"Output {system} {n}."}
    for n in (1, 2)
    for system in ("a", "b")
]


@pytest.mark.parametrize("protocol", ["da", "esa", "mqm", "title"])
def test_the_sample_is_taken_as_it_stands(bench: Workbench, protocol: str) -> None:
    table = lines(2, "ab")
    new_study(bench, table, protocol)
    assert add_gold_text(bench, "study", "checks.tsv", gold_sample(bench, "study").encode(), "Ada") == 1


def test_of_a_document_every_segment_of_every_system_has_its_own_answers(bench: Workbench) -> None:
    study = new_study(bench, DOCUMENT, "esa-contrastive")
    sample = gold_sample(bench, "study")
    assert sample.splitlines()[0].split("\t")[:3] == ["id", "system", "segment"]
    assert len(sample.splitlines()) == 5
    assert add_gold_text(bench, "study", "checks.tsv", sample.encode(), "Ada") == 1
    assert len(show_checks(bench, study.key).checks) == 1


def test_an_empty_study_offers_none(bench: Workbench) -> None:
    new_study(bench, lines(1, "a"))
    assert gold_sample(bench, "study").count("\n") == 2
