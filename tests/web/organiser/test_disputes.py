"""Disputes and the guideline in the browser: the queue, a decision, who decides, what changes, what is rated again."""

import pytest

from jurybox.studies import adjudicating, item_names, results
from jurybox.studies.jobs import run_next_job
from jurybox.studies.people import raters
from tests.fixtures.studies import lines, loaded, open_study
from tests.fixtures.web import Client, Site
from tests.web.html_reader import read
from tests.web.organiser.test_pages import signed_in
from tests.web.playing import Player

QUEUE, ONE = "/studies/study/disputes", "/studies/study/dispute?unit={}&stage=rating"


@pytest.fixture
def disputed(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Ann says 1 where Bo says 5, but for the second item, where both say 3."""

    async def stay_asleep() -> None:
        return None

    monkeypatch.setattr(site.inner.state.worker, "wake", stay_asleep)
    open_study(site.bench, lines(3, "a"), loaded(), quorum=2, order="sequential")
    for name, scores in (("Ann", (1, 3, 1)), ("Bo", (5, 3, 5))):
        player = Player.with_link(site, raters.add_rater(site.bench, "study", name).path)
        for score in scores:
            player.rate(player.one(), answers={"quality": {"A": score}}, comment=f"{name.upper()} wrote this")
    return site


def words_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return " ".join(" ".join(read(answer.text).words).split())


def work(site: Site) -> None:
    while run_next_job(site.bench):
        pass


def test_the_queue_asks_the_worker_and_shows_what_it_found(disputed: Site) -> None:
    client = signed_in(disputed)
    assert "being looked through" in words_of(client, QUEUE)
    work(disputed)
    words = words_of(client, QUEUE)
    for expected in ("Units agreed 1", "Units disputed 2", "item-0", "item-2", "How good?"):
        assert expected in words, expected
    assert "item-1" not in words


def test_the_queue_says_who_says_what_and_which_end_of_the_scale_is_good(disputed: Site) -> None:
    client = signed_in(disputed)
    client.get(QUEUE)
    work(disputed)
    words = words_of(client, QUEUE)
    both = ("How good? K 1 Level 1 L 5 Level 5 Scale:", "How good? K 5 Level 5 L 1 Level 1 Scale:")
    assert any(said in words for said in both), words
    assert "Scale: 1 Level 1 to 5 Level 5; higher is better" in words
    assert "Ann" not in words.partition("What counts as disputed")[0]
    assert "Scale: 1 Level 1 to 5 Level 5; higher is better" in words_of(client, ONE.format(0))


def test_disputes_name_items_as_people_know_them(disputed: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_in(disputed)
    client.get(QUEUE)
    work(disputed)
    monkeypatch.setattr(item_names, "is_made_key", lambda key: True)
    assert "Source 0" in words_of(client, QUEUE)
    monkeypatch.undo()
    assert '<span class="begins" dir="auto">Source 0</span>' in client.get(QUEUE).text
    monkeypatch.setattr(item_names, "is_made_key", lambda key: True)
    assert "<title>Source 0" in client.get(ONE.format(0)).text
    assert "item-0" not in words_of(client, ONE.format(0))


def test_raters_are_letters_until_an_organiser_asks_for_names(disputed: Site) -> None:
    client = signed_in(disputed)
    page = client.get(ONE.format(0)).text
    assert "Ann" not in page
    assert "system-a" not in page
    assert "Ann" in client.get(ONE.format(0) + "&names=1").text


def test_a_decision_leads_to_the_next_dispute_and_then_to_the_queue(disputed: Site) -> None:
    client = signed_in(disputed)
    client.get(QUEUE)
    work(disputed)
    answer = client.post(ONE.format(0), data={"quality:A": "4", "reason": "As the example says."})
    assert (answer.status_code, answer.headers["location"]) == (303, ONE.format(2))
    answer = client.post(ONE.format(2), data={"quality:A": "5", "reason": "Fluent."})
    assert answer.headers["location"] == QUEUE
    words = words_of(client, f"{QUEUE}?which=decided")
    assert "item-0" in words
    assert "What the decisions change" in words
    client.get("/studies/study/results")
    work(disputed)
    assert "Raters 2 whose ratings count here" in words_of(client, "/studies/study/results"), "who decides is none"
    client.get("/studies/study/results?decisions=1")
    work(disputed)
    assert "system-a How good?" in words_of(client, QUEUE), "what the decisions change, by the question's name"
    results.freeze_results(disputed.bench, "study", results.ResultsOptions(), "Ada")
    assert "(judgements: 6)" in words_of(client, "/studies/study/settings"), "decisions are none of them"
    item = words_of(client, "/studies/study/item?key=item-0")
    assert "How good? Scale: 1 Level 1 to 5 Level 5; higher is better" in item
    assert (
        "As the example says." in words_of(client, ONE.format(0))
        or "As the example says." in client.get(ONE.format(0)).text
    )


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"quality:A": "4"}, "Say why"),
        ({"reason": "Because."}, "was not answered"),
        ({"quality:A": "9", "reason": "Because."}, "Allowed"),
    ],
)
def test_what_is_missing_is_said_on_the_page(disputed: Site, form: dict[str, str], said: str) -> None:
    answer = signed_in(disputed).post(ONE.format(0), data=form)
    assert answer.status_code == 422
    assert said in answer.text


def test_what_raters_agree_about_has_no_page(disputed: Site) -> None:
    client = signed_in(disputed)
    for unit in ("1", "99", "x"):
        assert client.get(ONE.format(unit)).status_code == 404


def test_thresholds_and_adjudicators_are_set_on_the_page(disputed: Site) -> None:
    client = signed_in(disputed)
    assert client.post(f"{QUEUE}/settings", data={"threshold:quality": "5", "tell_raters": "yes"}).status_code == 303
    assert adjudicating.list_thresholds(disputed.bench, "study")[0]["value"] == 4, "no two levels are further apart"
    assert adjudicating.tells_raters(disputed.bench, "study")
    assert client.post(f"{QUEUE}/settings", data={"threshold:quality": "many"}).status_code == 422
    ann = raters.list_raters(disputed.bench, "study")[0].id
    assert client.post(f"{QUEUE}/appoint", data={"rater": ann}).status_code == 303
    assert "appointed rater" in words_of(client, QUEUE)
    assert client.post(f"{QUEUE}/dismiss", data={"rater": ann}).status_code == 303


def test_a_guideline_is_looked_at_before_it_is_published(disputed: Site) -> None:
    client = signed_in(disputed)
    assert "Guideline" in words_of(client, "/studies/study/questions")
    edit = "/studies/study/guideline?lang=en"
    before = lifecycle_prose(disputed)
    assert before.split()[-1] in client.get(edit).text
    form = {"lang": "en", "prose": before + "\n\nTitles count, **too**.", "note": "titles"}
    page = client.post("/studies/study/guideline/look", data=form)
    assert page.status_code == 200
    assert "<ins>" in page.text
    assert "Titles count" in page.text
    assert lifecycle_prose(disputed) == before, "nothing is published yet"
    shown = client.post("/studies/study/guideline/preview", data={"prose": "**Bold** <script>alert(1)</script>"}).text
    assert "<strong>Bold</strong>" in shown
    assert "<script" not in shown
    assert client.post("/studies/study/guideline", data=form).status_code == 303
    words = words_of(client, "/studies/study/questions")
    assert "version 2" in words
    assert "0 of 2 raters have read it" in words
    assert "judgements: 6" in words_of(client, edit)


def test_units_are_rated_again_under_the_new_version(disputed: Site) -> None:
    client = signed_in(disputed)
    published = client.post("/studies/study/guideline", data={"lang": "en", "prose": "New words.", "note": ""})
    told = client.get(published.headers["location"]).text
    assert "The new version is published." in told
    assert 'href="#revisions"' in told, "where units are sent back to be rated again"
    again = {"lang": "en", "revision": "1", "reason": "The scale was misread."}
    sent = client.post("/studies/study/guideline/again", data=again)
    assert sent.status_code == 303
    assert "6 judgements were sent back to be made again." in client.get(sent.headers["location"]).text
    assert "went back to their raters" in words_of(client, "/studies/study/settings")
    refused = client.post("/studies/study/guideline/again", data={**again, "reason": " "})
    assert refused.status_code == 422
    assert client.post("/studies/study/guideline/again", data={**again, "revision": "7"}).status_code == 404


def lifecycle_prose(site: Site) -> str:
    from jurybox.studies.lifecycle import show_guideline_prose

    return show_guideline_prose(site.bench, "study", "en")


def test_the_api_lists_shows_and_decides(disputed: Site) -> None:
    client = signed_in(disputed)
    adjudicating.find_disputes(disputed.bench, "study")
    listed = client.get("/api/studies/study/disputes").json()
    assert [line["unit"] for line in listed["lines"]] == [0, 2]
    shown = client.get("/api/studies/study/disputes/0/rating").text
    assert "Ann" not in shown
    wish = {"unit": 0, "stage": "rating", "answers": {"quality": {"A": 2}}, "reason": "So it is."}
    assert client.post("/api/studies/study/decisions", json=wish).status_code == 201
    assert client.get("/api/studies/study/decisions/changes").json() == {"is_computed": False, "lines": []}
    ann = raters.list_raters(disputed.bench, "study")[0].id
    assert client.post("/api/studies/study/adjudicators", json={"rater": "Ann"}).status_code == 204
    assert [one["kind"] for one in client.get("/api/studies/study/adjudicators").json()] == ["rater", "organiser"]
    assert client.delete(f"/api/studies/study/adjudicators/{ann}").status_code == 204
    again = {"lang": "en", "revision": 1, "reason": "Misread."}
    assert client.post("/api/studies/study/guideline/again", json=again).json() == {"sent_back": 6}


def test_an_organiser_who_decided_is_no_rater(disputed: Site) -> None:
    client = signed_in(disputed)
    work(disputed)
    client.get(QUEUE)
    work(disputed)
    form = {"quality:A": "4", "reason": "As the guideline says."}
    assert client.post(ONE.format(0), data=form).status_code == 303
    for page in ("raters", "pay"):
        words = words_of(client, f"/studies/study/{page}")
        assert "R2" in words
        assert "R3" not in words
    said = words_of(client, "/studies/study/item?key=item-0")
    assert "Decision" in said
    assert "R3" not in said


def test_open_disputes_wait_on_the_overview(disputed: Site) -> None:
    client = signed_in(disputed)
    client.get(QUEUE)
    work(disputed)
    assert "2 units are disputed" in words_of(client, "/studies/study")
