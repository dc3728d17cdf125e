"""Another protocol for a draft, on its page and by the API: files and their reading stay."""

import pytest

from jurybox.studies.jobs import run_next_job
from jurybox.studies.lifecycle import open_study, tray_of
from tests.fixtures.web import Client, Site, ok
from tests.web.organiser.test_account import signed_in
from tests.web.organiser.test_first_minutes import primaries
from tests.web.organiser.test_texts import draft, items
from tests.web.organiser.uploading import Form, imported, looked_at, say, worked

TITLES = "id,system,wortlaut,output\n" + "".join(f"i{n},s{m},Text {n},Title {n}{m}\n" for n in range(4) for m in (1, 2))


@pytest.fixture
def client(site: Site) -> Client:
    return signed_in(site)


def change(client: Client, home: str, protocol: str, **more: str) -> str:
    """Where that leads; the page itself where it asks."""
    answer = client.post(f"{home}/protocol", data={"protocol": protocol, **more})
    return answer.headers["location"] if answer.status_code == 303 else answer.text


def test_files_that_wait_are_looked_at_anew_and_read_as_was_said(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, TITLES)
    say(client, home, page, **{"use.2": "source"})
    worked(site, client, home)
    assert change(client, home, "da") == f"{home}/texts"
    page = worked(site, client, home)
    assert Form(page).fields["use.2"] == "source"
    assert "Ready to import: 4 items" in page


def test_a_column_that_was_no_use_is_found_when_it_is_needed(site: Site, client: Client) -> None:
    home = draft(client, "title")
    table = "id,system,source,output,picture\na,x,Text,Out,a.png\n"
    page = looked_at(site, client, home, table)
    say(client, home, page, **{"use.4": "-"})
    worked(site, client, home)
    change(client, home, "caption-culture")
    assert Form(worked(site, client, home)).fields["use.4"] == "picture"


def test_texts_that_do_not_fit_are_read_again_from_their_files(site: Site, client: Client) -> None:
    home = draft(client, "title")
    imported(site, client, home, TITLES.replace("wortlaut", "source"))
    asked = change(client, home, "caption-culture")
    assert "The items (4) were read from another kind of table. Their files are still here" in asked
    assert len(primaries(asked)) == 1
    assert items(client, home) == 4
    assert change(client, home, "caption-culture", anyway="1") == f"{home}/texts"
    assert items(client, home) == 0
    page = worked(site, client, home)
    assert 'name="use.0"' in page
    assert change(client, home, "title") == f"{home}/texts"
    say(client, home, worked(site, client, home), "import")
    assert run_next_job(site.bench)
    assert items(client, home) == 4


def test_texts_that_fit_stay_where_they_are(site: Site, client: Client) -> None:
    home = draft(client, "title")
    imported(site, client, home, TITLES.replace("wortlaut", "source"))
    assert change(client, home, "da") == f"{home}/texts"
    assert items(client, home) == 4
    assert ok(client.get(f"/api{home}"))["protocol"] == "da@1"


def test_the_files_of_texts_go_when_the_study_opens(site: Site, client: Client) -> None:
    home = draft(client, "title")
    imported(site, client, home, TITLES.replace("wortlaut", "source"))
    aside = tray_of(site.bench, "mine").aside
    assert [path.name for path in aside.rglob("*.csv")] == ["items.csv"]
    open_study(site.bench, "mine")
    assert not aside.exists()


def test_what_waits_can_be_thrown_away_and_what_is_in_stays(site: Site, client: Client) -> None:
    home = draft(client, "title")
    imported(site, client, home, TITLES.replace("wortlaut", "source"))
    looked_at(site, client, home, "id,system,source,output\nz,x,Text,Out\n", "more.csv")
    client.post(f"{home}/texts/cancel")
    assert "Their files are still here" in change(client, home, "caption-culture")


def test_without_a_choice_it_is_asked_for(client: Client) -> None:
    home = draft(client)
    answer = client.post(f"{home}/protocol", data={})
    assert answer.status_code == 422
    assert "Nothing is chosen yet" in answer.text


def test_the_api_says_what_would_go_and_refuses_until_it_may(site: Site, client: Client) -> None:
    home = draft(client, "title")
    imported(site, client, home, TITLES.replace("wortlaut", "source"))
    losses = ok(client.get(f"/api{home}/protocol", params={"to": "caption-culture"}))
    assert [loss["code"] for loss in losses] == ["texts_again"]
    refused = client.put(f"/api{home}/protocol", json={"protocol": "caption-culture"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "study.protocol_loses")
    answer = client.put(f"/api{home}/protocol", json={"protocol": "caption-culture", "anyway": True})
    assert ok(answer)["protocol"] == "caption-culture@1"
    assert items(client, home) == 0


def test_a_protocol_written_for_a_draft_leads_back_to_it(client: Client) -> None:
    home = draft(client)
    page = client.get("/protocols/edit?protocol=title&study=mine").text
    assert '<input type="hidden" name="study" value="mine">' in page
    saved = client.get("/protocols/edit?protocol=title&study=mine&saved=1").text
    assert f'href="{home}/protocol?protocol=title"' in saved
    chosen = client.get(f"{home}/protocol?protocol=da").text
    assert 'value="da" checked' in chosen
