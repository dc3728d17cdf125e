"""Documents in files: ratings of earlier studies, Label Studio."""

from pathlib import Path

from jurybox.exchange.label_studio import labeling_of
from jurybox.studies.carry import RatingsSource
from jurybox.studies.carry.export import export_lines
from jurybox.studies.carry.ratings.read import import_ratings
from jurybox.studies.workbench import Workbench
from tests.fixtures.documents import contrastive, document_lines, said_of
from tests.fixtures.studies import open_study

LENGTHS = {"doc-1": 3, "doc-2": 2}


def test_ratings_of_documents_come_back_from_their_own_export(bench: Workbench, tmp_path: Path):
    study = open_study(bench, document_lines(LENGTHS), contrastive(), quorum=2)
    ann = study.rater()
    for score in (10, 20):
        packet = ann.one()
        answers = said_of(packet, score)
        answers["errors"]["B.2"] = [{"start": 0, "end": 4, "label": "error", "weight": "minor"}]
        ann.submit(packet, answers=answers)
    table = tmp_path / "ratings.jsonl"
    table.write_bytes(b"".join(export_lines(bench, study.key, "jsonl", texts=True)))
    told = [entry["answers"] for entry in study.log()]

    again = open_study(bench, document_lines(LENGTHS), contrastive(), key="again", quorum=2)
    import_ratings(bench, RatingsSource(table, "jsonl"), "again")

    found = [entry for entry in again.log() if entry["channel"] == "import"]
    assert [sorted(answers["score"].values(), key=str) for answers in told] == [
        sorted(entry["answers"]["score"].values(), key=str) for entry in found
    ]
    assert sum(bool(cell["value"]) for entry in found for cell in entry["answers"]["errors"].values()) == 2


def test_label_studio_gets_every_output_in_one_list_and_is_told_what_has_no_place_there():
    protocol = contrastive().protocol
    made = labeling_of(protocol, tuple(stage.show for stage in protocol.stages), "en")
    assert '<Repeater on="$outputs"' in made.xml
    assert len([lost for lost in made.lost if "hard" in lost or "whole" in lost]) == 2
