"""Findings as they stand, for the results page and the API: what was computed last, and new ones left to the worker."""

from dataclasses import replace

from fastapi import FastAPI

from jurybox.core import Conflict
from jurybox.studies import adjudicating, names_here, results
from jurybox.studies.results import ResultsOptions, ResultsState


async def ask(app: FastAPI, study: str, wish: ResultsOptions, at_once: bool = False) -> ResultsState:
    """Look, and leave the worker a job where one is due."""
    bench = app.state.bench
    shown: ResultsState = await bench.database.read_async(lambda run: results.look(run, study, wish))
    if shown.state == "fresh" or (shown.state == "working" and not at_once):
        return _sealed(shown)
    shown, is_new = await bench.database.write_async(lambda run: results.ask(bench, run, study, wish, at_once))
    if is_new or at_once:
        await app.state.worker.wake()
    return _sealed(shown)


def _sealed(shown: ResultsState) -> ResultsState:
    """Findings under the names that may be seen."""
    if shown.kept is None or shown.kept.document is None:
        return shown
    document = results.renamed_systems(shown.kept.document, names_here())
    return replace(shown, kept=replace(shown.kept, document=document))


async def ask_disputes(app: FastAPI, study: str, at_once: bool = False) -> None:
    """Have the worker look where raters differ, if judgements came in since it did; nothing is written otherwise."""
    bench = app.state.bench
    if await bench.database.read_async(lambda run: adjudicating.are_disputes_due(bench, run, study, at_once)):
        await bench.database.write_async(lambda run: adjudicating.ask_disputes(bench, run, study, at_once))
        await app.state.worker.wake()


async def kept_document(app: FastAPI, study: str, wish: ResultsOptions) -> str:
    """The findings that were computed last; Conflict where there are none yet."""
    shown: ResultsState = await app.state.bench.database.read_async(lambda run: results.look(run, study, wish))
    if shown.kept is None or shown.kept.document is None:
        raise Conflict.of("results.none_yet", given=study)
    return results.renamed_systems(shown.kept.document, names_here())
