"""What tables are made of. JSON is text, time is microseconds: a driver's row needs no conversion on the hot path."""

from typing import Any, NotRequired, TypedDict, Unpack

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
REPEATED = "repeated"
Key = BigInteger().with_variant(Integer, "sqlite")


class ColumnOptions(TypedDict):
    """What can be said of a column; it holds no null unless that is said."""

    nullable: NotRequired[bool]
    unique: NotRequired[bool]
    index: NotRequired[bool]
    primary_key: NotRequired[bool]
    server_default: NotRequired[str]
    comment: NotRequired[str]


def table(name: str, *parts: SchemaItem, sqlite_with_rowid: bool = True) -> Table:
    return Table(name, metadata, *parts, sqlite_with_rowid=sqlite_with_rowid)


def key(name: str = "id") -> Column[int]:
    return Column(name, Key, primary_key=True)


def uid() -> Column[str]:
    return words("uid", unique=True)


def ref(name: str, target: str, **options: Unpack[ColumnOptions]) -> Column[int]:
    options.setdefault("nullable", False)
    return Column(name, Key, ForeignKey(f"{target}.id"), **options)


def repeated(name: str, target: str) -> Column[int]:
    """The key of another table that stands in the row above already, and is looked after there."""
    return Column(name, Key, nullable=False, info={REPEATED: target})


def target_of(column: Column[Any]) -> str | None:
    """The table whose keys a column holds."""
    key = next(iter(column.foreign_keys), None)
    return column.info.get(REPEATED) if key is None else key.column.table.name


def words(name: str, **options: Unpack[ColumnOptions]) -> Column[str]:
    options.setdefault("nullable", False)
    return Column(name, Text, **options)


def small(name: str, **options: Unpack[ColumnOptions]) -> Column[int]:
    options.setdefault("nullable", False)
    return Column(name, SmallInteger, **options)


def whole(name: str, **options: Unpack[ColumnOptions]) -> Column[int]:
    options.setdefault("nullable", False)
    return Column(name, Integer, **options)


def big(name: str, **options: Unpack[ColumnOptions]) -> Column[int]:
    options.setdefault("nullable", False)
    return Column(name, BigInteger, **options)


def partial_index(name: str, *columns: ColumnElement[int], where: str) -> None:
    """An index of some rows only, the same in both databases."""
    Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))
