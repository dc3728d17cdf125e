"""Whole campaigns become studies: protocol, items, raters with their lists, judgements; and studies campaigns again."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jurybox.core.errors import Conflict, Refused
from jurybox.exchange.ratings.formats import read_file
from jurybox.studies.carry import RatingsTarget
from jurybox.studies.carry.campaigns import CampaignSource, CreatedCampaign, HowRead, NewCampaign, create_from
from jurybox.studies.carry.export import export_as
from jurybox.studies.lifecycle import open_study, raise_quorum
from jurybox.studies.people import add_rater, list_raters
from jurybox.studies.results import analyse_study
from jurybox.studies.workbench import Workbench, view_of
from tests.fixtures.databases import sql
from tests.fixtures.studies import Played, PlayedRater
from tests.paths import ROOT

FILES = ROOT / "examples" / "files" / "campaigns"
PEARMUT, MQM, APPRAISE, ARENA = (FILES / name for name in ("pearmut.json", "mqm.tsv", "appraise.json", "arena.jsonl"))
FOLDER = FILES.parent / "mt-metrics-eval"


def create(bench: Workbench, path: Path, format: str = "pearmut", opened: bool = True, **new: Any) -> CreatedCampaign:
    source = CampaignSource(path, format, HowRead(new.pop("media", None)))
    return create_from(bench, source, NewCampaign("study", opened=opened, **new))


def played(bench: Workbench, name: str) -> PlayedRater:
    info = next(one for one in list_raters(bench, "study") if one.name == name)
    return PlayedRater(Played(bench, "study"), info.id, info.path.partition("#")[2])


def listed(bench: Workbench, name: str) -> list[str]:
    """The items of a rater's list, in order."""
    found = sql(
        bench,
        "SELECT item.key FROM assignment JOIN item ON item.id = assignment.item_id"
        " JOIN membership ON membership.id = assignment.membership_id JOIN rater ON rater.id = membership.rater_id"
        f" WHERE rater.name = '{name}' ORDER BY assignment.position",
    )
    return [str(key) for (key,) in found]


def exported(bench: Workbench, folder: Path, format: str) -> Any:
    export_as(bench, "study", RatingsTarget(folder / "again.json", format))
    return json.loads((folder / "again.json").read_text())


def test_each_rater_has_the_list_of_the_file_and_no_slot_is_left(bench: Workbench):
    made = create(bench, PEARMUT)
    assert (made.state, made.items, made.documents, made.systems, made.lists) == ("open", 3, 2, 2, 2)
    assert listed(bench, "ana") == ["bakery_#_0", "bakery_#_1", "harbour_#_0"]
    assert listed(bench, "ben") == ["harbour_#_0", "bakery_#_0", "bakery_#_1"]
    assert sorted(Played(bench, "study").slots()) == [(1, 0, 0)] * 4 + [(2, 0, 0)]


def test_a_draft_keeps_its_lists_until_it_opens_and_is_written_back_as_it_came(bench: Workbench, tmp_path: Path):
    create(bench, PEARMUT, opened=False)
    assert exported(bench, tmp_path, "pearmut-campaign") == json.loads(PEARMUT.read_text())
    open_study(bench, "study")
    assert listed(bench, "ben") == ["harbour_#_0", "bakery_#_0", "bakery_#_1"]
    assert exported(bench, tmp_path, "pearmut-campaign") == json.loads(PEARMUT.read_text())


def test_who_comes_later_takes_nothing_from_the_lists_and_gets_what_is_added(bench: Workbench):
    create(bench, PEARMUT)
    add_rater(bench, "study", "cy")
    assert (listed(bench, "cy"), len(listed(bench, "ana"))) == ([], 3)
    raise_quorum(bench, "study", 2)
    assert sorted(listed(bench, "cy")) == ["bakery_#_0", "bakery_#_0", "bakery_#_1", "bakery_#_1"] or listed(
        bench, "cy"
    )
    assert listed(bench, "ana")[:3] == ["bakery_#_0", "bakery_#_1", "harbour_#_0"]


def test_a_rater_never_receives_a_key_a_document_or_a_system(bench: Workbench):
    assert create(bench, PEARMUT, wishes={"calibration": False}).protocol == "esa@1"
    came = json.dumps(played(bench, "ana").ask(5), ensure_ascii=False)
    assert "Bäckerei" in came
    assert not [word for word in ("bakery_#", "_document", "harbour", "north", "south", "shops") if word in came]


def test_units_are_rated_in_the_order_of_the_list(bench: Workbench):
    create(bench, PEARMUT, wishes={"calibration": False})
    rater = played(bench, "ben")
    seen = []
    while units := rater.next():
        packet = units[0]
        seen.append(packet["fields"]["source"][:6])
        rater.submit(packet, answers=answers(packet, rater))
    assert seen == ["Im Haf", "Die Bä", "Sie sc"]


def answers(packet: dict[str, Any], rater: PlayedRater) -> dict[str, Any]:
    """No errors, and a score of 70."""
    asked = [question for stage in rater.study.view.protocol.stages for question in stage.ask if question.required]
    return {q.id: {"A": [] if q.marked_field else 70} for q in asked}


def test_a_campaign_with_a_fault_leaves_nothing_behind(bench: Workbench, tmp_path: Path):
    document = json.loads(PEARMUT.read_text())
    document["data"][0][0][0]["tgt"]["north"] = "<b>The bakery</b>"
    (tmp_path / "bad.json").write_text(json.dumps(document))
    with pytest.raises(Refused):
        create(bench, tmp_path / "bad.json")
    assert (sql(bench, "SELECT * FROM study"), sql(bench, "SELECT * FROM rater")) == ([], [])


def test_a_key_is_taken_once(bench: Workbench):
    create(bench, PEARMUT)
    with pytest.raises(Conflict):
        create(bench, PEARMUT)


def test_an_organisers_wishes_go_before_those_of_the_campaign(bench: Workbench):
    made = create(bench, PEARMUT, wishes={"assign": "pool", "quorum": 3}, protocol="da", opened=False)
    settings = view_of(bench, "study").settings
    assert (made.protocol, settings.assign, settings.quorum) == ("da@1", "pool", {"rating": 3})


def test_attention_checks_are_checks_and_filled_in_marks_are_suggested(bench: Workbench, tmp_path: Path):
    document = json.loads(PEARMUT.read_text())
    rule = {"north": {"score": [0, 10]}}
    check = {"item_id": "trap", "src": "Guten Tag.", "tgt": {"north": "Bananas fly."}, "validation": rule}
    document["data"][0].insert(1, [check])
    document["data"][1].append([check])
    spans = {"north": [{"start_i": 4, "end_i": 9, "severity": "minor", "category": None}]}
    document["data"][0][0][0]["error_spans"] = spans
    (tmp_path / "more.json").write_text(json.dumps(document))
    made = create(bench, tmp_path / "more.json", opened=False)
    assert (made.items, made.checks, made.suggestions, made.notes) == (3, 1, 1, [])
    settings = view_of(bench, "study").settings
    assert (settings.checks.share, settings.prefill.on) == (0.25, True)
    open_study(bench, "study")
    assert "trap" not in listed(bench, "ana")


def test_checks_and_marks_that_the_protocol_would_refuse_are_told_with_all_other_faults(
    bench: Workbench, tmp_path: Path
):
    """With the places that the file knows them by; what the protocol takes is no fault."""
    document = json.loads(PEARMUT.read_text())
    for name, high in (("trap", 300), ("fair", 20)):
        rule = {"north": {"score": [0, high]}}
        document["data"][0].append([{"item_id": name, "src": name, "tgt": {"north": "No."}, "validation": rule}])
    span = {"start_i": 4, "end_i": 9, "category": None}
    first = document["data"][0][0][0]
    first["error_spans"] = {"north": [{**span, "severity": "huge", "end_i": 999}, {**span, "severity": "minor"}]}
    (tmp_path / "bad.json").write_text(json.dumps(document))
    with pytest.raises(Refused) as refused:
        create(bench, tmp_path / "bad.json", wishes={"calibration": False})
    assert {(fault.code, fault.where.split(",")[0]) for fault in refused.value.faults} == {
        ("formats.span_outside", "bad.json:1"),
        ("answer.off_the_slider", "trap (north)"),
        ("answer.unknown_weight", f"{first['item_id']} (north)"),
    }
    assert sql(bench, "SELECT * FROM study") == []
    first["error_spans"]["north"][0] |= {"severity": "major", "end_i": 9}
    (tmp_path / "bad.json").write_text(json.dumps(document).replace("300", "20"))
    assert create(bench, tmp_path / "bad.json").checks == 2


def test_what_is_wrong_with_the_file_its_items_and_what_stands_beside_them_is_told_in_one_round(
    bench: Workbench, tmp_path: Path
):
    """What each makes a fault of its own is told once, with its line in the campaign's own file."""
    (tmp_path / "media").mkdir()
    (tmp_path / "media" / "a.png").write_bytes(b"no picture")
    spans = {"m": [{"start_i": 0, "end_i": 2, "severity": "huge", "category": None}]}
    document = [
        {"item_id": "d_1", "src": '<img src="a.png">', "tgt": {"m": ""}},
        {"item_id": "d_2", "src": "zwei", "tgt": {"m": "two <b>x</b>"}, "error_spans": spans},
        {"item_id": "d_3", "src": "drei", "tgt": {"m": "https://example.org/x.png"}},
        {"item_id": "d_4", "src": "vier", "tgt": {"m": 4}},
    ]
    trap = {"item_id": "trap", "src": "Tag.", "tgt": {"m": "Bananas."}, "validation": {"m": {"score": [0, 300]}}}
    info = {"assignment": "task-based", "protocol": "ESA", "users": ["ana"]}
    campaign = {"info": info, "campaign_id": "c", "data": [[document, [trap]]], "odd": 1}
    text = json.dumps(campaign, indent=1)
    (tmp_path / "c.json").write_text(text)
    with pytest.raises(Refused) as refused:
        create(bench, tmp_path / "c.json", media=tmp_path / "media", wishes={"quorum": -3, "lang": 7})
    lines = {
        name: text[: text.index(f'"item_id": "{name}"')].count("\n") for name in ("d_1", "d_2", "d_3", "d_4", "trap")
    }
    assert sorted((one.code, one.line) for one in refused.value.faults if one.file == "c.json") == sorted([
        ("campaign.unknown_name", 1),
        ("import.empty_output", lines["d_1"]), ("media.unsupported", lines["d_1"]),
        ("campaign.html", lines["d_2"]), ("answer.unknown_weight", lines["d_2"]),
        ("campaign.address", lines["d_3"]),
        ("campaign.not_a_text", lines["d_4"]),
        ("answer.off_the_slider", lines["trap"]),
    ])  # fmt: skip
    assert [one.where for one in refused.value.faults if one.file != "c.json"] == ["quorum.rating", "lang"]
    assert sql(bench, "SELECT * FROM study") == []


def test_a_protocol_that_there_is_not_is_told_with_the_faults_of_the_file(bench: Workbench, tmp_path: Path):
    (tmp_path / "c.json").write_text(PEARMUT.read_text().replace('"src"', '"odd": 1, "src"', 1))
    with pytest.raises(Refused) as refused:
        create(bench, tmp_path / "c.json", protocol="nosuch")
    assert [one.code for one in refused.value.faults] == ["protocol.unknown", "campaign.unknown_name"]


def test_documents_side_by_side_are_whole_units_and_come_back_with_their_segments(bench: Workbench, tmp_path: Path):
    def document(name: str, count: int) -> list[dict[str, Any]]:
        keys = [f"{name}_#_{n}" for n in range(count)]
        return [{"item_id": key, "src": f"S {key}", "tgt": {"a": f"A {key}", "b": f"B {key}"}} for key in keys]

    data = [[document("news", 3), document("talk", 2)], [document("talk", 2)]]
    info = {"assignment": "task-based", "protocol": "cESA", "users": ["ana", "ben"]}
    (tmp_path / "c.json").write_text(json.dumps({"info": info, "campaign_id": "docs", "data": data}))
    made = create(bench, tmp_path / "c.json", wishes={"calibration": False})
    assert (made.protocol, made.items, made.documents) == ("esa-contrastive@1", 2, 2)
    assert (listed(bench, "ana"), listed(bench, "ben")) == (["news", "talk"], ["talk"])
    came = json.dumps(played(bench, "ana").ask(2))
    assert "S news_#_2" in came
    assert "_key" not in came
    assert exported(bench, tmp_path, "pearmut-campaign") == json.loads((tmp_path / "c.json").read_text())


def test_a_campaign_without_lists_draws_from_a_pool(bench: Workbench, tmp_path: Path):
    shown = [[{"item_id": key, "src": key, "tgt": {"m": f"{key} m", "n": f"{key} n"}}] for key in "abc"]
    info = {"assignment": "single-stream", "protocol": "DA", "users": ["ana"], "docs_per_user": 2}
    path = tmp_path / "pool.json"
    path.write_text(json.dumps({"info": info, "campaign_id": "pool", "data": shown}))
    made = create(bench, path)
    settings = view_of(bench, "study").settings
    assert (settings.assign, settings.units_per_rater, made.is_made) == ("pool", 2, True)
    assert view_of(bench, "study").protocol.unit.candidates == "all"
    again = exported(bench, tmp_path, "pearmut-campaign")
    assert again["data"] == shown
    assert again["info"] == {**{k: v for k, v in info.items() if k != "docs_per_user"}}


def means(bench: Workbench, score: str) -> dict[str, float]:
    """What the analysis says of each system."""
    found = analyse_study(bench, "study").ranking
    return {one.system: one.mean or 0.0 for one in found if one.question == score}


def said_in(path: Path, format: str) -> list[tuple[Any, ...]]:
    return sorted(
        (
            r.item,
            r.document,
            r.system,
            r.rater,
            r.source or "",
            r.output or "",
            repr(r.marks),
            r.value or 0,
            repr(r.order),
        )
        for r in read_file(path, format)
        if r.question
    )


def test_published_errors_come_in_with_their_documents_and_raters_and_go_out_again(bench: Workbench, tmp_path: Path):
    made = create(bench, MQM, "wmt-mqm")
    assert (made.items, made.documents, made.judgements, made.state) == (3, 2, 18, "open")
    assert {one.name for one in list_raters(bench, "study")} == {"rater1", "rater2"}
    kinds = dict(sql(bench, "SELECT name, kind FROM system"))
    assert kinds == {"north": "system", "south": "system", "ref.A": "reference"}
    export_as(bench, "study", RatingsTarget(tmp_path / "again.tsv", "wmt-mqm"), names=True)
    again = [(*r[:3], r[3].split()[-1], *r[4:]) for r in said_in(tmp_path / "again.tsv", "wmt-mqm")]
    assert again == said_in(MQM, "wmt-mqm")


def test_texts_that_two_raters_of_a_published_set_had_otherwise_are_told_with_both_lines(
    bench: Workbench, tmp_path: Path
):
    head = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    rows = [f"A\td\t1\t1\t{rater}\t{source}\t{target}\tStyle\tMajor\n" for rater, source, target in ("rst", "quv")]
    (tmp_path / "e.tsv").write_text(head + "".join(rows), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        create(bench, tmp_path / "e.tsv", "wmt-mqm")
    assert [(f.code, f.line, f.params["what"], f.params["first"]) for f in refused.value.faults if f.line] == [
        ("campaign.differs", 3, "source", "e.tsv:2"), ("campaign.differs", 3, "A", "e.tsv:2"),
    ]  # fmt: skip


def test_the_penalties_of_published_errors_are_those_of_plain_numpy(bench: Workbench, tmp_path: Path):
    """Real labels of TED en-de (Freitag et al. 2021), on texts of our own."""
    table = (ROOT / "tests" / "data" / "mqm-ted-en-de.csv").read_text()
    rows = [line.split(",") for line in table.splitlines()[1:]]
    rows = [row for row in rows if int(row[0]) <= 40]
    head = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    cells = [
        (
            system,
            f"talk-{int(item) // 8}",
            item,
            item,
            rater,
            f"Source {item}",
            f"<v>Output</v> {item} of {system}",
            *what,
        )
        for item, system, rater, *what in rows
    ]
    (tmp_path / "ted.tsv").write_text(head + "".join("\t".join(row) + "\n" for row in cells))
    made = create(bench, tmp_path / "ted.tsv", "wmt-mqm")
    weight = {"neutral": 0.0, "minor": 1.0, "major": 5.0, "no-error": 0.0}
    outputs = sorted({(item, system) for item, system, *_ in rows})
    at = {output: n for n, output in enumerate(outputs)}
    penalty = np.zeros(len(outputs))
    np.add.at(penalty, [at[i, s] for i, s, *_ in rows], [weight[severity.lower()] for *_, severity in rows])
    raters = [len({r[2] for r in rows if (r[0], r[1]) == output}) for output in outputs]
    systems = np.array([system for _, system in outputs])
    expected = {s: float((penalty / raters)[systems == s].mean()) for s in dict.fromkeys(systems.tolist())}
    score = view_of(bench, "study").protocol.scores[0].id
    assert made.judgements == len({tuple(row[:3]) for row in rows})
    assert means(bench, score) == pytest.approx(expected)


def test_a_published_set_without_its_ratings_is_a_draft_to_be_rated_again(bench: Workbench):
    made = create_from(bench, CampaignSource(MQM, "wmt-mqm", ratings=False), NewCampaign("study"))
    assert (made.state, made.judgements, made.raters, made.items) == ("draft", 0, 0, 3)
    open_study(bench, "study")
    assert len(Played(bench, "study").slots()) == 9


def test_the_folder_of_a_test_set_becomes_a_study(bench: Workbench):
    made = create(bench, FOLDER, "mt-metrics-eval")
    assert (made.items, made.outputs, made.judgements) == (2, 3, 6)
    assert set(view_of(bench, "study").units_per_group) == {"de-en"}


def test_batches_of_appraise_are_lists_and_come_back_without_their_checks(bench: Workbench, tmp_path: Path):
    made = create(bench, APPRAISE, "appraise")
    assert [note.code for note in made.notes] == ["campaign.checks_left_out"]
    assert listed(bench, "batch-1-1") == listed(bench, "batch-1-2") == ["bakery:1", "bakery:2"]
    assert sorted(Played(bench, "study").slots()) == [(1, 0, 0)] * 2 + [(2, 0, 0)] * 2
    original = json.loads(APPRAISE.read_text())
    for batch in original:
        batch["items"] = [{**one, "sourceID": "appraise"} for one in batch["items"] if one["itemType"] == "TGT"]
    assert exported(bench, tmp_path, "appraise-batches") == original


def test_an_arena_comes_in_as_pairs_and_goes_out_as_it_was(bench: Workbench, tmp_path: Path):
    made = create(bench, ARENA, "arena")
    assert (made.protocol, made.items, made.judgements) == ("pairwise@1", 2, 4)
    export_as(bench, "study", RatingsTarget(tmp_path / "again.jsonl", "arena"), names=True)
    again = [json.loads(line) for line in (tmp_path / "again.jsonl").read_text().splitlines()]
    original = [json.loads(line) for line in ARENA.read_text().splitlines()]
    assert [{**one, "judge": one["judge"].split()[-1]} for one in again] == original
