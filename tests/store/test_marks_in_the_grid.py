"""The grid of an item says of every mark what it is, how severe, and on which words it lies."""

from jurybox.studies import list_items, show_item
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import open_study


def test_a_mark_stands_with_its_severity_and_its_words(bench: Workbench) -> None:
    row = {"id": "one", "system": "nova", "source": "The cat sleeps.", "output": "Die Hund schläft."}
    study = open_study(bench, [row], "esa", quorum=1)
    ana = study.rater("Ana")
    packet = ana.one()
    draft = ana.draft(packet)
    marks, score = (q for q in study.view.protocol.stages[0].ask if q.type in ("marks", "slider"))
    mark = {"start": 4, "end": 8, "label": "error", "weight": "major"}
    answers = {**draft.answers, marks.id: {"A": [mark]}}
    ana.submit(packet, answers=answers)
    assert list_items(bench, "study")["items"][0]["answers"] == 1
    grid = show_item(bench, "study", "one")["grid"]
    said = next(question for question in grid["questions"] if question["id"] == marks.id)
    assert said["rows"][0]["cells"][0] is not None
    assert said["rows"][0]["cells"][0]["value"] == "Error, Major: “Hund”"
    assert score.id in {question["id"] for question in grid["questions"]}
