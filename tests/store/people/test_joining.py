"""Joining a study by its link: nothing before the person agrees, never more than the limit, one id one rater."""

import json
import threading
from typing import Any

import pytest

from jurybox.core import Conflict, Denied, JuryboxError, Refused
from jurybox.studies.carry import write_backup
from jurybox.studies.carry.archive import write_archive
from jurybox.studies.lifecycle import close_study, pause_study
from jurybox.studies.people import (
    Joined,
    JoinWish,
    Taking,
    close_join_link,
    join_study,
    list_raters,
    look_at_study,
    platform_of,
    renew_join_link,
    revoke_rater,
    set_join_link,
    show_join_link,
)
from jurybox.studies.rating.onboarding import consent_hash
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, rows_of, sql
from tests.fixtures.studies import lines, new_study, open_study

CONSENT = {"en": "We keep **ratings**.", "de": "Wir behalten *Bewertungen*."}
ANA = {"PROLIFIC_PID": "pid-ana", "STUDY_ID": "their-study", "SESSION_ID": "their-session"}


def token_of(path: str) -> str:
    assert path.startswith("/join/study/#")
    return path.partition("#")[2]


def joins(bench: Workbench, token: str, given: dict[str, str] | None = None, **taking: Any) -> Joined:
    wanted = Taking(platform=platform_of(given or {}), **taking)
    return bench.database.write(lambda run: join_study(bench, run, "study", token, wanted))


def refused(bench: Workbench, token: str, given: dict[str, str] | None = None, **taking: Any) -> str:
    with pytest.raises(JuryboxError) as error:
        joins(bench, token, given, **taking)
    return error.value.faults[0].code


def test_looking_at_a_study_writes_nothing(bench: Workbench) -> None:
    open_study(bench, lines(2), consent=CONSENT, repeats=0.1)
    token = token_of(set_join_link(bench, "study", JoinWish()).path)
    tables = ("rater", "membership", "study_event", "consent", "join_link", "audit")
    before = {table: rows_of(bench, table) for table in tables}
    found = bench.database.read(lambda run: look_at_study(bench, run, "study", token))
    assert (found.study, found.checks, set(found.consent)) == ("Study", True, {"en", "de"})
    assert {table: rows_of(bench, table) for table in tables} == before


def test_who_takes_part_becomes_a_rater_with_a_link_of_their_own(bench: Workbench) -> None:
    open_study(bench, lines(4, groups=("es", "pt")), consent=CONSENT)
    token = token_of(set_join_link(bench, "study", JoinWish(groups=("es",))).path)
    assert refused(bench, token) == "join.consent"
    assert refused(bench, token, agreed="another text") == "join.consent"
    joined = joins(bench, token, name=" Ana ", language="de", agreed=consent_hash(CONSENT["de"]))
    (ana,) = list_raters(bench, "study")
    assert (ana.name, ana.groups, ana.language, ana.path) == ("Ana", ("es",), "de", joined.path)
    assert ana.ready == "ready"
    assert sql(bench, "SELECT given, lang FROM consent") == [(1, "de")]
    assert sql(bench, "SELECT who FROM study_event WHERE kind = 'rater_added'") == [("join link",)]


def test_who_gives_no_name_is_called_a_rater_in_their_own_language(bench: Workbench) -> None:
    open_study(bench, lines(4))
    token = token_of(set_join_link(bench, "study", JoinWish()).path)
    for language in ("es", "en", None):
        joins(bench, token, language=language)
    assert [one.name for one in list_raters(bench, "study")] == ["Evaluador 1", "Rater 2", "Rater 3"]


def test_the_limit_is_never_passed(bench: Workbench) -> None:
    open_study(bench, lines(4))
    token = token_of(set_join_link(bench, "study", JoinWish(most=3)).path)
    told: list[str] = []

    def try_it() -> None:
        try:
            joins(bench, token)
            told.append("joined")
        except Conflict as error:
            told.append(error.faults[0].code)

    threads = [threading.Thread(target=try_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["join.full"] * 5 + ["joined"] * 3
    assert len(list_raters(bench, "study")) == 3


def test_the_same_id_of_a_platform_is_the_same_rater_even_when_it_is_full(bench: Workbench) -> None:
    open_study(bench, lines(4))
    token = token_of(set_join_link(bench, "study", JoinWish(most=1)).path)
    first, again = joins(bench, token, ANA), joins(bench, token, {**ANA, "SESSION_ID": "another"})
    assert (first.is_new, again.is_new, first.path) == (True, False, again.path)
    assert refused(bench, token, {"workerId": "w"}) == "join.full"
    (ana,) = list_raters(bench, "study")
    assert ana.name == "Prolific 1"
    revoke_rater(bench, "study", ana.id)
    assert refused(bench, token, ANA) == "join.revoked"


def test_what_a_platform_says_stands_in_the_raters_row_alone(bench: Workbench) -> None:
    open_study(bench, lines(2))
    token = token_of(set_join_link(bench, "study", JoinWish()).path)
    joins(bench, token, ANA)
    ((person, said),) = sql(bench, "SELECT platform_id, platform FROM rater")
    assert (person, json.loads(said)) == ("pid-ana", {"platform": "Prolific", **ANA})
    for table in ("membership", "study_event", "consent", "audit", "join_link"):
        assert "pid-ana" not in str(rows_of(bench, table))
        assert "their-session" not in str(rows_of(bench, table))
    close_study(bench, "study")
    archive = bench.folder / "study.zip"
    write_archive(bench, "study", archive)
    assert b"pid-ana" not in archive.read_bytes()


@pytest.mark.parametrize(
    ("given", "name"),
    [
        (ANA, "Prolific"),
        ({"workerId": "w", "assignmentId": "a", "hitId": "h"}, "MTurk"),
        ({"STUDY_ID": "without a person"}, None),
        ({}, None),
    ],
)
def test_platforms_are_known_by_their_parameters(given: dict[str, str], name: str | None) -> None:
    found = platform_of(given)
    assert (found.name if found else None) == name


def test_who_only_looks_on_a_platform_is_told_to_accept_first() -> None:
    with pytest.raises(Conflict):
        platform_of({"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "h"})
    with pytest.raises(Refused):
        platform_of({"PROLIFIC_PID": "x" * 201})


def test_a_link_that_is_closed_ended_or_renewed_lets_nobody_in(bench: Workbench) -> None:
    open_study(bench, lines(2))
    token = token_of(set_join_link(bench, "study", JoinWish(until="2027-01-15")).path)
    shown = show_join_link(bench, "study")
    assert shown is not None
    assert (shown.state, shown.last_day) == ("open", "2027-01-15")
    clock_of(bench).forward(minutes=24 * 60)
    assert refused(bench, token) == "join.ended"
    assert token_of(set_join_link(bench, "study", JoinWish()).path) == token
    close_join_link(bench, "study")
    assert refused(bench, token) == "join.closed"
    set_join_link(bench, "study", JoinWish())
    joins(bench, token)
    renewed = token_of(renew_join_link(bench, "study").path)
    assert refused(bench, token) == "join.unknown"
    joins(bench, renewed)
    pause_study(bench, "study")
    assert refused(bench, renewed) == "join.waiting"
    close_study(bench, "study")
    assert refused(bench, renewed) == "join.over"


def test_a_wrong_token_learns_nothing(bench: Workbench) -> None:
    new_study(bench, lines(2))
    assert refused(bench, "x") == "join.unknown"
    with pytest.raises(Denied):
        bench.database.read(lambda run: look_at_study(bench, run, "no-such-study", "x"))
    token = token_of(set_join_link(bench, "study", JoinWish()).path)
    assert refused(bench, token[:-1]) == "join.unknown"
    assert refused(bench, token) == "join.waiting"


def test_a_wish_with_faults_tells_them_all(bench: Workbench) -> None:
    open_study(bench, lines(2, groups=("es",)))
    with pytest.raises(Refused) as error:
        set_join_link(bench, "study", JoinWish(0, "soon", ("fr",)))
    assert [fault.code for fault in error.value.faults] == ["join.bad_limit", "join.bad_end", "rater.unknown_group"]
    assert show_join_link(bench, "study") is None


def test_joining_gives_a_share_of_the_lists(bench: Workbench) -> None:
    open_study(bench, lines(4), assign="fixed")
    token = token_of(set_join_link(bench, "study", JoinWish()).path)
    joins(bench, token)
    assert sql(bench, "SELECT count(*) > 0 FROM assignment")[0][0]


def test_a_backup_keeps_the_join_link(bench: Workbench) -> None:
    open_study(bench, lines(2))
    set_join_link(bench, "study", JoinWish(most=5))
    target = bench.folder / "backup.zip"
    write_backup(bench, target)
    assert target.exists()
