"""jurybox convert, formats, import ratings and export in any format: what is done, and what is said of it."""

import json
from pathlib import Path

import pytest

from tests.fixtures.command_line import Jurybox
from tests.unit.exchange.ratings.formats.test_samples import FILES, SAMPLES


def test_formats_are_listed_with_what_they_cannot_hold(jurybox: Jurybox):
    listed = json.loads(jurybox("formats", "--json").out)
    by_id = {one["id"]: one for one in listed}
    assert by_id["csv"]["cannot_hold"] == []
    assert "who gave a score" in by_id["judge-bench"]["cannot_hold"]
    assert (by_id["items"]["reads"], by_id["items"]["writes"]) == (False, True)
    assert "pearmut-campaign" in jurybox("formats").out


def test_a_file_is_converted_without_a_data_folder_and_losses_are_said(jurybox: Jurybox, in_folder: Path):
    ended = jurybox("convert", FILES / SAMPLES["pearmut"], "errors.tsv", "--from", "pearmut", "--to", "wmt-mqm")
    assert (ended.status, ended.err) == (0, "")
    assert "cannot hold numbers. Left out: 4." in ended.out
    assert "a later one stands in their place: 2." in ended.out
    assert "__RESET__" in ended.out
    assert [path.name for path in in_folder.iterdir()] == ["errors.tsv"]


def test_nothing_is_replaced_without_force(jurybox: Jurybox, in_folder: Path):
    (in_folder / "out.csv").write_text("mine", encoding="utf-8")
    order = ("convert", FILES / SAMPLES["summeval"], "out.csv", "--from", "summeval", "--to", "csv")
    assert jurybox(*order).status == 1
    assert (in_folder / "out.csv").read_text(encoding="utf-8") == "mine"
    assert jurybox(*order, "--force").status == 0


def test_a_bad_file_is_refused_in_words_and_leaves_nothing(jurybox: Jurybox, in_folder: Path):
    (in_folder / "bad.jsonl").write_text('{"id": 1\n', encoding="utf-8")
    ended = jurybox("convert", "bad.jsonl", "out.csv", "--from", "summeval", "--to", "csv")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("bad.jsonl:1: ")
    assert not (in_folder / "out.csv").exists()


@pytest.mark.parametrize(("id", "ratings"), [("summeval", 10), ("pearmut", 8), ("wmt-mqm", 3), ("wide-raters", 4)])
def test_what_was_converted_to_a_long_table_is_analysed(jurybox: Jurybox, in_folder: Path, id: str, ratings: int):
    jurybox("convert", FILES / SAMPLES[id], "ratings.csv", "--from", id, "--to", "csv")
    ended = jurybox("analyse", "ratings.csv")
    assert ended.status == 0
    assert ended.out.startswith(f"ratings.csv: {ratings} ratings, ")


def test_ratings_become_a_study_which_goes_out_in_other_formats(jurybox: Jurybox, in_folder: Path):
    order = ("import", "ratings", FILES / SAMPLES["wide-raters"], "--as", "wide-raters", "--study", "shops")
    assert jurybox(*order).status != 0, "there is no study yet"
    ended = jurybox(*order, "--protocol", "auto")
    assert "Study shops was created with protocol shops@1, and is open." in ended.out
    assert "4 new judgements of 2 new raters." in ended.out
    assert "There already: 4 judgements." in jurybox(*order).out
    ended = jurybox("export", "shops", "--format", "judge-bench", "--to", "shops.json")
    assert "has no place for 'rater'. Ratings that lost it: 4." in ended.out
    document = json.loads((in_folder / "shops.json").read_text(encoding="utf-8"))
    assert [len(one["annotations"]["fluency"]["individual_human_scores"]) for one in document["instances"]] == [2, 1, 1]
    assert jurybox("export", "shops", "--to", "shops.parquet").status == 0
    assert "is not written to standard output" in jurybox("export", "shops", "--format", "wmt-mqm").err
    assert "Allowed: csv, tsv" in jurybox("export", "shops", "--format", "word", "--to", "x").err
    assert "The bakery opens at six." in jurybox("export", "shops", "--texts").out
