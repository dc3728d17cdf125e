"""A judgement that asks for what comes next: the same as submitting and then asking, in one way over the network."""

from jurybox.protocols import load_protocol
from jurybox.studies.people import raters
from tests.fixtures.web import Site, ok
from tests.web.playing import Player
from tests.web.tables import fill, table_for


def player(site: Site) -> Player:
    loaded = load_protocol("translation")
    fill(site.bench, loaded, table_for(loaded.protocol, items=3, systems=2), quorum=1)
    return Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)


def test_the_next_unit_comes_back_with_the_receipt(site: Site) -> None:
    ann = player(site)
    first = ann.ask()
    receipt = ann.rate(first["units"][0], ahead=1)
    assert receipt["standing"] == "counted"
    assert receipt["next"] == ann.ask()
    assert receipt["next"]["progress"]["done"] == first["progress"]["done"] + 1


def test_sent_again_it_is_taken_once_and_answered_with_what_is_next(site: Site) -> None:
    ann = player(site)
    body = ann.judgement(ann.one(), ahead=1)
    first = ok(ann.client.post("api/judgements", json=body), 201)
    again = ok(ann.client.post("api/judgements", json=body), 200)
    assert again["next"] == first["next"]
    assert ann.ask()["progress"]["done"] == 1


def test_without_the_wish_nothing_is_leased(site: Site) -> None:
    ann = player(site)
    assert "next" not in ann.rate(ann.one())
    assert len(ok(ann.client.get("api/assignments"))["assignments"]) == 1


def test_a_refused_judgement_leases_nothing(site: Site) -> None:
    ann = player(site)
    answer = ann.submit(ann.one(), answers={"score": {"A": 99}}, ahead=1)
    assert answer.status_code == 422
    assert len(ok(ann.client.get("api/assignments"))["assignments"]) == 1


def test_the_last_judgement_says_that_all_is_done(site: Site) -> None:
    ann = player(site)
    coming = ann.ask()
    while coming["units"]:
        coming = ann.rate(coming["units"][0], ahead=1)["next"]
    assert coming["state"] == "done"
    assert coming["progress"] == {"done": 6, "left": 0, "sure": True}
