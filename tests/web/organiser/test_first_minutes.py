"""From an empty server to a study: the example by one click, a draft of a protocol, its table, faults in words."""

import csv
import io
import re

import httpx
import pytest

from jurybox.studies import list_studies, run_next_job
from jurybox.studies.demo import samples
from jurybox.studies.lifecycle import list_shelf
from tests.fixtures.web import Client, Site, ok, problem
from tests.web.html_reader import read
from tests.web.organiser.test_account import forms_of, signed_in
from tests.web.organiser.uploading import imported

TABLE = "id,system,source,output\nferry,alpha,The ferry runs.,Ferry runs\nferry,beta,,A ferry\n"


def primaries(page: str) -> list[str]:
    """What looks like the one thing to do next."""
    return [tag for tag, attrs in read(page).elements if "primary" in str(attrs.get("class", "")).split()]


def test_the_first_page_says_what_to_do(site: Site) -> None:
    page = signed_in(site).get("/studies").text
    assert "/example" in forms_of(page)
    assert 'href="/new-study"' in page
    assert len(primaries(page)) == 1


def test_one_click_makes_the_example_once(site: Site) -> None:
    client = signed_in(site)
    made = client.post("/example")
    assert made.status_code == 303
    page = client.get(made.headers["location"])
    assert page.status_code == 200
    assert client.post("/example").headers["location"] == made.headers["location"]
    (study,) = list_studies(site.bench)
    assert (study["state"], study["judgements"] > 0) == ("open", True)
    cards = client.get("/studies").text
    assert study["name"] in cards
    assert f"{study['done']} of {study['needed']} judgements" in cards
    assert len(primaries(cards)) == 1


def test_the_api_makes_the_example_too(site: Site) -> None:
    organiser = site.organiser()
    made = ok(organiser.post("/api/studies/example"), 201)
    assert ok(organiser.get("/api/studies"))[0]["key"] == made["key"]


def draft(client: Client, name: str = "Überschriften 2026") -> str:
    answer = client.post("/new-study", data={"name": name, "protocol": "title"})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removesuffix("/texts")


def test_a_study_is_made_in_the_browser(site: Site) -> None:
    client = signed_in(site)
    assert len(primaries(client.get("/new-study").text)) == 1
    home = draft(client)
    assert home == "/studies/uberschriften-2026"
    assert draft(client) == f"{home}-2"
    assert draft(client, "English–German 2025/26 — Ana’s") == "/studies/english-german-2025-26-ana-s"
    empty = client.get(home).text
    assert f"{home}/texts" in empty
    assert f"{home}/open" not in forms_of(empty)
    page = imported(site, client, home, TABLE)
    assert "1 items, 2 outputs" in page
    filled = client.get(home).text
    assert f'href="{home}/check"' in filled
    assert f"{home}/open" in forms_of(client.get(f"{home}/check").text)
    assert "Überschriften 2026" in filled
    assert client.post(f"{home}/open").status_code == 303
    assert run_next_job(site.bench)
    assert ok(client.get(f"/api{home}"))["state"] == "open"


def sent_by_a_browser(client: Client, path: str, **files: tuple[str, str]) -> httpx.Response:
    """A form with fields for files as browsers send it: one in which nothing was chosen has an empty name."""
    part = '--xyz\r\ncontent-disposition: form-data; name="{}"; filename="{}"\r\n\r\n{}\r\n'
    body = "".join(part.format(field, name, content) for field, (name, content) in files.items()) + "--xyz--\r\n"
    return client.post(path, content=body.encode(), headers={"content-type": "multipart/form-data; boundary=xyz"})


def test_an_upload_without_a_file_says_so(site: Site) -> None:
    client = signed_in(site)
    home = draft(client)
    answer = sent_by_a_browser(client, f"{home}/texts", tables=("", ""))
    assert answer.status_code == 422
    assert "at least one table is needed" in answer.text


def test_a_file_that_was_not_chosen_is_no_file(site: Site) -> None:
    client = signed_in(site)
    home = draft(client)
    answer = sent_by_a_browser(client, f"{home}/texts", tables=("items.csv", TABLE), media=("", ""))
    assert run_next_job(site.bench)
    assert "1 items, 2 outputs" in client.get(answer.headers["location"]).text
    assert ok(client.get(f"/api{home}"))["items"] == 0


@pytest.mark.parametrize("protocol", ["none", "/etc/passwd", "../title"])
def test_a_protocol_that_is_not_on_the_shelf_is_refused_and_the_name_stays(site: Site, protocol: str) -> None:
    client = signed_in(site)
    answer = client.post("/new-study", data={"name": "Mine", "protocol": protocol})
    assert answer.status_code == 404
    assert 'value="Mine"' in answer.text
    assert list_studies(site.bench) == []


def test_a_study_without_latin_letters_has_a_key_too(site: Site) -> None:
    client = signed_in(site)
    assert draft(client, "标题") == "/studies/study"
    assert draft(client, "!") == "/studies/study-2"


@pytest.mark.parametrize("lang", ["en", "de", "es", "fr", "it", "pt", "zh"])
def test_every_page_of_the_site_is_there_in_every_language(site: Site, lang: str) -> None:
    client = signed_in(site)
    home = draft(client)
    for path in ("/studies", "/new-study", f"{home}/texts", home, "/protocols", "/help", "/account", "/organisers"):
        page = client.get(f"{path}?lang={lang}")
        assert page.status_code == 200, path
        assert f'<html lang="{lang}">' in page.text
        assert len(primaries(page.text)) <= 1, path


def test_every_protocol_of_the_shelf_has_a_page_with_its_guideline(site: Site) -> None:
    client = signed_in(site)
    shelf = client.get("/protocols").text
    for line in list_shelf():
        assert f'href="/protocols/{line["id"]}"' in shelf
        page = client.get(f"/protocols/{line['id']}").text
        assert line["title"] in page
        assert 'class="prose"' in page
    assert client.get("/protocols/none").status_code == 404
    assert client.get("/protocols/title@1").status_code == 200


def test_a_guideline_is_read_in_another_language(site: Site) -> None:
    client = signed_in(site)
    page = client.get("/protocols/caption-culture?guideline=es").text
    assert 'class="prose" lang="es"' in page
    assert 'class="prose" lang="en"' in client.get("/protocols/caption-culture?guideline=xx").text


def test_a_sample_table_is_one_that_a_study_takes(site: Site) -> None:
    client = signed_in(site)
    for protocol in samples():
        answer = client.get(f"/protocols/{protocol}/sample.csv")
        assert answer.headers["content-disposition"].startswith("attachment")
        rows = list(csv.DictReader(io.StringIO(answer.text)))
        assert {"id", "system"} <= set(rows[0])
    assert client.get("/protocols/none/sample.csv").status_code == 404
    home = draft(client)
    assert 'class="good"' in imported(site, client, home, client.get("/protocols/title/sample.csv").text)


def test_the_api_describes_a_protocol(site: Site) -> None:
    organiser = site.organiser()
    about = ok(organiser.get("/api/protocols/title?lang=en"))
    assert [column["name"] for column in about["columns"]] == ["output", "source"]
    assert about["asks"][0]["questions"][0]["levels"]
    problem(organiser.get("/api/protocols/none"), 404, "protocol.unknown")


def test_a_word_explains_itself_where_it_stands(site: Site) -> None:
    client = signed_in(site)
    home = client.post("/example").headers["location"]
    for path, words in ((home, {"unit", "item", "system", "judgement"}), (f"{home}/settings", {"quorum-setting"})):
        elements = read(client.get(path).text).elements
        opened = {str(a["popovertarget"]) for tag, a in elements if tag == "button" and "popovertarget" in a}
        ids = [str(a["id"]) for _, a in elements if "id" in a]
        assert {f"term-{word}" for word in words} <= opened
        assert opened <= set(ids)
        assert len(ids) == len(set(ids))


def test_a_protocol_is_found_by_its_kind_and_shown_once_it_is_chosen(site: Site) -> None:
    client = signed_in(site)
    page = client.get("/new-study?lang=es").text
    kinds = re.findall(r'<details class="kind" name="kind">', page)
    assert len(kinds) > 5
    assert page.count('type="radio" name="protocol"') > len(kinds)
    assert "Resúmenes breves" in page
    assert "Guía: English</span>" in page
    assert '<div class="trial" hidden>' in page
    chosen = client.get("/new-study?protocol=title").text
    assert chosen.count('<details class="kind" name="kind" open>') == 1
    assert 'src="/preview/protocols/title/?frame=1"' in chosen


def test_a_study_without_a_protocol_is_asked_for_one_and_keeps_its_name(site: Site) -> None:
    answer = signed_in(site).post("/new-study", data={"name": "My titles"})
    assert answer.status_code == 422
    assert "Nothing is chosen yet that raters are to be asked." in answer.text
    assert 'value="My titles"' in answer.text
