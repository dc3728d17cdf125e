"""Errors that say what is wrong, what is allowed and what to do, where a program shows them: as their text."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from jurybox.core import JuryboxError, Refused
from jurybox.texts import line_of


@contextmanager
def in_words() -> Iterator[None]:
    """Put every fault of an error into its text; also usable as a decorator."""
    try:
        yield
    except JuryboxError as error:
        if not getattr(error, "is_worded", False):
            error.args = ("\n".join(line_of(fault) for fault in error.faults),)
        raise


@in_words()
def library(name: str) -> ModuleType:
    """A package that not everybody has."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Refused.of("client.no_library", given=name) from error
