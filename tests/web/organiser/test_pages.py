"""The organiser's pages: in every language, with every text escaped, and each form does what its button says."""

import base64
import hashlib
import html
import json
import re
from typing import Any

import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.jobs import add_job, run_next_job
from jurybox.studies.lifecycle import StudyDraft, change, create_study
from jurybox.studies.people import organisers, raters
from jurybox.texts import languages
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import lines, loaded, new_study
from tests.fixtures.web import PASSWORD, Client, Site, ok
from tests.web.conftest import Small
from tests.web.html_reader import read
from tests.web.playing import Player
from tests.web.tables import Table, fill

TABS = ("/studies/study", *(f"/studies/study/{tab}" for tab in ("raters", "items", "questions", "results", "settings")))
EVIL = "<script>alert('x')</script><img src=x onerror=\"y\">{{7*7}}&amp;"


def signed_in(site: Site, name: str = "Ada") -> Client:
    organisers.add_organiser(site.bench, name, PASSWORD)
    client = site.client(accept="text/html")
    assert client.post("/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def evil_study(site: Site) -> None:
    """Markup in every text that an organiser, a system or a rater can supply."""
    table = Table([
        {"id": f"{EVIL}{n}", "system": f"{EVIL}{s}", "group": f"{EVIL}{n % 2}", "source": EVIL, "output": f"{EVIL}{s}"}
        for n in range(4) for s in range(2)
    ])  # fmt: skip
    fill(site.bench, load_protocol("title"), table, name=EVIL, seed=EVIL, completion_code=EVIL)
    for name in (EVIL, f"{EVIL}2"):
        raters.add_rater(site.bench, "study", name, [f"{EVIL}0"], ["rate"], EVIL, who=EVIL)
    players = [Player.with_link(site, info.path) for info in raters.list_raters(site.bench, "study")]
    for player in players:
        player.rate(player.one(), answers={}, cannot=EVIL, comment=EVIL)
    change.withdraw_item(site.bench, "study", f"{EVIL}3", EVIL, EVIL)
    raters.revoke_rater(site.bench, "study", f"{EVIL}2", EVIL)


@pytest.mark.parametrize("path", ["/studies", *TABS, "/sign-in", "/api/docs", "/nothing", "/rate/study/"])
def test_texts_of_people_and_systems_are_never_markup(site: Site, path: str) -> None:
    evil_study(site)
    client = signed_in(site, EVIL)
    page = client.get(path)
    reader = read(page.text)
    assert [attrs for tag, attrs in reader.elements if tag == "img"] == []
    scripts = [attrs for tag, attrs in reader.elements if tag == "script" and attrs.get("type") != "application/json"]
    assert all(attrs.get("src", "").startswith("/static/") for attrs in scripts if attrs)  # type: ignore[union-attr]
    allowed = re.findall("'sha256-(.*?)'", page.headers["content-security-policy"])
    inline = [hashlib.sha256(text.encode()).digest() for text in re.findall("<script>(.*?)</script>", page.text, re.S)]
    assert len(inline) == sum(not attrs for attrs in scripts) == (path == "/rate/study/")
    assert [base64.b64encode(digest).decode() for digest in inline] == allowed[: len(inline)]
    assert not any(name.startswith("on") or name == "style" for _, attrs in reader.elements for name in attrs)
    if path in ("/studies", *TABS):
        assert EVIL in "".join(reader.words)
    assert "49" not in "".join(reader.words).replace("{{7*7}}", "") or path == "/api/docs"


def test_every_text_of_a_study_is_on_its_page_as_it_was_written(site: Site) -> None:
    evil_study(site)
    client = signed_in(site)
    pages = [client.get(path).text for path in TABS]
    assert sum(page.count("&lt;script&gt;") for page in pages) > 10
    assert not any("<script>alert" in page for page in pages)


def test_a_name_that_was_typed_comes_back_escaped(site: Site) -> None:
    answer = site.client(accept="text/html").post("/sign-in", data={"name": EVIL, "password": "x"})
    values = [attrs["value"] for tag, attrs in read(answer.text).elements if attrs.get("name") == "name"]
    assert values == [EVIL]


@pytest.mark.parametrize("language", [*languages(), "xx", "de-AT", "<b>"])
def test_every_page_renders_in_every_language(site: Site, language: str) -> None:
    evil_study(site)
    new_study(site.bench, lines(1), loaded(), key="draft")
    client = signed_in(site)
    shown = language if language in languages() else {"de-AT": "de"}.get(language, "en")
    for path in ("/studies", *TABS, "/studies/draft", "/sign-in", "/api/docs", "/rate/study/", "/nothing"):
        for how in ({"params": {"lang": language}}, {"headers": {"accept-language": f"{language};q=0.9, *;q=0.1"}}):
            answer = client.get(path, **how)
            assert answer.status_code == (404 if path == "/nothing" else 200), answer.text
            (root,) = [attrs for tag, attrs in read(answer.text).elements if tag == "html"]
            assert root["lang"] == shown


def test_an_empty_server_has_pages_too(site: Site) -> None:
    client = signed_in(site)
    page = client.get("/studies").text
    assert "/example" in forms_of(page)
    assert 'href="/new-study"' in page
    assert client.get("/").headers["location"] == "/studies"
    assert client.get("/studies/none").status_code == 404


def test_the_page_of_a_study_tells_how_far_it_is(small: Small) -> None:
    small.ann.play(3)
    client = signed_in(small.site)
    assert re.search('data-live="done">3</span> / <span data-live="needed">24<', client.get("/studies/study").text)
    page = client.get("/studies/study/raters").text
    words = " ".join(read(page).words)
    for expected in ("Ann", "Bo", "Study", "Small"):
        assert expected in words
    links = [attrs["value"] for tag, attrs in read(page).elements if tag == "input" and "readonly" in attrs]
    assert links == [f"http://127.0.0.1:8000{info.path}" for info in raters.list_raters(small.bench, "study")]


def forms_of(page: str) -> list[str]:
    return [str(attrs["action"]) for tag, attrs in read(page).elements if tag == "form"]


def test_the_forms_of_a_page_do_what_they_say(small: Small) -> None:
    client = signed_in(small.site)
    home = "/studies/study"
    added = client.post(f"{home}/raters", data={"name": "Cy", "language": ""})
    assert (added.status_code, added.headers["location"]) == (303, f"{home}/raters")
    cy = raters.find_rater(small.bench, "study", "Cy")
    page = client.get(f"{home}/raters").text
    assert {f"{home}/raters", f"{home}/raters/list", "/sign-out"} <= set(forms_of(page))
    assert f"{home}/raters/{cy.id}/renew" in forms_of(client.get(f"{home}/raters/{cy.id}").text)
    assert client.post(f"{home}/raters/{cy.id}/renew").status_code == 303
    assert raters.find_rater(small.bench, "study", "Cy").path != cy.path
    assert client.post(f"{home}/raters/{cy.id}/revoke").status_code == 303
    assert raters.find_rater(small.bench, "study", "Cy").revoked
    for step, state in (("pause", "paused"), ("resume", "open"), ("close", "closed"), ("reopen", "open")):
        assert f"{home}/{step}" in forms_of(client.get(f"{home}/settings").text)
        assert client.post(f"{home}/{step}").status_code == 303
        assert ok(small.ann.client.get("api/study"))["state"] == state


def test_opening_a_draft_without_items_is_refused_in_words_at_once(site: Site) -> None:
    create_study(site.bench, loaded(), StudyDraft("empty", "Empty"))
    answer = signed_in(site).post("/studies/empty/open")
    assert answer.status_code == 409
    assert "has no items yet." in " ".join(read(answer.text).words)


def test_a_job_that_failed_says_why_on_the_page_until_it_succeeds(site: Site) -> None:
    study = new_study(site.bench, lines(1), loaded())
    client = signed_in(site)

    def page() -> str:
        return " ".join(read(client.get("/studies/study").text).words)

    table = site.bench.folder / "bad.csv"
    table.write_text("id,system,colour\nx,a,red\n")
    wanted = {"study": "study", "who": "Ada", "tables": [str(table)]}
    site.bench.database.write(lambda run: add_job(site.bench, run, "import", wanted))
    assert "Items are being imported." in page()
    assert run_next_job(site.bench)
    assert "An import failed. Nothing was added." in page()
    assert "bad.csv" in page()
    assert "colour" in page()
    (failed,) = ok(client.get("/api/studies/study/jobs"))
    assert (failed["kind"], failed["state"]) == ("import", "failed")
    assert "colour" in json.dumps(failed["errors"])
    clock_of(site.bench).forward(1)
    study.add(lines(1, first=1))  # by another way
    assert "An import failed" not in page()
    client.post("/studies/study/open")
    assert 'http-equiv="refresh"' in client.get("/studies/study").text
    assert "The study is being opened." in page()
    assert run_next_job(site.bench)
    assert "The study is being opened." not in page()
    assert ok(client.get("/api/studies/study/jobs")) == []


def test_a_system_and_an_item_are_withdrawn_and_restored_on_the_page(small: Small) -> None:
    client, home = signed_in(small.site), "/studies/study"
    for what, place in (({"system": "system-a"}, "items"), ({"item": "item-0"}, "items?filter=withdrawn")):
        assert client.post(f"{home}/withdraw", data={**what, "reason": ""}).status_code == 422
        assert client.post(f"{home}/withdraw", data={**what, "reason": "It is broken."}).status_code == 303
        page = client.get(f"{home}/{place}").text
        assert f"{home}/restore" in forms_of(page) or "item?key=item-0" in page
        again = client.post(f"{home}/withdraw", data={**what, "reason": "Again."})
        assert again.status_code == 404
        assert re.search(r'role="alert">[^<]+</p>', again.text)
        assert client.post(f"{home}/restore", data=what).status_code == 303
    assert f"{home}/restore" not in forms_of(client.get(f"{home}/items").text)


def test_the_history_of_a_study_is_in_words_and_filtered(small: Small) -> None:
    client, home = signed_in(small.site), "/studies/study"
    client.post(f"{home}/withdraw", data={"item": "item-0", "reason": "It is broken."})

    def events(**asked: str) -> list[tuple[str, str]]:
        page = client.get(f"{home}/settings", params=asked)
        assert ('role="alert"' in page.text) == (asked.get("since") == "x")
        return re.findall(r'<span dir="auto">(.*?)</span>\s*<span class="note" dir="auto">(.*?)</span>', page.text)

    assert events()[0] == ("The item item-0 was withdrawn. Reason: It is broken.", "Ada")
    assert ("Bo was added as a rater.", "command line") in events()
    assert [words for words, _ in events(person="Ann")] == ["Ann was added as a rater."]
    assert [who for _, who in events(kind="item_withdrawn", lang="de")] == ["Ada"]
    assert events(until="2001-01-01") == []
    assert len(events(since="x")) == len(events()), "what can't be read is said, and all is shown"
    files = re.findall(
        r'href="(/api/studies/study/history[^"]*)"', client.get(f"{home}/settings", params={"person": "Ann"}).text
    )
    csv, json_file = (client.get(html.unescape(path)) for path in files)
    assert csv.text.splitlines()[0] == "number,at,who,kind,words,about"
    assert [entry["about"] for entry in json_file.json()] == ["Ann"]
    assert "attachment" in csv.headers["content-disposition"]
    api = ok(client.get("/api/studies/study/history", params={"kind": ["opened", "created"]}))
    assert [entry["kind"] for entry in api] == ["created", "opened"]


def test_a_form_that_is_refused_says_why_on_the_page(small: Small) -> None:
    client = signed_in(small.site)
    for data in ({"name": ""}, {"name": "x", "groups": "none"}, {"name": "x", "stages": "none"}):
        answer = client.post("/studies/study/raters", data=data)
        assert answer.status_code == 422
        assert re.search(r'role="alert">[^<]+</p>', answer.text)
    client.post("/studies/study/close")
    again = client.post("/studies/study/close")
    assert again.status_code == 409
    assert "closed" in again.text
    assert client.post("/studies/none/close").status_code == 404
    assert client.post("/studies/study/raters/none/renew").status_code == 404


def test_opening_from_the_page_is_left_to_the_worker(site: Site) -> None:
    new_study(site.bench, lines(2), loaded())
    client = signed_in(site)
    assert client.post("/studies/study/open").status_code == 303
    assert site.inner.state.worker.woken == 1
    assert run_next_job(site.bench)
    assert ok(client.get("/api/studies/study"))["state"] == "open"


def test_the_exports_of_the_page_are_files(small: Small) -> None:
    small.ann.step()
    client = signed_in(small.site)
    pages = [client.get(f"/studies/study/{tab}").text for tab in ("results/download", "settings")]
    addresses = [str(a["href"]) for page in pages for tag, a in read(page).elements if tag == "a" and "download" in a]
    assert len(addresses) == 5
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-disposition"].startswith("attachment")


def test_pages_are_not_kept_in_caches_and_static_files_are(small: Small) -> None:
    client = signed_in(small.site)
    page = client.get("/studies/study")
    assert page.headers["cache-control"] == "no-store"
    statics: list[Any] = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    for address in statics:
        for encoding in ("gzip", "identity"):
            answer = client.get(address, headers={"accept-encoding": encoding})
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers.get("content-encoding", "identity") == encoding


def test_an_organiser_can_add_a_language(small: Small) -> None:
    from tests.fixtures.web import make_site

    folder = small.bench.folder / "texts"
    folder.mkdir()
    words = {"language.name": "Esperanto", "language.fallback": "es", "org.studies": "Esploroj", "rate.submit": "Sendi"}
    (folder / "eo.json").write_text(json.dumps(words), encoding="utf-8")
    site = make_site(small.bench)
    try:
        page = signed_in(site).get("/studies?lang=eo").text
        assert "Esploroj" in page
        shell = site.client().get("/rate/study/?lang=eo").text
        assert '<option value="eo" lang="eo" selected>Esperanto</option>' in shell
        texts = json.loads(shell.partition('id="texts">')[2].partition("</script>")[0])
        assert (texts["rate.submit"], texts["rate.optional"]) == ("Sendi", "opcional")
    finally:
        site.close()


def test_the_rater_s_page_is_sent_compressed_where_the_browser_can_read_it(site: Site) -> None:
    plain, zipped = (
        site.client().get("/rate/study/", headers={"accept-encoding": coding}) for coding in ("identity", "gzip")
    )
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.text == plain.text
    assert int(zipped.headers["content-length"]) < int(plain.headers["content-length"]) / 2


def test_a_draft_without_systems_says_how_to_name_them(site: Site) -> None:
    nameless = [{name: value for name, value in row.items() if name != "system"} for row in lines(1, "a")]
    new_study(site.bench, nameless, loaded(), key="nameless")
    new_study(site.bench, lines(1), loaded(), key="named")
    client = signed_in(site)
    hint = "No systems are named, so nothing will be ranked."
    assert hint in client.get("/studies/nameless").text
    assert hint not in client.get("/studies/named").text


def test_a_study_below_the_minimum_of_its_guideline_says_so_until_it_is_raised(site: Site) -> None:
    wish = {"key": "t", "name": "T", "protocol": "sarcasm-interpretation", "settings": {"quorum": 1}}
    client = site.organiser()
    made = ok(client.post("/api/studies", json=wish), 201)
    assert made["few_raters"] == [
        {"stage": "fluency", "group": "", "quorum": 1, "least": 2},
        {"stage": "adequacy", "group": "", "quorum": 1, "least": 2},
    ]
    told = "Raters of each unit in stage “fluency”: 1. The guideline asks for at least 2."
    assert told in client.get("/studies/t").text
    ok(client.post("/api/studies", json={**wish, "key": "u", "settings": {}}), 201)
    assert "The guideline asks for" not in client.get("/studies/u").text
