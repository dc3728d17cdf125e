"""Sealed studies on the command line: it is outside the seal, and whoever looks through it leaves an entry."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from jurybox.studies import Workbench


def see_names(bench: "Workbench", study: str) -> None:
    """Before names of systems are printed or written: where they were sealed, the history says who saw them."""
    from jurybox import studies

    if studies.see_names(bench, study):
        told = f"Study {study} was sealed: the names of its systems are revealed now, and its history says so."
        typer.echo(told, err=True)


@contextmanager
def names_or_seal(bench: "Workbench", study: str) -> Iterator[None]:
    """A draft, which its organiser still fills, is shown under its seal; later on looking is revealing."""
    from jurybox.core import StudyState
    from jurybox.studies import view_of

    if view_of(bench, study).row.state == StudyState.DRAFT:
        with under_its_seal(bench, study):
            yield
    else:
        yield
        see_names(bench, study)


@contextmanager
def under_its_seal(bench: "Workbench", study: str) -> Iterator[None]:
    """For what only mentions systems: they are called System 1 … there while the study is sealed."""
    from jurybox import studies
    from jurybox.core import JuryboxError, StudyRole

    names = bench.database.read(lambda run: studies.sealed_names(bench, run, study, StudyRole.OWNER))
    studies.look_through(names, knows=True)
    try:
        yield
    except JuryboxError as error:
        studies.sealed_error(error)
        raise
    finally:
        studies.look_through({})
