"""The long table: read back as it was, and harmless in a spreadsheet."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.exchange.files import table_lines
from jurybox.exchange.ratings import names_of
from jurybox.exchange.ratings.export_columns import COLUMNS as DESCRIBED

COLUMNS = names_of(DESCRIBED)

TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
DELIMITERS = {"csv": ",", "tsv": "\t"}


def long_table(rows: Iterable[dict[str, Any]], kind: str) -> Iterator[bytes]:
    return table_lines(kind, COLUMNS, ([row.get(name) for name in COLUMNS] for row in rows))


def cells(rows: list[dict[str, Any]], kind: str) -> list[dict[str, str]]:
    text = b"".join(long_table(rows, kind)).decode()
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=DELIMITERS[kind], strict=True))


def test_the_columns_are_in_the_order_of_the_documentation():
    assert b"".join(long_table([], "csv")).decode().strip() == (
        "study,protocol,item,group,system,rater,stage,question,target,value,text,by,purpose,standing,pilot,seq,"
        "judgement,supersedes,answered_at,received_at,elapsed_ms,channel,comment,suggested,suggestion,allowed"
    )


@pytest.mark.parametrize("kind", DELIMITERS)
@pytest.mark.parametrize("text", ["=1+1", "+1+1", "-a", "@SUM(A1)", "\t=1", "\r=1", "-", "--1", "+1e", "-1 ", "=-1"])
def test_a_text_that_looks_like_a_formula_gets_an_apostrophe(kind, text):
    assert cells([{"text": text, "comment": text}], kind)[0]["text"] == "'" + text


@pytest.mark.parametrize("kind", DELIMITERS)
@pytest.mark.parametrize("value", [-1, -1.5, 0, "-1", "+2.5", "-0.5", "a=b", "", "1-2"])
def test_numbers_and_plain_texts_stay_as_they_are(kind, value):
    assert cells([{"value": value}], kind)[0]["value"] == str(value)


@given(text=TEXT, kind=st.sampled_from(sorted(DELIMITERS)))
def test_any_text_is_read_back_but_for_the_apostrophe(text, kind):
    assert cells([{"text": text, "item": "i"}], kind)[0]["text"] in (text, "'" + text)


@given(row=st.dictionaries(st.sampled_from(COLUMNS), TEXT | st.integers() | st.none()))
def test_json_lines_hold_every_column_exactly_as_it_is(row):
    (line,) = b"".join(long_table([row], "jsonl")).decode().split("\n")[:-1]
    assert json.loads(line) == {name: row.get(name) for name in COLUMNS}


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_rows_are_written_as_they_come(kind):
    endless = ({"seq": n, "text": "x"} for n in count())
    assert len(list(islice(long_table(endless, kind), 3))) == 3
