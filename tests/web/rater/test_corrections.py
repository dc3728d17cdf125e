"""What a rater sends again, changes, or sends from two places at once."""

import json
from typing import Any

import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.people import raters
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.web import Client, Site, ok, problem
from tests.web.conftest import Small
from tests.web.playing import Player, judgement_id, play_to_the_end
from tests.web.tables import fill, table_for


def rows(organiser: Client, **wish: Any) -> list[dict[str, Any]]:
    text = organiser.get("/api/studies/study/export", params={"format": "jsonl", **wish}).text
    return [json.loads(line) for line in text.splitlines()]


def test_the_same_judgement_sent_again_is_already_there(small: Small) -> None:
    body = small.ann.judgement(small.ann.one())
    first = ok(small.ann.client.post("api/judgements", json=body), 201)
    again = ok(small.ann.client.post("api/judgements", json=body), 200)
    assert (again["id"], again["standing"]) == (first["id"], first["standing"]) == (body["id"], "counted")
    changed = {**body, "answers": {"quality": {"A": 5 if body["answers"]["quality"]["A"] != 5 else 1}}}
    ok(small.ann.client.post("api/judgements", json=changed), 200)
    assert sql(small.bench, "SELECT count(*) FROM judgement") == [(1,)]
    assert [row["value"] for row in rows(small.organiser())] == [body["answers"]["quality"]["A"]]


def test_the_same_judgement_sent_many_times_at_once_is_there_once(small: Small) -> None:
    body = small.ann.judgement(small.ann.one())
    client = small.ann.client
    answers = small.site.together(*(client.sending("POST", "api/judgements", json=body) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    assert sql(small.bench, "SELECT count(*) FROM judgement") == [(1,)]


def test_a_correction_supersedes_and_the_log_keeps_both(small: Small) -> None:
    packet = small.ann.one()
    small.ann.rate(packet, answers={"quality": {"A": 2}}, comment="too low?")
    where = f"api/assignments/{packet['assignment']}/{packet['stage']}"
    reopened = ok(small.ann.client.get(where))
    assert {**reopened, "answers": None, "comment": None} == {**packet, "answers": None, "comment": None}
    assert reopened["answers"]["quality"]["A"]["value"] == 2
    assert reopened["comment"] == "too low?"
    second = small.ann.rate(packet, answers={"quality": {"A": 4}})
    assert second["standing"] == "counted"
    assert ok(small.ann.client.get(where))["answers"]["quality"]["A"]["value"] == 4
    organiser = small.organiser()
    assert [row["value"] for row in rows(organiser)] == [4]
    log = rows(organiser, everything=True)
    assert [(row["value"], row["supersedes"]) for row in log] == [(2, None), (4, small.ann.sent[0].body["id"])]
    assert ok(organiser.get("/api/studies/study"))["done"] == 1


@pytest.mark.parametrize("name", ["caption-counts", "audio-description", "title", "examples/protocols/mqm.yaml"])
def test_what_was_reopened_can_be_sent_back_as_it_is(site: Site, name: str) -> None:
    loaded = load_protocol(name)
    fill(site.bench, loaded, table_for(loaded.protocol, 2, 2))
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path, taste=2)
    packet = player.one()
    answers = player.judgement(packet)["answers"]
    question = next(q for q in player.stage(packet["stage"])["ask"] if q["about"] != "unit" and q["required"])
    target = next(iter(answers[question["id"]]))
    answers[question["id"]][target] = {"cannot": "It does not load."}
    player.rate(packet, answers=answers)
    reopened = ok(player.client.get(f"api/assignments/{packet['assignment']}/{packet['stage']}"))
    assert player.rate(packet, answers=reopened["answers"])["standing"] == "counted"
    again = ok(player.client.get(f"api/assignments/{packet['assignment']}/{packet['stage']}"))
    assert again["answers"] == reopened["answers"]


def test_a_correction_that_is_refused_changes_nothing(small: Small) -> None:
    packet = small.ann.one()
    small.ann.rate(packet, answers={"quality": {"A": 2}})
    problem(small.ann.submit(packet, answers={"quality": {"A": 7}}), 422, "answer.not_a_level")
    assert [row["value"] for row in rows(small.organiser())] == [2]


def test_a_unit_that_can_not_be_judged_goes_to_another_and_may_be_judged_after_all(small: Small) -> None:
    packet = small.ann.one()
    receipt = small.ann.rate(packet, answers={}, cannot="I do not know the language.")
    assert (receipt["standing"], receipt["state"]) == ("counted", "cannot")
    entry = ok(small.ann.client.get("api/assignments"))["assignments"][0]
    assert (entry["state"], entry["stage"]) == ("cannot", None)
    assert small.ann.rate(packet)["standing"] == "counted"
    problem(small.ann.submit(packet, cannot="x"), 422, "judgement.cannot_and_answers")
    problem(small.ann.submit(packet, answers={}, cannot="  "), 422, "answer.cannot_without_reason")


def test_two_tabs_get_the_same_unit_and_both_may_answer(small: Small) -> None:
    tab = Player(small.site, small.ann.client, study=small.ann.study)
    one, other = small.ann.one(), tab.one()
    assert one["assignment"] == other["assignment"]
    assert small.ann.rate(one, answers={"quality": {"A": 1}})["standing"] == "counted"
    assert tab.rate(other, answers={"quality": {"A": 5}})["standing"] == "counted"
    organiser = small.organiser()
    assert [row["value"] for row in rows(organiser)] == [5]
    assert ok(organiser.get("/api/studies/study"))["done"] == 1
    assert small.ann.one()["assignment"] == tab.one()["assignment"] != one["assignment"]


def test_two_tabs_that_ask_at_once_get_the_same_units(small: Small) -> None:
    client = small.ann.client
    answers = small.site.together(*(client.sending("POST", "api/next", json={"ahead": 3}) for _ in range(8)))
    units = [tuple(packet["assignment"] for packet in ok(answer)["units"]) for answer in answers]
    longest = max(units, key=len)
    assert all(longest[: len(found)] == found for found in units)
    assert sql(small.bench, "SELECT count(*) FROM assignment") == [(len(longest),)]


def test_many_raters_at_once_never_take_more_than_the_quorum(small: Small) -> None:
    links = [raters.add_rater(small.bench, "study", f"R{n}").path for n in range(6)]
    clients = [small.site.rater(link) for link in links]
    for _ in range(3):
        small.site.together(*(client.sending("POST", "api/next", json={"ahead": 5}) for client in clients))
    taken = sql(small.bench, "SELECT unit_id, count(*) FROM assignment WHERE state = 'leased' GROUP BY unit_id")
    assert taken
    assert max(count for _, count in taken) <= 2
    slots = dict(sql(small.bench, "SELECT unit_id, open_slots FROM slot"))
    assert all(slots[unit] == 2 - count for unit, count in taken)


def test_what_was_answered_offline_may_arrive_in_any_order(small: Small) -> None:
    packets = small.ann.ask(ahead=5)["units"]
    more = small.ann.ask(ahead=5)["units"]
    assert [p["assignment"] for p in more] == [p["assignment"] for p in packets], "begun units come first"
    bodies = [small.ann.judgement(packet) for packet in packets]
    for body in [*reversed(bodies), *bodies]:
        assert small.ann.client.post("api/judgements", json=body).status_code in (200, 201)
    assert sql(small.bench, "SELECT count(*) FROM judgement") == [(len(packets),)]
    assert ok(small.organiser().get("/api/studies/study"))["standings"] == {"counted": len(packets)}


def test_corrections_of_one_unit_that_arrive_out_of_order_are_taken_as_they_arrive(small: Small) -> None:
    packet = small.ann.one()
    first, second = (small.ann.judgement(packet, answers={"quality": {"A": value}}) for value in (1, 5))
    ok(small.ann.client.post("api/judgements", json=second), 201)
    ok(small.ann.client.post("api/judgements", json=first), 201)
    assert [row["value"] for row in rows(small.organiser())] == [1]


def test_a_draft_comes_back_with_the_packet_on_any_device_and_goes_when_submitted(small: Small) -> None:
    packet = small.ann.one()
    where = f"api/drafts/{packet['assignment']}/{packet['stage']}"
    draft = {"answers": {"quality": {"A": 3}}, "comment": "not sure — ü", "cannot": None}
    answer = small.ann.client.put(where, json=draft)
    assert (answer.status_code, answer.content) == (204, b"")
    link = raters.find_rater(small.bench, "study", "Ann").path
    phone = Player.with_link(small.site, link)
    assert phone.one()["draft"] == draft
    small.ann.client.put(where, json={"comment": "newer"})
    assert phone.one()["draft"]["comment"] == "newer"
    assert rows(small.organiser(), everything=True) == []
    phone.rate(packet)
    small.ann.client.put(where, json=draft)
    assert sql(small.bench, "SELECT count(*) FROM draft") == [(0,)]
    assert phone.one()["draft"] is None
    problem(small.ann.client.put(f"api/drafts/{packet['assignment']}/none", json={}), 404)


def test_a_study_that_was_closed_keeps_what_still_arrives_and_does_not_count_it(small: Small) -> None:
    first = small.ann.one()
    small.ann.rate(first)
    second = small.ann.one()
    organiser = small.organiser()
    ok(organiser.post("/api/studies/study/close"))
    receipt = small.ann.rate(second)
    assert receipt["standing"] == "closed"
    assert ok(small.ann.submit(first), 201)["standing"] == "closed"
    asked = small.ann.ask()
    assert (asked["units"], asked["state"]) == ([], "closed")
    assert ok(small.ann.client.get("api/study"))["state"] == "closed"
    assert [row["item"] for row in rows(organiser)] == [first["fields"]["source"].replace("Source ", "item-")]
    assert ok(organiser.get("/api/studies/study"))["standings"] == {"counted": 1, "closed": 2}


def test_a_late_judgement_takes_a_slot_that_is_still_free(small: Small) -> None:
    packet = small.ann.one()
    clock_of(small.bench).past_the_lease()
    small.bo.ask()
    assert small.ann.rate(packet)["standing"] == "counted"


def test_a_late_judgement_whose_slot_was_taken_is_kept_as_surplus(small: Small) -> None:
    packet = small.ann.one()
    clock_of(small.bench).past_the_lease()
    third = Player.with_link(small.site, raters.add_rater(small.bench, "study", "Cy").path)
    play_to_the_end(small.bo, third)
    assert small.ann.rate(packet)["standing"] == "surplus"
    assert small.ann.rate(packet)["standing"] == "surplus"
    organiser = small.organiser()
    shown = ok(organiser.get("/api/studies/study"))
    assert (shown["standings"], shown["progress"]) == ({"counted": 24, "surplus": 2}, 1)
    assert len(rows(organiser)) == 24
    assert small.ann.ask()["state"] == "done"


def test_contact_keeps_a_lease_alive(small: Small) -> None:
    packet = small.ann.one()
    for _ in range(5):
        clock_of(small.bench).forward(minutes=25)
        assert small.ann.one()["assignment"] == packet["assignment"]
        third = Player.with_link(small.site, raters.add_rater(small.bench, "study", "x").path)
        third.ask(ahead=5)
    assert small.ann.rate(packet)["standing"] == "counted"


def test_nothing_is_left_for_a_rater_while_others_hold_it_and_then_it_comes(site: Site, small: Small) -> None:
    play_to_the_end(small.bo)
    cy = Player.with_link(site, raters.add_rater(small.bench, "study", "Cy").path)
    while small.ann.ask(ahead=5)["state"] == "rate" and len(small.ann.sent) < 11:
        small.ann.step()
    held = small.ann.one()
    assert cy.ask()["state"] == "wait"
    clock_of(small.bench).past_the_lease()
    assert cy.one()["fields"]["source"] == held["fields"]["source"]


def test_an_old_format_is_named(small: Small) -> None:
    packet = small.ann.one()
    problem(small.ann.submit(packet, format=2), 422, "judgement.unknown_format")
    body = small.ann.judgement(packet, id=judgement_id())
    del body["format"]
    ok(small.ann.client.post("api/judgements", json=body), 201)
