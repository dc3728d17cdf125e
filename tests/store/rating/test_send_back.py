"""Units that go back to their raters: a correction, never of what is final, and the first answers stay."""

import pytest

from jurybox.core.errors import Conflict, NotFound, Refused
from jurybox.studies.lifecycle import close_study, revise_guideline
from jurybox.studies.rating import own_assignments, rate_again
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import lines, open_study
from tests.store.lifecycle.test_changes import rebuilds_to_itself


def test_what_was_judged_under_an_older_version_is_rated_again(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), order="sequential")
    ana = study.rater()
    ana.rate(2)
    revise_guideline(bench, study.key, "en", "New words.", "")
    assert rate_again(bench, study.key, "en", 1, "Misread.") == 2
    listed = ana.call(own_assignments, reading=True)["assignments"]
    assert [(one["state"], one["draft"]) for one in listed] == [("open", 1)] * 2
    units = ana.next(ahead=2)
    assert [unit.get("returned") for unit in units] == [True] * 2, "the page says that they came back"
    first = study.log()[0]
    packet = ana.reopen({"assignment": listed[0]["assignment"], "stage": "rating"})
    assert ana.submit(packet, 5).standing == "counted"
    assert study.log()[0] == first
    assert study.log()[-1]["supersedes"] == first["id"]
    assert rate_again(bench, study.key, "en", 1, "Again.") == 0, "one was rated again, and the other is on its way"
    assert rebuilds_to_itself(study)


def test_it_takes_a_reason_and_a_study_that_runs(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    study.rater().rate(1)
    with pytest.raises(Refused):
        rate_again(bench, study.key, "en", 1, " ")
    with pytest.raises(NotFound):
        rate_again(bench, study.key, "en", 9, "Which?")
    close_study(bench, study.key)
    with pytest.raises(Conflict):
        rate_again(bench, study.key, "en", 1, "Too late.")
