"""Findings are kept until the log moves on, computed by one job at a time, and not too often."""

from typing import Any

import pytest

from jurybox.core.errors import Refused
from jurybox.studies import results
from jurybox.studies.jobs import run_next_job, show_job
from jurybox.studies.lifecycle import change
from jurybox.studies.rebuild import rebuild_all
from jurybox.studies.results import findings
from jurybox.studies.results.findings import ResultsOptions, ResultsState
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.studies import Played, lines, open_study


def ask(study: Played, wish: ResultsOptions = ResultsOptions(), **how: Any) -> tuple[ResultsState, bool]:  # noqa: B008 - it is frozen
    bench = study.bench
    return bench.database.write(lambda run: findings.ask(bench, run, study.key, wish, **how))


def look(study: Played, wish: ResultsOptions = ResultsOptions()) -> ResultsState:  # noqa: B008 - it is frozen
    return study.bench.database.read(lambda run: findings.look(run, study.key, wish))


@pytest.fixture
def study(bench: Workbench) -> Played:
    played = open_study(bench, lines(6, "ab", ["north", "south"]), quorum=2)
    for n in range(2):
        rater = played.rater()
        for k in range(8):
            rater.submit(rater.one(), 1 + (k + n) % 5)
    return played


def test_the_first_look_leaves_one_job_and_the_next_one_waits_for_it(study: Played) -> None:
    shown, is_new = ask(study)
    assert (shown.state, shown.kept, is_new) == ("working", None, True)
    assert shown.newer == 16
    again, is_new = ask(study)
    assert (again.job, is_new) == (shown.job, False)
    assert run_next_job(study.bench)
    assert not run_next_job(study.bench)
    shown, is_new = ask(study)
    assert (shown.state, shown.newer, is_new) == ("fresh", 0, False)
    assert shown.kept is not None
    assert shown.kept.judgements == 16


def test_what_was_kept_is_what_was_found(study: Played) -> None:
    kept = findings.compute(study.bench, study.key, ResultsOptions())
    found = look(study).kept
    assert found is not None
    assert found == kept
    assert found.document is not None
    found_there = findings.from_json(found.document)
    assert findings.to_json(found_there) == found.document
    assert found_there.counts["ratings"] == 16
    assert {ranked.system for ranked in found_there.ranking} == {"system-a", "system-b"}


def test_findings_grow_old_with_the_log_and_rest_while_judgements_flow(study: Played) -> None:
    findings.compute(study.bench, study.key, ResultsOptions())
    clock_of(study.bench).forward(0.1)
    rater = study.rater()
    rater.rate(1)
    shown, is_new = ask(study)
    assert (shown.state, shown.newer, is_new) == ("stale", 1, False), "six seconds are not enough"
    shown, is_new = ask(study, at_once=True)
    assert (shown.state, is_new) == ("working", True)
    run_next_job(study.bench)
    rater.rate(1)
    clock_of(study.bench).forward(0.5)
    shown, is_new = ask(study)
    assert (shown.state, shown.newer, is_new) == ("working", 1, True), "and half a minute is"
    assert shown.kept is not None, "the last ones are shown meanwhile"


def test_findings_grow_old_when_the_study_changes(study: Played) -> None:
    findings.compute(study.bench, study.key, ResultsOptions())
    change.withdraw_system(study.bench, study.key, "system-b", "It cheated.")
    assert look(study).state == "stale"
    assert look(study).newer == 0


def test_findings_of_another_version_are_computed_again_at_once(study: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    findings.compute(study.bench, study.key, ResultsOptions())
    monkeypatch.setattr(findings, "__version__", "99")
    shown, is_new = ask(study)
    assert (shown.state, is_new) == ("working", True)


def test_other_options_are_kept_apart(study: Played) -> None:
    ask(study)
    split = ResultsOptions(by="group", without=("R2", "R1"))
    _, is_new = ask(study, split)
    assert is_new
    while run_next_job(study.bench):
        pass
    found = look(study, ResultsOptions(by="group", without=("R1", "R2")))
    assert found.state == "fresh", "the order of raters says nothing"
    assert found.kept is not None
    assert found.kept.document is not None
    assert any(ranked.by for ranked in findings.from_json(found.kept.document).ranking)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (ResultsOptions(level="fancy"), "results.unknown_level"),
        (ResultsOptions(by="weather"), "analysis.unknown_column"),
        (ResultsOptions(cluster_rule="guess"), "analysis.unknown_rule"),
        (ResultsOptions(without=("Ann",)), "analysis.unknown_rater"),
        (ResultsOptions(without=tuple(f"R{n}" for n in range(1, 1002))), "results.too_many_without"),
    ],
)  # fmt: skip
def test_options_that_mean_nothing_are_refused(study: Played, wish: ResultsOptions, code: str) -> None:
    with pytest.raises(Refused) as refused:
        ask(study, wish)
    assert [fault.code for fault in refused.value.faults] == [code]


def test_a_job_that_failed_says_why_and_is_tried_again_only_on_demand(study: Played) -> None:
    wish = ResultsOptions(without=("R99",))
    ask(study, wish)
    run_next_job(study.bench)
    shown, is_new = ask(study, wish)
    assert (shown.state, is_new) == ("failed", False)
    job = study.bench.database.read(lambda run: show_job(run, shown.job or ""))
    assert [error["code"] for error in job["errors"]] == ["analysis.unknown_rater"]
    assert ask(study, wish, at_once=True)[1]


def test_an_unexpected_error_fails_the_job_and_no_other(study: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: Any) -> None:
        raise ZeroDivisionError

    ask(study)
    with monkeypatch.context() as patch:
        patch.setattr(results, "compute", break_down)
        assert run_next_job(study.bench)
    assert look(study).state == "failed"
    assert ask(study, at_once=True)[1]
    assert run_next_job(study.bench)
    assert look(study).state == "fresh"


def test_rebuilding_drops_findings_and_a_study_keeps_only_so_many(
    study: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jurybox.store.findings.MOST", 2)
    for wish in (ResultsOptions(), ResultsOptions(pool=True), ResultsOptions(level="interval")):
        findings.compute(study.bench, study.key, wish)
        clock_of(study.bench).forward(1)
    assert sql(study.bench, "SELECT count(*) FROM finding") == [(2,)]
    assert look(study).kept is None, "the oldest went"
    rebuild_all(study.bench)
    assert sql(study.bench, "SELECT count(*) FROM finding") == [(0,)]
