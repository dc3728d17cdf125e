"""One rater can't fill the disk; a first judgement is never refused, and whoever rates meets no limit."""

from typing import Any

import pytest

from jurybox.studies.lifecycle import close_study
from jurybox.studies.rating import quotas
from tests.fixtures.databases import sql
from tests.fixtures.web import ok, problem
from tests.web.conftest import Small
from tests.web.playing import judgement_id


def count(small: Small, table: str) -> int:
    ((found,),) = sql(small.bench, f"SELECT count(*) FROM {table}")
    return int(found)


def test_a_stage_can_be_corrected_a_hundred_times_and_the_rest_is_a_conflict(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert quotas.MOST_OF_STAGE == 100
    monkeypatch.setattr(quotas, "MOST_OF_STAGE", 3)
    packet = small.ann.one()
    for _ in range(3):
        small.ann.rate(packet)
    refused = small.ann.submit(packet)
    assert problem(refused, 409, "quota.reached")["error"]["allowed"] == 3
    assert count(small, "judgement") == 3
    small.ann.rate(small.ann.one())


def test_what_was_taken_is_told_again_whatever_the_quota(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    packet = small.ann.one()
    body = small.ann.judgement(packet)
    ok(small.ann.client.post("api/judgements", json=body), 201)
    monkeypatch.setattr(quotas, "MOST_OF_STAGE", 1)
    problem(small.ann.submit(packet), 409, "quota.reached")
    ok(small.ann.client.post("api/judgements", json=body), 200)


def test_all_corrections_of_a_rater_together_have_a_limit_that_grows_with_their_tasks(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MOST_CHANGES", 2)
    monkeypatch.setattr(quotas, "CHANGES_PER_TASK", 1)
    first = small.ann.one()
    small.ann.rate(first)
    for _ in range(2):
        small.ann.rate(first)
    problem(small.ann.submit(first), 409, "quota.reached")
    small.ann.rate(small.ann.one())
    problem(small.bo.submit(first), 404)
    assert count(small, "judgement") == 4


def test_late_judgements_of_one_stage_have_a_limit_but_each_first_one_is_kept(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed study keeps what still comes in; it is not to be filled that way."""
    monkeypatch.setattr(quotas, "MOST_OF_STAGE", 2)
    monkeypatch.setattr(quotas, "MOST_CHANGES", 0)
    packets = [small.ann.one(), small.bo.one()]
    close_study(small.bench, "study")
    for player, packet in zip((small.ann, small.bo), packets, strict=True):
        assert player.rate(packet)["standing"] == "closed"
    problem(small.ann.submit(packets[0]), 409, "quota.reached")
    monkeypatch.setattr(quotas, "MOST_CHANGES", 100)
    small.ann.rate(packets[0])
    problem(small.ann.submit(packets[0]), 409, "quota.reached")


def test_a_correction_has_a_size_that_a_first_judgement_need_not_keep_to(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "LARGEST_CHANGE", 10)
    packet = small.ann.one()
    small.ann.rate(packet)
    problem(small.ann.submit(packet), 409, "request.too_large")


def draft(small: Small, packet: dict[str, Any], **body: Any) -> Any:
    return small.ann.client.put(f"api/drafts/{packet['assignment']}/{packet['stage']}", json=body)


def test_drafts_have_a_size_and_a_number(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    one = small.ann.one()
    problem(draft(small, one, comment="x" * 1_000_000), 409, "request.too_large")
    assert draft(small, one, comment="x").status_code == 204
    monkeypatch.setattr(quotas, "MOST_DRAFTS", 1)
    assert draft(small, one, comment="y").status_code == 204
    small.ann.rate(one)
    two = small.ann.one()
    assert draft(small, two, comment="z").status_code == 204
    monkeypatch.setattr(quotas, "MOST_DRAFTS", 0)
    assert draft(small, two, comment="zz").status_code == 204
    small.ann.rate(two)
    three = small.ann.one()
    problem(draft(small, three, comment="z"), 409, "quota.reached")


def test_enquiries_have_a_limit_in_all(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MOST_ENQUIRIES", 1)
    ask = {"id": judgement_id(), "text": "Why?"}
    ok(small.ann.client.post("api/enquiries", json=ask), 201)
    ok(small.ann.client.post("api/enquiries", json=ask), 200)
    problem(small.ann.client.post("api/enquiries", json={**ask, "id": judgement_id()}), 409, "quota.reached")


def test_what_was_read_already_is_not_written_down_again(small: Small) -> None:
    revision = ok(small.ann.client.get("guideline/en"))["revision"]
    for _ in range(3):
        small.ann.client.post("api/acknowledgements", json={"lang": "en", "revision": revision})
    assert count(small, "acknowledgement") == 1
