"""The linter: every fault at once, each at its place."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.core.errors import Fault
from jurybox.protocols import find_protocol, lint_file, lint_text, shelf
from jurybox.protocols.tree import read_tree
from jurybox.texts import hint_of, message_of
from tests.fixtures.small import (
    CHOICE,
    COMMENT,
    EDIT,
    MARKS,
    PREFERENCE,
    RANKING,
    SCALE,
    SLIDER,
    STEPPER,
    TAGS,
    TICK,
    document,
    lint,
)
from tests.paths import ROOT

FAULTY = ROOT / "tests" / "data" / "faulty.yaml"
EXAMPLES = sorted((ROOT / "examples" / "protocols").glob("*.yaml"))
SHELF = [find_protocol(f"{entry.id}@{version}") for entry in shelf() for version in entry.versions]


def expected(path: Path) -> Counter[tuple[int, str]]:
    """What the comments of a faulty file announce: after `#!` the codes of that line."""
    found: Counter[tuple[int, str]] = Counter()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for code in (re.findall(r"#! (.*)$", line) or [""])[0].split(", "):
            if code:
                found[number, code if "." in code else f"protocol.{code}"] += 1
    return found


def test_all_faults_of_a_protocol_are_found_at_once_each_on_its_line():
    found = Counter((fault.line or 0, fault.code) for fault in lint_file(FAULTY))
    assert found == expected(FAULTY)
    assert len({code for _, code in found}) > 40


def test_faults_come_in_the_order_of_the_lines():
    lines = [fault.line or 0 for fault in lint_file(FAULTY)]
    assert lines == sorted(lines)


def test_a_fault_says_where_what_was_given_and_what_is_allowed():
    fault = next(f for f in lint_file(FAULTY) if f.code == "protocol.unknown_field")
    assert fault.where == "stages[0].show[1]"
    assert fault.given == "sorce"
    assert isinstance(fault.allowed, list)
    assert "source" in fault.allowed
    assert fault.params["nearest"] == "source"
    assert fault.file == str(FAULTY)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_protocols_are_sound(path: Path):
    assert lint_file(path) == []


@pytest.mark.parametrize("path", SHELF, ids=lambda path: f"{path.parent.parent.name}@{path.parent.name}")
def test_the_protocols_on_the_shelf_are_sound(path: Path):
    assert lint_file(path) == []


def test_the_smallest_protocol_is_sound():
    assert lint() == []


COMPARE = {"unit": {"candidates": 3}}
SEGMENTS = {"unit": {"segments": 3}}
SUM = {**STEPPER, "id": "total", "from_marks": {"question": "spans", "label": "object"}}

SOUND: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "every type of question": ([SCALE, SLIDER, STEPPER, TAGS, MARKS, CHOICE, TICK, COMMENT], {}),
    "questions that compare": ([PREFERENCE, RANKING, SCALE], COMPARE),
    "a sum of marks": ([MARKS, SUM], {}),
    "a question about segments": ([{**SCALE, "about": "segment"}], SEGMENTS),
    "marks in segments": ([{**MARKS, "about": "segment"}], SEGMENTS),
    "a score by each rule": (
        [SCALE, SLIDER, TAGS, MARKS, TICK, CHOICE],
        {
            "scores": [
                {"id": "a", "rule": "value", "of": "quality"},
                {"id": "b", "rule": "mean", "of": ["quality", "a"]},
                {"id": "c", "rule": "sum", "of": ["quality", "percent", "tick"]},
                {"id": "d", "rule": "weighted", "of": {"quality": 0.5, "c": 2}},
                {"id": "e", "rule": "count", "of": "errors", "category": "form", "tag": "typo"},
                {"id": "f", "rule": "marks", "of": "spans", "mark": "object"},
                {"id": "g", "rule": "count", "of": "kinds", "option": "two"},
            ]
        },
    ),
    "severe levels, halves that may be zero and points over groups": (
        [
            {**SCALE, "levels": [{**level, "severe": level["value"] == 1} for level in SCALE["levels"]]},
            {**STEPPER, "half_may_be_zero": True},
        ],
        {"results": {"points": "groups"}},
    ),
    "a rule": (
        [SCALE],
        {
            "rules": [
                {"when": {"same_text": ["source", "output"]}, "answer": {"quality": 1}, "because": {"en": "Same."}}
            ]
        },
    ),
    "segments of several candidates, and what each made of them": (
        [{**SCALE, "about": "segment"}, {**MARKS, "about": "output"}],
        {"unit": {"segments": "all", "window": {"size": 5, "before": 1, "after": 1}, "candidates": "all"}},
    ),
    "a language of the text": (
        [SCALE],
        {"fields": {"source": "text", "output": {"type": "text", "lang_field": "source"}}},
    ),
}


@pytest.mark.parametrize("case", SOUND)
def test_what_is_sound_has_no_fault(case: str):
    questions, changes = SOUND[case]
    assert lint(*questions, **changes) == []


ASK = "stages[0].ask[0]"
FAULTS: dict[str, tuple[list[Any], dict[str, Any], tuple[str, str]]] = {
    "outputs without segments": ([{**SCALE, "about": "output"}], {}, ("no_segments", f"{ASK}.about")),
    "a window without segments": ([SCALE], {"unit": {"window": {"size": 3}}}, ("window_of_nothing", "unit.window")),
    "marks in the outputs of several candidates at once": (
        [{**MARKS, "about": "segment"}],
        {"unit": {"segments": "all", "candidates": 2}},
        ("marks_of_many", f"{ASK}.field"),
    ),
    "a preference about a candidate": (
        [{**PREFERENCE, "about": "candidate"}],
        COMPARE,
        ("compare_about", f"{ASK}.about"),
    ),
    "a ranking of one candidate": ([RANKING], {}, ("nothing_to_compare", f"{ASK}.type")),
    "an anchor off the slider": (
        [{**SLIDER, "anchors": [{"value": 11, "label": {"en": "Top"}}]}],
        {},
        ("anchor_outside", f"{ASK}.anchors[0].value"),
    ),
    "a stepper that goes down": ([{**STEPPER, "min": 1, "max": 0}], {}, ("min_above_max", f"{ASK}.max")),
    "a choice of at least more than at most": ([{**CHOICE, "least": 3}], {}, ("least_above_most", f"{ASK}.least")),
    "a step of nothing": ([{**SLIDER, "step": 0}], {}, ("out_of_range", f"{ASK}.step")),
    "marks in a text that the stage hides": (
        [MARKS],
        {
            "stages": [
                {"id": "rating", "show": ["source"], "ask": [MARKS, SCALE]},
                {"id": "b", "show": ["output"], "ask": [TICK]},
            ]
        },
        ("marks_of_hidden", f"{ASK}.field"),
    ),
    "marks about a candidate that is several texts": ([MARKS], SEGMENTS, ("marks_of_many", f"{ASK}.field")),
    "a sum of marks of something else": (
        [SCALE, {**SUM, "from_marks": {"question": "quality", "label": "object"}}],
        {},
        ("unknown_marks", "stages[0].ask[1].from_marks.question"),
    ),
    "a sum of marks about something else": (
        [{**MARKS, "field": "source", "about": "unit"}, SUM],
        {},
        ("marks_of_other_target", "stages[0].ask[1].from_marks.question"),
    ),
    "a sum that its stepper would refuse": (
        [MARKS, {**SUM, "step": 1}],
        {},
        ("sum_off_the_steps", "stages[0].ask[1].step"),
    ),
    "two tags with one id in different categories": (
        [
            {
                **TAGS,
                "categories": [
                    *TAGS["categories"],
                    {"id": "new", "label": {"en": "New"}, "tags": [{"id": "typo", "label": {"en": "T"}}]},
                ],
            }
        ],
        {},
        ("stands_twice", f"{ASK}.categories[2].tags[0].id"),
    ),
    "a score of a tag that does not count": (
        [TAGS],
        {"scores": [{"id": "a", "rule": "count", "of": "errors", "tag": "other"}]},
        ("unknown_part", "scores[0].tag"),
    ),
    "a scale of which every level is severe": (
        [{**SCALE, "levels": [{**level, "severe": True} for level in SCALE["levels"]]}],
        {},
        ("all_severe", f"{ASK}.levels"),
    ),
    "a half that is no step": (
        [{**STEPPER, "step": 1, "half_may_be_zero": True}],
        {},
        ("no_half_to_be_zero", f"{ASK}.half_may_be_zero"),
    ),
    "points over nothing": (
        [SCALE],
        {"results": {"points": "raters"}},
        ("not_one_of", "results.points"),
    ),
    "a score of an option that is not offered": (
        [CHOICE],
        {"scores": [{"id": "a", "rule": "count", "of": "kinds", "option": "four"}]},
        ("unknown_part", "scores[0].option"),
    ),
    "a score of an option of tags": (
        [TAGS],
        {"scores": [{"id": "a", "rule": "count", "of": "errors", "option": "wrong"}]},
        ("score_part_unused", "scores[0].option"),
    ),
    "a score over what never meets, by another score": (
        [{**SCALE, "about": "segment"}, SLIDER, {**STEPPER, "about": "unit"}],
        {
            **SEGMENTS,
            "scores": [
                {"id": "steps", "rule": "sum", "of": ["steps", "percent"]},
                {"id": "a", "rule": "sum", "of": ["quality", "steps"]},
            ],
        },
        ("score_mixes", "scores[1].of"),
    ),
    "a score of marks on tags": (
        [TAGS],
        {"scores": [{"id": "a", "rule": "marks", "of": "errors"}]},
        ("score_misfit", "scores[0].of"),
    ),
    "an edit of what is not shown": (
        [EDIT],
        {
            "fields": {"source": "text", "hint": "text", "output": "text"},
            "stages": [{"id": "rating", "show": ["output"], "ask": [{**EDIT, "field": "hint"}]}],
        },
        ("marks_of_hidden", "stages[0].ask[0].field"),
    ),
    "an edit of no text": (
        [{**EDIT, "field": "picture"}],
        {
            "fields": {"picture": "image", "output": "text"},
            "stages": [{"id": "rating", "show": ["picture", "output"], "ask": [{**EDIT, "field": "picture"}]}],
        },
        ("not_a_text_field", "stages[0].ask[0].field"),
    ),
    "an edit of a text with a form": (
        [EDIT],
        {"fields": {"source": "text", "output": "markdown"}},
        ("edit_of_form", "stages[0].ask[0].field"),
    ),
    "an edit about the unit": (
        [{**EDIT, "about": "unit", "field": "source"}],
        {},
        ("edit_about_unit", "stages[0].ask[0].about"),
    ),
    "an edit by a rule": (
        [EDIT],
        {"rules": [{"when": {"empty": "output"}, "answer": {"edited": {"text": "x"}}, "because": {"en": "Empty."}}]},
        ("only_by_hand", "rules[0].answer.edited"),
    ),
    "an edit in a worked example": (
        [EDIT],
        {
            "examples": [
                {
                    "id": "one",
                    "fields": {"source": "Ja."},
                    "candidates": [{"fields": {"output": "No."}}],
                    "answers": [{"question": "edited", "value": {"text": "Yes."}}],
                }
            ]
        },
        ("only_by_hand", "examples[0].answers[0].question"),
    ),
    "a score of edits of nothing named": (
        [EDIT],
        {"scores": [{"id": "a", "rule": "edits", "of": "edited"}]},
        ("edits_of_what", "scores[0]"),
    ),
    "a score of edits of a scale": (
        [SCALE],
        {"scores": [{"id": "a", "rule": "edits", "of": "quality", "edits": "words"}]},
        ("score_misfit", "scores[0].of"),
    ),
    "a value narrowed to edits of words": (
        [EDIT],
        {"scores": [{"id": "a", "rule": "value", "of": "edited", "edits": "words"}]},
        ("score_part_unused", "scores[0].edits"),
    ),
    "a condition on an edit that no answer meets": (
        [EDIT, {**SCALE, "only_if": {"question": "edited", "any_of": ["shortened"]}}],
        {},
        ("condition_never", "stages[0].ask[1].only_if.any_of[0]"),
    ),
    "a score over what never meets": (
        [{**SCALE, "about": "segment"}, SLIDER],
        {**SEGMENTS, "scores": [{"id": "a", "rule": "sum", "of": ["quality", "percent"]}]},
        ("score_mixes", "scores[0].of"),
    ),
    "a score of no question": (
        [SCALE],
        {"scores": [{"id": "a", "rule": "mean", "of": []}]},
        ("too_few", "scores[0].of"),
    ),
    "a rule about the unit": (
        [{**SCALE, "about": "unit"}],
        {"rules": [{"when": {"empty": "output"}, "answer": {"quality": 1}, "because": {"en": "Empty."}}]},
        ("rule_about_unit", "rules[0].answer.quality"),
    ),
    "a rule with two conditions": (
        [SCALE],
        {
            "rules": [
                {
                    "when": {"empty": "output", "same_text": ["source", "output"]},
                    "answer": {"quality": 1},
                    "because": {"en": "x"},
                }
            ]
        },
        ("one_condition", "rules[0].when"),
    ),
    "nothing to rate": (
        [SCALE],
        {"fields": {"source": "text", "output": {"type": "text", "per": "item"}}},
        ("nothing_to_rate", "fields"),
    ),
    "a quorum below the guideline's minimum": (
        [SCALE],
        {"quorum": 1, "least_raters": 2},
        ("quorum_below_least", "quorum"),
    ),
    "a stage below the guideline's minimum": (
        [SCALE],
        {"quorum": {"rating": 2}, "least_raters": 3},
        ("quorum_below_least", "quorum.rating"),
    ),
    "no language": ([SCALE], {"languages": []}, ("too_few", "languages")),
    "a language twice": ([SCALE], {"languages": ["en", "en"]}, ("same_id", "languages[1]")),
    "no stage": ([SCALE], {"stages": []}, ("too_few", "stages")),
    "a number for a name": ([SCALE], {"id": 7}, ("wrong_type", "id")),
    "three texts to compare": (
        [SCALE],
        {"rules": [{"when": {"same_text": ["source"]}, "answer": {"quality": 1}, "because": {"en": "x"}}]},
        ("wrong_length", "rules[0].when.same_text"),
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_is_found_alone(case: str):
    questions, changes, found = FAULTS[case]
    assert lint(*questions, **changes) == [found]


def test_a_reference_to_a_part_that_does_not_parse_is_no_second_fault():
    broken = {**SCALE, "levels": [{"value": 1}]}
    scores = [{"id": "a", "rule": "value", "of": "quality"}]
    assert [code for code, _ in lint(broken, TICK, scores=scores)] == ["too_few", "missing_key"]


def test_a_question_without_a_prompt_is_still_checked():
    broken = {key: value for key, value in SLIDER.items() if key != "prompt"} | {"min": 10}
    assert Counter(code for code, _ in lint(broken)) == Counter(["missing_key", "min_above_max"])


def test_a_region_is_served_by_its_language():
    assert lint(languages=["en-GB"]) == []


def example(**changes: object) -> dict[str, object]:
    shown = {"id": "one", "fields": {"source": "Hello"}, "candidates": [{"fields": {"output": "Hallo"}}]}
    return {**shown, "answers": [{"question": "quality", "value": 5}], **changes}


EXAMPLE_FAULTS: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "a value off the scale": (
        {"answers": [{"question": "quality", "value": 7}]},
        ("answer.not_a_level", "answers[0].value"),
    ),
    "no value": ({"answers": [{"question": "quality", "value": None}]}, ("no_value", "answers[0].value")),
    "the same answer twice": (
        {"answers": [{"question": "quality", "value": 1}, {"question": "quality", "value": 2}]},
        ("answered_twice", "answers[1].target"),
    ),
    "a field in the wrong place": (
        {"fields": {"source": "Hello", "output": "Hallo"}},
        ("example_misplaced", "fields.output"),
    ),
    "a number for a text": ({"fields": {"source": 5}}, ("wrong_type", "fields.source")),
    "segments where there are none": ({"segments": [{}]}, ("example_segments", "segments")),
    "a mark outside the text": (
        {"answers": [{"question": "spans", "value": [{"start": 0, "end": 6, "label": "object", "weight": "full"}]}]},
        ("answer.outside_the_text", "answers[0].value"),
    ),
    "a sum that is not the sum": (
        {
            "answers": [
                {"question": "total", "value": 1.5},
                {"question": "spans", "value": [{"start": 0, "end": 5, "label": "object", "weight": "full"}]},
            ]
        },
        ("answer.not_the_sum", "answers[0].value"),
    ),
    "an answer that a rule gives": (
        {"fields": {"source": "hallo "}, "answers": [{"question": "quality", "value": 3}]},
        ("answer.made_by_rule", "answers[0].value"),
    ),
}


@pytest.mark.parametrize("case", EXAMPLE_FAULTS)
def test_an_example_that_its_protocol_would_refuse_is_a_fault(case: str):
    changes, (code, where) = EXAMPLE_FAULTS[case]
    rules = [{"when": {"same_text": ["source", "output"]}, "answer": {"quality": 1}, "because": {"en": "Same."}}]
    found = lint(SCALE, MARKS, SUM, rules=rules, examples=[example(**changes)])
    assert found == [(code, f"examples[0].{where}")]


def test_an_example_may_leave_out_pictures_and_optional_texts():
    fields = {"source": {"type": "text", "optional": True}, "output": "text", "picture": "image"}
    stages = [{"id": "a", "show": ["source", "output", "picture"], "ask": [SCALE]}]
    assert lint(fields=fields, stages=stages, examples=[example(fields={})]) == []


def test_a_file_of_an_example_must_lie_in_the_protocols_folder(tmp_path: Path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out.png").write_bytes(b"x")
    (tmp_path / "in" / "in.png").write_bytes(b"x")
    fields = {"source": "text", "output": "text", "picture": "image"}
    names = ["in.png", "../out.png", str(tmp_path / "out.png"), "none.png"]
    shown = [example(id=f"e{n}", fields={"source": "x", "picture": name}) for n, name in enumerate(names)]
    faults = lint_text(json.dumps(document(fields=fields, examples=shown)), "p.json", tmp_path / "in")
    assert [(f.code, f.given) for f in faults] == [("protocol.example_file", name) for name in names[1:]]


def test_a_folder_needs_a_guideline_in_each_language(tmp_path: Path):
    (tmp_path / "protocol.json").write_text(json.dumps(document(languages=["en", "en-GB"])), encoding="utf-8")
    (tmp_path / "guideline.en.md").write_text(" \n", encoding="utf-8")
    found = [(fault.code, fault.where) for fault in lint_file(tmp_path)]
    assert found == [("protocol.empty_guideline", "languages[0]"), ("protocol.no_guideline", "languages[1]")]


def test_a_guideline_that_is_not_utf8_is_a_fault(tmp_path: Path):
    (tmp_path / "protocol.json").write_text(json.dumps(document()), encoding="utf-8")
    (tmp_path / "guideline.en.md").write_bytes(b"# Guide\n\xff\n")
    assert lint_file(tmp_path) == [Fault("protocol.not_utf8", file=str(tmp_path / "guideline.en.md"), line=2)]


def texts_with(line: str) -> str:
    return "id: a\nversion: 1\n" + line + "\n"


WRITING = {
    "a bracket that never closes": (texts_with("title: [1"), "syntax", 4),
    "a tab": (texts_with("\ttitle: x"), "syntax", 3),
    "a second document": (texts_with("---\nid: b"), "syntax", 3),
    "an alias of nothing": (texts_with("title: *x"), "syntax", 3),
    "an alias of itself": (texts_with("title: &x [*x]"), "syntax", 3),
    "a control character": (texts_with("title: \x01"), "syntax", 3),
    "an old YAML": ("%YAML 1.1\n---\nid: no\n", "syntax", 1),
    "nothing": ("# nothing\n", "not_a_document", 1),
    "a list": ("- 1\n", "not_a_document", 1),
}


@pytest.mark.parametrize("case", WRITING)
def test_what_is_not_yaml_is_a_fault_with_its_line(case: str):
    text, code, line = WRITING[case]
    assert [(f.code, f.line) for f in lint_text(text, "p.yaml")] == [(f"protocol.{code}", line)]


PARTS = {
    "a tag": ("title: !mine {en: x}", "yaml_tag"),
    "a key that is no text": ("title: {1: x}", "key_not_text"),
    "not a number": ("repeats: .nan", "not_finite"),
    "half a character": ('title: {en: "\\ud83d"}', "half_a_character"),
    "a key twice": ("title: {en: x, en: y}", "duplicate_key"),
}


@pytest.mark.parametrize("case", PARTS)
def test_what_json_cannot_hold_is_a_fault_beside_the_others(case: str):
    line, code = PARTS[case]
    found = {(fault.code, fault.line) for fault in lint_text(texts_with(line), "p.yaml")}
    assert (f"protocol.{code}", 3) in found
    assert ("protocol.missing_key", 1) in found


def test_a_document_that_grows_out_of_aliases_is_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert [fault.code for fault in lint_text("\n".join(lines), "p.yaml")] == ["protocol.syntax"]


def test_json_is_read_as_json():
    text = '{"id": "a",\t"title": {"en": "\\ud83d\\ude00 1e3"}, "repeats": 1e-1}'
    root, faults = read_tree(text, "p.json")
    assert not faults
    assert root is not None
    assert root.plain() == json.loads(text)
    assert [(f.code, f.line) for f in lint_text('{\n"id": 1,}', "p.json")] == [("protocol.syntax", 2)]


def test_yaml_is_read_as_version_1_2():
    root, _ = read_tree("a: [no, 12:30, 2020-01-01, 012, yes, 1e3, ~]", "p.yaml")
    assert root is not None
    assert root.plain() == {"a": ["no", "12:30", "2020-01-01", 12, "yes", 1000.0, None]}


def test_a_file_that_is_not_utf8_is_a_fault(tmp_path: Path):
    path = tmp_path / "latin.yaml"
    path.write_bytes("id: a\ntitle: {en: Früh}\n".encode("latin-1"))
    assert lint_file(path) == [Fault("protocol.not_utf8", file=str(path), line=2)]


PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 9), st.floats(), st.sampled_from(["x", "", "output", "quality"])
)
JUNK = st.one_of(PLAIN, st.lists(PLAIN, max_size=3), st.dictionaries(st.sampled_from(["en", "id", "A", "type"]), PLAIN))
RICH = document(
    *(SCALE, SLIDER, TAGS, MARKS, SUM, CHOICE, COMMENT),
    quorum={"rating": 2},
    rules=[{"when": {"empty": "output"}, "answer": {"quality": 1}, "because": {"en": "Empty."}}],
    scores=[
        {"id": "a", "rule": "value", "of": "quality"},
        {"id": "b", "rule": "weighted", "of": {"a": 1, "percent": 2}},
    ],
    examples=[example()],
)


def places(value: object, at: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    steps = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [at, *(place for step, child in steps for place in places(child, (*at, step)))]


@given(st.data())
@settings(max_examples=150)
def test_a_broken_protocol_is_described_and_never_raises(data: st.DataObject):
    broken = json.loads(json.dumps(RICH))
    for _ in range(data.draw(st.integers(1, 4))):
        *path, last = data.draw(st.sampled_from([place for place in places(broken) if place]))
        parent = broken
        for step in path:
            parent = parent[step]
        match data.draw(st.sampled_from(["replace", "drop", "add"])):
            case "replace":
                parent[last] = data.draw(JUNK)
            case "drop":
                del parent[last]
            case _ if isinstance(parent, dict):
                parent[data.draw(st.sampled_from(["colour", "id", "about", "per", "of"]))] = data.draw(JUNK)
            case _:
                parent.append(data.draw(JUNK))
    faults = lint_text(json.dumps(broken, indent=1), "p.json")
    assert all(fault.line and fault.file for fault in faults)


def lettered(why: str, candidates: int = 2) -> dict[str, Any]:
    """A protocol with an example of some candidates, and a reason."""
    texts = [{"fields": {"output": f"text {n}"}} for n in range(candidates)]
    answers = [{"question": "quality", "value": 3, "why": {"en": why}}]
    example = {"id": "e", "fields": {"source": "a source"}, "candidates": texts, "answers": answers}
    return document(unit={"candidates": "all"}, examples=[example])


def test_a_bare_letter_in_what_is_said_of_an_example_is_refused_with_what_to_write_instead():
    (fault,) = lint_text(json.dumps(lettered("As B, “B is not the best”.")))
    assert (fault.code, fault.where, fault.given) == ("protocol.bare_letter", "examples[0].answers[0].why.en", "B")
    assert "Write {B} instead" in message_of(fault)
    assert "quotation marks" in (hint_of(fault) or "")


def test_a_letter_in_braces_must_be_one_of_the_candidates():
    assert lint_text(json.dumps(lettered("As {B}."))) == []
    (fault,) = lint_text(json.dumps(lettered("As {C}.")))
    assert (fault.code, fault.given, fault.allowed) == ("protocol.unknown_letter", "C", ["A", "B"])


def test_an_example_of_one_candidate_has_no_letters_to_name():
    assert lint_text(json.dumps(lettered("A little heavy.", candidates=1))) == []


def after(question: str, **condition: Any) -> dict[str, Any]:
    return {**COMMENT, "only_if": {"question": question, **condition}}


CONDITIONS: list[tuple[list[dict[str, Any]], str, str]] = [
    ([SCALE, after("nothing")], "condition_unknown", "only_if.question"),
    ([after("quality"), SCALE], "condition_not_earlier", "only_if.question"),
    ([after("note")], "condition_not_earlier", "only_if.question"),
    ([SCALE, {**after("quality"), "about": "unit"}], "condition_of_other_target", "only_if.question"),
    ([SCALE, after("quality", any_of=[9])], "condition_never", "only_if.any_of[0]"),
    ([SCALE, after("quality", least=9)], "condition_never", "only_if"),
    ([SLIDER, after("percent", most=-1)], "condition_never", "only_if"),
    ([SLIDER, after("percent", least=5, most=4)], "condition_never", "only_if"),
    ([CHOICE, after("kinds", any_of=["four"])], "condition_never", "only_if.any_of[0]"),
    ([CHOICE, after("kinds", least=1)], "condition_never", "only_if"),
]


@pytest.mark.parametrize(("questions", "code", "where"), CONDITIONS)
def test_what_can_never_be_asked_is_found(questions: list[dict[str, Any]], code: str, where: str):
    [(found, place)] = lint(*questions)
    assert found == code
    assert place.endswith(where)


def test_all_that_is_wrong_with_a_condition_is_told_at_once_with_what_may_stand_there():
    questions = [
        {**after("percent", most=-1), "id": "why"},
        SLIDER,
        SCALE,
        {**after("quality", any_of=[9]), "about": "unit"},
    ]
    found = lint_text(json.dumps(document(*questions)))
    assert sorted(((fault.code, fault.allowed) for fault in found), key=str) == [
        ("protocol.condition_never", ["1", "2", "3", "4", "5"]), ("protocol.condition_never", [0, 10]),
        ("protocol.condition_not_earlier", []), ("protocol.condition_of_other_target", ["unit"]),
    ]  # fmt: skip


def test_conditions_on_what_can_be_said_are_fine():
    assert lint(SCALE, after("quality", most=2)) == []
    assert lint(SCALE, after("quality", any_of=[1, 2])) == []
    assert lint(MARKS, after("spans", any_of=["object", "half"])) == []
    assert lint(TAGS, after("errors")) == []
    neither = {**PREFERENCE, "neither": True}
    assert lint(neither, {**after("better", any_of=["neither"]), "about": "unit"}, unit={"candidates": 2}) == []


def test_a_difference_is_to_a_text_that_is_shown_beside_it() -> None:
    def found(**fields: Any) -> list[str]:
        stage = {"id": "rating", "show": [name for name in fields if name != "hidden"], "ask": [SCALE]}
        faults = lint(fields=fields, stages=[stage])
        assert {where.rpartition(".")[2] for _, where in faults} <= {"difference"}
        return [code for code, _ in faults]

    to_source = {"type": "text", "difference": "source"}
    assert found(source="text", output=to_source) == []
    assert found(output={"type": "text", "difference": "output"}) == ["unknown_field"]
    assert found(source="image", output=to_source) == ["unknown_field"]
    assert found(hidden="text", output={"type": "text", "difference": "hidden"}) == ["difference_hidden"]
    assert found(source="text", output={**to_source, "type": "markdown"}) == ["not_a_text_field"]
    own = {"type": "text", "per": "output"}
    assert found(other={"type": "text", "difference": "own"}, own=own, output="text") == ["difference_apart"]


def test_only_conversations_have_roles_and_turns() -> None:
    roles = {"caller": {"en": "Caller"}}
    fields = {"source": {"type": "conversation", "roles": roles, "turns": "markdown"}, "output": "text"}
    assert lint(fields=fields) == []
    fields = {"source": {"type": "text", "roles": roles, "turns": "markdown"}, "output": "text"}
    assert lint(fields=fields) == [
        ("only_conversations", "fields.source.roles"),
        ("only_conversations", "fields.source.turns"),
    ]


def test_a_preset_weighs_labels_and_categories_that_there_are() -> None:
    presets = {"odd": {"object": {"half": 2}, "thing": {"full": 1}, "relation": {"half": 1}}}
    score = {"id": "sum", "rule": "marks", "of": "spans", "preset": "odd"}
    assert lint({**MARKS, "presets": presets}, scores=[score]) == [
        ("unknown_label", "stages[0].ask[0].presets.odd.thing"),
        ("unknown_weight", "stages[0].ask[0].presets.odd.relation.half"),
    ]
    sound = {**MARKS, "presets": {"odd": {"object": {"half": 2}}}}
    assert lint(sound, scores=[score]) == []
    assert lint(sound, scores=[{**score, "preset": "even"}]) == [("unknown_part", "scores[0].preset")]
    assert lint(sound, scores=[{**score, "rule": "count"}]) == [("score_part_unused", "scores[0].preset")]


def test_a_conversation_of_an_example_is_written_as_it_is_stored() -> None:
    example = {
        "id": "one", "fields": {"source": "human: Hello."}, "candidates": [{"fields": {"output": "x"}}],
        "answers": [{"question": "quality", "value": 3}],
    }  # fmt: skip
    fields = {"source": "conversation", "output": "text"}
    (fault,) = lint_text(json.dumps(document(fields=fields, examples=[example])), "small.json")
    assert (fault.code, fault.where) == ("form.not_as_stored", "examples[0].fields.source")
    example["fields"] = {"source": "user: Hello."}
    assert lint(fields=fields, examples=[example]) == []


LONG = ["a: " + "[" * 61 + "]" * 61, "a: " + "{" * 3_000, "a: 1\n" * 60_001, '{"a": ' + "[" * 100 + "]" * 100 + "}"]


@pytest.mark.parametrize("text", LONG, ids=["brackets", "never closed", "long", "JSON"])
def test_what_would_take_long_to_read_is_not_tried(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three thousand brackets took five seconds, and everybody waited for them."""
    monkeypatch.setattr("jurybox.protocols.tree.YAML", lambda **_: pytest.fail("it was read"))
    assert [fault.code for fault in lint_text(text, "protocol.yaml")] == ["protocol.syntax"]


def test_brackets_side_by_side_are_as_many_as_one_likes() -> None:
    text = "a: [" + "[1], " * 5_000 + "2]"
    assert "protocol.syntax" not in [fault.code for fault in lint_text(text, "protocol.yaml")]
