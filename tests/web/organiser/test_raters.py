"""The raters of a study on the organiser's pages, and in the API: added by a list, their links handed out."""

from jurybox.studies.people import list_raters
from tests.fixtures.studies import lines, loaded, new_study
from tests.fixtures.web import Site, ok, problem
from tests.web.conftest import Small
from tests.web.html_reader import read
from tests.web.organiser.test_pages import signed_in


def test_a_pasted_list_adds_all_raters(small: Small) -> None:
    client = signed_in(small.site)
    answer = client.post("/studies/study/raters/list", data={"list": "Cy\r\nDee; ; de\r\n"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/studies/study/raters")
    page = client.get("/studies/study/raters").text
    assert all(name in page for name in ("R1", "Ann", "R3", "Cy", "R4", "Dee"))


def test_a_list_with_faults_stays_as_it_was_written_with_every_fault(small: Small) -> None:
    client = signed_in(small.site)
    text = "Ann\n<b>Cy</b>; no-such-group\n"
    answer = client.post("/studies/study/raters/list", data={"list": text})
    assert answer.status_code == 422
    words = "".join(read(answer.text).words)
    assert text.strip() in words
    assert "Line 1: there is a rater 'Ann' in this study already." in words
    assert "Line 2: this study has no groups" in words
    assert "a language comes after it: “Ana; ; es”" in words
    assert "such as “Ana; ; en”" in words
    assert [info.name for info in list_raters(small.bench, "study")] == ["Ann", "Bo"]


def test_the_groups_of_a_draft_are_those_of_its_items(site: Site) -> None:
    new_study(site.bench, lines(4, "ab", groups=("de", "es")), loaded())
    client = signed_in(site)
    page = client.get("/studies/study/raters").text
    assert 'value="es"' in page
    assert "such as “Ana; de; en”" in page
    refused = client.post("/studies/study/raters/list", data={"list": "Ann; xx"}).text
    assert "Line 1: there is no group 'xx'" in "".join(read(refused).words)
    assert client.post("/studies/study/raters/list", data={"list": "Ann; es\nDee; de; de"}).status_code == 303
    assert [info.groups for info in list_raters(site.bench, "study")] == [("es",), ("de",)]


def test_a_rater_has_a_page_with_their_link_as_a_picture_and_a_mail(small: Small) -> None:
    ann = list_raters(small.bench, "study")[0]
    client = signed_in(small.site)
    page = client.get(f"/studies/study/raters/{ann.id}").text
    assert client.get("/studies/study/raters/R1").status_code == 200
    assert f"http://127.0.0.1:8000{ann.path}" in page
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page
    assert 'href="mailto:?subject=Your%20link' in page
    assert "/preview/studies/study/as/R1/" in page
    assert client.get("/studies/study/raters/nobody").status_code == 404


def test_who_was_revoked_has_no_link_any_more(small: Small) -> None:
    ann = list_raters(small.bench, "study")[0]
    client = signed_in(small.site)
    assert client.post(f"/studies/study/raters/{ann.id}/revoke").status_code == 303
    assert ann.path not in client.get(f"/studies/study/raters/{ann.id}").text
    assert ann.path not in client.get("/studies/study/raters/links").text
    assert ann.path not in client.get("/studies/study/raters/links.csv").text


def test_links_are_printed_one_card_each_and_come_as_csv(small: Small) -> None:
    client = signed_in(small.site)
    page = client.get("/studies/study/raters/links").text
    table = client.get("/studies/study/raters/links.csv")
    for info in list_raters(small.bench, "study"):
        assert info.path in page
        assert info.path in table.text
    assert page.count("<svg") == 2
    assert table.headers["content-disposition"] == 'attachment; filename="study-links.csv"'
    assert table.headers["cache-control"] == "no-store"


def test_the_api_adds_a_list_and_tells_what_raters_did(small: Small) -> None:
    organiser = small.organiser()
    small.ann.rate(small.ann.one())
    added = ok(organiser.post("/api/studies/study/raters/list", json={"list": "Cy\nDee"}), 201)
    assert [line["number"] for line in added] == ["R3", "R4"]
    problem(organiser.post("/api/studies/study/raters/list", json={"list": "Cy"}), 422, "rater.line_taken")
    ann = ok(organiser.get("/api/studies/study/raters/activity"))[0]
    assert (ann["name"], ann["done"], ann["judgements"], ann["active_ms"]) == ("Ann", 1, 1, 5100)
    assert organiser.get("/api/studies/study/raters/links").text.count("/rate/study/#") == 8


def test_the_pay_sheet_is_a_page_a_file_and_in_the_api(small: Small) -> None:
    small.ann.rate(small.ann.one(), elapsed_ms=600_000)
    client = signed_in(small.site)
    page = client.get("/studies/study/pay?hourly=12&reward=1,50").text
    assert "under the set rate" in page
    assert "9.00" in page
    assert "fail" not in "".join(read(page).words).lower()
    assert client.get("/studies/study/pay?hourly=much").status_code == 422
    table = client.get("/studies/study/pay.csv?hourly=12")
    assert table.text.splitlines()[1].startswith("R1,Ann,,under_way,1,1,10.0,")
    lines = ok(small.site.organiser("Bea").get("/api/studies/study/raters/pay?hourly=12"))
    assert [(line["number"], line["pay"]) for line in lines] == [("R1", 2.0), ("R2", None)]


def test_merging_two_accounts_is_looked_at_then_done(small: Small) -> None:
    ann, bo = list_raters(small.bench, "study")
    client = signed_in(small.site)
    assert f'<option value="{ann.id}">R1 Ann</option>' in client.get(f"/studies/study/raters/{bo.id}").text
    page = client.get(f"/studies/study/raters/{bo.id}/merge?into={ann.id}").text
    assert "Merge R2 Bo into R1 Ann" in page
    assert "judgements go over to R1 Ann." in page
    assert len(list_raters(small.bench, "study")) == 2
    done = client.post(f"/studies/study/raters/{bo.id}/merge", data={"into": ann.id})
    assert (done.status_code, done.headers["location"]) == (303, "/studies/study/raters")
    assert [info.name for info in list_raters(small.bench, "study")] == ["Ann"]
    assert "Bo" not in read(client.get("/studies/study/raters").text).words
    assert client.get(f"/studies/study/raters/{bo.id}").status_code == 404
    assert "Bo was merged into Ann" in client.get("/studies/study/settings").text


def test_what_cannot_be_merged_is_said_on_the_page(small: Small) -> None:
    ann, _ = list_raters(small.bench, "study")
    client = signed_in(small.site)
    for answer in (
        client.get(f"/studies/study/raters/{ann.id}/merge?into={ann.id}"),
        client.post(f"/studies/study/raters/{ann.id}/merge", data={"into": ann.id}),
    ):
        assert answer.status_code == 409
        assert "merged with itself" in answer.text


def test_a_merge_without_the_other_account_asks_for_it(small: Small) -> None:
    ann, _ = list_raters(small.bench, "study")
    client = signed_in(small.site)
    for answer in (
        client.get(f"/studies/study/raters/{ann.id}/merge"),
        client.post(f"/studies/study/raters/{ann.id}/merge"),
    ):
        assert answer.status_code == 422
        assert "Choose the other account." in answer.text


def test_accounts_are_merged_over_the_api(small: Small) -> None:
    ann, bo = list_raters(small.bench, "study")
    ada = small.site.organiser()
    told = ok(ada.get(f"/api/studies/study/raters/{bo.id}/merging?into=R1"))
    assert (told["kept"]["name"], told["merged"]) == ("Ann", bo.id)
    done = ok(ada.post(f"/api/studies/study/raters/{bo.id}/merging", json={"into": ann.id}))
    assert done == told
    again = ada.post(f"/api/studies/study/raters/{bo.id}/merging", json={"into": ann.id})
    problem(again, 409, "merge.merged_already")


def test_a_second_rater_of_one_name_is_asked_about(small: Small) -> None:
    client, program = signed_in(small.site), small.site.organiser("Robo")
    assert client.post("/studies/study/raters", data={"name": "Cy"}).status_code == 303
    asked = client.post("/studies/study/raters", data={"name": " Cy "})
    assert asked.status_code == 409
    assert 'name="same_name"' in asked.text
    assert "already" in asked.text
    problem(program.post("/api/studies/study/raters", json={"name": "Cy"}), 409, "rater.name_taken")
    assert len(list_raters(small.bench, "study")) == 3
    assert client.post("/studies/study/raters", data={"name": "Cy", "same_name": "yes"}).status_code == 303
    assert program.post("/api/studies/study/raters", json={"name": "Cy", "same_name": True}).status_code == 201
    assert len(list_raters(small.bench, "study")) == 5


def test_groups_of_a_draft_are_offered_and_changed_on_the_page_of_a_rater(site: Site) -> None:
    new_study(site.bench, lines(4, groups=("de", "es")))
    client = signed_in(site)
    page = client.get("/studies/study/raters").text
    assert "Groups: de, es" in page
    assert "It does not decide which items they get" in page
    assert client.post("/studies/study/raters/list", data={"list": "Ana; es\nBo; ; de"}).status_code == 303
    page = client.get("/studies/study/raters").text
    assert "1 rater gets items of all groups, although" in page
    assert client.post("/studies/study/raters/by-language").status_code == 303
    ana, bo = list_raters(site.bench, "study")
    assert bo.groups == ("de",)
    assert 'value="es" checked' in client.get(f"/studies/study/raters/{ana.id}").text
    changed = client.post(f"/studies/study/raters/{ana.id}/groups", data={"groups": ["de"]})
    assert (changed.status_code, changed.headers["location"]) == (303, f"/studies/study/raters/{ana.id}")
    assert "Nobody rates these groups: es." in client.get("/studies/study/raters").text
    assert "What Ana is given was changed. Groups: de." in client.get("/studies/study/settings").text
    organiser = site.organiser("Bea")
    assert ok(organiser.put(f"/api/studies/study/raters/{ana.id}/groups", json={"groups": []}))["groups"] == []
    assert ok(organiser.post("/api/studies/study/raters/by-language")) == []


def test_before_anybody_rated_the_next_thing_is_to_give_out_the_links(small: Small) -> None:
    client = signed_in(small.site)
    overview = client.get("/studies/study").text
    assert "Links to give out" in overview
    assert "Links to give out" in client.get("/studies/study/raters/links").text, "the page is called as the way there"
    assert "Show the results" not in overview
    page = client.get("/studies/study/raters").text
    assert page.count("button primary") == 1
    assert all(f"{info.name}\thttp://127.0.0.1:8000{info.path}\n" in page for info in list_raters(small.bench, "study"))
    small.ann.rate(small.ann.one())
    assert "Show the results" in client.get("/studies/study").text
