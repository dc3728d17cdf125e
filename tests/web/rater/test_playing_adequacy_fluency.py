"""Adequacy and fluency of translations: no source is read before the fluency of its translations is done."""

from jurybox.protocols import load_protocol
from jurybox.studies.people import raters
from tests.fixtures.web import Site, ok, problem
from tests.web.playing import Player, play_to_the_end
from tests.web.tables import Table, fill

ITEMS, BATCH = 6, 4


def players(site: Site) -> list[Player]:
    """Two translations of each source."""
    table = Table([
        {"id": f"item-{n}", "system": f"system-{s}", "source": f"HIDDEN source {n}", "document": "SECRET document",
         "output": f"Translation {s} of {n}"}
        for n in range(ITEMS) for s in range(2)
    ])  # fmt: skip
    fill(site.bench, load_protocol("adequacy-fluency"), table, batch=BATCH, quorum=2)
    links = [raters.add_rater(site.bench, "study", name).path for name in ("Ann", "Bo")]
    return [Player.with_link(site, link, taste) for taste, link in enumerate(links)]


def test_no_byte_of_a_source_is_sent_before_its_stage(site: Site) -> None:
    one, _ = players(site)
    for _ in range(BATCH):
        packet = one.one()
        assert (packet["stage"], packet["fields"]) == ("fluency", {})
        one.rate(packet)
    assert not [answer for answer in site.answers if b"HIDDEN" in answer.content]
    packet = one.one()
    assert packet["stage"] == "adequacy"
    assert packet["fields"]["source"].startswith("HIDDEN source")


def test_a_source_is_seen_only_after_all_fluency_of_its_translations_and_no_document_ever(site: Site) -> None:
    both = players(site)
    play_to_the_end(*both)
    for player in both:
        shown: set[str] = set()
        for sent in player.sent:
            of = sent.packet["candidates"][0]["fields"]["output"].rpartition(" ")[2]
            if sent.packet["stage"] == "fluency":
                assert of not in shown, "the fluency of a translation whose source was read"
            else:
                shown.add(of)
    assert not [answer for answer in site.answers if b"SECRET" in answer.content]
    study = ok(site.organiser().get("/api/studies/study"))
    assert [(c["stage"], c["open"]) for c in study["coverage"]] == [("fluency", 0), ("adequacy", 0)]


def test_fluency_is_final_once_the_source_was_shown(site: Site) -> None:
    one, _ = players(site)
    first = one.one()
    one.rate(first)
    while one.one()["stage"] == "fluency" or one.one()["assignment"] != first["assignment"]:
        one.rate(one.one())
    problem(one.client.get(f"api/assignments/{first['assignment']}/fluency"), 409, "judgement.stage_final")
