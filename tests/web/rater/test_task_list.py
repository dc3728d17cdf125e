"""The list of tasks: what was opened is seen, what was not is not, and no first score stands beside a repeat."""

from typing import Any

import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.people import raters
from tests.fixtures.databases import sql
from tests.fixtures.studies import HIDING, lines, loaded, open_study
from tests.fixtures.web import Site, ok, problem
from tests.web.conftest import Small
from tests.web.playing import Player
from tests.web.rater.test_blind_repeats import Watched, from_list, from_pool
from tests.web.tables import fill, table_for


def listed(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ok(player.client.get("api/assignments"))["assignments"]
    return found


def glimpses(player: Player, *uids: str) -> list[dict[str, Any]]:
    wanted = uids or [entry["assignment"] for entry in listed(player)]
    found: list[dict[str, Any]] = ok(player.client.get(f"api/glimpses?of={','.join(wanted)}"))["glimpses"]
    return found


def empty(uid: str) -> dict[str, Any]:
    return {"assignment": uid, "words": None, "lang": None, "picture": None, "scores": []}


def test_only_what_was_opened_is_seen(site: Site) -> None:
    open_study(site.bench, lines(40, "a"), loaded(), quorum=2)
    ann = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    one, two, three, four = ann.ask(ahead=4)["units"]
    ann.rate(one, answers={"quality": {"A": 2}})
    ann.client.put(f"api/drafts/{two['assignment']}/{two['stage']}", json={"answers": {}, "comment": "begun"})
    found = ann.client.get(f"api/glimpses?of={','.join(p['assignment'] for p in (one, two, three, four))}")
    rated, begun, *others = found.json()["glimpses"]
    assert (rated["words"], rated["scores"]) == (one["fields"]["source"], [{"target": "A", "value": 2}])
    assert (begun["words"], begun["scores"]) == (two["fields"]["source"], [])
    assert others == [empty(three["assignment"]), empty(four["assignment"])]
    for unseen in (three, four):
        assert f'"{unseen["fields"]["source"]}"' not in found.text
        assert unseen["candidates"][0]["fields"]["output"] not in found.text


def test_a_glimpse_is_the_raters_own(small: Small) -> None:
    packet = small.ann.one()
    small.ann.rate(packet)
    assert glimpses(small.bo, packet["assignment"], "none") == []
    problem(small.ann.client.get(f"api/glimpses?of={','.join(['x'] * 61)}"), 422, "glimpse.too_many")


def test_a_glimpse_shows_what_was_corrected_and_nothing_of_what_could_not_be_judged(small: Small) -> None:
    first = small.ann.one()
    small.ann.rate(first, answers={"quality": {"A": 2}})
    small.ann.rate(first, answers={"quality": {"A": 5}})
    second = small.ann.one()
    small.ann.rate(second, answers={}, cannot="It is empty.")
    seen = glimpses(small.ann, first["assignment"], second["assignment"])
    assert [one["scores"] for one in seen] == [[{"target": "A", "value": 5}], []]
    assert "It is empty" not in str(seen)


def test_pictures_are_small_and_scores_stand_by_letter(site: Site) -> None:
    protocol = load_protocol("caption-culture")
    fill(site.bench, protocol, table_for(protocol.protocol, 2, 3), repeats=0)
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    packet = player.one()
    player.rate(packet)
    (seen,) = glimpses(player, packet["assignment"])
    assert seen["picture"].startswith(f"media/{packet['assignment']}/")
    assert player.client.get(seen["picture"]).status_code == 200
    assert [score["target"] for score in seen["scores"]] == ["A", "B", "C"]
    question = next(q for q in player.stage(packet["stage"])["ask"] if q["type"] == "scale")
    assert [score["value"] for score in seen["scores"]] == list(player.sent[0].answers[question["id"]].values())


def hiding(site: Site, **settings: Any) -> Player:
    open_study(site.bench, lines(3, "a"), loaded(**HIDING), quorum=2, batch=3, **settings)
    return Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)


def test_a_stage_that_hides_the_source_hides_it_in_the_list(site: Site) -> None:
    player = hiding(site)
    player.play(3)
    first = [sent.packet["assignment"] for sent in player.sent]
    answer = player.client.get(f"api/glimpses?of={','.join(first)}")
    assert "Source" not in answer.text
    assert [one["words"] for one in answer.json()["glimpses"]] == [
        sent.packet["candidates"][0]["fields"]["output"] for sent in player.sent
    ]
    shown = player.ask(ahead=1)["units"][0]  # sent, but not opened as far as the server knows
    assert shown["stage"] == "adequacy"
    assert "Source" not in player.client.get(f"api/glimpses?of={','.join(first)}").text
    player.rate(shown)
    seen = {one["assignment"]: one["words"] for one in glimpses(player)}
    assert seen[shown["assignment"]] == shown["fields"]["source"]


def test_no_door_leads_to_a_stage_that_is_final(site: Site) -> None:
    player = hiding(site)
    player.play(3)
    assert [entry["stages"] for entry in listed(player)] == [["fluency"]] * 3
    shown = player.one()
    doors = {entry["assignment"]: entry["stages"] for entry in listed(player)}
    assert doors.pop(shown["assignment"]) == []
    assert set(map(tuple, doors.values())) == {("fluency",)}
    player.rate(shown)
    for entry in listed(player):
        for stage in entry["stages"]:
            ok(player.client.get(f"api/assignments/{entry['assignment']}/{stage}"))
    assert [entry["stages"] for entry in listed(player) if entry["state"] == "done"] == [["adequacy"]]


def test_the_receipt_says_that_what_comes_next_has_made_it_final(site: Site) -> None:
    open_study(site.bench, lines(1, "a"), loaded(**HIDING), quorum=2)
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    packet = player.one()
    receipt = player.rate(packet, ahead=1)
    assert receipt["next"]["units"][0]["stage"] == "adequacy"
    assert receipt["final"] is True
    assert "final" not in player.rate(receipt["next"]["units"][0], ahead=1)


@pytest.mark.parametrize("make", [from_pool, from_list])
def test_a_first_score_is_out_of_sight_before_its_repeat_comes(site: Site, make: Any) -> None:
    """The bytes: whatever is in hand, no answer shows it together with a score that it got before."""
    watched: Watched = make(site)
    player = Player.with_link(site, raters.find_rater(site.bench, "study", "Ann").path)
    repeats = 0
    while asked := player.ask()["units"]:
        (packet,) = asked
        unit = "SELECT unit_id FROM assignment WHERE uid = '{}'"
        [(held,)] = sql(site.bench, unit.format(packet["assignment"]))
        uids = [entry["assignment"] for entry in listed(player)]
        seen = [one["assignment"] for one in glimpses(player, *uids[-60:]) if one["words"] or one["scores"]]
        open_doors = [entry["assignment"] for entry in listed(player) if entry["stages"]]
        assert len(seen) == len(open_doors) == min(9, len(player.sent))
        for uid in {*seen, *open_doors}:
            assert sql(site.bench, unit.format(uid)) != [(held,)]
        before = [s.packet for s in player.sent if sql(site.bench, unit.format(s.packet["assignment"])) == [(held,)]]
        for first in before:
            repeats += 1
            again = player.client.get(f"api/assignments/{first['assignment']}/{first['stage']}")
            problem(again, 409, "judgement.stage_final")
        player.rate(packet)
        if len(player.sent) % 4 == 0:  # what was corrected lately was still finished long ago
            near = player.sent[-9:][0].packet
            player.submit(near)
    assert repeats >= 4
    assert watched.site is site


def test_a_closed_study_has_no_doors(small: Small) -> None:
    small.ann.rate(small.ann.one())
    ok(small.organiser().post("/api/studies/study/close"))
    assert [entry["stages"] for entry in listed(small.ann)] == [[]]


def test_the_summary_counts_tasks_and_not_steps(site: Site) -> None:
    open_study(site.bench, lines(3, "a"), loaded(**HIDING), quorum=2, batch=3)
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    player.play(5)
    player.rate(player.one(), answers={}, cannot="No.")
    assert ok(player.client.get("api/summary")) == {"tasks": 2, "skipped": 1, "elapsed_ms": 6 * 5100}
    assert ok(player.client.get("api/pace?since=2020-01-01T00:00:00Z")) == {"tasks": 3, "elapsed_ms": 6 * 5100}


def test_a_judgement_sent_as_the_first_does_not_replace_another(small: Small) -> None:
    tab = Player(small.site, small.ann.client, study=small.ann.study)
    one, other = small.ann.one(), tab.one()
    assert small.ann.rate(one, answers={"quality": {"A": 1}}, first=True)["standing"] == "counted"
    sent = tab.judgement(other, answers={"quality": {"A": 5}}, first=True)
    for _ in range(2):
        problem(tab.client.post("api/judgements", json=sent), 409, "judgement.already_there")
    assert sql(small.bench, "SELECT count(*) FROM judgement") == [(1,)]
    assert tab.rate(other, answers={"quality": {"A": 5}}, first=False)["standing"] == "counted"
    body = small.ann.sent[0].body
    ok(small.ann.client.post("api/judgements", json=body), 200)  # the very same is only there already
