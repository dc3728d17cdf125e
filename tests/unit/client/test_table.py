"""Ratings in the hands of other libraries, and without any of them."""

import sys
from typing import Any

import pandas  # type: ignore[import-untyped]
import pyarrow  # type: ignore[import-untyped]
import pytest

import jurybox
from jurybox.client.table import COLUMNS, Cell, Ratings
from jurybox.exchange.ratings import export_columns
from jurybox.exchange.ratings.export_columns import names_of
from jurybox.exchange.ratings.formats import parquet

ROWS: list[dict[str, Cell]] = [
    {"item": "1", "system": "a", "rater": "r", "value": 4, "pilot": False, "seq": 1, "elapsed_ms": 900},
    {"item": "2", "system": "a", "rater": "r", "value": "typo|wrong", "pilot": True, "seq": 2, "text": "=1+1"},
    {"item": "3", "system": "b", "rater": "s", "value": 0.5, "pilot": False, "seq": 3},
]


@pytest.fixture
def table() -> Ratings:
    return Ratings(ROWS)


def test_its_columns_are_those_of_exports_and_of_parquet():
    assert tuple(name for name in COLUMNS if name != "number") == names_of(export_columns.COLUMNS)
    assert names_of(parquet.COLUMNS)[: len(COLUMNS)] == COLUMNS


def test_arrow_takes_it_with_its_types(table: Ratings):
    taken = pyarrow.table(table)
    assert taken.column("value").to_pylist() == ["4", "typo|wrong", "0.5"]
    assert taken.column("number").to_pylist() == [4.0, None, 0.5]
    assert taken.column("elapsed_ms").to_pylist() == [900, None, None]
    assert [str(taken.schema.field(name).type) for name in ("item", "number", "pilot", "seq")] == [
        "string", "double", "bool", "int64",
    ]  # fmt: skip


def test_the_dataframe_interchange_takes_it(table: Ratings):
    from pyarrow.interchange import from_dataframe  # type: ignore[import-untyped]

    assert from_dataframe(table).to_pydict() == table.to_arrow().to_pydict()


def test_pandas_takes_it_also_when_it_is_empty(table: Ratings):
    frame = table.to_pandas()
    assert list(frame.columns) == list(COLUMNS)
    assert frame["number"].mean() == 2.25
    assert frame["comment"].isna().all()
    assert frame["seq"].tolist() == [1, 2, 3]
    empty = Ratings([]).to_pandas()
    assert empty.dtypes.astype(str).to_dict() == frame.dtypes.astype(str).to_dict()


def test_polars_takes_it(table: Ratings):
    frame = table.to_polars()
    assert frame.columns == list(COLUMNS)
    assert frame["value"].to_list() == ["4", "typo|wrong", "0.5"]
    kinds = {name: str(kind) for name, kind in frame.schema.items()}
    assert (kinds["number"], kinds["pilot"], kinds["item"]) == ("Float64", "Boolean", "String")


@pytest.mark.parametrize(("missing", "call"), [
    ("pyarrow", lambda table: table.to_arrow()), ("pandas", lambda table: table.to_pandas()),
    ("polars", lambda table: table.to_polars()), ("pyarrow", lambda table: table.__arrow_c_stream__()),
    ("pyarrow", lambda table: table.__dataframe__()),
])  # fmt: skip
def test_a_library_that_is_missing_is_said_and_rows_need_none(
    table: Ratings, missing: str, call: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(jurybox.Refused, match=f"This needs the package '{missing}'"):
        call(table)
    assert [row["value"] for row in table.rows()] == [4, "typo|wrong", 0.5]


def test_true_is_no_number():
    assert Ratings([{"value": True}, {"value": 2**80}, {}])["number"] == [None, float(2**80), None]


def test_pandas_gives_it_back(table: Ratings):
    assert pandas.DataFrame(table.rows())["item"].tolist() == ["1", "2", "3"]
