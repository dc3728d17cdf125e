"""jurybox rater and jurybox organiser."""

import json
from pathlib import Path

import pytest

from jurybox.studies import remember_address
from tests.fixtures.command_line import Jurybox
from tests.paths import ROOT

FIRST = ROOT / "examples" / "first-study"


@pytest.fixture
def study(jurybox: Jurybox) -> Jurybox:
    jurybox("study", "create", "x", "--protocol", "title", "--items", FIRST / "items.csv")
    jurybox("study", "open", "x")
    return jurybox


def test_a_rater_gets_a_link_that_can_be_shown_again(study: Jurybox):
    link = study("rater", "add", "x", "Ana").out.strip()
    assert link.startswith("http://127.0.0.1:8000/rate/x/#")
    assert study("rater", "link", "x", "Ana").out.strip() == link
    assert link in study("rater", "list", "x").out


def test_a_renewed_link_is_another_one(study: Jurybox):
    link = study("rater", "add", "x", "Ana").out
    renewed = study("rater", "link", "x", "Ana", "--renew").out
    assert renewed != link
    assert study("rater", "link", "x", "Ana").out == renewed


def test_a_revoked_rater_gets_no_new_link(study: Jurybox):
    """One was printed, and it opened nothing."""
    study("rater", "add", "x", "Ana")
    assert study("rater", "revoke", "x", "Ana").status == 0
    told = study("rater", "link", "x", "Ana", "--renew")
    assert told.status == 1
    assert "/rate/" not in told.out
    assert "Ana" in told.err


def test_links_begin_with_the_address_that_people_use(study: Jurybox, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JURYBOX_URL", "https://jury.example.org/")
    assert study("rater", "add", "x", "Ana").out.startswith("https://jury.example.org/rate/x/#")
    assert study("rater", "link", "x", "Ana", "--url", "https://b.org").out.startswith("https://b.org/rate/x/#")


def test_raters_are_listed_as_json_and_revoked_ones_without_a_link(study: Jurybox):
    study("rater", "add", "x", "Ana", "--language", "en", "--stage", "rate")
    study("rater", "add", "x", "Ben")
    assert study("rater", "revoke", "x", "Ben").lines == ["Ben can no longer open study x."]
    ana, ben = json.loads(study("rater", "list", "x", "--json").out)
    assert (ana["name"], ana["language"], ana["stages"], ana["revoked"]) == ("Ana", "en", ["rate"], False)
    assert (ben["revoked"], ben["link"]) == (True, None)
    assert study("rater", "list", "x").lines[2].endswith("revoked")


def test_an_unknown_rater_is_answered_with_the_known_ones(study: Jurybox):
    study("rater", "add", "x", "Ana")
    ended = study("rater", "link", "x", "Anna")
    assert (ended.status, ended.faults) == (1, ["There is no rater 'Anna' in this study. Allowed: Ana."])


def test_two_raters_of_one_name_are_told_apart_by_id(study: Jurybox):
    study("rater", "add", "x", "Ana")
    study("rater", "add", "x", "Ana", "--same-name")
    ended = study("rater", "link", "x", "Ana")
    first = json.loads(study("rater", "list", "x", "--json").out)[0]
    assert (ended.status, first["id"] in ended.err) == (1, True)
    assert study("rater", "link", "x", first["id"]).out.strip() == first["link"]


def test_every_fault_of_a_rater_is_told_at_once(study: Jurybox):
    ended = study("rater", "add", "x", " ", "--stage", "rat")
    assert ended.status == 1
    assert len(ended.faults) == 2


def test_an_organiser_gets_a_sign_in_link(jurybox: Jurybox):
    link = jurybox("organiser", "add", "Ada").out
    assert link.startswith("http://127.0.0.1:8000/sign-in/#")
    assert jurybox("organiser", "link", "Ada").out not in ("", link)
    ended = jurybox("organiser", "add", "Ada")
    assert (ended.status, len(ended.faults)) == (1, 1)


def test_a_password_comes_from_standard_input_and_must_be_long_enough(jurybox: Jurybox):
    assert jurybox("organiser", "add", "Ada", "--password", typed="short\n").status == 1
    assert jurybox("organiser", "add", "Ada", "--password", typed="long enough for us\n").status == 0
    assert jurybox("organiser", "password", "Ada", typed="another long one\n").lines == ["The password of Ada is set."]
    ended = jurybox("organiser", "password", "Bob", typed="another long one\n")
    assert (ended.status, len(ended.faults)) == (1, 1)


def test_an_api_token_is_made_and_revoked(jurybox: Jurybox):
    jurybox("organiser", "add", "Ada")
    assert jurybox("organiser", "token", "Ada", "--name", "notebook").out.startswith("jb_")
    assert jurybox("organiser", "token", "Ada", "--name", "notebook", "--revoke").status == 0
    assert jurybox("organiser", "token", "Ada", "--name", "notebook", "--revoke").status == 1


def test_a_token_is_revoked_only_by_its_organiser_s_name(jurybox: Jurybox):
    jurybox("organiser", "add", "Ada")
    jurybox("organiser", "token", "Ada", "--name", "adm")
    ended = jurybox("organiser", "token", "NOBODY", "--name", "adm", "--revoke")
    assert (ended.status, len(ended.faults)) == (1, 1)
    assert jurybox("organiser", "token", "Ada", "--name", "adm", "--revoke").status == 0


def test_organisers_are_listed_given_roles_and_removed(jurybox: Jurybox):
    jurybox("organiser", "add", "Ada", "--password", typed="long enough for us\n")
    jurybox("organiser", "add", "Ben")
    ada, ben = json.loads(jurybox("organiser", "list", "--json").out)
    assert (ada["name"], ada["is_administrator"], ada["has_password"]) == ("Ada", True, True)
    assert (ben["name"], ben["is_administrator"], ben["has_password"]) == ("Ben", False, False)
    lines = jurybox("organiser", "list").lines
    assert lines[1].split()[:3] == ["Ada", "administrator", "by"]
    assert "invited until" in lines[2]
    assert jurybox("organiser", "remove", "Ada").faults == [
        "'Ada' is the only administrator. Make somebody else administrator first."
    ]
    assert jurybox("organiser", "role", "Ben", "administrator").lines == ["Ben is administrator now."]
    assert jurybox("organiser", "remove", "Ada").lines == ["Ada is removed and can no longer come in."]
    assert jurybox("organiser", "role", "Ben", "boss").status == 2
    assert len(jurybox("organiser", "list").lines) == 2


def test_links_lead_to_the_server_that_was_started_last(study: Jurybox, in_folder: Path):
    remember_address(in_folder / "jurybox-data", "http://127.0.0.1:8132")
    assert study("rater", "add", "x", "Ana").out.startswith("http://127.0.0.1:8132/rate/x/#")
    assert study("organiser", "add", "Ada").out.startswith("http://127.0.0.1:8132/sign-in/#")
    assert study("rater", "link", "x", "Ana", "--url", "https://b.org").out.startswith("https://b.org/rate/x/#")


def test_what_was_said_wins_over_what_is_remembered(study: Jurybox, in_folder: Path, monkeypatch: pytest.MonkeyPatch):
    remember_address(in_folder / "jurybox-data", "http://127.0.0.1:8132")
    monkeypatch.setenv("JURYBOX_PORT", "9000")
    assert study("rater", "add", "x", "Ana").out.startswith("http://127.0.0.1:9000/rate/x/#")
    monkeypatch.setenv("JURYBOX_URL", "https://jury.example.org")
    assert study("rater", "link", "x", "Ana").out.startswith("https://jury.example.org/rate/x/#")


@pytest.mark.parametrize("content", ["", "nonsense", "http://a b", "javascript:alert(1)"])
def test_an_address_that_is_none_is_not_believed(study: Jurybox, in_folder: Path, content: str):
    (in_folder / "jurybox-data" / "address").write_text(content, encoding="utf-8")
    assert study("rater", "add", "x", "Ana").out.startswith("http://127.0.0.1:8000/rate/x/#")


def test_a_second_rater_of_one_name_is_asked_for(study: Jurybox):
    study("rater", "add", "x", "Ana")
    refused = study("rater", "add", "x", " Ana ")
    assert refused.status == 1
    assert "There is a rater 'Ana' in this study already." in refused.err
    assert "--same-name" in refused.err
    assert len(json.loads(study("rater", "list", "x", "--json").out)) == 1
    assert study("rater", "add", "x", "Ana", "--same-name").status == 0


def test_two_accounts_of_one_person_are_merged_after_a_look(study: Jurybox):
    for name in ("Ana", "Ana B."):
        assert study("rater", "add", "x", name).status == 0
    looked = study("rater", "merge", "x", "R2", "--into", "Ana", "--dry-run").lines
    assert looked[0] == "R2 Ana B. would be merged into R1 Ana: 0 judgements."
    assert len(json.loads(study("rater", "list", "x", "--json").out)) == 2
    assert study("rater", "merge", "x", "R2", "--into", "Ana").lines[0].startswith("R2 Ana B. is merged into R1 Ana")
    assert [one["name"] for one in json.loads(study("rater", "list", "x", "--json").out)] == ["Ana"]
    assert "was merged into" in study("rater", "revoke", "x", "R2").err
