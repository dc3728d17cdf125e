"""Labeling configurations: read without harm, made into protocols that pass the check, and made of protocols."""

import json
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.errors import Refused
from jurybox.exchange.label_studio.asked import Question
from jurybox.exchange.label_studio.config import DEEPEST, parse_config, read_config
from jurybox.exchange.label_studio.draft import DraftProtocol, DraftWishes, draft_protocol
from jurybox.exchange.label_studio.labeling_config import labeling_of
from jurybox.protocols import lint_text, load_protocol
from jurybox.protocols.load import shelf_ids
from tests.fixtures.small import COMMENT, SCALE, SLIDER, TICK
from tests.fixtures.small import protocol as small_protocol
from tests.unit.exchange.label_studio.test_tasks import SAMPLES

FILE = Path("config.xml")


def draft(xml: str, wishes: DraftWishes | None = None, sample: Any = None) -> DraftProtocol:
    made = draft_protocol(parse_config(xml.encode(), FILE), wishes or DraftWishes(), sample)
    faults = lint_text(json.dumps(made.document, indent=1), "draft.json")
    assert faults == []
    return made


def questions(made: DraftProtocol) -> dict[str, Question]:
    return {question["id"]: question for question in made.document["stages"][0]["ask"]}


def test_the_sample_becomes_a_protocol_of_three_segments_with_tags_in_categories():
    sample = [task["data"] for task in json.loads((SAMPLES / "tasks.json").read_text(encoding="utf-8"))]
    made = draft((SAMPLES / "config.xml").read_text(encoding="utf-8"), sample=sample)
    asked = questions(made)
    assert made.document["unit"] == {"segments": 3, "candidates": 1}
    assert [c["id"] for c in asked["tags"]["categories"]] == ["content", "characters", "other"]
    tags = {tag["id"]: tag for category in asked["tags"]["categories"] for tag in category["tags"]}
    assert {"redundant", "characters_redundant"} <= tags.keys()
    assert tags["other_errors_or_comment"]["opens_text"] is True
    assert (asked["rating"]["about"], asked["rating"]["required"]) == ("segment", True)
    assert asked["rating"]["prompt"] == {"en": "How useful is this description?"}
    assert made.paths["output"] == ["ad_block[].text"]


def test_reference_texts_of_the_tasks_become_a_field_that_no_stage_shows():
    sample = [task["data"] for task in json.loads((SAMPLES / "tasks.json").read_text(encoding="utf-8"))]
    made = draft((SAMPLES / "config.xml").read_text(encoding="utf-8"), sample=sample)
    assert made.document["fields"]["reference"]["per"] == "segment"
    assert "reference" not in made.document["stages"][0]["show"]


def test_pairs_become_a_preference_and_what_is_not_carried_is_named_with_its_line():
    made = draft((SAMPLES / "pairs.xml").read_text(encoding="utf-8"))
    asked = questions(made)
    assert made.document["unit"]["candidates"] == 2
    assert (asked["better"]["type"], asked["better"]["ties"]) == ("preference", False)
    assert (asked["why"]["type"], asked["sure"]["type"], asked["sure"]["max"]) == ("choice", "stepper", 10)
    assert made.notes == [(11, "RectangleLabels boxes: not carried, as it is of a kind that no question has.")]


def test_controls_of_every_known_kind_become_questions():
    made = draft("""<View>
      <Image name="img" value="$image"/>
      <Text name="txt" value="$caption"/>
      <Labels name="errors" toName="txt"><Label value="Wrong word"/><Label value="Odd"/></Labels>
      <Taxonomy name="kinds" toName="txt">
        <Choice value="Form"><Choice value="Spelling"/></Choice><Choice value="Else"/>
      </Taxonomy>
      <Choices name="grade" toName="txt" choice="single"><Choice value="1 Bad"/><Choice value="2 Good"/></Choices>
      <Number name="sure" toName="txt" min="0" max="100" slider="true"/>
      <TextArea name="why" toName="txt" required="true"/>
    </View>""")
    kinds = {id: question["type"] for id, question in questions(made).items()}
    assert kinds == {"errors": "marks", "kinds": "tags", "grade": "scale", "sure": "slider", "why": "comment"}
    assert questions(made)["grade"]["levels"][1] == {"value": 2, "label": {"en": "Good"}}
    assert made.document["fields"]["output"] == {"type": "text", "per": "output"}


def test_a_condition_that_cannot_be_carried_makes_a_question_optional_and_is_named():
    made = draft("""<View><Text name="t" value="$text"/>
      <Choices name="ok" toName="t" required="true"><Choice value="Yes"/><Choice value="No"/></Choices>
      <View visibleWhen="choice-selected" whenTagName="ok" whenChoiceValue="Yes">
        <Rating name="how" toName="t" required="true"/>
      </View>
    </View>""")
    assert questions(made)["how"]["required"] is False
    assert any("how: always asked here, and not only at choice-selected ok Yes." in note for _, note in made.notes)


def test_a_repeater_goes_through_candidates_where_its_entries_are_of_several_systems():
    xml = """<View><Text name="q" value="$question"/>
      <Repeater on="$answers">
        <Text name="a_{{idx}}" value="$answers[{{idx}}].text"/><Rating name="r_{{idx}}" toName="a_{{idx}}"/>
      </Repeater></View>"""
    sample = [{"question": "?", "answers": [{"text": "a", "model": "m"}, {"text": "b", "model": "n"}]}]
    made = draft(xml, sample=sample)
    assert (made.document["unit"], questions(made)["r"]["about"]) == ({"segments": 0, "candidates": "all"}, "candidate")
    assert draft(xml, DraftWishes(segments=4)).document["unit"]["segments"] == 4


@pytest.mark.parametrize(
    ("xml", "code"),
    [
        ('<!DOCTYPE View [<!ENTITY a "b">]><View>&a;</View>', "config_declares"),
        ('<!DOCTYPE View SYSTEM "file:///etc/passwd"><View/>', "config_declares"),
        ("<View><Text></View>", "config_broken"),
        ("", "config_broken"),
        ("<View>" * (DEEPEST + 2), "config_too_large"),
        ("<View><Text name='a' value='$a'/></View>", "config_no_questions"),
    ],
)
def test_a_configuration_that_would_do_harm_or_asks_nothing_is_refused(xml: str, code: str):
    with pytest.raises(Refused) as refused:
        draft(xml)
    assert refused.value.faults[0].code == f"label_studio.{code}"


def test_a_configuration_that_is_too_large_is_not_read(tmp_path: Path):
    path = tmp_path / "c.xml"
    path.write_bytes(b"<View>" + b" " * (1 << 20) + b"</View>")
    with pytest.raises(Refused, match="config_too_large"):
        read_config(path)


@pytest.mark.parametrize("name", shelf_ids())
def test_every_protocol_of_the_shelf_becomes_a_configuration_and_a_draft_again(name: str):
    protocol = load_protocol(name).protocol
    made = labeling_of(protocol, tuple(stage.show for stage in protocol.stages), "en")
    segments = protocol.unit.fixed or None
    back = draft(made.xml, DraftWishes(segments=segments))
    asked = {q["id"].replace("__", "_") for q in questions(back).values()}
    assert len(asked) >= len([q for _, q in protocol.questions() if q.required])


def test_conditions_on_choices_are_carried_and_others_are_named():
    on_choice = {**COMMENT, "only_if": {"question": "quality", "most": 2}}
    on_slider = {**TICK, "only_if": {"question": "percent", "least": 5}}
    made = labeling_of(small_protocol(SCALE, SLIDER, on_choice, on_slider), (("source", "output"),), "en")
    assert 'visibleWhen="choice-selected" whenTagName="quality" whenChoiceValue="1,2,' in made.xml
    assert made.xml.count("visibleWhen") == 1
    assert [one for one in made.lost if one.startswith("question tick")]


WRITTEN_OUT = (SAMPLES / "written-out.xml").read_text(encoding="utf-8")


def test_blocks_that_are_written_out_are_segments_with_their_categories_by_name():
    made = draft(WRITTEN_OUT)
    asked = questions(made)
    assert made.document["unit"] == {"segments": 3, "candidates": 1}
    assert [(c["id"], c["label"]["en"]) for c in asked["tags"]["categories"]] == [
        ("content", "Content"), ("grammar", "Grammar"), ("coherence", "Coherence"), ("characters", "Characters"),
        ("comment_toggle", "Comment toggle"),
    ]  # fmt: skip
    assert (asked["rating"]["about"], asked["rating"]["prompt"]["en"]) == ("segment", "How useful is this description?")
    assert set(asked) == {"tags", "rating"}


def test_words_alone_are_headings_and_words_before_a_variable_are_the_label_of_a_field():
    made = draft(WRITTEN_OUT)
    labels = {name: spec.get("label", {}).get("en") for name, spec in made.document["fields"].items()}
    assert labels == {
        "film": "Annotations", "video": "Video", "context": "preceding AD for context", "output": None,
    }  # fmt: skip
    assert made.paths == {
        "film": ["movie"], "video": ["video"], "context": ["preceding_ad"], "output": ["ad_block[].text"],
    }  # fmt: skip


def test_defaults_and_titles_that_are_lost_are_named():
    notes = [note for _, note in draft(WRITTEN_OUT).notes]
    assert "Rating rating: its default 3 is left out, as nothing is preselected here." in notes
    assert len(notes) == len(set(notes)) == 3
    xml = """<View><Header value="Our study"/><HyperText name="link" value="&lt;a&gt;characters&lt;/a&gt;"/>
      <Header value="How good?"/><Text name="t" value="$text"/>
      <Choices name="ok" toName="t"><Choice value="Yes" selected="true"/><Choice value="No"/></Choices>
      <TextArea name="why" toName="t" value="Because"/><Header value="Thank you"/></View>"""
    assert [note for _, note in draft(xml).notes] == [
        "Header “Our study”: not carried, as nothing follows it.",
        "HyperText link: not carried, as it shows the same in every task: <a>characters</a>",
        "Choices ok: its default Yes is left out, as nothing is preselected here.",
        "Header “Thank you”: not carried, as nothing follows it.",
        "TextArea why: its default Because is left out, as nothing is preselected here.",
    ]


def test_what_only_a_later_block_has_or_has_otherwise_is_named():
    block = """<Text name="a_{n}" value="$list[{i}].text"/>
      <Choices name="c_{n}" toName="a_{n}" choice="multiple"><Choice value="{tag}"/></Choices>{more}"""
    blocks = [("x", ""), ("y", '<Rating name="only" toName="a_2"/>')]
    xml = "".join(block.format(n=n + 1, i=n, tag=tag, more=more) for n, (tag, more) in enumerate(blocks))
    notes = [note for _, note in draft(f"<View>{xml}</View>", DraftWishes(segments=2)).notes]
    assert notes == [
        "Choices c_2: its choices are not those of c_1, which stand.",
        "Rating only: not carried, as only block 2 has it, and not the first.",
    ]
