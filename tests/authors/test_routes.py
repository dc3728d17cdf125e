"""The way of every author from the files on their disk to results, on the command line, as they would go it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.authors import captions_team, excel_team, five_models_team, sarcasm_team
from tests.fixtures.command_line import Ended, Jurybox


def done(ended: Ended) -> Ended:
    assert ended.status == 0, ended.err
    return ended


def means(jurybox: Jurybox, key: str) -> dict[str, dict[str, float]]:
    """By question and system; without systems under ""."""
    found: dict[str, Any] = json.loads(done(jurybox("analyse", key, "--json")).out)
    by_question: dict[str, dict[str, float]] = {}
    for one in found["ranking"]:
        by_question.setdefault(one["question"], {})[one["system"]] = round(one["mean"], 3)
    return by_question


def agreed(jurybox: Jurybox, key: str) -> set[str]:
    found: dict[str, Any] = json.loads(done(jurybox("analyse", key, "--json")).out)
    return {one["question"] for one in found["agreement"]}


def test_translations_rated_in_excel(jurybox: Jurybox, in_folder: Path) -> None:
    excel_team.translations(in_folder)
    first = [argument for pair in ("ro-en", "de-en") for argument in ("--items", f"MT/{pair}_annotator1.xlsx")]
    created = done(
        jurybox(
            "study", "create", "mt", "--protocol", "translation", *first, "--system-from", "none", "--set", "quorum=2"
        )
    )
    assert "10 new items, 10 outputs" in created.out
    assert "not used: Score" in created.out
    done(jurybox("study", "open", "mt"))
    for number in (1, 2):
        files = [f"MT/{pair}_annotator{number}.xlsx" for pair in ("ro-en", "de-en")]
        read = done(jurybox("workbook", "read", "--old", "mt", *files, "--rater", f"annotator{number}"))
        assert f"ro-en_annotator{number}.xlsx of annotator{number}: {7 - number} new judgements" in read.out
        assert "source A (DE), output B (EN), score C (Score), comment D (Comments)" in read.out
    exported = done(jurybox("export", "mt", "--format", "csv")).out
    assert exported.count("left, not let lie") == 2


def test_summaries_with_the_index_of_pandas(jurybox: Jurybox, in_folder: Path) -> None:
    files = excel_team.summaries(in_folder)
    created = done(jurybox("study", "create", "summaries", "--protocol", "summary", "--items", files[0]))
    assert "3 new items, 3 outputs" in created.out
    done(jurybox("study", "open", "summaries"))
    read = done(jurybox("workbook", "read", "--old", "summaries", *files))
    assert "summaries_annotator1.xlsx of summaries_annotator1: 3 new judgements." in read.out
    assert "source B (Text), output C (Summary), score D (Annotation Score)" in read.out


def test_titles_of_two_models_side_by_side(jurybox: Jurybox, in_folder: Path) -> None:
    files = excel_team.titles(in_folder)
    created = done(
        jurybox("study", "create", "titles", "--protocol", "title", "--items", files[0], "--set", "quorum=2")
    )
    assert "3 new items, 6 outputs of 2 new systems (BART, T5)" in created.out
    done(jurybox("study", "open", "titles"))
    read = done(jurybox("workbook", "read", "--old", "titles", *files))
    assert read.out.count("5 new judgements") == 2, "the title that both models made was rated once"
    assert means(jurybox, "titles")["score"] == {"BART": 3.833, "T5": 3.333}


@pytest.fixture
def pictures(in_folder: Path) -> Path:
    return five_models_team.pictures(in_folder)


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
def test_the_captions_of_five_models_come_in_as_they_are(
    jurybox: Jurybox, in_folder: Path, pictures: Path, kind: str
) -> None:
    write = {"csv": five_models_team.as_csv, "json": five_models_team.as_json, "xlsx": five_models_team.as_xlsx}[kind]
    write(in_folder / f"captions.{kind}", five_models_team.captions())
    made = done(jurybox("study", "create", "captions", "--protocol", "caption-counts", "--items", f"captions.{kind}"))
    assert "3 new items, 15 outputs of 5 new systems (模型一, 模型二, 模型三, 模型四, 模型五)" in made.out
    shown = done(
        jurybox(
            "study", "create", "x", "--protocol", "caption-counts", "--items", f"captions.{kind}", "--dry-run",
            "--set", "guides=true",
        )
    ).out  # fmt: skip
    assert "a tall clock tower next to a hotel A clock tower stands above the street." in shown
    assert "模型" not in shown.partition("Unit 1")[2]


def five_models(jurybox: Jurybox, *options: str) -> None:
    five_models_team.as_json(Path("captions.json"), five_models_team.captions())
    made = ("study", "create", "captions", "--protocol", "caption-counts", "--items", "captions.json", *options)
    done(jurybox(*made, "--set", "quorum=2"))
    done(jurybox("study", "open", "captions"))


COUNTS = {
    "objects": {"模型一": 2.833, "模型二": 2.333, "模型三": 2.5, "模型四": 2.333, "模型五": 3.0},
    "relations": {"模型一": 0.833, "模型二": 1.5, "模型三": 0.833, "模型四": 1.25, "模型五": 1.5},
}
"""With 0 for the 0.5 of a tool without zero; the second annotator gave 2.5 instead of 3 once."""


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
def test_scores_in_columns_of_system_and_criterion(
    jurybox: Jurybox, in_folder: Path, pictures: Path, kind: str
) -> None:
    write = {"csv": five_models_team.as_csv, "json": five_models_team.as_json, "xlsx": five_models_team.as_xlsx}[kind]
    files = [
        write(in_folder / "标注" / f"{who}.{kind}", five_models_team.scored(who)) for who in five_models_team.ANNOTATORS
    ]
    five_models(jurybox)
    read = done(jurybox("workbook", "read", "--old", "captions", *files, "--half-is-zero"))
    assert f"张伟.{kind} of 张伟: 3 new judgements" in read.out
    found = means(jurybox, "captions")
    assert {name: found[name] for name in COUNTS} == COUNTS
    assert found["total"]["模型五"] == 5.167, "the tick of the whole sentence, which nobody made, is none"
    again = done(jurybox("workbook", "read", "--old", "captions", *files, "--half-is-zero"))
    assert "0 new judgements, 3 as before" in again.out


def test_the_log_of_their_tool(jurybox: Jurybox, in_folder: Path, pictures: Path) -> None:
    five_models_team.as_csv(in_folder / "log.csv", five_models_team.log(), index=False)
    five_models(jurybox)
    command = ("import", "ratings", "log.csv", "--as", "wide-questions", "--study", "captions")
    brought = done(jurybox(*command, "--half-is-zero"))
    assert "Not used: 编号, 时间." in brought.out
    assert "6 new judgements of 2 new raters." in brought.out
    assert "Counts of 0.5 taken as 0: 18." in brought.out
    found = means(jurybox, "captions")
    assert {name: found[name] for name in COUNTS} == COUNTS
    signature = json.loads(jurybox("analyse", "captions", "--json").out)["signature"]
    assert "half is zero:import" in signature
    events = json.loads(done(jurybox("study", "show", "captions", "--json")).out)["events"]
    assert [e["data"]["half_is_zero"] for e in events if "half_is_zero" in e["data"]] == [18]
    same = done(jurybox(*command, "--half-is-zero"))
    assert "There already: 6 judgements." in same.out


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
def test_the_same_columns_by_import_ratings(jurybox: Jurybox, in_folder: Path, pictures: Path, kind: str) -> None:
    write = {"csv": five_models_team.as_csv, "json": five_models_team.as_json, "xlsx": five_models_team.as_xlsx}[kind]
    five_models(jurybox)
    for who in five_models_team.ANNOTATORS:
        file = write(in_folder / f"{who}.{kind}", five_models_team.scored(who))
        command = ("import", "ratings", file, "--as", "wide-questions", "--study", "captions", "--rater", who)
        brought = done(jurybox(*command, "--half-is-zero"))
        assert "3 new judgements of 1 new rater." in brought.out
    found = means(jurybox, "captions")
    assert {name: found[name] for name in COUNTS} == COUNTS


def test_equal_captions_that_were_scored_otherwise_name_the_remedy(
    jurybox: Jurybox, in_folder: Path, pictures: Path
) -> None:
    rows = five_models_team.scored("张伟")
    rows[1]["模型四_关系"] = 2
    file = five_models_team.as_xlsx(in_folder / "张伟.xlsx", rows)
    log = five_models_team.log()
    log[8]["关系"] = 2
    table = five_models_team.as_csv(in_folder / "log.csv", log, index=False)
    named = ("--as", "wide-questions", "--study", "captions")
    five_models(jurybox)
    for command in (("workbook", "read", "--old", "captions", file), ("import", "ratings", table, *named)):
        refused = jurybox(*command)
        assert len(refused.faults) == 1
        assert "模型一, 模型四" in refused.err
        assert "--merge none" in refused.err
    done(
        jurybox(
            "study", "create", "apart", "--protocol", "caption-counts", "--items", "captions.json", "--merge", "none"
        )
    )
    done(jurybox("study", "open", "apart"))
    assert "3 new judgements" in done(jurybox("workbook", "read", "--old", "apart", file)).out


def test_interpretations_without_header_and_their_two_scores(jurybox: Jurybox, in_folder: Path) -> None:
    sarcasm_team.interpretations(in_folder)
    files = [sarcasm_team.scored(in_folder, "Ann"), sarcasm_team.scored(in_folder, "Bob", 1)]
    create = ("study", "create", "tweets", "--protocol", "sarcasm-interpretation", "--items", "interpretations.csv")
    assert "2 new items, 5 outputs" in done(jurybox(*create, "--no-header")).out
    done(jurybox("study", "open", "tweets"))
    read = done(jurybox("workbook", "read", "--old", "tweets", *files))
    assert "fluency C (Fluency), adequacy D (Adequacy)" in read.out
    assert agreed(jurybox, "tweets") == {"fluency", "adequacy"}


def test_captions_of_the_shared_task(jurybox: Jurybox, in_folder: Path) -> None:
    captions_team.task(in_folder)
    captions_team.submissions(in_folder)
    captions_team.ratings(in_folder)
    create = (
        "study",
        "create",
        "task",
        "--protocol",
        "caption-culture",
        "--items",
        "data/test",
        "--items",
        "submissions",
    )
    refused = jurybox(*create, "--system-from", "file")
    assert [line for line in refused.faults if "--duplicates first" not in line] == []
    created = done(jurybox(*create, "--system-from", "file", "--duplicates", "first"))
    assert "6 new items, 12 outputs of 2 new systems (north_v1, south_v2)" in created.out
    done(jurybox("study", "open", "task"))
    command = ("import", "ratings", "ratings.csv", "--as", "wide-questions", "--study", "task")
    brought = done(jurybox(*command))
    assert "Not used: language, timestamp." in brought.out
    assert "6 new judgements of 2 new raters." in brought.out
    assert means(jurybox, "task")["score"] == {"north_v1": 4.0, "south_v2": 2.667}
