"""Documents: any number of segments, several systems side by side, whole or window by window."""

import json
from typing import Any

import pytest

from jurybox.core import LEASE_US
from jurybox.core.errors import Refused
from jurybox.studies.rating import plan_lists, session
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.documents import contrastive, document_lines, said_of
from tests.fixtures.studies import Packet, PlayedRater, open_study

WINDOWS = {"segments": "all", "candidates": "all", "window": {"size": 2, "before": 1, "after": 1}}


def rated(rater: PlayedRater, times: int) -> list[Packet]:
    """One unit after the other, as they came."""
    came = []
    for _ in range(times):
        came.append(rater.one())
        rater.submit(came[-1], answers=said_of(came[-1]))
    return came


def shown(packet: Packet) -> list[int]:
    return [segment["number"] for segment in packet["segments"]]


def test_a_unit_is_a_whole_document_with_every_segment_of_every_system(bench: Workbench):
    study = open_study(bench, document_lines(), contrastive())
    came = {study.item_of(packet): packet for packet in rated(study.rater(), 3)}

    assert {key: shown(packet) for key, packet in came.items()} == {
        "doc-1": [1, 2, 3],
        "doc-2": [1],
        "doc-3": [1, 2, 3, 4, 5],
    }
    for key, packet in came.items():
        assert "window" not in packet
        for candidate in packet["candidates"]:
            texts = [segment["output"] for segment in candidate["segments"]]
            assert [f" of {n + 1} in {key}." in text for n, text in enumerate(texts)] == [True] * len(texts)


def test_one_judgement_holds_what_is_said_of_each_output_by_candidate_and_segment(bench: Workbench):
    study = open_study(bench, document_lines({"doc": 2}), contrastive())
    ann = study.rater()
    packet = ann.one()
    answers: dict[str, Any] = said_of(packet)
    answers["errors"]["B.2"] = [{"start": 0, "end": 4, "label": "error", "weight": "major"}]
    answers |= {"hard": {"2": 7}, "whole": {"A": 9}}

    ann.submit(packet, answers=answers)

    (entry,) = study.log()
    order = json.loads(sql(bench, "SELECT candidates FROM assignment")[0][0])
    first, second = map(str, order)
    assert set(entry["answers"]["score"]) == {f"{c}.{n}" for c in (first, second) for n in (1, 2)}
    assert entry["answers"]["errors"][f"{second}.2"]["value"][0]["weight"] == "major"
    assert set(entry["answers"]["hard"]) == {"2"}
    assert set(entry["answers"]["whole"]) == {first}
    assert ann.reopen(packet)["answers"]["errors"]["B.2"]["value"] == answers["errors"]["B.2"]


def test_what_lacks_or_does_not_fit_is_told_at_once_with_its_segment(bench: Workbench):
    study = open_study(bench, document_lines({"doc": 2}), contrastive())
    ann = study.rater()
    packet = ann.one()
    answers = said_of(packet)
    del answers["score"]["A.2"]
    answers["score"]["A.3"] = 5
    answers["errors"]["B.1"] = [{"start": 0, "end": 999, "label": "error", "weight": "minor"}]

    with pytest.raises(Refused) as refused:
        ann.submit(packet, answers=answers)

    found = {(fault.code, fault.where) for fault in refused.value.faults}
    assert found == {
        ("answer.missing", "answers.score.A.2"),
        ("answer.unknown_target", "answers.score.A.3"),
        ("answer.outside_the_text", "answers.errors.B.1[0]"),
    }


def test_a_window_shows_what_stands_around_it_and_takes_answers_of_its_own_segments_only(bench: Workbench):
    study = open_study(bench, document_lines({"doc": 5}), contrastive(unit=WINDOWS), order="sequential")
    came = rated(study.rater(), 3)

    assert [(packet["window"], shown(packet)) for packet in came] == [
        ({"first": 1, "last": 2, "of": 5}, [1, 2, 3]),
        ({"first": 3, "last": 4, "of": 5}, [2, 3, 4, 5]),
        ({"first": 5, "last": 5, "of": 5}, [4, 5]),
    ]
    assert study.slots() == [(1, 0, 0)] * 3
    answers = said_of(came[1])
    with pytest.raises(Refused) as refused:
        study.raters["Rater 1"].submit(came[1], answers={**answers, "score": {**answers["score"], "A.2": 50}})
    assert [fault.where for fault in refused.value.faults] == ["answers.score.A.2"]


def test_only_whole_documents_are_one_candidate_where_systems_made_the_same(bench: Workbench):
    table = document_lines({"doc": 3}, "abc")
    for line in table:
        if line["system"] == "system-b" or (line["system"] == "system-c" and line["segment"] != "3"):
            line["output"] = f"What a made of {line['segment']} in doc."
    study = open_study(bench, table, contrastive(), quorum=1)

    assert [candidate["letter"] for candidate in study.rater().one()["candidates"]] == ["A", "B"]


def test_drafts_come_segment_by_segment_and_keep_the_slot(bench: Workbench):
    study = open_study(bench, document_lines({"doc": 3}), contrastive())
    ann = study.rater()
    packet = ann.one()
    until = sql(bench, "SELECT lease_until FROM assignment")[0][0]

    def keep(segment: int | None, **answers: Any) -> None:
        body = {"answers": answers, "comment": None, "cannot": None}
        where = (packet["assignment"], packet["stage"])
        ann.call(session.save_draft, *where, body if segment is None else {**body, "segment": segment})

    keep(1, score={"A.1": 10, "B.1": 20})
    sql(bench, f"UPDATE assignment SET lease_until = {bench.now() + LEASE_US // 2}")
    keep(2, score={"A.2": 30}, hard={"2": 4})
    keep(1, score={"B.1": 25})

    draft = ann.one()["draft"]
    assert draft["answers"] == {"score": {"A.2": 30, "B.1": 25}, "hard": {"2": 4}}
    assert sql(bench, "SELECT lease_until FROM assignment")[0][0] >= until
    keep(None, score={"A.3": 1})
    assert ann.one()["draft"]["answers"] == {"score": {"A.3": 1}}


def test_a_fixed_list_deals_windows_too(bench: Workbench):
    study = open_study(bench, document_lines({"doc": 4}), contrastive(unit=WINDOWS), assign="fixed")
    study.rater()
    plan_lists(bench, study.view)
    assert sorted(row[0] for row in sql(bench, "SELECT win FROM assignment")) == [1, 2]


def test_nothing_of_a_document_says_what_made_it_or_what_it_is_called(bench: Workbench):
    table = [
        {**line, "id": f"kanarie-{line['id']}", "source": f"Satz {line['segment']}", "output": f"Line {n}"}
        for n, line in enumerate(document_lines({"doc": 4}, "abc"))
    ]
    study = open_study(bench, table, contrastive(unit=WINDOWS))
    ann = study.rater()
    packet = ann.one()
    ids = [str(row[0]) for row in sql(bench, "SELECT hash FROM item")]
    sent = json.dumps([packet, ann.reopen(packet)])
    assert [word for word in ("kanarie", "system-", *ids) if word in sent] == []
    assert {segment["number"] for segment in packet["segments"]} < {1, 2, 3, 4}
