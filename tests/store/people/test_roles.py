"""Who organises: the first link, invitations, roles, removal, passwords, and the history of these."""

import zipfile
from pathlib import Path

import pytest

from jurybox.core import Conflict, Denied, Forbidden, NotFound, Refused
from jurybox.studies.carry import restore_backup, write_backup
from jurybox.studies.carry.archive import write_archive
from jurybox.studies.lifecycle import close_study
from jurybox.studies.people import (
    FIRST_NAME,
    Organiser,
    PasswordWish,
    add_api_token,
    add_organiser,
    by_api_token,
    by_session,
    change_password,
    check_password,
    first_link,
    history,
    invite,
    invite_again,
    list_organisers,
    remove_organiser,
    revoke_api_token,
    set_administrator,
    set_password,
    sign_in_by_link,
    sign_in_link,
)
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, clock_of, sql
from tests.fixtures.studies import lines, open_study

LONG = "long enough for us"


def session_by(bench: Workbench, path: str) -> str:
    """Follow a sign-in link; the token of the session."""
    token = path.partition("#")[2]
    return bench.database.write(lambda run: sign_in_by_link(bench, run, token))


def who(bench: Workbench, session: str) -> Organiser:
    return bench.database.read(lambda run: by_session(bench, run, session))


def test_the_first_link_makes_an_administrator_and_works_once_for_an_hour(bench: Workbench) -> None:
    path = first_link(bench)
    assert path is not None
    me = who(bench, session_by(bench, path))
    assert (me.name, me.is_administrator, me.has_password) == (FIRST_NAME, True, False)
    with pytest.raises(Denied):
        session_by(bench, path)
    late = first_link(bench)
    assert late is not None
    clock_of(bench).forward(minutes=61)
    with pytest.raises(Denied):
        session_by(bench, late)
    assert len(list_organisers(bench)) == 1


def test_a_newer_link_makes_the_older_one_void(bench: Workbench) -> None:
    old, new = first_link(bench), first_link(bench)
    assert old is not None
    assert new is not None
    with pytest.raises(Denied):
        session_by(bench, old)
    assert who(bench, session_by(bench, new)).is_administrator


def test_no_first_link_once_an_organiser_has_a_password(bench: Workbench) -> None:
    me = who(bench, session_by(bench, first_link(bench) or ""))
    change_password(bench, me, PasswordWish(LONG), name="Ada")
    assert first_link(bench) is None
    assert [one.name for one in list_organisers(bench)] == ["Ada"]


def test_data_whose_organisers_have_links_only_get_one_for_the_administrator(bench: Workbench) -> None:
    add_organiser(bench, "Ada")
    add_organiser(bench, "Ben")
    assert who(bench, session_by(bench, first_link(bench) or "")).name == "Ada"


def test_only_the_first_organiser_is_administrator(bench: Workbench) -> None:
    for name in ("Ada", "Ben", "Cy"):
        add_organiser(bench, name)
    assert [(one.name, one.is_administrator) for one in list_organisers(bench)] == [
        ("Ada", True),
        ("Ben", False),
        ("Cy", False),
    ]


def two(bench: Workbench) -> tuple[Organiser, Organiser]:
    return add_organiser(bench, "Ada", LONG), add_organiser(bench, "Ben", LONG)


def test_an_invitation_works_once_and_for_a_week(bench: Workbench) -> None:
    ada, _ = two(bench)
    made = invite(bench, " Cy ", ada)
    assert (made.organiser.name, made.organiser.is_administrator) == ("Cy", False)
    assert list_organisers(bench)[2].invited_until is not None
    clock_of(bench).forward(minutes=6 * 24 * 60)
    assert who(bench, session_by(bench, made.path)).name == "Cy"
    assert list_organisers(bench)[2].invited_until is None
    again = invite_again(bench, "Cy", ada)
    clock_of(bench).forward(minutes=7 * 24 * 60 + 1)
    with pytest.raises(Denied):
        session_by(bench, again.path)


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "A\nB", "A\tB", "a\x1b[31m"])
def test_a_name_that_cannot_be_read_is_refused(bench: Workbench, name: str) -> None:
    with pytest.raises(Refused, match=r"organiser\.bad_name"):
        invite(bench, name)
    assert list_organisers(bench) == []


def test_only_an_administrator_invites_removes_and_gives_roles(bench: Workbench) -> None:
    _, ben = two(bench)
    for deed in (
        lambda: invite(bench, "Cy", ben),
        lambda: invite_again(bench, "Ada", ben),
        lambda: remove_organiser(bench, "Ada", ben),
        lambda: set_administrator(bench, "Ben", True, ben),
    ):
        with pytest.raises(Forbidden, match=r"organiser\.not_administrator"):
            deed()
    assert [one.name for one in list_organisers(bench)] == ["Ada", "Ben"]
    assert history(bench) == []


def test_removing_an_organiser_ends_every_way_in_at_once(bench: Workbench) -> None:
    ada, ben = two(bench)
    session, token = session_by(bench, sign_in_link(bench, "Ben")), add_api_token(bench, "Ben", "notebook")
    link = sign_in_link(bench, "Ben")
    others = add_api_token(bench, "Ada", "notebook")
    remove_organiser(bench, "Ben", ada)
    for way in (
        lambda: who(bench, session),
        lambda: bench.database.read(lambda run: by_api_token(bench, run, token)),
        lambda: session_by(bench, link),
        lambda: check_password(bench, "Ben", LONG),
    ):
        with pytest.raises(Denied):
            way()
    assert bench.database.read(lambda run: by_api_token(bench, run, others)).name == "Ada"
    assert [one.name for one in list_organisers(bench)] == ["Ada"]
    with pytest.raises(NotFound):
        remove_organiser(bench, "Ben", ada)
    assert ben.name == "Ben"


def test_who_was_removed_can_be_invited_again_and_has_no_old_rights(bench: Workbench) -> None:
    ada, _ = two(bench)
    set_administrator(bench, "Ben", True, ada)
    token = add_api_token(bench, "Ben", "notebook")
    remove_organiser(bench, "Ben", ada)
    made = invite(bench, "Ben", ada)
    assert (made.organiser.is_administrator, made.organiser.has_password) == (False, False)
    with pytest.raises(Denied):
        bench.database.read(lambda run: by_api_token(bench, run, token))
    assert who(bench, session_by(bench, made.path)).name == "Ben"


def test_one_administrator_is_always_there(bench: Workbench) -> None:
    ada, _ = two(bench)
    for deed in (lambda: remove_organiser(bench, "Ada", ada), lambda: set_administrator(bench, "Ada", False, ada)):
        with pytest.raises(Conflict, match=r"organiser\.last_administrator"):
            deed()
    set_administrator(bench, "Ben", True, ada)
    remove_organiser(bench, "Ada", ada)
    assert [(one.name, one.is_administrator) for one in list_organisers(bench)] == [("Ben", True)]


def test_a_new_password_ends_all_sessions_but_the_own(bench: Workbench) -> None:
    ada, _ = two(bench)
    mine, other = (session_by(bench, sign_in_link(bench, "Ada")) for _ in range(2))
    bens = session_by(bench, sign_in_link(bench, "Ben"))
    link = sign_in_link(bench, "Ada")
    change_password(bench, ada, PasswordWish("another long one", LONG), mine)
    assert who(bench, mine).name == "Ada"
    assert who(bench, bens).name == "Ben"
    for way in (lambda: who(bench, other), lambda: session_by(bench, link)):
        with pytest.raises(Denied):
            way()
    set_password(bench, "Ada", "a third long one")
    with pytest.raises(Denied):
        who(bench, mine)


@pytest.mark.parametrize("wish", [PasswordWish("another long one", "wrong"), PasswordWish("another long one")])
def test_a_password_is_changed_only_by_who_knows_it(bench: Workbench, wish: PasswordWish) -> None:
    ada, _ = two(bench)
    with pytest.raises(Refused, match=r"organiser\.wrong_password"):
        change_password(bench, ada, wish)
    assert check_password(bench, "Ada", LONG).name == "Ada"


def test_a_short_password_changes_nothing_not_even_the_name(bench: Workbench) -> None:
    me = who(bench, session_by(bench, first_link(bench) or ""))
    with pytest.raises(Refused, match=r"organiser\.short_password"):
        change_password(bench, me, PasswordWish("short"), name="Ada")
    assert [one.name for one in list_organisers(bench)] == [FIRST_NAME]


def test_a_name_that_was_chosen_stays(bench: Workbench) -> None:
    ada, _ = two(bench)
    with pytest.raises(Refused, match=r"organiser\.name_stays"):
        change_password(bench, ada, PasswordWish("another long one", LONG), name="Eve")


def test_revoking_a_token_leaves_those_of_others(bench: Workbench) -> None:
    two(bench)
    adas, bens = (add_api_token(bench, name, "notebook") for name in ("Ada", "Ben"))
    revoke_api_token(bench, "Ben", "notebook")
    assert bench.database.read(lambda run: by_api_token(bench, run, adas)).name == "Ada"
    with pytest.raises(Denied):
        bench.database.read(lambda run: by_api_token(bench, run, bens))
    with pytest.raises(NotFound):
        revoke_api_token(bench, "Nobody", "notebook")


def test_the_history_says_who_did_what_to_whom(bench: Workbench) -> None:
    ada, _ = two(bench)
    invite(bench, "Cy", ada)
    set_administrator(bench, "Cy", True, ada)
    set_administrator(bench, "Cy", True, ada)
    remove_organiser(bench, "Cy")
    assert [(line.who, line.what, line.organiser) for line in history(bench)] == [
        ("command line", "removed", "Cy"),
        ("Ada", "made_administrator", "Cy"),
        ("Ada", "invited", "Cy"),
    ]


def test_an_archive_does_not_name_who_was_removed(bench: Workbench, tmp_path: Path) -> None:
    two(bench)
    study = open_study(bench, lines(1))
    close_study(bench, study.key, "Ben")
    remove_organiser(bench, "Ben")
    write_archive(bench, study.key, tmp_path / "study.zip")
    with zipfile.ZipFile(tmp_path / "study.zip") as archive:
        assert not any(b'"Ben"' in archive.read(name) for name in archive.namelist())


def test_a_backup_that_knows_no_roles_has_an_administrator_when_it_is_restored(
    bench: Workbench, new_bench: NewBench, tmp_path: Path
) -> None:
    two(bench)
    sql(bench, "UPDATE organiser SET administrator_since = NULL")
    write_backup(bench, tmp_path / "backup.zip")
    restored = new_bench("sqlite")
    restore_backup(restored, tmp_path / "backup.zip")
    assert [(one.name, one.is_administrator) for one in list_organisers(restored)] == [("Ada", True), ("Ben", False)]
