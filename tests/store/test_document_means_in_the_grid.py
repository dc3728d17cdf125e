"""Beside the scores of segments stands what they make of the document, as results take them."""

from jurybox.analysis import analyse
from jurybox.studies import show_item
from jurybox.studies.results.table.read import study_table
from jurybox.studies.workbench import Workbench
from tests.fixtures.documents import contrastive, document_lines, said_of
from tests.fixtures.studies import open_study

SCORES = {"A.1": 40, "A.2": 65, "B.1": 90, "B.2": 91}


def test_a_document_has_the_mean_of_its_segments_by_system_and_rater(bench: Workbench) -> None:
    study = open_study(bench, document_lines({"one": 2}), contrastive(), quorum=2)
    for name, more in (("Ana", 0), ("Bo", 9)):
        rater = study.rater(name)
        packet = rater.one()
        said = said_of(packet)
        said["score"] = {target: score + more for target, score in SCORES.items()}
        rater.submit(packet, answers=said)
    questions = {one["id"]: one for one in show_item(bench, "study", "one")["grid"]["questions"]}
    means = {
        row["about"]: [float(cell["value"]) for cell in row["cells"] if cell] for row in questions["score"]["means"]
    }
    assert {len(cells) for cells in means.values()} == {2}
    assert questions["errors"]["means"] == []
    found = analyse(study_table(bench, "study"))
    ranked = {one.system: one.mean for one in found.ranking if one.question == "score" and one.by is None}
    assert {system: sum(cells) / 2 for system, cells in means.items()} == ranked


def test_of_one_segment_there_is_no_mean(bench: Workbench) -> None:
    study = open_study(bench, document_lines({"one": 1}), contrastive(), quorum=1)
    ana = study.rater("Ana")
    packet = ana.one()
    ana.submit(packet, answers=said_of(packet))
    assert all(not question["means"] for question in show_item(bench, "study", "one")["grid"]["questions"])
