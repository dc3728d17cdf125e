"""The overview: units in parts, pace, what waits and who holds it up; and its numbers, live."""

import asyncio
import json

import pytest

from jurybox import studies
from jurybox.studies.people import raters
from jurybox.studies.watching import DAY_US
from jurybox.web.organiser.live import Watchers
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import judgement_id, lines, loaded, open_study
from tests.fixtures.web import Site
from tests.web.conftest import Small
from tests.web.organiser.test_pages import signed_in

PARTS = ("complete", "cannot", "under_way", "left")


def parts_of(site: Site) -> list[int]:
    (line,) = studies.watch_study(site.bench, "study")["parts"]
    found = [line["complete"], line["cannot"], line["under_way"], line["left"]]
    assert sum(found) == line["units"]
    return found


def test_units_are_told_in_parts_that_are_all_of_them(site: Site) -> None:
    study = open_study(site.bench, lines(4, "a"), loaded(), quorum=2)
    assert parts_of(site) == [0, 0, 0, 4]
    ann, bo = study.rater("Ann"), study.rater("Bo")
    packet = ann.one()
    assert parts_of(site) == [0, 0, 1, 3], "it is in Ann's hands"
    ann.submit(packet)
    assert parts_of(site) == [0, 0, 1, 3]
    theirs = bo.one()
    assert study.item_of(theirs) == study.item_of(packet)
    assert parts_of(site) == [0, 0, 1, 3], "full, and not answered yet"
    bo.submit(theirs)
    assert parts_of(site) == [1, 0, 0, 3]
    for name in ("Cy", "Di", "Ed"):
        rater = study.rater(name)
        rater.cannot(rater.one())
    assert parts_of(site) == [1, 1, 0, 2]


def test_units_that_were_sent_ahead_are_not_called_under_way(site: Site) -> None:
    open_study(site.bench, lines(4, "a"), loaded(), quorum=2).rater("Ann").one()
    overview = signed_in(site).get("/studies/study").text
    assert "in raters’ hands" in overview
    assert "a few are sent ahead, before they are begun" in overview
    assert ">under way<" not in overview


def test_what_stands_on_a_list_and_was_never_shown_is_left(site: Site) -> None:
    study = open_study(site.bench, lines(4, "a"), loaded(), quorum=1, assign="fixed")
    ann = study.rater("Ann")
    assert parts_of(site) == [0, 0, 0, 4]
    ann.submit(ann.one())
    assert parts_of(site) == [1, 0, 0, 3]
    clock_of(site.bench).now += 3 * DAY_US
    (blocker,) = studies.watch_study(site.bench, "study")["blockers"]
    assert (blocker["rater"], blocker["name"], blocker["units"]) == ("R1", "Ann", 3)


def test_judgements_are_those_of_the_progress_and_others_are_told_beside_them(site: Site) -> None:
    """A worked example, a repeat or a correction is a judgement that the study did not ask for."""
    study = open_study(site.bench, lines(4, "a"), loaded(), quorum=1, order="sequential")
    ann = study.rater("Ann")
    packet = ann.one()
    ann.submit(packet, 2)
    client = signed_in(site)
    page = client.get("/studies/study").text
    assert '<dd><span data-live="done">1</span></dd>' in page
    assert '<span data-live="done">1</span> / <span data-live="needed">4</span> judgements' in page
    ann.submit(packet, 3)
    page = client.get("/studies/study").text
    assert '<dd><span data-live="done">1</span></dd>' in page
    assert (
        '<p class="note">+<span data-live="further">1</span> further judgements, which fill no place: worked examples, '
        in page
    )


def test_pace_and_a_forecast_come_from_the_last_days(site: Site) -> None:
    study = open_study(site.bench, lines(30, "a"), loaded(), quorum=1)
    ann, clock = study.rater("Ann"), clock_of(site.bench)
    for _ in range(10):
        clock.now += DAY_US // 10
        ann.submit(ann.one())
    pace = studies.watch_study(site.bench, "study")["pace"]
    assert (sum(day["judgements"] for day in pace["days"]), pace["last_day"], pace["last_hour"]) == (10, 10, 1)
    assert pace["per_day"] == 10
    assert pace["ends_at"] is not None
    assert pace["ends_at"] > studies.watch_study(site.bench, "study")["as_of"]


def test_a_group_without_raters_is_named(site: Site) -> None:
    study = open_study(site.bench, lines(4, "a", groups=("de", "es")), loaded())
    study.rater("Ann", groups=["de"])
    watched = studies.watch_study(site.bench, "study")
    assert [(entry["group"], entry["units"]) for entry in watched["blockers"]] == [("es", 2)]
    assert "group “es”" in signed_in(site).get("/studies/study").text


def test_what_waits_is_a_link(small: Small) -> None:
    client = signed_in(small.site)
    assert "What waits for you" not in client.get("/studies/study").text
    small.ann.client.post("api/enquiries", json={"id": judgement_id(), "text": "May I ask?"})
    assert [entry["kind"] for entry in studies.watch_study(small.bench, "study")["waiting"]] == ["questions"]
    assert 'href="/studies/study/questions"' in client.get("/studies/study").text


def test_a_stream_tells_numbers_at_once_and_when_they_change_and_ends(small: Small) -> None:
    watchers, told = Watchers(small.bench), []

    async def look() -> None:
        async def allowed() -> None: ...

        async for event in watchers.events("study", allowed):
            told.append(json.loads(event.removeprefix(b"data: ")))
            if len(told) == 1:
                await asyncio.to_thread(raters.add_rater, small.bench, "study", "Cy")
            else:
                watchers.stop()

    asyncio.run(asyncio.wait_for(look(), 20))
    assert len(told) == 2
    assert told[0]["numbers"]["needed"] == 24


def test_who_may_look_no_more_is_told_the_end(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    from jurybox.core import Denied
    from jurybox.web.organiser import live

    monkeypatch.setattr(live, "LOOK_AGAIN_S", 0.05)

    async def look() -> list[bytes]:
        async def refused() -> None:
            raise Denied.of("sign_in.needed")

        return [event async for event in Watchers(small.bench).events("study", refused)]

    assert asyncio.run(asyncio.wait_for(look(), 20))[-1] == live.END


def test_nobody_watches_without_signing_in(small: Small) -> None:
    assert small.site.client().get("/studies/study/live").status_code == 401
    assert signed_in(small.site).get("/studies/none/live").status_code == 404


def test_all_who_look_are_told_the_same_by_one_reader_and_less_often_when_they_are_many(small: Small) -> None:
    from jurybox.web.organiser import live

    watchers = Watchers(small.bench)

    async def allowed() -> None: ...

    async def look() -> bytes:
        async for event in watchers.events("study", allowed):
            return event
        return b""

    async def look_together() -> list[bytes]:
        return await asyncio.gather(*(look() for _ in range(3)))

    first, *others = asyncio.run(asyncio.wait_for(look_together(), 20))
    assert first.startswith(b"data: ")
    assert set(others) == {first}
    assert live._Watch({live._Page() for _ in range(5)}).rest_s == live.EVERY_S
    assert live._Watch({live._Page() for _ in range(300)}).rest_s > live.EVERY_S


def test_every_group_says_how_many_of_its_judgements_are_in_and_what_its_bar_counts(site: Site) -> None:
    study = open_study(site.bench, lines(4, "a", groups=("de", "es")), loaded(), quorum=2)
    study.rater("Ann", groups=["es"]).rate(2)
    page = signed_in(site).get("/studies/study").text
    assert '<span data-live="0.done">0</span> / <span data-live="0.needed">4</span> judgements' in page
    assert '<span data-live="1.done">2</span> / <span data-live="1.needed">4</span> judgements' in page
    assert "not begun" in page
    assert "The bar counts units" in page


@pytest.mark.parametrize("repeats", [0, 0.1])
def test_what_comes_beside_the_judgements_that_are_counted_is_said(site: Site, repeats: float) -> None:
    open_study(site.bench, lines(4, "ab"), quorum=2, repeats=repeats)
    page = signed_in(site).get("/studies/study").text
    assert ("(repeats and checks come on top)" in page) == bool(repeats)
