"""Drawing pairs by what is known of strengths. Only the worker and the command line do this."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from jurybox import __version__
from jurybox.core import RUNNING, Conflict
from jurybox.design import SystemPair, Undrawn
from jurybox.store import Kept, Run, findings, log, projections
from jurybox.studies.arena.live import LIVE, PairsSaid, compared_until, live_strengths, question_of, wins_of
from jurybox.studies.at_a_time import alone_with
from jurybox.studies.pairing import PairBatch, PairMaterial, Wish, drawn_batch, next_number, pair_material, write_batch
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench, view_of

if TYPE_CHECKING:
    from jurybox.stats import Floats


class Drawn(NamedTuple):
    pairs: int
    until: int
    """The number of the log up to which strengths know it."""


def draw_pairs(
    bench: Workbench,
    key: str,
    groups: Sequence[str] = (),
    places: int | None = None,
    draw: bool = True,
    who: str = "command line",
) -> Drawn:
    """Compute strengths anew, keep them to be seen, and draw the next batch of pairs by them.

    Nothing is drawn where the pool has other `places` than whoever asked had seen: somebody was quicker.
    """
    view = view_of(bench, key)
    if not view.settings.pairs.on:
        raise Conflict.of("pairs.all", given=key)
    if draw and view.row.state not in RUNNING:
        raise Conflict.of("study.not_open", given=key, state=view.row.state)
    with alone_with(bench, view.id, key):
        begun, until = bench.world.timer(), bench.database.write(lambda run: _until(run, view.id))
        with bench.database.snapshot() as run:
            view, state = load_view(run, view.id), log.state_of(run, view.id)
            found = compared_until(run, view, until)
            batch = None
            if draw and view.pairs_left and (places is None or places == view.row.places):
                batch = next_batch(run, view, found, tuple(sorted(groups)), until)
        document = msgspec.json.encode(live_strengths(found, question_of(view), until)).decode()
        took = int(1000 * (bench.world.timer() - begun))
        kept = Kept(__version__, state.study_version, until, state.judgements, bench.now(), took, document)

        def write(run: Run) -> None:
            findings.keep(run, kept, study=view.id, settings_hash=LIVE)
            if batch is not None and find_study(run, key).state in RUNNING:
                write_batch(run, view, batch, who, bench.now())

        bench.database.write(write)
    return Drawn(len(batch.pairs) if batch is not None else 0, until)


def _until(run: Run, study: int) -> int:
    """The last number of the log, with nothing missing below it: sequences of PostgreSQL commit out of order."""
    projections.hold_still(run, study)
    return log.last_seq(run, study)


def next_batch(run: Run, view: StudyView, found: PairsSaid, groups: tuple[str, ...], until: int) -> PairBatch:
    material, number = pair_material(run, view), next_number(run, view.id)
    return batch_by_strengths(view, material, number, groups, (found, until))


def batch_by_strengths(
    view: StudyView, material: PairMaterial, number: int, groups: tuple[str, ...], known: tuple[PairsSaid, int]
) -> PairBatch:
    """The same material, number and judgements give the same batch."""
    found, until = known
    if view.settings.pairs.choose == "even":
        return drawn_batch(view, material, number, groups)
    wish = wished_pairs(view, material, wins_of(found, material.systems))
    return drawn_batch(view, material, number, groups, wish, until)


def wished_pairs(view: StudyView, material: PairMaterial, wins: "Floats") -> Wish:
    """Chooses the pairs of systems that are expected to teach most, beside those that are in the pool already."""
    import numpy as np

    from jurybox.stats import most_informative, posterior

    answers = _answers(view)

    def wish(undrawn: Undrawn, number: int) -> list[SystemPair]:
        size = len(material.systems)
        asked, room = np.zeros((size, size)), np.zeros((size, size), np.int64)
        for (one, other), many in undrawn.asked.items():
            asked[one, other] = asked[other, one] = many
        for (one, other), many in undrawn.room.items():
            room[one, other] = many
        on_the_way = np.maximum(asked * answers - (wins + wins.T), 0.0)
        rank = np.array(undrawn.ranks(size), np.int64)
        return most_informative(posterior(wins, on_the_way), room, number, rank, answers)

    return wish


def _answers(view: StudyView) -> int:
    """How many raters compare each pair."""
    question = question_of(view)
    stage = next(stage for stage, asked in view.protocol.questions() if asked.id == question)
    return view.settings.quorum_of(stage.id, "")
