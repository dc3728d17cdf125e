"""The protocol of two stages: fluency of the whole batch first, the source never before, adequacy partly by rule."""

from typing import Any

from jurybox.protocols import load_protocol
from jurybox.studies.people import raters
from tests.fixtures.web import Site, ok, problem
from tests.web.playing import Player, judgement_id, play_to_the_end
from tests.web.rater.test_playing_protocols import exported
from tests.web.tables import Table, fill

ITEMS = 9
BATCH = 6


def sarcastic(items: int = ITEMS) -> Table:
    """Two interpretations of each source; the second one of every third only repeats it, in other letter cases."""
    return Table([
        {"id": f"tweet-{n}", "system": f"system-{s}", "source": f"SECRET source {n} 😍",
         "output": f"secret SOURCE {n} 😍 " if s and n % 3 == 0 else f"Interpretation {s} of {n}"}
        for n in range(items) for s in range(2)
    ])  # fmt: skip


def players(site: Site, **settings: Any) -> list[Player]:
    fill(site.bench, load_protocol("sarcasm-interpretation"), sarcastic(), batch=BATCH, **settings)
    links = [raters.add_rater(site.bench, "study", name).path for name in ("Ann", "Bo")]
    return [Player.with_link(site, link, taste) for taste, link in enumerate(links)]


def test_fluency_of_the_whole_batch_comes_before_any_adequacy(site: Site) -> None:
    both = players(site)
    play_to_the_end(*both)
    for player in both:
        waiting: set[str] = set()
        for sent in player.sent:
            if sent.packet["stage"] == "fluency":
                waiting.add(sent.packet["assignment"])
            else:
                assert sent.packet["assignment"] in waiting, "adequacy only of what was rated for fluency"
        stages = [sent.packet["stage"] for sent in player.sent]
        runs = "".join(stage[0] for stage in stages).replace("fa", "f a").replace("af", "a f").split()
        assert [run[0] for run in runs] == ["f", "a"] * (len(runs) // 2)
        assert len(runs) > 2, "more than one batch"
        assert all(len(run) >= BATCH for run in runs[:-2]), runs


def test_the_source_is_never_sent_before_its_stage(site: Site) -> None:
    one, _ = players(site)
    for _ in range(BATCH):
        packet = one.one()
        assert packet["stage"] == "fluency"
        one.rate(packet)
    early = [answer for answer in site.answers if b"SECRET" in answer.content]
    assert early == []
    packet = one.one()
    assert packet["stage"] == "adequacy"
    assert packet["fields"]["source"].startswith("SECRET source")


def test_a_later_stage_is_not_open_to_those_who_ask_for_it_early(site: Site) -> None:
    one, _ = players(site)
    packet = one.one()
    early = {**one.judgement(packet), "stage": "adequacy", "answers": {"adequacy": {"A": 1}}}
    problem(one.client.post("api/judgements", json=early), 409, "judgement.stage_not_open")
    problem(one.client.get(f"api/assignments/{packet['assignment']}/adequacy"), 404)
    one.rate(packet)
    problem(one.client.post("api/judgements", json={**early, "id": judgement_id()}), 409, "judgement.stage_not_open")
    problem(one.client.get(f"api/assignments/{packet['assignment']}/adequacy"), 404)
    assert not any(b"SECRET" in answer.content for answer in site.answers)


def test_an_interpretation_that_repeats_its_source_is_adequacy_1_by_rule(site: Site) -> None:
    both = players(site, quorum=2)
    play_to_the_end(*both)
    ruled = [s for p in both for s in p.sent if s.packet["rules"]]
    assert {s.packet["stage"] for s in ruled} == {"adequacy"}
    assert len(ruled) == 2 * 3
    for sent in ruled:
        (rule,) = sent.packet["rules"]
        assert (rule["question"], rule["target"], rule["value"]) == ("adequacy", "A", 1)
        assert rule["because"]["en"]
        assert sent.answers == {"adequacy": {}}
    shown = ok(site.organiser().get("/api/studies/study"))
    assert [(c["stage"], c["slots"], c["open"]) for c in shown["coverage"]] == [
        ("fluency", 2 * 2 * ITEMS, 0),
        ("adequacy", 2 * (2 * ITEMS - 3), 0),
    ]


def test_the_export_says_what_a_rule_answered(site: Site) -> None:
    both = players(site)
    play_to_the_end(*both)
    rows = exported(site.organiser())
    by_rule = [row for row in rows if row["by"] == "rule"]
    assert {(row["question"], row["value"], row["system"]) for row in by_rule} == {("adequacy", 1, "system-1")}
    assert {row["item"] for row in by_rule} == {"tweet-0", "tweet-3", "tweet-6"}
    assert len(rows) == 2 * 2 * 2 * ITEMS


def test_a_rater_may_not_contradict_a_rule_but_may_object_in_a_comment(site: Site) -> None:
    one, _ = players(site)
    while not (packet := one.one())["rules"]:
        one.rate(packet)
    refused = one.submit(packet, answers={"adequacy": {"A": 4}})
    problem(refused, 422, "answer.made_by_rule")
    receipt = one.rate(packet, answers={"adequacy": {"A": 1}}, comment="It does not repeat it.")
    assert receipt["standing"] == "counted"


def test_fluency_is_final_once_the_source_was_shown(site: Site) -> None:
    one, _ = players(site)
    first = one.one()
    one.rate(first)
    assert ok(one.submit(first), 201)["standing"] == "counted", "still correctable"
    while one.one()["assignment"] != first["assignment"]:
        one.rate(one.one())
    assert one.one()["stage"] == "adequacy"
    problem(one.client.get(f"api/assignments/{first['assignment']}/fluency"), 409, "judgement.stage_final")
    late = one.submit(first)
    assert ok(late, 201)["standing"] == "final"
