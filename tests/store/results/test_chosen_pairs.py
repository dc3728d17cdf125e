"""Whether pairs were chosen or drawn evenly is in every table of a study that draws them, and in none of any other."""

import csv
import io
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from jurybox.client.table import COLUMNS, Ratings
from jurybox.exchange.ratings.formats import FORMATS, read_file, write_file
from jurybox.studies.arena import draw_pairs
from jurybox.studies.carry import RatingsTarget
from jurybox.studies.carry.export import export_lines, export_rows
from jurybox.studies.carry.export.write import export_as
from jurybox.studies.lifecycle import add_gold, open_study
from jurybox.studies.results import analyse_study
from jurybox.studies.results.analyse import analyse_file
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import Played, lines, new_study
from tests.store.rating.test_pairs import batches, comparing, judge_all
from tests.store.results.test_same_numbers import WHOLE, assert_same

CHOSEN = "pairs_chosen"


def arena(bench: Workbench, choose: str, batches: int, **settings: Any) -> Played:
    """Three raters compare all there is, batch after batch."""
    study = new_study(bench, lines(12, "abcd"), comparing(), pairs={"choose": choose, "batch": 15}, **settings)
    raters = [study.rater() for _ in range(3)]
    study.open()
    for batch in range(batches):
        if batch:
            draw_pairs(bench, study.key)
        for rater in raters:
            judge_all(rater)
    return study


def drawn(study: Played, everything: bool = False) -> Counter[str | None]:
    return Counter(row.get("drawn", "no such column") for row in export_rows(study.bench, study.key, everything))


@pytest.mark.parametrize("format", ["export.csv", "export.jsonl", *WHOLE])
def test_an_exported_table_is_analysed_as_the_study_is(bench: Workbench, tmp_path: Path, format: str) -> None:
    study = arena(bench, "uncertain", 3, quorum=2)
    here = analyse_study(bench, study.key)
    assert CHOSEN in here.notes
    path = tmp_path / f"there{FORMATS[format].endings[0]}" if format in FORMATS and FORMATS[format].endings else None
    if format.startswith("export"):
        path = tmp_path / format
        path.write_bytes(b"".join(export_lines(bench, study.key, path.suffix[1:], everything=True)))
    else:
        path = path or tmp_path / "there"
        assert export_as(bench, study.key, RatingsTarget(path, format)) == []
        back = tmp_path / "back.csv"
        write_file(back, "csv", list(read_file(path, format)))
        path = back
    there = analyse_file([path])
    assert_same(here, there)
    assert CHOSEN in there.notes
    assert "pairs:uncertain" in here.signature
    assert "pairs:uncertain" in there.signature


def test_how_each_pair_came_is_what_its_batch_says(bench: Workbench) -> None:
    study = arena(bench, "uncertain", 3, quorum=1)
    of_batches = [(batch["even"], batch["uncertain"]) for batch in batches(study)]
    assert of_batches == [(15, 0), (3, 12), (3, 12)]
    assert drawn(study) == {"even": 21, "chosen": 24}


def test_as_long_as_nobody_has_judged_a_chosen_pair_all_are_drawn_evenly(bench: Workbench, tmp_path: Path) -> None:
    study = arena(bench, "uncertain", 1, quorum=1)
    draw_pairs(bench, study.key)
    exported = tmp_path / "export.csv"
    exported.write_bytes(b"".join(export_lines(bench, study.key, "csv")))
    here, there = analyse_study(bench, study.key), analyse_file([exported])
    assert_same(here, there)
    assert CHOSEN not in (*here.notes, *there.notes)


def test_of_pairs_drawn_evenly_none_was_chosen(bench: Workbench) -> None:
    study = arena(bench, "even", 2, quorum=1)
    assert drawn(study) == {"even": 30}
    assert CHOSEN not in analyse_study(bench, study.key).notes


def test_a_study_that_compares_all_pairs_has_no_such_column(bench: Workbench, tmp_path: Path) -> None:
    study = arena(bench, "all", 1, quorum=1)
    assert drawn(study) == {"no such column": 72}
    for format in ("csv", "xlsx", "parquet"):
        path = tmp_path / f"there.{format}"
        export_as(bench, study.key, RatingsTarget(path, format))
        assert {rating.drawn for rating in read_file(path, format)} == {""}
    assert Ratings(export_rows(bench, study.key)).columns == COLUMNS


def test_what_is_no_pair_of_the_pool_was_not_drawn_and_the_column_is_there_from_the_first_row(
    bench: Workbench, tmp_path: Path
) -> None:
    wish: dict[str, Any] = {"pairs": {"choose": "uncertain", "batch": 20}, "checks": {"share": 0.2}, "quorum": 1}
    study = new_study(bench, lines(12, "abcd"), comparing(), **wish)
    gold = tmp_path / "gold.csv"
    rows = "".join(
        f"gold-{n},S,{side} of {n},{'A' if side == 'One' else ''}\n" for n in range(24) for side in ("One", "Two")
    )
    gold.write_text("id,source,output,expected.better\n" + rows, encoding="utf-8")
    add_gold(bench, study.key, gold)
    rater = study.rater()
    open_study(bench, study.key)
    for _ in range(16):
        (packet,) = rater.next()
        rater.submit(packet, answers={"better": {"unit": {"better": "A"}}})
    checks = sql(bench, "SELECT count(*) FROM assignment WHERE purpose = 'check' AND stage IS NULL")[0][0]
    assert checks
    assert drawn(study, everything=True) == {"even": 16 - checks, "none": checks}
    table = Ratings(export_rows(bench, study.key, everything=True))
    assert table.columns == (*COLUMNS, "drawn")
    text = b"".join(export_lines(bench, study.key, "csv", everything=True, texts=True)).decode()
    assert {row["drawn"] for row in csv.DictReader(io.StringIO(text))} == {"even", "none"}


def test_a_format_without_a_place_for_it_says_so(bench: Workbench, tmp_path: Path) -> None:
    study = arena(bench, "uncertain", 2, quorum=1)
    lost = export_as(bench, study.key, RatingsTarget(tmp_path / "battles.jsonl", "arena"))
    assert any("drawn" in str(fault.given) or "drawn" in str(fault.params) for fault in lost)
