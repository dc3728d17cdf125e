"""How far a study is: what raters answered, not what they hold."""

from jurybox.studies import overview
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import lines, loaded, new_study, open_study


def done_of(bench: Workbench) -> tuple[int, int]:
    shown = overview.show_study(bench, "study")
    assert sum(entry["done"] for entry in shown["coverage"]) == shown["done"]
    return shown["done"], shown["needed"]


def test_a_leased_unit_is_no_progress_until_it_is_answered(bench: Workbench) -> None:
    rater = open_study(bench, lines(4), loaded(), quorum=2).rater()
    needed = done_of(bench)[1]
    packets = rater.next(ahead=3)
    assert done_of(bench) == (0, needed)
    rater.submit(packets[0])
    assert done_of(bench) == (1, needed)


def test_a_fixed_list_begins_with_nothing_done(bench: Workbench) -> None:
    study = new_study(bench, lines(4), loaded(), assign="fixed", quorum=1)
    rater = study.rater()
    study.open()
    packet = rater.one()
    done, needed = done_of(bench)
    assert (done, needed > 0) == (0, True)
    rater.submit(packet)
    assert done_of(bench) == (1, needed)
