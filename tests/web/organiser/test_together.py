"""Two organisers edit the same thing: the second is told who did what, and nothing of theirs is lost."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from jurybox.core import EventKind
from jurybox.core.together import ONLY_ADDS, PARTS
from jurybox.studies import note_item, people
from jurybox.studies.lifecycle import change_settings, keep_protocol, pause_study, revise_guideline, withdraw_system
from jurybox.studies.people import JoinWish
from tests.fixtures.studies import Played, lines, loaded, new_study, open_study
from tests.fixtures.web import Client, Site, ok, problem
from tests.web.organiser.test_account import signed_in
from tests.web.organiser.test_own_protocols import written

HTML = {"accept": "text/html"}


@pytest.fixture
def client(site: Site) -> Client:
    return signed_in(site)


@pytest.fixture
def study(site: Site) -> Played:
    return open_study(site.bench, lines(3, "ab"), loaded(), quorum=1)


def seen_on(page: str) -> str:
    """The version that the forms of a page send along."""
    (found,) = set(re.findall(r'name="seen" value="(\d+)"', page))
    return found


def kept_form(page: str) -> dict[str, str]:
    """What a page would send to put what was entered over what is there."""
    form = page.partition('aria-labelledby="meanwhile"')[2].partition("</form>")[0]
    hidden = re.findall(r'<textarea name="([^"]+)" hidden>\n?(.*?)</textarea>', form, re.DOTALL)
    return {**dict(hidden), "seen": seen_on(page)}


def test_every_kind_of_event_says_whether_two_can_clash() -> None:
    assert set(PARTS) | set(ONLY_ADDS) == set(EventKind)
    assert not set(PARTS) & set(ONLY_ADDS)


Change = Callable[[Site, Played], object]
CASES: dict[str, tuple[str, str, Callable[[Played], dict[str, str]], Change, str]] = {
    "a pause": (
        "/studies/study/settings",
        "/studies/study/pause",
        lambda study: {},
        lambda site, study: pause_study(site.bench, "study", who="Ben"),
        "The study was paused",
    ),
    "roles": (
        "/studies/study/settings",
        "/studies/study/roles",
        lambda study: {"name": "Cleo", "role": "viewer"},
        lambda site, study: people.give_role(site.bench, "study", "Cleo", "owner", who="Ben"),
        "Cleo",
    ),
    "an item's note": (
        "/studies/study/item?key=item-1",
        "/studies/study/item?key=item-1",
        lambda study: {"do": "note", "note": "Mine stays here."},
        lambda site, study: note_item(site.bench, "study", "item-1", "Theirs was first.", who="Ben"),
        "Theirs was first.",
    ),
    "a withdrawn system": (
        "/studies/study/items",
        "/studies/study/withdraw",
        lambda study: {"system": "system-a", "reason": "broken"},
        lambda site, study: withdraw_system(site.bench, "study", "system-a", "never finished", who="Ben"),
        "never finished",
    ),
    "a join link": (
        "/studies/study/raters",
        "/studies/study/join",
        lambda study: {"most": "7"},
        lambda site, study: people.set_join_link(site.bench, "study", JoinWish(3, None, ()), who="Ben"),
        "join",
    ),
    "a guideline": (
        "/studies/study/guideline?lang=en",
        "/studies/study/guideline",
        lambda study: {"lang": "en", "prose": "Mine stays here.", "note": "why"},
        lambda site, study: revise_guideline(site.bench, "study", "en", "Theirs.", "clearer", who="Ben"),
        "clearer",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_second_is_told_and_can_put_theirs_over_it(site: Site, client: Client, study: Played, name: str) -> None:
    looked_at, action, form, change, said = CASES[name]
    signed_in(site, "Cleo")
    seen = seen_on(client.get(looked_at).text)
    change(site, study)
    before = study.view.row.version
    answer = client.post(action, data={**form(study), "seen": seen})
    assert answer.status_code in (404, 409), "not found is what was withdrawn"
    assert study.view.row.version == before, "nothing was written"
    told = answer.text.partition('aria-labelledby="meanwhile"')[2].partition("</section>")[0]
    assert '<b dir="auto">Ben</b>, <time' in told
    assert said in told
    if name in ("a pause", "a withdrawn system"):
        return  # it is done already: there is nothing to put over it
    again = client.post(action, data=kept_form(answer.text))
    assert again.status_code == 303, again.text
    assert study.view.row.version == before + 1


def test_what_was_typed_stands_in_its_own_form(site: Site, client: Client, study: Played) -> None:
    note_item(site.bench, "study", "item-1", "Theirs.", who="Ben")
    form = {"do": "note", "note": "Mine <b>stays</b>.", "seen": str(study.view.row.version - 1)}
    page = client.post("/studies/study/item?key=item-1", data=form).text
    assert (
        '<textarea id="note" name="note" required maxlength="2000">\nMine &lt;b&gt;stays&lt;/b&gt;.</textarea>' in page
    )


def test_what_somebody_did_elsewhere_stops_nobody(site: Site, client: Client, study: Played) -> None:
    seen = str(study.view.row.version)
    note_item(site.bench, "study", "item-2", "Another item.", who="Ben")
    people.add_rater(site.bench, "study", "Dan", who="Ben")
    form = {"do": "note", "note": "Mine.", "seen": seen}
    assert client.post("/studies/study/item?key=item-1", data=form).status_code == 303


def test_a_renewed_link_is_not_renewed_unseen(site: Site, client: Client, study: Played) -> None:
    rater = people.add_rater(site.bench, "study", "Dan")
    seen = seen_on(client.get(f"/studies/study/raters/{rater.id}").text)
    link = people.renew_link(site.bench, "study", rater.id, who="Ben")
    answer = client.post(f"/studies/study/raters/{rater.id}/renew", data={"seen": seen})
    assert answer.status_code == 409
    assert "Ben" in answer.text
    assert people.list_raters(site.bench, "study")[0].path == link.path


def test_the_difference_of_settings_is_shown_in_words(site: Site, client: Client) -> None:
    study = new_study(site.bench, lines(3, "ab"), loaded(), quorum=2)
    seen = str(study.view.row.version)
    change_settings(site.bench, "study", {"order": "sequential"}, who="Ben")
    page = client.post("/studies/study/design", data={"quorum.rating": "7", "order": "random", "seen": seen}).text
    told = page.partition('aria-labelledby="meanwhile"')[2].partition("</section>")[0]
    assert "As you entered it" in told
    assert "7" in told
    assert client.post("/studies/study/design", data=kept_form(page)).status_code == 303
    assert (study.view.settings.quorum, study.view.settings.order) == ({"rating": 7}, "random")


def test_nobody_opens_a_study_that_was_changed_since_they_looked(site: Site, client: Client) -> None:
    study = new_study(site.bench, lines(3, "ab"), loaded(), quorum=2)
    seen = seen_on(client.get("/studies/study/check").text)
    change_settings(site.bench, "study", {"quorum": 1}, who="Ben")
    answer = client.post("/studies/study/open", data={"seen": seen})
    assert answer.status_code == 409
    assert "Ben" in answer.text
    assert study.view.row.state == "draft"
    assert client.post("/studies/study/open", data=kept_form(answer.text)).status_code == 303


def test_looking_at_the_difference_of_a_guideline_hides_nobodys_revision(
    site: Site, client: Client, study: Played
) -> None:
    seen = seen_on(client.get("/studies/study/guideline?lang=en").text)
    revise_guideline(site.bench, "study", "en", "Theirs.", "clearer", who="Ben")
    draft = {"lang": "en", "prose": "Mine.", "note": ""}
    looked = client.post("/studies/study/guideline/look", data={**draft, "seen": seen}).text
    answer = client.post("/studies/study/guideline", data={**draft, "seen": seen_on(looked)})
    assert answer.status_code == 409
    assert "<del>" in answer.text
    assert "Theirs" in answer.text
    assert "Mine.</textarea>" in answer.text


def test_an_own_protocol_that_somebody_saved_meanwhile_is_not_replaced(site: Site, client: Client) -> None:
    page = client.get("/protocols/edit?protocol=title").text
    (seen,) = re.findall(r'name="seen" value="([^"]+)"', page)
    theirs = {"protocol.yaml": written(client, "Titles as summaries", "Theirs")["text"].encode()}
    keep_protocol(site.bench, theirs, who="Ben")
    form = {**written(client, "Titles as summaries", "Mine"), "seen": seen}
    answer = client.post("/protocols/edit", data=form)
    assert answer.status_code == 409
    assert "Ben put another" in answer.text
    assert "Mine" in answer.text
    assert "Theirs" in answer.text
    (now,) = re.findall(r'name="seen" value="([^"]+)"', answer.text)
    assert client.post("/protocols/edit", data={**form, "seen": now}).status_code == 303


def test_an_organiser_gets_no_second_link_unseen(site: Site, client: Client) -> None:
    signed_in(site, "Cleo")
    seen = seen_on(client.get("/organisers").text)
    people.invite_again(site.bench, "Cleo")
    answer = client.post("/organisers/link", data={"name": "Cleo", "seen": seen})
    assert answer.status_code == 409
    assert "changed something about" in answer.text
    assert client.post("/organisers/link", data={"name": "Cleo", "seen": seen_on(answer.text)}).status_code == 200


def test_a_program_says_by_if_match_what_it_has_read(site: Site, study: Played) -> None:
    program = site.organiser("Robo")
    answer = program.get("/api/studies/study")
    tag = answer.headers["etag"]
    assert tag == f'"{study.view.row.version}"'
    note_item(site.bench, "study", "item-1", "Theirs.", who="Ben")
    note = {"item": "item-1", "note": "Mine."}
    refused = program.post("/api/studies/study/notes", json=note, headers={"if-match": tag})
    fault = problem(refused, 412, "study.changed_since")["error"]
    assert fault["message"].startswith("Ben changed the same thing")
    assert "That was at 20" in fault["hint"]
    ok_now = program.get("/api/studies/study").headers["etag"]
    assert program.post("/api/studies/study/notes", json=note, headers={"if-match": ok_now}).status_code < 300
    assert program.post("/api/studies/study/notes", json=note).status_code < 300, "who says nothing is not asked"
    problem(program.post("/api/studies/study/notes", json=note, headers={"if-match": "x"}), 422, "request.bad_if_match")


def test_a_program_replaces_no_protocol_that_it_has_not_read(site: Site, client: Client) -> None:
    program = site.organiser("Robo")
    files = {"protocol.yaml": written(client, "Titles as summaries", "First")["text"]}
    assert program.post("/api/protocols", json={"files": files}).status_code == 201
    tag = program.get("/api/protocols/my-title").headers["etag"]
    other = {"protocol.yaml": written(client, "Titles as summaries", "Second")["text"]}
    assert program.post("/api/protocols", json={"files": other}, headers={"if-match": tag}).status_code == 201
    refused = program.post("/api/protocols", json={"files": files}, headers={"if-match": tag})
    problem(refused, 412, "protocol.changed_since")
    assert ok(program.get("/api/protocols/my-title"))["title"] == "Second"


def test_two_at_the_same_moment_do_not_both_win(site: Site, study: Played) -> None:
    programs = [site.organiser(name) for name in ("One", "Two", "Three")]
    tag = {"if-match": f'"{study.view.row.version}"'}
    prose: list[dict[str, Any]] = [{"lang": "en", "prose": f"Text {n}.", "note": ""} for n in range(3)]
    answers = site.together(
        *(
            p.sending("POST", "/api/studies/study/guideline", json=text, headers=tag)
            for p, text in zip(programs, prose, strict=True)
        )
    )
    assert sorted(answer.status_code // 100 for answer in answers) == [2, 4, 4]
