"""The samples of docs/files/ratings.md are read as the page says; each is as its own tool would write it."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from jurybox.exchange.ratings.formats import FORMATS, read_file, write_file
from jurybox.exchange.ratings.formats.rating import Mark, Rating
from jurybox.exchange.ratings.formats.target import DataSetFacts
from tests.paths import ROOT

FILES = ROOT / "examples" / "files"
SAMPLES = {
    "csv": "long/ratings.csv",
    "wide-raters": "wide/raters.csv",
    "wide-questions": "wide/questions.csv",
    "judge-bench": "judge-bench/ratings.json",
    "wmt-mqm": "wmt-mqm/errors.tsv",
    "mt-metrics-eval": "mt-metrics-eval",
    "pearmut": "pearmut/log.jsonl",
    "pearmut-campaign": "pearmut/campaign.json",
    "appraise": "appraise/scores.csv",
    "arena": "campaigns/arena.jsonl",
    "summeval": "summeval/annotations.jsonl",
    "thumb": "thumb/captions.jsonl",
}
PAGE = ROOT / "docs" / "files" / "ratings.md"


def sample(id: str) -> list[Rating]:
    return list(read_file(FILES / SAMPLES[id], id))


def marked(rating: Rating) -> list[str]:
    """The words that the marks of a rating stand on."""
    texts = {"output": rating.output or "", "source": rating.source or ""}
    return [texts[mark.field][mark.start : mark.end] for mark in rating.marks or ()]


def said(id: str) -> list[tuple[str, str, str, str]]:
    return [(one.item, one.system, one.rater, one.question) for one in sample(id)]


def test_every_format_has_its_place_on_the_page():
    page = PAGE.read_text(encoding="utf-8")
    assert [id for id in FORMATS if f"`{id}`" not in page] == []


@pytest.mark.parametrize("id", SAMPLES)
def test_the_sample_on_the_page_is_the_file(id: str):
    path = FILES / SAMPLES[id]
    page = PAGE.read_text(encoding="utf-8")
    files = [path] if path.is_file() else sorted(path.rglob("*.*"))
    assert files
    for file in files:
        first = file.read_text(encoding="utf-8").splitlines()[0]
        assert f"examples/files/{SAMPLES[id]}" in page
        assert first[:60] in page, f"{file} is not shown"


def test_a_long_table_of_anybody_is_read():
    ratings = sample("csv")
    assert [one.value for one in ratings if one.question == "fluency"] == [4, 3, 5, 2]
    assert ratings[1].labels == ("wrong-word", "spelling")
    assert ratings[4].text == "Reads like a native speaker."
    assert ratings[0].answered_at == "2026-03-02T09:15:00Z"


def test_empty_cells_of_a_wide_table_are_no_ratings():
    assert said("wide-raters") == [
        ("bakery", "north", "ana", "fluency"), ("bakery", "north", "ben", "fluency"),
        ("bakery", "south", "ana", "fluency"), ("harbour", "north", "ben", "fluency"),
    ]  # fmt: skip
    by_question = sample("wide-questions")
    assert [one.value for one in by_question if one.question == "adequacy"] == [5, 2.5]
    assert [one.labels for one in by_question if one.question == "errors"] == [
        (), ("spelling", "wrong-word"), ("wrong-word",),
    ]  # fmt: skip


def test_judge_bench_knows_raters_by_their_place():
    ratings = sample("judge-bench")
    assert [(one.rater, one.value) for one in ratings if one.question == "fluency" and one.item == "1"] == [
        ("1", 4), ("2", 5), ("3", 4),
    ]  # fmt: skip
    assert [one.labels for one in ratings if one.question == "helpful"] == [("yes",), ("yes",), ("no",)]
    assert (ratings[-1].source, ratings[-1].output) == ("Im Hafen lag Nebel.", "Fog lay in the harbor 🌫.")


def test_spans_between_v_become_marks_of_the_plain_text():
    first, clean, other = sample("wmt-mqm")
    assert marked(first) == ["close", "bakery"]
    assert [(m.label, m.weight) for m in first.marks or ()] == [
        ("Accuracy/Mistranslation", "major"), ("Style/Awkward", "minor"),
    ]  # fmt: skip
    assert clean.marks == ()
    assert [mark.field for mark in other.marks or ()] == ["source", "output"]
    assert marked(other) == ["Hafen", "Fog 🌫"]
    assert '"' in (other.output or ""), "quotes are plain characters"


def test_a_test_set_of_mt_metrics_eval_is_read_with_its_texts():
    ratings = sample("mt-metrics-eval")
    assert [(r.system, r.item, r.value) for r in ratings if r.question == "wmt-raw"] == [
        ("north", "1", 80.5), ("north", "2", 62), ("south", "2", 40),
    ]  # fmt: skip
    style = next(one for one in ratings if one.marks and one.rater == "rater1")
    assert marked(style) == ["harbor 🌫"]
    omitted = next(one for one in ratings if one.rater == "rater2")
    assert omitted.marks == (Mark(None, None, "Omission", "major"),)
    assert {one.group for one in ratings} == {"de-en"}


def test_a_pearmut_log_counts_units_without_line_breaks_and_the_last_one_in():
    ratings = sample("pearmut")
    harbour = next(one for one in ratings if one.item == "harbour" and one.marks)
    assert marked(harbour)[:2] == ["😀", "in"]
    assert (harbour.marks or ())[2] == Mark(None, None, "error", "major"), (
        "the place behind the text: something is missing"
    )
    assert (ratings[0].elapsed_ms, ratings[0].answered_at) == (45250, "2026-03-02T08:40:55.750000Z")


def test_a_reset_voids_and_saying_it_again_corrects():
    read = read_file(FILES / SAMPLES["pearmut"], "pearmut")
    owl = [one for one in read if one.rater == "loud-owl-7" and one.question == "score"]
    assert [(one.value, one.judgement, one.supersedes) for one in owl] == [
        (75, "5:0:north", ""),
        (77, "6:0:north", "5:0:north"),
    ]
    assert [(note.code, note.params["count"]) for note in read.notes()] == [("formats.voided", "1")]


def test_a_reset_without_an_item_voids_all_of_a_user(tmp_path: Path):
    lines = (FILES / SAMPLES["pearmut"]).read_text(encoding="utf-8").splitlines()
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join([*lines, '{"annotation": "__RESET__", "user_id": "loud-owl-7"}']), encoding="utf-8")
    assert {one.rater for one in read_file(path, "pearmut")} == {"quiet-fox-12"}


def test_a_campaign_lists_each_output_once():
    assert said("pearmut-campaign") == [
        ("bakery", "north", "", ""), ("bakery", "south", "", ""), ("harbour", "north", "", ""),
    ]  # fmt: skip


def test_appraise_says_what_is_a_rating_a_repeat_and_a_check():
    ratings = sample("appraise")
    assert [one.purpose for one in ratings] == ["rating", "rating", "check", "rating", "repeat"]
    assert [one.item for one in ratings] == ["shops:1", "shops:2", "shops:1", "shops:1", "shops:1"]
    assert ratings[0].elapsed_ms == 29750


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("u,s,7,TGT,deu,eng,50,1772440800.0,1772440801.0", ("7", 50, 1000)),
        ("u,s,7,TGT,deu,eng,50,1772440800.0,1772440801.0,3,991", ("7", 50, 1000)),
        ("u,s,7,TGT,deu,eng,50,doc,False,1772440800.0,1772440801.0", ("doc", 50, 1000)),
        ("u,s,7,TGT,deu,eng,50,doc,False,[],1772440800.0,1772440801.0", ("doc", 50, 1000)),
        ("u,s,7,TGT,deu,eng,50,doc,False,[],1772440800.0,1772440801.0,3,991", ("doc", 50, 1000)),
    ],
)
def test_every_width_of_appraise_is_known(tmp_path: Path, line: str, expected: tuple[str, int, int]):
    path = tmp_path / "scores.csv"
    path.write_text(line + "\n", encoding="utf-8")
    (rating,) = read_file(path, "appraise")
    assert (rating.item, rating.value, rating.elapsed_ms) == expected


def test_tutorials_and_documents_that_fill_accounts_are_left_out_of_appraise_and_counted(tmp_path: Path):
    """Rows as WMT24 published them (esa_generalMT2024), shortened."""
    path = tmp_path / "scores.csv"
    about = "False,[],1724108643.055,1724108643.056"
    path.write_text(
        f"engjpn7904,ende-tutorial1,1000001,TGT,eng,jpn,0,ende-tutorial1,{about}\n"
        f"engjpn7904,ende-tutorial2,1000004,TGT,eng,jpn,0,ende-tutorial2,{about}\n"
        f"engjpn7904,NTTSU,688,TGT,eng,jpn,98,test-en-speech_000,{about}\n"
        f"engzho7902,HW-TSC,481,TGT,eng,zho,86,test-en-social_1121#incomplete,{about}\n"
        f"engjpn7904,NTTSU,688,TGT,eng,jpn,97,test-en-speech_000#dup,{about}\n"
        f"engjpn7905,IKUN-C,716,BAD,eng,jpn,18,test-en-speech_002#bad,{about}\n",
        encoding="utf-8",
    )
    file = read_file(path, "appraise")
    ratings = list(file)
    assert [(one.system, one.purpose) for one in ratings] == [("NTTSU", "rating"), ("IKUN-C", "check")]
    assert {fault.code: fault.params["count"] for fault in file.notes()} == {
        "formats.tutorial_left_out": "2", "formats.incomplete_left_out": "1", "formats.dup_left_out": "1",
    }  # fmt: skip


def test_summeval_and_thumb_lines_become_one_rating_per_dimension():
    assert said("summeval")[:3] == [
        ("shops-1", "M1", "expert-1", "coherence"), ("shops-1", "M1", "expert-1", "fluency"),
        ("shops-1", "M1", "expert-2", "coherence"),
    ]  # fmt: skip
    assert {one.rater for one in sample("summeval")} == {"expert-1", "expert-2", "turker-1"}
    thumb = {(one.system, one.question): one.value for one in sample("thumb")}
    assert (thumb["Human", "human_score"], thumb["north", "Fl"]) == (4.5, -0.5)


def test_a_folder_for_datasets_names_its_file_in_the_front_matter(tmp_path: Path):
    path = tmp_path / "data set"
    about = DataSetFacts(title='Small "shops": 1\n2', languages=("de", "en"), licence="cc-by-4.0", protocol="esa@1")
    write_file(path, "huggingface", sample("csv"), about)
    _, front, body = (path / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    card = YAML(typ="safe").load(front)
    assert card["pretty_name"] == 'Small "shops": 1 2'
    assert (card["language"], card["license"], card["size_categories"]) == (["de", "en"], "cc-by-4.0", ["n<1K"])
    (config,) = card["configs"]
    assert config["config_name"] == "default"
    for part in config["data_files"]:
        assert part["split"] == "train"
        assert list(path.glob(part["path"])), "the file that the card names is there"
    assert "6 answers of 2 raters about 2 items and the outputs of 2 systems" in body
    assert list(read_file(path, "huggingface")) == sample("csv")


def test_the_outputs_alone_become_a_table_that_a_study_is_filled_from(tmp_path: Path):
    path = tmp_path / "items.csv"
    write_file(path, "items", sample("pearmut-campaign"))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[:2] == [
        "id,group,system,source,output",
        "bakery,,north,Die Bäckerei öffnet um sechs.,The bakery opens at six.",
    ]
