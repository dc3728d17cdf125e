"""What a rater reads beside the task: the guideline, made safe, and how far they are."""

from typing import Any

import pytest
from markdown_it import MarkdownIt

from jurybox.protocols import load_protocol, shelf
from jurybox.studies.lifecycle import change
from jurybox.studies.people import raters
from jurybox.web.markdown import guideline_html
from tests.fixtures.databases import sql
from tests.fixtures.studies import lines, loaded, open_study
from tests.fixtures.web import Site, ok, problem
from tests.web.conftest import Small
from tests.web.html_reader import read
from tests.web.playing import Player, play_to_the_end
from tests.web.tables import fill, table_for

EVIL = """# Title <script>alert(1)</script>

<img src=x onerror=alert(1)> <iframe src="https://evil.example"></iframe> <style>*{}</style>

[click](javascript:alert(1)) [data](data:text/html,x) [good](https://good.example "title") ![picture](https://evil.example/x.png)

<a href="https://good.example" onclick="alert(1)" style="x">raw</a>

| a | b |
|---|---|
| ~~1~~ | *2* |
"""


def test_a_guideline_is_html_without_anything_that_runs_or_fetches(small: Small) -> None:
    change.revise_guideline(small.bench, "study", "en", EVIL, "evil")
    html = ok(small.ann.client.get("guideline/en"))["html"]
    elements = read(html).elements
    assert {tag for tag, _ in elements} == {"h1", "p", "a", "table", "thead", "tbody", "tr", "th", "td", "s", "em"}
    assert {name for _, attributes in elements for name in attributes} <= {"href", "rel", "title"}
    links = [attributes["href"] for _, attributes in elements if "href" in attributes]
    assert links == ["https://good.example"]


def test_the_guideline_comes_in_every_language_it_has(site: Site) -> None:
    protocol = load_protocol("caption-culture")
    fill(site.bench, protocol, table_for(protocol.protocol, 1, 1))
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann", language="es").path)
    assert (player.study["language"], player.study["rater_language"]) == ("es", "es")
    assert player.study["guideline_languages"] == ["en", "es"]
    found = {lang: ok(player.client.get(f"guideline/{lang}")) for lang in ("en", "es")}
    assert found["en"]["html"] != found["es"]["html"]
    assert found["es"]["hash"] == protocol.guideline_hashes["es"]
    assert found["es"]["lang"] == "es"
    problem(player.client.get("guideline/fr"), 404, "guideline.unknown")


def test_a_judgement_carries_the_guideline_it_was_made_under(site: Site) -> None:
    protocol = load_protocol("caption-culture")
    fill(site.bench, protocol, table_for(protocol.protocol, 2, 1))
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann", language="es").path)
    player.rate(player.one())
    change.revise_guideline(site.bench, "study", "en", "New prose.", "clearer")
    player.rate(player.one(), lang="en")
    new = ok(player.client.get("guideline/en"))["hash"]
    rows = sql(site.bench, "SELECT guideline_hash, protocol_hash FROM judgement ORDER BY seq")
    assert rows == [(protocol.guideline_hashes["es"], protocol.hash), (new, protocol.hash)]


def counted(player: Player) -> list[tuple[int, int]]:
    while player.step() == "rate":
        pass
    return [(sent.progress["done"], sent.progress["left"]) for sent in player.sent]


def test_progress_counts_up_and_left_counts_down(small: Small) -> None:
    assert counted(small.ann) == [(n, 12 - n) for n in range(12)]
    assert small.ann.ask()["progress"] == {"done": 12, "left": 0, "sure": True}


def test_progress_counts_stages_where_there_are_several(site: Site) -> None:
    protocol = load_protocol("sarcasm-interpretation")
    fill(site.bench, protocol, table_for(protocol.protocol, 3, 1))
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    assert [done for done, _ in counted(player)] == list(range(6))


def completion(answers: list[Any]) -> list[str | None]:
    return [answer.get("completion_code") for answer in answers]


def test_the_completion_code_is_told_at_the_end_and_not_before(site: Site) -> None:
    open_study(site.bench, lines(2), loaded(), completion_code="C0DE")
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    while (asked := player.ask())["units"]:
        assert "C0DE" not in str([asked, ok(player.client.get("api/study"))])
        player.rate(asked["units"][0])
    assert completion([asked, ok(player.client.get("api/study"))]) == ["C0DE", "C0DE"]


def test_the_page_is_the_same_for_everyone_and_holds_nothing_of_a_study(small: Small) -> None:
    stranger = small.site.client(accept="text/html")
    pages = {
        stranger.get("/rate/study/").text, stranger.get("/rate/none/").text, small.ann.client.get("").text,
    }  # fmt: skip
    assert len(pages) == 1
    moved = stranger.get("/rate/study")
    assert (moved.status_code, moved.headers["location"]) == (308, "/rate/study/")


def test_a_rater_of_one_stage_gets_only_that_stage(site: Site) -> None:
    protocol = load_protocol("sarcasm-interpretation")
    fill(site.bench, protocol, table_for(protocol.protocol, 4, 1), batch=2)
    links = [raters.add_rater(site.bench, "study", name, stages=[name]).path for name in ("fluency", "adequacy")]
    fluent, adequate = (Player.with_link(site, link) for link in links)
    assert fluent.step() == "rate"
    play_to_the_end(fluent)
    assert {sent.packet["stage"] for sent in fluent.sent} == {"fluency"}
    assert not any("source" in sent.packet["fields"] for sent in fluent.sent)
    play_to_the_end(adequate)
    assert {sent.packet["stage"] for sent in adequate.sent} == {"adequacy"}
    assert len(fluent.sent) == len(adequate.sent) == 4


@pytest.mark.parametrize("name", [f"{p.id}@{version}" for p in shelf() for version in p.versions])
def test_the_guidelines_of_the_shelf_lose_nothing_when_they_are_made_safe(name: str) -> None:
    for lang, prose in load_protocol(name).guidelines.items():
        rendered = read(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(prose)).elements
        safe = read(guideline_html(prose)).elements
        assert [tag for tag, _ in safe] == [tag for tag, _ in rendered], lang
