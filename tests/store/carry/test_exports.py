"""A study goes out in every format; the quick way of writing a table gives the same bytes as the plain one."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.errors import Refused
from jurybox.exchange.files import table_lines
from jurybox.exchange.ratings import COLUMNS, SOURCE_AND_OUTPUT
from jurybox.exchange.ratings.formats import FORMATS, held, read_file
from jurybox.exchange.ratings.formats.rating import Rating, same
from jurybox.studies.carry import RatingsTarget
from jurybox.studies.carry.export import pieces
from jurybox.studies.carry.export.log import Log, RatedTexts
from jurybox.studies.carry.export.pieces import piece_lines
from jurybox.studies.carry.export.rows import ExportPage, quick_lines
from jurybox.studies.carry.export.write import export_as, export_lines, export_ratings, export_rows
from jurybox.studies.demo import shown_protocols
from jurybox.studies.demo.build import build_demo
from jurybox.studies.study import find_study, load_view
from jurybox.studies.workbench import Workbench, open_workbench
from tests.fixtures.databases import Clock, new_world
from tests.fixtures.small import MARKS, PREFERENCE, RANKING, SCALE, SLIDER, TAGS
from tests.fixtures.studies import Played, loaded, open_study
from tests.unit.exchange.ratings.formats.test_samples import marked

ASKED: list[dict[str, Any]] = [
    SCALE,
    *({**spec, "required": False} for spec in (SLIDER, TAGS, MARKS, PREFERENCE, RANKING)),
    {"type": "comment", "id": "note", "prompt": {"en": "Anything?"}, "about": "unit"},
]
NASTY = '=1+1, "quoted" and\nשלום 😀'


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    bench = open_workbench(tmp_path_factory.mktemp("demo"), new_world(Clock()))
    build_demo(bench)
    yield bench
    bench.close()


@pytest.fixture
def nasty(bench: Workbench) -> Played:
    """Every kind of question about two outputs at once, one of them made by two systems."""
    table = [
        {"id": "-item", "system": name, "source": NASTY, "output": text, "group": "de-en"}
        for name, text in (("@one", NASTY), ("two", "plain words"), ("three", "plain words"))
    ]
    stage = {"id": "rating", "show": ["source", "output"], "ask": ASKED}
    study = open_study(bench, table, loaded(unit={"candidates": "all"}, stages=[stage]), quorum=3)
    rater = study.rater()
    packet = rater.one()
    full = {
        "quality": {"A": 3, "B": {"cannot": "=no idea"}},
        "percent": {"A": 2.5},
        "errors": {"A": [{"id": "wrong"}, {"id": "other", "text": "+more, or less"}], "B": []},
        "spans": {"A": [{"start": 0, "end": 2, "label": "object", "weight": "half", "count": 2}], "B": []},
        "better": {"unit": {"better": "B"}},
        "order": {"unit": [["B"], ["A"]]},
        "note": {"unit": NASTY},
    }
    rater.submit(packet, answers=full, comment="@said\tso", answered_at="2026-03-02T09:15:00.250000Z", elapsed_ms=9)
    second = study.rater()
    packet = second.one()
    second.submit(packet, answers={"quality": {"A": 1, "B": 2}, "better": {"unit": {"better": "tie"}}})
    second.submit(packet, answers={"quality": {"A": 4, "B": 2}})
    third = study.rater()
    third.cannot(third.one(), "-not my field")
    return study


def long_table(rows: list[dict[str, Any]], kind: str) -> Iterator[bytes]:
    return table_lines(kind, list(rows[0]), (list(row.values()) for row in rows))


@pytest.mark.parametrize("id", shown_protocols())
@pytest.mark.parametrize("kind", ["csv", "tsv"])
@pytest.mark.parametrize("everything", [False, True])
def test_the_quick_table_of_a_demo_study_has_the_bytes_of_the_plain_one(
    demo: Workbench, id: str, kind: str, everything: bool
):
    rows = list(export_rows(demo, f"demo-{id}", everything))
    assert rows
    assert b"".join(export_lines(demo, f"demo-{id}", kind, everything)) == b"".join(long_table(rows, kind))


@pytest.mark.parametrize("kind", ["csv", "tsv"])
@pytest.mark.parametrize("everything", [False, True])
def test_the_quick_table_writes_nasty_answers_like_the_plain_one(nasty: Played, kind: str, everything: bool):
    rows = list(export_rows(nasty.bench, nasty.key, everything))
    assert {row["by"] for row in rows} >= {"rater", "cannot"}
    written = b"".join(export_lines(nasty.bench, nasty.key, kind, everything))
    assert written == b"".join(long_table(rows, kind))
    assert b"'=no idea" in written
    assert not any(line.startswith((b"=", b"+", b"-", b"@")) for line in written.splitlines())


@pytest.fixture
def in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a small study is written by several processes."""
    monkeypatch.setattr(pieces, "WORTH", 0)
    monkeypatch.setattr(pieces, "PIECE", 3)


@pytest.mark.parametrize("everything", [False, True])
def test_several_processes_write_the_same_bytes_as_one(demo: Workbench, in_pieces: None, everything: bool):
    key = "demo-caption-culture"
    alone = b"".join(export_lines(demo, key, "csv", everything))
    assert alone.count(b"\n") > 20
    assert b"".join(export_lines(demo, key, "csv", everything, processes=3)) == alone


def test_several_processes_read_either_database_and_leave_out_what_was_corrected(nasty: Played, in_pieces: None):
    alone = b"".join(export_lines(nasty.bench, nasty.key, "tsv"))
    assert b"".join(export_lines(nasty.bench, nasty.key, "tsv", processes=2)) == alone


def test_a_study_that_changes_at_this_moment_is_written_by_one_process(nasty: Played, in_pieces: None):
    with nasty.bench.database.snapshot() as run:
        view = load_view(run, find_study(run, nasty.key).id)
        alone = b"".join(quick_lines(Log(run, view), ","))
        older = replace(view, row=replace(view.row, version=view.row.version - 1))
        assert b"".join(piece_lines(Log(run, older), nasty.bench.database.address, ",", 2)) == alone


def test_a_process_that_is_ended_from_outside_is_said(nasty: Played, in_pieces: None):
    with nasty.bench.database.snapshot() as run:
        view = load_view(run, find_study(run, nasty.key).id)
        with pytest.raises(Refused) as refused:
            list(piece_lines(Log(run, view), str(nasty.bench.folder / "nothing" / "there.db"), ",", 2))
    assert refused.value.faults[0].code == "export.not_written"


def test_the_log_as_of_a_moment_knows_no_later_correction(nasty: Played):
    with nasty.bench.database.snapshot() as run:
        view = load_view(run, find_study(run, nasty.key).id)
        seqs = [row[0] for page in Log(run, view, everything=True).pages() for row in page]
        told = {moment: [row[0] for page in Log(run, view, until=moment).pages() for row in page] for moment in seqs}
    first, corrected, correction, cannot = seqs
    assert told[corrected] == [first, corrected]
    assert told[correction] == [first, correction]
    assert told[cannot] == [first, correction, cannot]


def test_a_page_of_the_log_holds_every_column_that_is_described(nasty: Played):
    with nasty.bench.database.snapshot() as run:
        log = Log(run, load_view(run, find_study(run, nasty.key).id), everything=True)
        pages = [ExportPage(log, rows, RatedTexts(run, log.view.protocol)) for rows in log.pages()]
    columns = pages[0].columns((*COLUMNS, *SOURCE_AND_OUTPUT))
    assert len({len(column) for column in columns}) == 1


def test_a_judgement_of_two_answers_and_one_of_none_keep_their_raters(bench: Workbench):
    """As many rows as judgements, and yet not one of each."""
    table = [{"id": "1", "system": name, "source": "s", "output": name} for name in ("one", "two")]
    stage = {"id": "rating", "show": ["output"], "ask": [{**SCALE, "required": False}]}
    study = open_study(bench, table, loaded(unit={"candidates": "all"}, stages=[stage]), quorum=2)
    first, second = study.rater(), study.rater()
    first.submit(first.one(), answers={"quality": {"A": 3, "B": 4}})
    second.submit(second.one(), answers={})
    rows = list(export_rows(bench, study.key))
    assert len(rows) == 2
    assert len({(row["rater"], row["judgement"], row["seq"]) for row in rows}) == 1


def test_superseded_judgements_are_only_in_the_whole_log(nasty: Played):
    def values(everything: bool) -> set[Any]:
        return {row["value"] for row in export_rows(nasty.bench, nasty.key, everything) if row["question"] == "quality"}

    assert 1 not in values(everything=False)
    assert values(everything=True) - values(everything=False) == {1}


def test_preferences_name_systems_and_no_numbers_of_ours(nasty: Played):
    orders = {one.order for one in export_ratings(nasty.bench, nasty.key, everything=True) if one.order}
    assert orders <= {(("@one",), ("two",)), (("two",), ("@one",)), (("@one", "two"),), (("two", "@one"),)}
    assert orders


def test_texts_come_with_the_ratings(nasty: Played):
    ratings = list(export_ratings(nasty.bench, nasty.key))
    texts = {one.system: one.output for one in ratings if one.question == "quality"}
    assert texts == {"@one": NASTY, "two": "plain words", "three": "plain words"}
    assert {one.source for one in ratings} == {NASTY}
    assert {word for one in ratings for word in marked(one)} <= {"=1", "pl"}
    with_texts = b"".join(export_lines(nasty.bench, nasty.key, "csv", texts=True))
    assert b"plain words" in with_texts
    assert b"plain words" not in b"".join(export_lines(nasty.bench, nasty.key, "csv"))


@pytest.mark.parametrize("id", ["csv", "tsv", "jsonl", "parquet", "huggingface"])
def test_a_study_comes_back_whole_from_formats_that_hold_everything(nasty: Played, id: str, tmp_path: Path):
    path = tmp_path / f"study{FORMATS[id].endings[0] if FORMATS[id].endings else ''}"
    assert export_as(nasty.bench, nasty.key, RatingsTarget(path, id), everything=True) == []
    before = list(export_ratings(nasty.bench, nasty.key, everything=True))
    assert same(list(read_file(path, id))) == same(before)


@pytest.mark.parametrize("id", [one.id for one in FORMATS.values() if one.can_write])
@pytest.mark.parametrize("protocol", ["translation", "caption-counts", "audio-description", "sarcasm-interpretation"])
def test_every_study_of_the_demo_goes_out_in_every_format(demo: Workbench, id: str, protocol: str, tmp_path: Path):
    path = tmp_path / f"study{FORMATS[id].endings[0] if FORMATS[id].endings else ''}"
    losses = export_as(demo, f"demo-{protocol}", RatingsTarget(path, id))
    if not FORMATS[id].can_read:
        return
    read = list(read_file(path, id))
    possible = held(list(export_ratings(demo, f"demo-{protocol}")), id)
    if FORMATS[id].lacks == () and not losses:
        assert same(read) == same(possible)
    assert len(read) <= len(possible)
    assert read or losses, "what is not there was said"


def numbers(ratings: list[Rating]) -> list[tuple[str, str, str, str, float]]:
    return sorted((r.item, r.system, r.rater, r.question, r.value) for r in ratings if r.value is not None)


@pytest.mark.parametrize("id", ["wide-raters", "wide-questions", "mt-metrics-eval", "pearmut"])
def test_the_numbers_of_a_study_survive(demo: Workbench, id: str, tmp_path: Path):
    path = tmp_path / f"study{FORMATS[id].endings[0] if FORMATS[id].endings else ''}"
    export_as(demo, "demo-translation", RatingsTarget(path, id))
    assert numbers(list(read_file(path, id))) == numbers(list(export_ratings(demo, "demo-translation")))


def test_more_rows_than_a_sheet_holds_are_refused_before_anything_is_written(
    nasty: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from jurybox.exchange.files import xlsx
    from jurybox.studies.carry.export import write

    monkeypatch.setattr(xlsx, "MOST_ROWS", 3)
    monkeypatch.setattr(write, "MOST_ROWS", 3)
    monkeypatch.setattr(write, "export_ratings", None)
    with pytest.raises(Refused) as refused:
        export_as(nasty.bench, nasty.key, RatingsTarget(tmp_path / "x.xlsx", "xlsx"))
    assert refused.value.faults[0].code == "export.too_many_rows"
    assert list(tmp_path.glob("x.*")) == []


def test_the_rows_of_an_export_are_counted_exactly_where_it_matters(nasty: Played, monkeypatch: pytest.MonkeyPatch):
    from jurybox.studies.carry.export import write

    monkeypatch.setattr(write, "MOST_ROWS", 0)
    for everything in (False, True):
        with nasty.bench.database.snapshot() as run:
            view = load_view(run, find_study(run, nasty.key).id)
            assert write.most_rows(run, view, everything) == len(list(export_rows(nasty.bench, nasty.key, everything)))
