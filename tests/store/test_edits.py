"""Post-edited texts the whole way: counted when they come, analysed, disputed, exported, imported, in workbooks."""

import json
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.errors import Refused
from jurybox.studies import adjudicating
from jurybox.studies.adjudicating import DecisionDraft
from jurybox.studies.carry import RatingsSource, RatingsTarget
from jurybox.studies.carry.export.write import export_as, export_ratings
from jurybox.studies.carry.ratings.read import import_ratings
from jurybox.studies.carry.ratings.write import Writing
from jurybox.studies.carry.workbooks.read import read_workbooks
from jurybox.studies.carry.workbooks.write import write_workbooks
from jurybox.studies.item_view import show_item
from jurybox.studies.results.analyse import analyse_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.small import EDIT
from tests.fixtures.studies import Played, lines, loaded, open_study
from tests.fixtures.workbooks import Book

SCORES = [
    {"id": "rate", "rule": "value", "of": "edited"},
    {"id": "characters", "rule": "edits", "of": "edited", "edits": "characters", "better": "lower"},
    {"id": "words", "rule": "edits", "of": "edited", "edits": "words", "better": "lower"},
]
ASKED = loaded(stages=[{"id": "edit", "show": ["source", "output"], "ask": [EDIT]}], scores=SCORES)


@pytest.fixture
def study(bench: Workbench) -> Played:
    return open_study(bench, lines(4), ASKED, quorum=2, merge="none", repeats=0)


def output(packet: dict[str, Any]) -> str:
    return str(packet["candidates"][0]["fields"]["output"])


def edits(study: Played, name: str, added: str) -> None:
    """System a gets a word more each time, and b is left as it is."""
    rater = study.rater(name)
    while units := rater.next():
        text = output(units[0])
        value = {"text": text + added} if text.startswith("Output a") else {"text": text, "unchanged": True}
        rater.submit(units[0], answers={"edited": {"A": value}})


def test_the_counts_are_stored_with_the_text_and_the_rate_beside_it(study: Played):
    edits(study, "Ann", " well")
    stored = [cell["value"] for row in study.log() for cell in row["answers"]["edited"].values()]
    changed = [value for value in stored if "unchanged" not in value]
    assert len(changed) == len(stored) - len(changed) == 4
    assert {(value["characters"], value["words"], value["of_words"]) for value in changed} == {(5, 1, 5)}
    assert {(value["characters"], value["words"]) for value in stored if "unchanged" in value} == {(0, 0)}
    assert sorted(row[-1] for row in study.projections()["number"]) == [0.0] * 4 + [0.2] * 4


def test_what_is_untouched_is_refused(study: Played):
    rater = study.rater("Ann")
    packet = rater.one()
    with pytest.raises(Refused) as refused:
        rater.submit(packet, answers={"edited": {"A": {"text": output(packet)}}})
    assert [fault.code for fault in refused.value.faults] == ["answer.edit_untouched"]


def test_systems_are_ranked_by_how_little_was_changed(bench: Workbench, study: Played):
    edits(study, "Ann", " well")
    edits(study, "Bo", " well then")
    found = analyse_study(bench, "study")
    means = {(one.question, one.system): one.mean for one in found.ranking}
    assert means == pytest.approx({
        ("edited", "system-a"): (1 / 5 + 2 / 6) / 2, ("edited", "system-b"): 0,
        ("characters", "system-a"): 7.5, ("characters", "system-b"): 0,
        ("words", "system-a"): 1.5, ("words", "system-b"): 0,
    })  # fmt: skip
    assert {one.question: one.system for one in found.ranking if one.rank == 1} == dict.fromkeys(
        ("edited", "characters", "words"), "system-b"
    )
    assert {one["id"]: one["kind"] for one in found.questions} == dict.fromkeys(
        ("edited", "characters", "words"), "number"
    )


def test_agreement_says_whether_raters_change_the_same_words(bench: Workbench, study: Played):
    """Each puts in as many words; what is put in is the same for the first two, and another for the third."""
    edits(study, "Ann", " well now")
    edits(study, "Bo", " well then")
    agreed = {one.coefficient: one for one in analyse_study(bench, "study").agreement if one.question == "edited"}
    assert agreed["krippendorff_alpha"].value == 1  # by how much was changed nobody differs
    assert agreed["edit_f1"].value == pytest.approx((2 + 2 - 1) / (2 + 2))  # one word for another lies between them
    assert (agreed["edit_f1"].units, agreed["edit_f1"].ratings) == (8, 16)


@pytest.mark.parametrize("format", ["csv", "xlsx", "jsonl"])
def test_an_export_comes_back_as_the_same_study(format: str, bench: Workbench, study: Played, tmp_path: Path):
    edits(study, "Ann", " well")
    edits(study, "Bo", "  now")
    file = tmp_path / f"ratings.{format}"
    export_as(bench, "study", RatingsTarget(file, format))
    open_study(bench, lines(4), ASKED, key="copy", quorum=2, merge="none", repeats=0)
    import_ratings(bench, RatingsSource(file, format), "copy")
    one, other = (
        sorted((r.item, r.system, r.value, r.text) for r in export_ratings(bench, key)) for key in ("study", "copy")
    )
    assert one == other


def test_long_edits_of_a_file_are_written_one_by_one(bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Nobody else can write while they are counted; short ones go many at once."""
    asked = loaded(stages=[{"id": "edit", "show": ["source", "output"], "ask": [{**EDIT, "longest": 20_000}]}])
    open_study(bench, lines(6, "a"), asked, quorum=2, merge="none", repeats=0)
    said = [
        {
            "item": f"item-{n}",
            "system": "system-a",
            "rater": "R",
            "question": "edited",
            "text": "word " * (2_500 if n < 3 else 3),
        }
        for n in range(6)
    ]
    file = tmp_path / "long.jsonl"
    file.write_text("".join(json.dumps({**one, "value": None}) + "\n" for one in said), encoding="utf-8")
    written: list[int] = []
    judge_all = Writing._judge_all

    def told(self: Writing, run: Any, entries: Any) -> None:
        written.append(len(entries))
        judge_all(self, run, entries)

    monkeypatch.setattr(Writing, "_judge_all", told)
    assert import_ratings(bench, RatingsSource(file, "jsonl"), "study").judgements == 6
    assert written == [1, 1, 1, 3]


def test_a_workbook_holds_the_texts_to_be_changed_and_what_is_untouched_is_open(
    bench: Workbench, study: Played, tmp_path: Path
):
    study.rater("Ana")
    (written,) = write_workbooks(bench, "study", tmp_path, ["Ana"]).files
    book = Book(written.path)
    rows = list(book.rows())
    assert [book.at(row, "jurybox:ask:edited") for row in rows] == book.texts("output")
    book.put(rows[0], "jurybox:ask:edited", "Quite another text.")
    book.put(rows[1], "jurybox:ask:edited:unchanged", "x")
    (taken,) = read_workbooks(bench, [book.save()])
    assert taken.new == 2
    stored = [cell["value"] for row in study.log() for cell in row["answers"]["edited"].values()]
    assert sorted((bool(value.get("unchanged")), value["words"] > 0) for value in stored) == [
        (False, True),
        (True, False),
    ]


def test_the_item_shows_every_text_and_how_much_of_it_was_changed(bench: Workbench, study: Played):
    edits(study, "Ann", " well")
    cells = [row["cells"][0] for row in show_item(bench, "study", "item-0")["grid"]["questions"][0]["rows"]]
    assert [(cell["value"], cell["text"]) for cell in cells if cell] == [
        ("0.20", "Output a of 0 well"), ("0.00", "Output b of 0"),
    ]  # fmt: skip


def test_edits_that_share_less_than_half_are_disputed_and_one_of_them_is_decided(bench: Workbench, study: Played):
    edits(study, "Ann", " well")
    edits(study, "Bo", " and a great deal more besides, so that little is shared")
    adjudicating.find_disputes(bench, "study")
    queue = adjudicating.list_disputes(bench, "study")
    assert {line["item"] for line in queue["lines"]} == {f"item-{n}" for n in range(4)}
    unit, stage = adjudicating.next_dispute(bench, "study") or (0, "")
    (question,) = adjudicating.show_dispute(bench, "study", unit, stage)["questions"]
    texts = [option["text"] for option in question["options"]]
    assert len(texts) == 2
    assert all(text.startswith("Output a of ") for text in texts)
    chosen = json.loads(question["options"][0]["value"])
    draft = DecisionDraft(
        unit, stage, {question["question"]: {question["about"] or "unit": chosen}}, "It reads better."
    )
    adjudicating.decide(bench, "study", draft, "Olga")
    assert adjudicating.summary(bench, "study")["decided"] == 1
