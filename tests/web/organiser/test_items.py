"""Items in lists whose filters are addresses, one item with all that was said of it, and what can be done with it."""

import re

from jurybox import studies
from jurybox.studies import ItemsWish
from jurybox.studies.jobs import run_next_job
from tests.fixtures.small import SCALE
from tests.fixtures.studies import lines, loaded, open_study
from tests.fixtures.web import Site, ok, problem
from tests.web.conftest import Small
from tests.web.html_reader import read
from tests.web.organiser.test_pages import signed_in
from tests.web.organiser.uploading import imported, say, worked
from tests.web.tables import picture

HOME = "/studies/study"


def keys_on(page: str) -> list[str]:
    return re.findall(r'item\?key=([^"&]+)', page)


def words_of(page: str) -> str:
    return " ".join(" ".join(read(page).words).split())


def test_filters_are_addresses_and_say_how_many_there_are(small: Small) -> None:
    client = signed_in(small.site)
    first = small.ann.one()
    small.ann.rate(first, answers={}, cannot="I do not know the film.")
    client.post(f"{HOME}/withdraw", data={"item": "item-5", "reason": "It is broken."})
    assert keys_on(client.get(f"{HOME}/items").text) == [f"item-{n}" for n in range(6)]
    assert keys_on(client.get(f"{HOME}/items?filter=withdrawn").text) == ["item-5"]
    withdrawn = words_of(client.get(f"{HOME}/items?filter=withdrawn").text)
    assert not re.search(r"\d of \d", withdrawn), "nothing is wanted of it"
    assert re.search(r"\d of \d", words_of(client.get(f"{HOME}/items").text))
    cannot = keys_on(client.get(f"{HOME}/items?filter=cannot").text)
    assert len(cannot) == 1
    assert keys_on(client.get(f"{HOME}/items?text=output+b+of+3").text) == ["item-3"]
    assert "There is no such item." in client.get(f"{HOME}/items?text=nowhere").text
    assert "has not been computed yet" in client.get(f"{HOME}/items?filter=disputed").text
    assert client.get(f"{HOME}/items?filter=odd").status_code == 422


def test_a_list_goes_on_by_key_and_back(site: Site) -> None:
    open_study(site.bench, lines(120, "a", groups=("de", "es")), loaded())
    client = signed_in(site)
    page = client.get(f"{HOME}/items?group=es").text
    assert keys_on(page) == [f"item-{n}" for n in range(1, 100, 2)]
    (later,) = re.findall(r'href="([^"]+)" rel="next"', page)
    page = client.get(later.replace("&amp;", "&")).text
    assert keys_on(page) == [f"item-{n}" for n in range(101, 120, 2)]
    (earlier,) = re.findall(r'href="([^"]+)" rel="prev"', page)
    assert keys_on(client.get(earlier.replace("&amp;", "&")).text)[-1] == "item-99"
    wish = ItemsWish(group="es")
    assert studies.beside_item(site.bench, "study", "item-3", wish) == ("item-1", "item-5")
    assert len(list(studies.all_items(site.bench, "study", wish))) == 60


def test_what_marks_mean_in_a_search_is_only_their_letter(site: Site) -> None:
    table = [{**line, "source": '100% "sure"' if n == 0 else "100 sure"} for n, line in enumerate(lines(3, "a"))]
    open_study(site.bench, table, loaded())
    found = [list(studies.all_items(site.bench, "study", ItemsWish(text=text))) for text in ('0% "SURE', "_", "i_em")]
    assert [[line["key"] for line in of] for of in found] == [["item-0"], [], []]


def test_an_item_shows_what_raters_saw_beside_what_they_said(small: Small) -> None:
    small.ann.play(12)
    small.bo.rate(small.bo.one(), comment="Hm.")
    client = signed_in(small.site)
    key = next(line["key"] for line in studies.list_items(small.bench, "study")["items"] if line["answers"] == 3)
    page = client.get(f"{HOME}/item?key={key}").text
    words = words_of(page)
    number = key.removeprefix("item-")
    for expected in (f"Source {number}", f"Output a of {number}", f"Output b of {number}", "R1 Ann", "R2 Bo", "Hm."):
        assert expected in words, expected
    assert words.count("system-a") >= 2
    assert 'rel="next"' in page or 'rel="prev"' in page


def test_the_forms_of_an_item_do_what_they_say(small: Small) -> None:
    small.ann.play(12)
    client = signed_in(small.site)
    here = f"{HOME}/item?key=item-0&filter=all"
    ann = small.ann.client.get("api/study")
    assert ann.status_code == 200
    assert client.post(here, data={"do": "note", "note": "Look at this."}).status_code == 303
    assert "Look at this." in client.get(here).text
    assert keys_on(client.get(f"{HOME}/items?filter=noted").text) == ["item-0"]
    assert client.post(here, data={"do": "note", "note": " "}).status_code == 422
    assert client.post(here, data={"do": "quorum", "to": "3"}).status_code == 303
    assert client.post(here, data={"do": "quorum", "to": "x"}).status_code == 422
    assert client.post(here, data={"do": "back", "rater": "Ann", "system": "system-a"}).status_code == 303
    assert client.post(here, data={"do": "back", "rater": "Bo"}).status_code == 409
    assert client.post(here, data={"do": "withdraw", "reason": "Broken."}).status_code == 303
    assert client.post(here, data={"do": "restore"}).status_code == 303
    assert client.post(here, data={"do": "dance"}).status_code == 422
    history = words_of(client.get(f"{HOME}/settings").text)
    assert "A note on the item item-0. Note: Look at this." in history
    assert "The item item-0 was sent back to Ann (units: 1)." in history


def test_the_api_gives_the_same_lists_and_files(small: Small) -> None:
    small.ann.play(2)
    client = small.organiser()
    page = ok(client.get("/api/studies/study/items"))
    assert [line["key"] for line in page["items"]] == [f"item-{n}" for n in range(6)]
    assert page["counts"] == {"all": 6, "disputed": None, "cannot": 0, "inbox": 0, "noted": 0, "withdrawn": 0}
    table = client.get("/api/studies/study/items?format=csv").text.splitlines()
    assert (len(table), table[0]) == (7, "key,group,state,units,answers,needed,cannot,text,name")
    assert len(client.get("/api/studies/study/items?format=json&download=true").json()) == 6
    found = ok(client.get("/api/studies/study/item?key=item-0"))
    assert [made["systems"] for made in found["candidates"]] == [["system-a"], ["system-b"]]
    problem(client.get("/api/studies/study/item?key=none"), 404, "item.not_there")
    assert client.post("/api/studies/study/notes", json={"item": "item-0", "note": "Hm."}).status_code == 204
    problem(client.post("/api/studies/study/notes", json={"item": "none", "note": "Hm."}), 404, "item.not_there")
    watched = ok(client.get("/api/studies/study/progress"))
    assert (watched["done"], watched["needed"], watched["parts"][0]["units"]) == (2, 24, 12)


def test_a_new_study_is_made_of_ticked_listed_or_pasted_items(small: Small) -> None:
    client = signed_in(small.site)
    page = client.get("/studies/study/items").text
    keys = re.findall(r'form="copy-items" name="item" value="([^"]+)"', page)
    assert len(keys) > 2
    ways = {
        "ticked": ({"which": "ticked", "item": keys[:2], "name": "Ticked"}, 2),
        "listed": ({"which": "listed", "name": "Listed"}, len(keys)),
        "pasted": ({"which": "pasted", "keys": f"{keys[1]}\r\n", "name": "Pasted"}, 1),
    }
    for key, (form, count) in ways.items():
        made = client.post("/studies/study/items/copy", data=form)
        assert (made.status_code, made.headers["location"]) == (303, f"/studies/{key}")
        shown = studies.show_study(small.bench, key)
        assert (shown["items"], shown["state"], shown["judgements"], shown["raters"]) == (count, "draft", 0, 0)
    found = client.post(f"/studies/study/items/copy?text={keys[0]}", data={"which": "listed", "name": "Found"})
    assert found.status_code == 303


def test_a_selection_that_is_wrong_stays_as_it_was_written(small: Small) -> None:
    client = signed_in(small.site)
    answer = client.post("/studies/study/items/copy", data={"which": "pasted", "keys": "no-such", "name": "Some"})
    assert answer.status_code == 422
    assert "There is no item 'no-such' to copy" in words_of(answer.text)
    assert ">no-such</textarea>" in answer.text
    assert client.post("/studies/study/items/copy", data={"which": "ticked", "name": "Some"}).status_code == 422


def test_programs_copy_some_items(small: Small) -> None:
    ada = small.site.organiser("Bea")
    some = ok(ada.get("/api/studies/study/items"))["items"][0]["key"]
    made = ok(ada.post("/api/studies/study/copies", json={"key": "some", "items": [some]}), 201)
    assert made["items"] == 1
    problem(ada.post("/api/studies/study/copies", json={"key": "none", "items": ["x"]}), 422, "copy.unknown_item")


def test_texts_that_have_a_form_are_shown_in_it_and_nothing_in_them_is_markup(site: Site) -> None:
    fields = {"dialogue": "conversation", "figures": "table", "output": "markdown"}
    stage = {"id": "rating", "show": list(fields), "ask": [SCALE]}
    hostile = "**bold** <script>alert(1)</script> ![x](https://evil.example/x.png) [y](javascript:alert(1))"
    line = {"dialogue": "user: <b>Hi</b>", "figures": "a,b\n<i>,2", "output": hostile}
    open_study(site.bench, [{"id": "item-0", "system": "one", **line}], loaded(fields=fields, stages=[stage]))
    page = signed_in(site).get(f"{HOME}/item?key=item-0").text
    assert "<strong>bold</strong>" in page
    assert "<b>user</b> &lt;b&gt;Hi&lt;/b&gt;" in page
    assert '<td dir="auto">&lt;i&gt;</td>' in page
    assert "&lt;script&gt;alert(1)" in page
    assert not re.search(r"<script>alert|<img[^>]+evil|href=\"javascript", page)


def test_items_are_called_by_what_people_know_where_their_keys_are_made(site: Site) -> None:
    client = signed_in(site)
    home = client.post("/new-study", data={"name": "Fotos", "protocol": "caption-culture"}).headers["location"]
    home = home.removesuffix("/texts")
    key = "t1538148bcf1d09d6"
    table = f"id,system,picture,output\n{key},a,barco.png,Un barco.\ncosta,a,costa.png,Una costa.\n"
    media = [("media", (name, picture(n))) for n, name in enumerate(("barco.png", "costa.png"))]
    client.post(f"{home}/texts", files=[("tables", ("pies.csv", table, "text/csv")), *media])
    page = worked(site, client, home)
    say(client, home, page, "import")
    assert run_next_job(site.bench)
    listed = client.get(f"{home}/items").text
    assert re.findall(r'dir="auto">([^<]+)</a>', listed.partition("<tbody>")[2]) == ["barco.png", "costa"]
    pictures = re.findall(r'<img class="thumb" src="([^"]+)" alt=""', listed)
    assert len(pictures) == 2
    assert client.get(pictures[0].replace("&amp;", "&")).headers["content-type"] == "image/png"
    one = client.get(f"{home}/item?key={key}").text
    assert "<title>barco.png: Fotos" in one
    assert '<h2 dir="auto">barco.png</h2>' in one
    csv = client.get(f"/api{home}/items?format=csv").text.splitlines()
    assert csv[0].endswith(",text,name")
    assert csv[1].endswith(",barco.png")
    assert csv[1].startswith(key)


def test_a_text_without_an_id_is_called_by_how_it_begins(site: Site) -> None:
    client = signed_in(site)
    home = client.post("/new-study", data={"name": "Titles", "protocol": "title"}).headers["location"]
    home = home.removesuffix("/texts")
    imported(site, client, home, "source,output\nThe council met on Tuesday.,Council meets\n")
    listed = client.get(f"{home}/items").text
    assert ">The council met on Tuesday.</a>" in listed
    assert 'class="begins"' not in listed
