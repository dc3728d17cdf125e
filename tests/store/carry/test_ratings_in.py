"""Ratings of earlier studies become judgements: matched, checked, appended, never in the place of another."""

import json
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.errors import Conflict, JuryboxError, NotFound, Refused
from jurybox.exchange.ratings.formats import FORMATS
from jurybox.exchange.ratings.formats import write_file as write
from jurybox.exchange.ratings.formats.rating import Mark, Rating
from jurybox.studies.carry import ColumnNames, RatingsSource, RatingsTarget
from jurybox.studies.carry.export.write import export_as, export_ratings
from jurybox.studies.carry.ratings.read import import_ratings
from jurybox.studies.carry.ratings.write import Brought
from jurybox.studies.results.table.read import study_table
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.small import MARKS, SCALE, STEPPER, TAGS, TICK
from tests.fixtures.studies import Played, lines, loaded, new_study, open_study
from tests.unit.exchange.ratings.formats.test_samples import FILES, SAMPLES, marked

NASTY = "una 👩‍👩‍👧 baila\nשלום o\u0323k"


def bring(bench: Workbench, id: str, key: str = "earlier", protocol: str | None = "auto", **more: Any) -> Brought:
    return import_ratings(bench, RatingsSource(FILES / SAMPLES[id], id), key, protocol, **more)


def facts(ratings: Any) -> list[tuple[Any, ...]]:
    """What was said of what by whom, under which question, in an order that says nothing."""
    return sorted(
        (r.item, r.system, r.question, r.value or 0, r.labels or (), repr(r.marks), r.text or "", r.purpose)
        for r in ratings
        if r.question
    )


@pytest.mark.parametrize("id", [id for id in SAMPLES if id not in ("pearmut-campaign", "pearmut", "wmt-mqm")])
def test_every_sample_becomes_a_study(bench: Workbench, id: str):
    brought = bring(bench, id)
    assert (brought.created, brought.known) == (True, 0)
    assert set(brought.standings) == {"counted"}
    given = list(export_ratings(bench, "earlier", everything=True))
    assert {r.channel for r in given} == {"import"}
    assert [r for r in given if r.value is not None or r.order]
    table = study_table(bench, "earlier")
    assert table.ratings or table.comparisons


def test_a_sample_with_marks_becomes_a_study_with_marks_on_both_sides(bench: Workbench):
    brought = bring(bench, "wmt-mqm")
    assert brought.judgements == 3
    marks = {
        (r.question, word, mark.weight)
        for r in export_ratings(bench, "earlier")
        for word, mark in zip(marked(r), r.marks or (), strict=True)
    }
    assert marks == {
        ("errors", "close", "major"), ("errors", "bakery", "minor"), ("errors", "Fog 🌫", "minor"),
        ("errors", "Hafen", "major"),
    }  # fmt: skip


def test_a_corrected_pearmut_entry_supersedes_and_both_are_in_the_log(bench: Workbench):
    brought = bring(bench, "pearmut")
    assert [note.code for note in brought.notes] == ["formats.voided"]
    scores = [
        (r.value, r.standing) for r in export_ratings(bench, "earlier", everything=True)
        if r.question == "score" and r.system == "north" and r.item == "bakery" and r.value != 80
    ]  # fmt: skip
    assert scores == [(75, "counted"), (77, "counted")]
    assert [r.value for r in export_ratings(bench, "earlier") if r.question == "score" and r.value in (75, 77)] == [77]


def test_reading_a_file_twice_changes_nothing(bench: Workbench):
    first = bring(bench, "wide-raters")
    before = sql(bench, "SELECT seq, id, answers FROM judgement ORDER BY seq")
    again = bring(bench, "wide-raters")
    assert (again.created, again.judgements, again.known, again.raters) == (False, 0, first.judgements, 0)
    assert sql(bench, "SELECT seq, id, answers FROM judgement ORDER BY seq") == before


def test_appraise_repeats_are_repeats_and_checks_are_left_out_and_counted(bench: Workbench):
    brought = bring(bench, "appraise")
    assert brought.left_out == {"check": 1}
    purposes = [r.purpose for r in export_ratings(bench, "earlier")]
    assert sorted(purposes) == ["rating", "rating", "rating", "repeat"]


def table(path: Path, *ratings: dict[str, Any]) -> Path:
    base = {"system": "system-a", "rater": "Rater 1", "question": "quality", "item": "item-0"}
    write(path, "csv", [Rating(**{**base, **one}) for one in ratings])
    return path


@pytest.fixture
def study(bench: Workbench) -> Played:
    return open_study(bench, lines(2), quorum=2)


def test_ratings_join_a_study_that_stands(study: Played, tmp_path: Path):
    path = table(tmp_path / "r.csv", {"value": 4}, {"value": 2, "system": "system-b", "rater": "new"})
    brought = import_ratings(study.bench, RatingsSource(path, "csv"), study.key)
    assert (brought.created, brought.judgements, brought.raters) == (False, 2, 2)
    assert [(j["standing"], j["channel"]) for j in study.log()] == [("counted", "import")] * 2
    assert sorted(free for _, free, _ in study.slots()) == [1, 1, 2, 2], "each took one slot"
    before = study.projections()
    study.rebuild()
    assert study.projections() == before


def test_ratings_beyond_the_quorum_are_kept_as_surplus(study: Played, tmp_path: Path):
    path = table(tmp_path / "r.csv", *({"value": n, "rater": f"r{n}"} for n in (1, 2, 3)))
    assert import_ratings(study.bench, RatingsSource(path, "csv"), study.key).standings == {"counted": 2, "surplus": 1}


def test_what_a_rater_judged_in_the_browser_is_not_replaced(study: Played, tmp_path: Path):
    rater = study.rater("Rater 1")
    packet = rater.one()
    rater.submit(packet, 5)
    output = sql(
        study.bench, "SELECT s.name, i.key FROM assignment a JOIN item i ON i.id = a.item_id JOIN candidate c "
        "ON c.item_id = i.id JOIN system s ON s.id = c.system_id "
        f"WHERE a.uid = '{packet['assignment']}' AND a.candidates = '[' || c.id || ']'",
    )  # fmt: skip
    (system, item), before = output[0], study.log()
    path = table(tmp_path / "r.csv", {"value": 1, "system": system, "item": item}, {"value": 3, "rater": "other"})
    with pytest.raises(Conflict) as refused:
        import_ratings(study.bench, RatingsSource(path, "csv"), study.key)
    assert [fault.code for fault in refused.value.faults] == ["imported.conflict"]
    assert study.log() == before


def test_every_fault_at_once_and_nothing_imported(study: Played, tmp_path: Path):
    path = table(
        tmp_path / "r.csv", {"value": 9}, {"value": 3, "item": "nowhere"}, {"value": 3, "system": "nobody"},
        {"value": 3, "question": "beauty"}, {"value": 3, "rater": ""}, {"value": 2, "rater": "r"},
    )  # fmt: skip
    with pytest.raises(Refused) as refused:
        import_ratings(study.bench, RatingsSource(path, "csv"), study.key)
    assert {fault.code for fault in refused.value.faults} == {
        "answer.not_a_level", "imported.unknown_item", "imported.unknown_output", "imported.unknown_question",
        "imported.no_rater",
    }  # fmt: skip
    assert study.log() == []
    assert sql(study.bench, "SELECT count(*) FROM membership")[0][0] == 0


@pytest.mark.parametrize(
    ("twice", "left_out", "purposes"), [("first", 2, ["rating"]), ("repeat", 1, ["rating", "repeat"])]
)
def test_a_second_rating_is_refused_or_as_was_chosen(
    study: Played, tmp_path: Path, twice: Any, left_out: int, purposes: list[str]
):
    path = table(tmp_path / "r.csv", {"value": 4}, {"value": 2}, {"value": 1})
    with pytest.raises(Refused) as refused:
        import_ratings(study.bench, RatingsSource(path, "csv"), study.key)
    assert [fault.code for fault in refused.value.faults] == ["imported.twice"]
    brought = import_ratings(study.bench, RatingsSource(path, "csv"), study.key, twice=twice)
    assert brought.left_out == {"second": left_out}
    found = [(r.purpose, r.value) for r in export_ratings(study.bench, study.key)]
    assert found == list(zip(purposes, [4, 2], strict=False))


def test_a_study_that_is_not_there_needs_a_protocol(bench: Workbench):
    with pytest.raises(NotFound):
        bring(bench, "csv", protocol=None)
    with pytest.raises(Refused):
        bring(bench, "csv", protocol="translation")
    assert sql(bench, "SELECT count(*) FROM study")[0][0] == 0


def test_a_draft_takes_no_ratings(bench: Workbench, tmp_path: Path):
    new_study(bench, lines(1))
    with pytest.raises(Conflict):
        import_ratings(bench, RatingsSource(table(tmp_path / "r.csv", {"value": 1}), "csv"), "study")


def test_two_stages_are_imported_one_after_the_other(bench: Workbench, tmp_path: Path):
    rows = [
        Rating(item=f"t{n}", system=s, rater=r, question=q, value=4, source=f"Source {n}", output=f"{s} says {n}")
        for n in range(2) for s in "ab" for q in ("adequacy", "fluency") for r in ("x", "y")
    ]  # fmt: skip
    write(tmp_path / "r.jsonl", "jsonl", rows)
    brought = import_ratings(bench, RatingsSource(tmp_path / "r.jsonl", "jsonl"), "tweets", "sarcasm-interpretation")
    assert brought.standings == {"counted": 16}, "no fluency was spoilt by a source that was shown"


def test_names_of_labels_and_tags_are_matched_to_ids(bench: Workbench, tmp_path: Path):
    stage = {"id": "rating", "show": ["source", "output"], "ask": [
        SCALE, {**TAGS, "required": False}, {**MARKS, "required": False},
    ]}  # fmt: skip
    open_study(bench, [{"id": "1", "system": "s", "source": "S", "output": NASTY}], loaded(stages=[stage]))
    base: dict[str, Any] = {"item": "1", "system": "s", "rater": "r", "output": NASTY}
    write(tmp_path / "r.jsonl", "jsonl", [
        Rating(**base, question="How good?", value=3.0),
        Rating(**base, question="errors", labels=("Typo", "other"), text="+and"),
        Rating(**base, question="spans", marks=(Mark(4, 12, "Object", "Half"),)),
    ])  # fmt: skip
    import_ratings(bench, RatingsSource(tmp_path / "r.jsonl", "jsonl"), "study")
    found = {r.question: r for r in export_ratings(bench, "study")}
    assert found["quality"].value == 3
    assert (found["errors"].labels, found["errors"].text) == (("typo", "other"), "+and")
    assert found["spans"].marks == (Mark(4, 12, "object", "half"),)


def test_marks_on_another_text_are_refused(bench: Workbench, tmp_path: Path):
    stage = {"id": "rating", "show": ["output"], "ask": [MARKS]}
    open_study(bench, [{"id": "1", "system": "s", "output": NASTY}], loaded(fields={"output": "text"}, stages=[stage]))
    mark = Rating(item="1", system="s", rater="r", question="spans", marks=(Mark(0, 1, "object", "full"),), output="x")
    write(tmp_path / "r.jsonl", "jsonl", [mark])
    with pytest.raises(JuryboxError) as refused:
        import_ratings(bench, RatingsSource(tmp_path / "r.jsonl", "jsonl"), "study")
    assert [fault.code for fault in refused.value.faults] == ["imported.other_text"]


@pytest.mark.parametrize("id", ["csv", "jsonl", "parquet", "wide-questions", "pearmut", "mt-metrics-eval", "wmt-mqm"])
def test_a_study_goes_out_and_comes_back_as_the_same_ratings(bench: Workbench, id: str, tmp_path: Path):
    """Ours, then the format, then ours again: item, system, question and answer are the same."""
    stage = {"id": "rating", "show": ["source", "output"], "ask": [
        *([] if id == "wmt-mqm" else [SCALE]), {**MARKS, "counted": False},
    ]}  # fmt: skip
    text = NASTY.replace("\n", " ")
    rows = [{"id": f"{n}", "system": s, "source": "Quelle 😀", "output": f"{s} {text}", "group": "de-en"}
            for n in (1, 2) for s in "ab"]  # fmt: skip
    study = open_study(bench, rows, loaded(stages=[stage]), quorum=2)
    for rater in (study.rater(), study.rater()):
        for n in range(4):
            packet = rater.one()
            marks = [{"start": n, "end": n + 8, "label": "object", "weight": "half"}] if n else []
            scale = {} if id == "wmt-mqm" else {"quality": {"A": n + 1}}
            rater.submit(packet, answers={**scale, "spans": {"A": marks}})
    path = tmp_path / f"out{''.join(FORMATS[id].endings[:1])}"
    export_as(bench, study.key, RatingsTarget(path, id))
    brought = import_ratings(bench, RatingsSource(path, id), "back", "auto")
    assert brought.standings == {"counted": 8}
    assert facts(export_ratings(bench, "back")) == facts(export_ratings(bench, study.key))


@pytest.mark.parametrize("id", ["csv", "jsonl", "wmt-mqm"])
def test_reasons_places_and_fields_of_marks_come_back(bench: Workbench, id: str, tmp_path: Path):
    """Into a study of the same protocol, as they went out."""
    asked = {**MARKS, "counted": False, "also": ["source"], "reasons": "optional"}
    protocol = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": [asked]}])
    out, back = (open_study(bench, lines(1, "a"), protocol, key=key) for key in ("out", "back"))
    rater = out.rater()
    mark = {"label": "object", "weight": "half"}
    said = [{"start": 0, "end": 3, **mark, "reason": "why"}, {"start": 4, "end": 4, **mark}]
    rater.submit(rater.one(), answers={"spans": {"A": [*said, {"start": 0, "end": 2, **mark, "field": "source"}]}})
    path = tmp_path / f"r{FORMATS[id].endings[0]}"
    export_as(bench, out.key, RatingsTarget(path, id))
    import_ratings(bench, RatingsSource(path, id), "back", None)
    assert facts(export_ratings(bench, "back")) == facts(export_ratings(bench, "out"))
    (found,) = [r.marks for r in export_ratings(bench, back.key) if r.marks]
    assert [(m.start, m.end, m.field, m.reason) for m in found] == [
        (0, 3, "output", "why"), (4, 4, "output", None), (0, 2, "source", None),
    ]  # fmt: skip


def test_an_empty_cell_of_a_tags_question_is_an_empty_set_unless_it_says_cannot(bench: Workbench, tmp_path: Path):
    path = tmp_path / "r.csv"
    rows = ["i0,Ana,a|b,", "i0,Ben,,", "i1,Ana,a,", "i1,Ben,,cannot"]
    path.write_text("item,rater,value,by\n" + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    import_ratings(bench, RatingsSource(path, "csv"), "earlier", "auto")
    found = sorted((r.item, r.labels, r.by) for r in export_ratings(bench, "earlier") if r.rater and r.labels == ())
    assert [(item, labels) for item, labels, _ in found] == [("i0", ())]
    assert sorted(r.by for r in export_ratings(bench, "earlier")) == ["cannot", "rater", "rater", "rater"]


def test_an_empty_cell_is_an_empty_set_where_the_study_asks_for_tags(bench: Workbench, tmp_path: Path):
    protocol = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": [TAGS]}])
    study = open_study(bench, lines(2, "a"), protocol)
    path = tmp_path / "r.csv"
    path.write_text("item,system,rater,question,value\nitem-0,system-a,Ana,errors,\n", encoding="utf-8")
    import_ratings(bench, RatingsSource(path, "csv"), study.key)
    assert [(r.labels, r.by) for r in export_ratings(bench, study.key)] == [((), "rater")]


COUNTING: list[dict[str, Any]] = [
    {**STEPPER, "half_may_be_zero": True},
    {**SCALE, "required": False},
    {**TICK, "id": "whole"},
]


def counting(bench: Workbench, table: list[dict[str, str]], **changes: Any) -> Played:
    stage = {"id": "rating", "show": ["source", "output"], "ask": COUNTING}
    return open_study(bench, table, loaded(stages=[stage], **changes), quorum=3)


def wide(path: Path, header: str, *rows: str) -> RatingsSource:
    path.write_text("".join(f"{row}\n" for row in (header, *rows)), encoding="utf-8")
    return RatingsSource(path, "wide-questions", columns=ColumnNames(rater="Ana"))


def test_a_tick_that_old_data_do_not_have_was_not_made_and_optional_questions_stay_open(
    bench: Workbench, tmp_path: Path
):
    study = counting(bench, lines(1, "a"))
    import_ratings(bench, wide(tmp_path / "r.csv", "id,model,steps,quality", "item-0,system-a,1.5,"), study.key)
    (entry,) = study.log()
    assert {name: next(iter(cells.values()))["value"] for name, cells in entry["answers"].items()} == {
        "steps": 1.5,
        "whole": [],
    }


@pytest.mark.parametrize(("cell", "ticked"), [("1", True), ("x", True), ("TRUE", True), ("0", False), ("", False)])
def test_a_tick_is_read_however_it_was_made(bench: Workbench, tmp_path: Path, cell: str, ticked: bool):
    study = counting(bench, lines(1, "a"))
    import_ratings(bench, wide(tmp_path / "r.csv", "id,model,steps,whole", f"item-0,system-a,2,{cell}"), study.key)
    (entry,) = study.log()
    assert len(next(iter(entry["answers"]["whole"].values()))["value"]) == ticked


def test_a_half_is_a_zero_where_the_import_says_so_and_the_results_say_it_too(bench: Workbench, tmp_path: Path):
    study = counting(bench, lines(3, "a"))
    new = study.rater("New")
    new.submit(new.one(), answers={"steps": {"A": 0.5}, "whole": {"A": []}})
    old = wide(tmp_path / "r.csv", "id,model,steps", "item-0,system-a,0.5", "item-1,system-a,1.5", "item-2,system-a,0")
    assert import_ratings(bench, old, study.key, half_is_zero=True).halves == 1
    found = study_table(bench, study.key)
    values = next(one.value for one in found.ratings if one.asked.id == "steps")
    assert sorted(values.tolist()) == [0.0, 0.0, 0.5, 1.5], "who rates here means a half"
    assert (found.notes, found.settings) == (("half_is_zero",), {"half_is_zero": "import"})


def test_no_half_is_a_zero_where_the_protocol_has_none(study: Played, tmp_path: Path):
    path = table(tmp_path / "r.csv", {"value": 4})
    with pytest.raises(Refused) as refused:
        import_ratings(study.bench, RatingsSource(path, "csv"), study.key, half_is_zero=True)
    assert [fault.code for fault in refused.value.faults] == ["imported.no_half_to_be_zero"]
    with pytest.raises(Refused):
        import_ratings(study.bench, RatingsSource(path, "csv"), "another", "auto", half_is_zero=True)
    assert sql(study.bench, "SELECT count(*) FROM study")[0][0] == 1, "nothing half-done"


def test_equal_scores_of_one_output_are_one_judgement_and_others_a_fault(bench: Workbench, tmp_path: Path):
    made = [{**line, "output": "The same"} for line in lines(1, "ab")]
    study = counting(bench, made, merge="exact")
    equal = wide(tmp_path / "r.csv", "id,model,steps", "item-0,system-a,2", "item-0,system-b,2")
    other = wide(tmp_path / "s.csv", "id,model,steps", "item-0,system-a,2", "item-0,system-b,1")
    again = wide(tmp_path / "t.csv", "id,model,steps", "item-0,system-a,2", "item-0,system-a,2")
    for source, code in ((other, "imported.merged_differ"), (again, "imported.twice")):
        with pytest.raises(Refused) as refused:
            import_ratings(bench, source, study.key)
        assert [fault.code for fault in refused.value.faults] == [code]
    assert import_ratings(bench, equal, study.key).judgements == 1


def test_columns_are_mapped_left_out_and_told_once_where_they_are_unknown(bench: Workbench, tmp_path: Path):
    study = counting(bench, lines(2, "a"))
    path = tmp_path / "r.json"
    rows = [{"pic": f"item-{n}", "model": "system-a", "n": 2, "who": "Eva", "when": "today"} for n in range(2)]
    path.write_text(json.dumps(rows), encoding="utf-8")
    named = ColumnNames({"item": "pic", "rater": "who", "steps": "n"})
    with pytest.raises(Refused) as refused:
        import_ratings(bench, RatingsSource(path, "wide-questions", columns=named), study.key)
    assert [(fault.code, fault.given) for fault in refused.value.faults] == [("imported.unknown_question", "when")]
    ignoring = ColumnNames(named.map, ("when",))
    assert import_ratings(bench, RatingsSource(path, "wide-questions", columns=ignoring), study.key).judgements == 2
    wrong = ColumnNames({"item": "picture"}, ("now",))
    with pytest.raises(Refused) as refused:
        import_ratings(bench, RatingsSource(path, "wide-questions", columns=wrong), study.key)
    assert [f.given for f in refused.value.faults if f.code == "import.no_such_column"] == ["picture", "now"]


@pytest.mark.parametrize(
    ("column", "given", "code"),
    [("answered_at", "yesterday", "judgement.bad_time"), ("elapsed_ms", "-5", "judgement.bad_elapsed"),
     ("comment", "x" * 10_001, "answer.text_too_long")],
)  # fmt: skip
def test_a_bad_time_or_comment_is_told_before_anything_is_made(
    bench: Workbench, tmp_path: Path, column: str, given: str, code: str
):
    path = tmp_path / "old.csv"
    path.write_text(f"item,system,rater,question,value,{column}\na,s,Ann,score,3,\nb,s,Ann,score,4,{given}\n")
    with pytest.raises(Refused) as refused:
        import_ratings(bench, RatingsSource(path, "csv"), "earlier", "auto")
    assert [fault.code for fault in refused.value.faults] == [code]
    assert not sql(bench, "SELECT id FROM study")
    assert not sql(bench, "SELECT id FROM rater")
