"""A list of findings that knows how to become a data frame, and how to look in a notebook."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from html import escape
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from jurybox.core import Fault
from jurybox.texts import message_of

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Finding = TypeVar("Finding", bound="DataclassInstance")
MOST_ROWS = 60
"""A notebook shows so many, and says how many more there are."""
PAIR = "interval"
"""Names that end so hold two numbers: they become two columns."""


class FindingList(tuple[Finding, ...]):
    """A tuple like any other, with `to_pandas()`, `to_polars()` and a table in notebooks."""

    __slots__ = ()

    def rows(self) -> list[dict[str, object]]:
        """One plain row for each finding: intervals in two columns, what is nested as JSON."""
        return [dict(_cells(one)) for one in self]

    def to_pandas(self) -> Any:
        """A pandas.DataFrame."""
        return _library("pandas").DataFrame(self.rows())

    def to_polars(self) -> Any:
        """A polars.DataFrame."""
        return _library("polars").DataFrame(self.rows(), infer_schema_length=None)

    def _repr_html_(self) -> str:
        rows = self.rows()
        names = [name for name in (rows[0] if rows else ()) if any(row[name] is not None for row in rows)]
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = "".join(
            "<tr>" + "".join(map(_cell, (row[name] for name in names))) + "</tr>" for row in rows[:MOST_ROWS]
        )
        more = f"<p>+{len(rows) - MOST_ROWS:,}</p>" if len(rows) > MOST_ROWS else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cells(finding: "DataclassInstance") -> Iterator[tuple[str, object]]:
    for field in fields(finding):
        value = getattr(finding, field.name)
        if field.name.endswith(PAIR):
            low, high = value or (None, None)
            yield from ((f"{field.name}_low", low), (f"{field.name}_high", high))
        else:
            yield field.name, _plain(value)


def _plain(value: object) -> object:
    """A number or a text as it is; what holds several as JSON, and nothing where it holds none.

    >>> _plain(0.5), _plain(()), _plain(("a", "b")), _plain({"1": 3})
    (0.5, None, '["a", "b"]', '{"1": 3}')
    """
    if not isinstance(value, (tuple, Mapping)) and not is_dataclass(value):
        return value
    return json.dumps(value, ensure_ascii=False, default=_as_dict) if value else None


def _as_dict(value: object) -> dict[str, object]:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    assert isinstance(value, Mapping)
    return dict(value)


def _cell(value: object) -> str:
    """
    >>> _cell(0.12345), _cell(None), _cell("<b>")
    ('<td>0.123</td>', '<td></td>', '<td>&lt;b&gt;</td>')
    """
    text = "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
    return f"<td>{escape(text)}</td>"


def _library(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(message_of(Fault("client.no_library", given=name))) from error
