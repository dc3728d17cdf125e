"""The organiser's API: raters with their links, and what may change while a study is open."""

import json

from jurybox.studies.people import raters
from tests.fixtures.web import Site, ok, problem
from tests.web.api.test_studies import opened
from tests.web.conftest import Small
from tests.web.playing import Player, play_to_the_end


def test_a_rater_is_added_with_a_link_that_works(small: Small) -> None:
    organiser = small.organiser()
    line = ok(organiser.post("/api/studies/study/raters", json={"name": "Cy", "language": "en"}), 201)
    assert line["link"].startswith("http://127.0.0.1:8000/rate/study/#")
    assert {key: line[key] for key in ("name", "groups", "stages", "language", "done", "revoked")} == {
        "name": "Cy", "groups": [], "stages": [], "language": "en", "done": 0, "revoked": False,
    }  # fmt: skip
    assert Player.with_link(small.site, line["link"]).step() == "rate"
    listed = ok(organiser.get("/api/studies/study/raters"))
    assert [rater["name"] for rater in listed] == ["Ann", "Bo", "Cy"]
    assert listed[2]["link"] == line["link"], "links can be shown again"


def test_links_name_the_address_that_people_come_by(https_site: Site) -> None:
    client = https_site.organiser()
    opened(https_site, client)
    line = ok(client.post("/api/studies/titles/raters", json={"name": "Cy"}), 201)
    assert line["link"].startswith("https://jury.example.org/rate/titles/#")


def test_a_rater_of_one_group_gets_only_that_group(site: Site) -> None:
    client = site.organiser()
    opened(site, client, items=6)
    line = ok(client.post("/api/studies/titles/raters", json={"name": "Cy", "groups": ["a"]}), 201)
    player = Player.with_link(site, line["link"])
    play_to_the_end(player)
    sources = {sent.packet["fields"]["source"] for sent in player.sent}
    assert sources == {"Source 0", "Source 2", "Source 4"}
    found = problem(client.post("/api/studies/titles/raters", json={"name": "", "groups": ["c"], "stages": ["x"]}), 422)
    assert [fault["code"] for fault in found["errors"]] == [
        "rater.bad_name", "rater.unknown_group", "study.unknown_stage",
    ]  # fmt: skip


def test_a_renewed_link_replaces_the_old_one(small: Small) -> None:
    organiser = small.organiser()
    old = raters.find_rater(small.bench, "study", "Ann")
    new = ok(organiser.post(f"/api/studies/study/raters/{old.id}/renew"))
    assert new["link"].partition("#")[2] != old.path.partition("#")[2]
    problem(small.ann.client.get("api/study"), 401, "link.unknown")
    assert Player.with_link(small.site, new["link"]).step() == "rate"


def test_a_revoked_rater_is_out_and_their_judgements_stay(small: Small) -> None:
    small.ann.step()
    organiser = small.organiser()
    line = ok(organiser.post("/api/studies/study/raters/Ann/revoke"))
    assert (line["revoked"], line["done"]) == (True, 1)
    problem(small.ann.client.post("api/next", json={}), 401, "link.revoked")
    problem(organiser.post("/api/studies/study/raters/Ann/revoke"), 409, "rater.revoked_already")
    problem(organiser.post("/api/studies/study/raters/Nobody/revoke"), 404, "rater.unknown")
    assert ok(organiser.get("/api/studies/study"))["judgements"] == 1


def test_a_raised_quorum_opens_slots_again(small: Small) -> None:
    organiser = small.organiser()
    play_to_the_end(small.ann, small.bo)
    shown = ok(organiser.post("/api/studies/study/quorum", json={"to": 3}))
    assert shown["settings"]["quorum"] == {"rating": 3}
    assert (shown["done"], shown["needed"]) == (24, 36)
    line = ok(organiser.post("/api/studies/study/raters", json={"name": "Cy"}), 201)
    play_to_the_end(Player.with_link(small.site, line["link"]))
    assert ok(organiser.get("/api/studies/study"))["progress"] == 1
    problem(organiser.post("/api/studies/study/quorum", json={"to": 3}), 422, "study.quorum_not_higher")
    problem(organiser.post("/api/studies/study/quorum", json={"to": 4, "stage": "x"}), 422, "study.unknown_stage")
    for bad in (0, -1, 1001, 2.5, True, "x"):
        problem(organiser.post("/api/studies/study/quorum", json={"to": bad}), 422)


def test_a_withdrawn_item_is_served_no_more(small: Small) -> None:
    organiser = small.organiser()
    shown = ok(organiser.post("/api/studies/study/withdrawals", json={"item": "item-0", "reason": "A duplicate."}))
    assert shown["events"][-1]["kind"] == "item_withdrawn"
    assert shown["events"][-1]["data"] == {"item": "item-0", "reason": "A duplicate."}
    play_to_the_end(small.ann)
    assert all("of 0" not in json.dumps(sent.packet) for sent in small.ann.sent)
    problem(organiser.post("/api/studies/study/withdrawals", json={"item": "none", "reason": "x"}), 404, "item.unknown")


def test_a_withdrawn_system_is_served_no_more(small: Small) -> None:
    organiser = small.organiser()
    wish = {"system": "system-a", "reason": "It was trained on the test set."}
    shown = ok(organiser.post("/api/studies/study/withdrawals", json=wish))
    assert {s["name"]: s["withdrawn"] for s in shown["systems"]} == {"system-a": True, "system-b": False}
    play_to_the_end(small.ann)
    assert len(small.ann.sent) == 6
    assert all("Output a" not in json.dumps(sent.packet) for sent in small.ann.sent)


def test_a_withdrawal_names_an_item_or_a_system(small: Small) -> None:
    organiser = small.organiser()
    for wish in ({"reason": "x"}, {"item": "item-0", "system": "system-a", "reason": "x"}):
        problem(organiser.post("/api/studies/study/withdrawals", json=wish), 422, "withdraw.one_of")
    problem(organiser.post("/api/studies/study/withdrawals", json={"item": "item-0"}), 422, "request.bad_body")


def test_what_was_judged_while_its_item_was_withdrawn_is_kept_and_not_counted(small: Small) -> None:
    packet = small.ann.one()
    item = packet["fields"]["source"].replace("Source ", "item-")
    ok(small.organiser().post("/api/studies/study/withdrawals", json={"item": item, "reason": "x"}))
    assert small.ann.rate(packet)["standing"] == "withdrawn"
    assert small.ann.step() == "rate"


def test_a_pilot_is_left_out_and_its_slots_are_open_again(small: Small) -> None:
    organiser = small.organiser()
    play_to_the_end(small.ann, small.bo)
    shown = ok(organiser.post("/api/studies/study/pilot"))
    assert shown["events"][-1]["data"]["judgements"] == 24
    assert (shown["judgements"], shown["done"]) == (24, 0)
    assert organiser.get("/api/studies/study/export?format=jsonl").text == ""
    everything = organiser.get("/api/studies/study/export?format=jsonl&everything=true").text.splitlines()
    assert {json.loads(line)["pilot"] for line in everything} == {True}


def test_what_no_two_raters_can_judge_waits_in_the_inbox(small: Small) -> None:
    organiser = small.organiser()
    cy = Player.with_link(small.site, ok(organiser.post("/api/studies/study/raters", json={"name": "Cy"}), 201)["link"])
    first = small.ann.one()
    text = first["candidates"][0]["fields"]["output"]
    for player in (small.ann, small.bo, cy):
        while (packet := player.one())["candidates"][0]["fields"]["output"] != text:
            player.rate(packet)
        player.rate(packet, answers={}, cannot=f"No idea, says number {player.taste}.")
    (entry,) = ok(organiser.get("/api/studies/study"))["inbox"]
    assert entry["item"] == first["fields"]["source"].replace("Source ", "item-")
    assert len(entry["reasons"]) == 3


def test_nothing_changes_in_a_draft_that_changes_an_open_study(site: Site) -> None:
    client = site.organiser()
    ok(client.post("/api/studies", json={"key": "titles", "name": "x", "protocol": "title"}), 201)
    for path, body in (("quorum", {"to": 2}), ("pilot", None), ("withdrawals", {"item": "x", "reason": "x"})):
        problem(client.post(f"/api/studies/titles/{path}", json=body), 409, "study.not_open")


def test_a_withdrawal_needs_a_reason_and_is_undone(small: Small) -> None:
    organiser = small.organiser()
    home = "/api/studies/study"
    problem(organiser.post(f"{home}/withdrawals", json={"item": "item-0", "reason": " "}), 422, "withdraw.no_reason")
    gone = ok(organiser.post(f"{home}/withdrawals", json={"item": "item-0", "reason": "It is broken."}))
    back = ok(organiser.post(f"{home}/restorations", json={"item": "item-0"}))
    assert (gone["needed"], back["needed"]) == (20, 24)
    assert back["events"][-1]["kind"] == "item_restored"
    problem(organiser.post(f"{home}/restorations", json={"item": "item-0"}), 404, "item.not_withdrawn")
    problem(organiser.post(f"{home}/restorations", json={}), 422, "restore.one_of")
    ok(organiser.post(f"{home}/withdrawals", json={"system": "system-a", "reason": "It cheated."}))
    assert ok(organiser.post(f"{home}/restorations", json={"system": "system-a"}))["needed"] == 24


def test_the_quorum_of_one_item_is_raised(small: Small) -> None:
    organiser = small.organiser()
    home = "/api/studies/study/quorum"
    shown = ok(organiser.post(home, json={"to": 3, "item": "item-0", "system": "system-a"}))
    assert shown["needed"] == 25
    problem(organiser.post(home, json={"to": 3, "system": "system-a"}), 422, "quorum.system_alone")
    problem(organiser.post(home, json={"to": 3, "item": "item-0", "group": "x"}), 422, "quorum.item_and_group")


def test_a_study_is_paused_resumed_closed_and_opened_again(small: Small) -> None:
    organiser = small.organiser()
    states = [
        ok(organiser.post(f"/api/studies/study/{step}"))["state"] for step in ("pause", "resume", "close", "reopen")
    ]
    assert states == ["paused", "open", "closed", "open"]
    problem(organiser.post("/api/studies/study/resume"), 409, "study.not_paused")
    problem(organiser.post("/api/studies/study/reopen"), 409, "study.not_closed")
