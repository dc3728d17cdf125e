"""The table beside the peers says who is better, and by how much; nothing is installed or started here."""

from benchmarks.peers.comparison import Comparison
from benchmarks.peers.driver import Entry, Plan, Size
from benchmarks.peers.jurybox import Jurybox
from benchmarks.peers.label_studio import LabelStudio
from benchmarks.peers.measures import measures
from benchmarks.peers.pearmut import Pearmut, PearmutPool
from benchmarks.peers.table import Column, Measure, markdown

START, RATE = Measure("start", "start", "s"), Measure("rate", "next + submit", "/s", "more")
PLAN = Plan((Size(1_000, alone=1, together=1),))


def row(measure: Measure, ours: float | str, peer: float | str) -> str:
    columns = (Column(name, {measure.label: figure}) for name, figure in (("Jurybox", ours), ("Peer", peer)))
    return markdown([measure], next(columns), list(columns)).splitlines()[2]


def test_a_program_that_takes_three_times_as_long_is_three_times_worse() -> None:
    assert row(START, 2.0, 6.0) == "| start | 2 s | 6 s (3.00×) |"


def test_of_rates_the_greater_is_better() -> None:
    assert row(RATE, 1000.0, 4.0) == "| next + submit | 1,000 /s | 4 /s (250×) |"


def test_the_table_says_where_a_peer_is_better() -> None:
    assert row(START, 2.0, 0.5) == "| start | 2 s | 0.50 s (0.25×, better) |"
    assert row(RATE, 100.0, 400.0) == "| next + submit | 100 /s | 400 /s (0.25×, better) |"


def test_what_was_not_measured_says_why_and_has_no_ratio() -> None:
    assert row(START, 2.0, "needs Python 3.12 | or newer") == "| start | 2 s | needs Python 3.12 / or newer |"
    assert row(START, "refused", 2.0) == "| start | refused | 2 s |"
    assert row(RATE, 10.0, 0.0) == "| next + submit | 10 /s | 0 /s |"


def test_every_figure_has_one_row() -> None:
    found = [measure.label for measure in measures([1_000, 10_000])]
    assert len(found) == len(set(found))


def test_goals_are_held_against_the_quicker_way_to_use_a_program() -> None:
    entries = [Entry(Jurybox), Entry(Pearmut), Entry(PearmutPool), Entry(LabelStudio)]
    for entry, rate in zip(entries, (900.0, 100.0, 10.0, 3.0), strict=True):
        entry.figures["rate 32 1000"] = rate
    pearmut, studio = Comparison(PLAN, entries, "").lines()
    assert (pearmut.result, pearmut.is_met) == ("9 times", True)
    assert (studio.result, studio.is_met) == ("300 times", False)


def test_a_goal_without_figures_is_left_out_and_not_met() -> None:
    for line in Comparison(PLAN, [Entry(Jurybox), Entry(Pearmut)], "").lines():
        assert line.is_met is None
        assert line.result == "left out: not measured"
