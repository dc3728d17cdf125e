"""Erasing in the browser and over the API: owners only, asked about, and gone."""

import pytest

from jurybox.core import NotFound
from jurybox.studies import people
from jurybox.studies.workbench import view_of
from tests.fixtures.studies import lines, loaded, open_study
from tests.fixtures.web import Client, Site
from tests.web.organiser.test_account import signed_in
from tests.web.organiser.test_bad_input import words_of


@pytest.fixture
def client(site: Site) -> Client:
    return signed_in(site)


def test_a_person_is_erased_from_their_page_and_a_study_from_its_settings(site: Site, client: Client) -> None:
    rater = open_study(site.bench, lines(2, "a"), loaded()).rater("Xanthippe")
    rater.submit(rater.next()[0], comment="my own words")
    [info] = people.list_raters(site.bench, "study")
    assert "Erase this person" in words_of(client.get(f"/studies/study/raters/{info.id}").text)
    assert client.post(f"/studies/study/raters/{info.id}/erase").status_code == 303
    assert people.list_raters(site.bench, "study")[0].name == "–"
    assert client.post("/studies/study/redact").status_code == 303
    assert "What raters wrote was taken out" in words_of(client.get("/studies/study/settings").text)
    wrong = client.post("/studies/study/delete", data={"confirm": "sutdy"})
    assert "say its key once more" in words_of(wrong.text)
    assert client.post("/studies/study/delete", data={"confirm": "study"}).headers["location"] == "/studies"
    assert client.get("/studies").status_code == 200
    with pytest.raises(NotFound):
        view_of(site.bench, "study")


def test_only_owners_erase(site: Site, client: Client) -> None:
    open_study(site.bench, lines(2, "a"), loaded()).rater("Xanthippe")
    ben = signed_in(site, "Ben")
    people.give_role(site.bench, "study", "Ada", "owner")
    people.give_role(site.bench, "study", "Ben", "organiser")
    [info] = people.list_raters(site.bench, "study")
    assert "Erase this person" not in words_of(ben.get(f"/studies/study/raters/{info.id}").text)
    for path in (f"raters/{info.id}/erase", "redact", "delete"):
        assert ben.post(f"/studies/study/{path}", data={"confirm": "study"}).status_code == 403
    assert people.list_raters(site.bench, "study")[0].name == "Xanthippe"
