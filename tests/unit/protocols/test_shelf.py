"""The shelf says what the guidelines say: levels, tags, rules, examples and scores, point by point."""

import re
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from markdown_it import MarkdownIt

from jurybox.core import default_settings
from jurybox.core.answer import Answer, check_answers, rule_answers
from jurybox.core.protocol import Example, Protocol
from jurybox.core.questions import Choice, Comment, Frame, Marks, Scale, Stepper, TagAnswer, Tags, Value
from jurybox.core.questions.scale import Level
from jurybox.core.questions.tags import Tag
from jurybox.protocols import lint_file, load_protocol, shelf_ids
from tests.unit.studies.results.score_oracle import scores_of

NAMES = [
    "audio-description@1",
    "audio-description@2",
    "caption-counts@1",
    "caption-culture@1",
    "sarcasm-interpretation@1",
    "summary@1",
    "title@1",
    "translation@1",
]
every_protocol = pytest.mark.parametrize("name", NAMES)

FIELD = {
    "adequacy-fluency", "best-worst", "conversation", "da", "esa", "esa-contrastive", "mqm", "pairwise", "post-editing",
    "ranking", "sqm",
}  # fmt: skip
"""Methods of the field, beside the protocols of the five guidelines."""
with_a_guideline_of_others = pytest.mark.parametrize("name", [*NAMES, "adequacy-fluency@1"])
"""Those that hold to a guideline which others wrote down."""
on_the_whole_shelf = pytest.mark.parametrize("name", [*NAMES, *(f"{id}@1" for id in sorted(FIELD))])

LARGEST_PICTURE = 40_000


def protocol(name: str) -> Protocol:
    return load_protocol(name).protocol


def levels(name: str, question: str, language: str = "en") -> dict[float, str]:
    asked = protocol(name).question(question)
    assert isinstance(asked, Scale)
    return {level.value: level.label[language] for level in asked.levels}


def definition(name: str, question: str, value: int) -> str:
    asked = protocol(name).question(question)
    assert isinstance(asked, Scale)
    text = next(level.definition for level in asked.levels if level.value == value)
    assert text is not None
    return text["en"]


def tags(name: str) -> Tags:
    asked = protocol(name).question("errors")
    assert isinstance(asked, Tags)
    return asked


def example(name: str, id: str) -> Example:
    return next(e for e in protocol(name).examples if e.id == id)


def answers(example: Example, question: str) -> list[Any]:
    """What the example says of one question, in the order of its candidates."""
    return [a.value for a in sorted(example.answers, key=lambda a: a.target) if a.question == question]


def outputs(example: Example) -> list[str]:
    return [str(candidate.fields["output"]) for candidate in example.candidates]


def texts(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Every text in several languages inside a document."""
    if isinstance(value, dict):
        if value and set(value) <= {"en", "es", "de", "it", "zh"}:
            yield path, value
        else:
            for key, part in value.items():
                yield from texts(part, f"{path}.{key}")
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from texts(part, f"{path}[{i}]")


# All of them


def test_the_shelf_holds_the_guidelines_and_the_fields_own_and_a_bare_id_is_the_newest():
    assert shelf_ids() == sorted({name.partition("@")[0] for name in NAMES} | FIELD)
    assert len({name.partition("@")[0] for name in NAMES}) == 7
    assert protocol("audio-description").version == 2


@on_the_whole_shelf
def test_a_protocol_on_the_shelf_loads_and_has_no_fault(name):
    loaded = load_protocol(name)
    assert loaded.protocol.name == name
    assert lint_file(loaded.folder) == []


@on_the_whole_shelf
def test_the_first_line_names_the_schema(name):
    folder = load_protocol(name).folder
    first = (folder / "protocol.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../../../schema.json"
    assert (folder / "../../../schema.json").resolve().is_file()


@on_the_whole_shelf
def test_every_text_is_there_in_every_language(name):
    loaded = load_protocol(name)
    found = list(texts(loaded.document))
    assert found
    lacking = [path for path, text in found if set(text) != set(loaded.protocol.languages)]
    assert lacking == []


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("caption-culture@1", {"es", "en"}),
        ("caption-counts@1", {"zh", "en"}),
        ("audio-description@1", {"en", "de", "it"}),
        ("audio-description@2", {"en", "de", "it"}),
        ("sarcasm-interpretation@1", {"en"}),
        ("translation@1", {"en"}),
    ],
)
def test_a_protocol_speaks_the_languages_of_its_raters(name, languages):
    assert set(protocol(name).languages) == languages


@on_the_whole_shelf
def test_there_is_a_guideline_for_each_language_and_no_other(name):
    loaded = load_protocol(name)
    on_disk = {path.name.split(".")[1] for path in loaded.folder.glob("guideline.*.md")}
    assert on_disk == set(loaded.protocol.languages) == set(loaded.guidelines)
    assert all(text.startswith("# ") for text in loaded.guidelines.values())


@with_a_guideline_of_others
def test_a_guideline_names_every_level_and_every_tag(name):
    loaded = load_protocol(name)
    for language, prose in loaded.guidelines.items():
        for _, question in loaded.protocol.questions():
            named: list[Level | Tag] = [*question.levels] if isinstance(question, Scale) else []
            if isinstance(question, Tags):
                named += question.all_tags().values()
            assert [x.label[language] for x in named if x.label[language] not in prose] == []


@on_the_whole_shelf
def test_a_guideline_is_sound_markdown(name):
    """Bold that ends in a Chinese full stop is not closed; a table needs its row of dashes."""
    for prose in load_protocol(name).guidelines.values():
        page = MarkdownIt("commonmark").enable("table").render(prose)
        assert "**" not in page
        assert "|" not in page


@with_a_guideline_of_others
def test_a_guideline_does_not_give_the_calibration_examples_away(name):
    loaded = load_protocol(name)
    rated = [text for e in loaded.protocol.examples if e.calibration for text in outputs(e) if len(text) > 10]
    for prose in loaded.guidelines.values():
        flat = re.sub(r"\s+", " ", prose).casefold()
        assert [text for text in rated if text.casefold() in flat] == []


@pytest.mark.parametrize(
    ("name", "language", "heading", "mark"),
    [
        ("caption-culture@1", "en", "## Where it gets difficult", "These remarks are ours."),
        ("caption-culture@1", "es", "## Los casos difíciles", "Estas observaciones son nuestras."),
        ("sarcasm-interpretation@1", "en", "## Step 1: fluency", "Two remarks of ours,"),
        ("translation@1", "en", "## The scale", "Two questions of ours,"),
        ("summary@1", "en", "## The scale", "A remark of ours,"),
        ("audio-description@2", "en", "## Where it gets difficult", "These remarks are ours,"),
        ("audio-description@2", "de", "## Schwierige Fälle", "Diese Hinweise sind von uns,"),
        ("audio-description@2", "it", "## I casi difficili", "Queste note sono nostre,"),
    ],
)
def test_boundaries_that_the_guideline_does_not_draw_are_marked_as_ours(name, language, heading, mark):
    _, found, section = load_protocol(name).guidelines[language].partition(f"{heading}\n")
    assert found
    assert mark in section.partition("\n## ")[0]


@with_a_guideline_of_others
def test_a_protocol_names_the_guideline_it_comes_from(name):
    credit = protocol(name).credit
    assert credit is not None
    assert credit.guideline


@every_protocol
def test_every_worked_answer_says_why_but_for_the_unused_tick(name):
    silent = {a.question for e in protocol(name).examples for a in e.answers if a.why is None}
    assert silent <= {"whole"}


def test_only_protocols_whose_guideline_has_scored_examples_calibrate():
    calibrating = {name for name in NAMES if protocol(name).calibration}
    assert calibrating == {"caption-culture@1", "sarcasm-interpretation@1", "caption-counts@1"}
    for name in set(NAMES) - calibrating:
        assert not any(e.calibration for e in protocol(name).examples)


def test_pictures_are_small_and_of_one_size():
    pictures = [path for name in NAMES for path in load_protocol(name).folder.glob("examples/*")]
    assert pictures
    for path in pictures:
        head = path.read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        assert struct.unpack(">II", head[16:24]) == (640, 480)
        assert path.stat().st_size <= LARGEST_PICTURE


# caption-culture


def test_captions_are_rated_together_with_one_score():
    p = protocol("caption-culture@1")
    assert p.unit.candidates == "all"
    assert [(stage.id, [q.id for q in stage.ask]) for stage in p.stages] == [("rate", ["score"])]
    assert p.merge == "exact"
    assert p.stages[0].show == ("picture", "language", "reference", "output")
    assert set(p.fields) == set(p.stages[0].show)
    assert p.fields["reference"].guide
    assert p.fields["language"].optional
    assert [(s.id, s.rule) for s in p.scores] == [("score", "value")]


def test_caption_levels_have_the_names_of_the_guideline():
    assert levels("caption-culture@1", "score") == {5: "Excellent", 4: "Good", 3: "Mixed", 2: "Poor", 1: "Unusable"}


def test_level_2_asks_for_two_things_and_level_1_for_any_one_of_three():
    assert definition("caption-culture@1", "score", 2).startswith("Both together")
    assert "and the description is largely wrong" in definition("caption-culture@1", "score", 2)
    assert definition("caption-culture@1", "score", 1).startswith("Any one of three")


def test_the_bullfight_captions_go_from_5_to_1():
    bullfight = example("caption-culture@1", "bullfight")
    assert bullfight.calibration
    assert answers(bullfight, "score") == [5, 4, 3, 2, 1]
    assert outputs(bullfight) == [
        "Un torero ejecuta una verónica con el capote ante el toro en la plaza.",
        "Un hombre con traje rojo sostiene una tela frente a un toro grande.",
        "Un hombre con ropa de colores sostiene una tela en un lugar grande.",
        "Mujer azul con guitarra en parque luchar pequeño en calle mucho.",
        "Torador bulleando capelar el rojado arenoso con grandote luchamiento plazudo.",
    ]
    reference = "Un torero realiza un lance a la verónica con el capote ante el toro en la plaza."
    assert bullfight.fields["reference"] == reference


@pytest.mark.parametrize(("caption", "made"), [("", 1), ("  \n", 1), ("Un torero.", None)])
def test_an_empty_caption_is_unusable_by_rule(caption, made):
    p = protocol("caption-culture@1")
    found = rule_answers(p, p.stages[0], {"A": {"output": caption}})
    assert [r.value for r in found] == ([] if made is None else [made])


# sarcasm-interpretation


def test_the_tweet_is_hidden_while_fluency_is_rated():
    p = protocol("sarcasm-interpretation@1")
    assert [stage.id for stage in p.stages] == ["fluency", "adequacy"]
    assert p.stages[0].show == ("output",)
    assert p.hidden_in(0) == {"source"}
    assert p.reveals(1)
    assert p.stages[1].opens == "batch"
    assert [p.quorum_of(stage) for stage in p.stages] == [2, 2]
    assert p.unit.candidates == 1


def test_fluency_and_adequacy_have_the_level_names_of_the_guideline():
    assert levels("sarcasm-interpretation@1", "fluency") == {
        1: "Incomprehensible",
        2: "Disfluent English",
        3: "Non-native English",
        4: "Good English",
        5: "Flawless English",
    }
    assert levels("sarcasm-interpretation@1", "adequacy") == {
        1: "None",
        2: "Little Meaning",
        3: "Much Meaning",
        4: "Most Meaning",
        5: "All Meaning",
    }


def test_the_deciding_remarks_stand_in_the_levels():
    assert "with a single notable one it is a 3" in definition("sarcasm-interpretation@1", "fluency", 2)
    assert "emoji or “xoxo”" in definition("sarcasm-interpretation@1", "adequacy", 3)
    assert "lost adverb" in definition("sarcasm-interpretation@1", "adequacy", 4)
    assert "identical to the tweet" in definition("sarcasm-interpretation@1", "adequacy", 1)


def test_a_single_error_decides_only_where_errors_do():
    """An artificial text, or one that lacks words, is a 2 without any error; notable errors are several."""
    two = definition("sarcasm-interpretation@1", "fluency", 2)
    assert two.startswith("Many errors of grammar or syntax, or the text seems artificial, or words are missing")
    assert "Where errors decide it takes several" in two
    assert "notable errors or awkward constructions" in definition("sarcasm-interpretation@1", "fluency", 3)


@pytest.mark.parametrize(("output", "made"), [("  LOVE mondays ", [1]), ("hate mondays", [])])
def test_an_interpretation_that_repeats_the_tweet_has_adequacy_1_by_rule(output, made):
    p = protocol("sarcasm-interpretation@1")
    shown = {"A": {"source": "love Mondays", "output": output}}
    assert [r.value for r in rule_answers(p, p.stages[1], shown)] == made
    assert rule_answers(p, p.stages[0], shown) == ()


def test_every_example_of_the_sarcasm_guideline_is_there_with_its_score():
    given = [
        (e.fields.get("source"), outputs(e)[0], a.question, a.value)
        for e in protocol("sarcasm-interpretation@1").examples
        for a in e.answers
    ]
    sleep = "loooove getting 3 hours of sleep because two jobs"
    wash = "if you see me crying in the self-service car wash in my rosati's uniform, no you didn't ❤️"
    workout = "I always don't love seeing people in workout clothes smoking"
    assert given == [
        (None, "I totally don't love life so much", "fluency", 1),
        (None, "I don't loves watchin plane crash coverge at airport.", "fluency", 2),
        (None, workout, "fluency", 3),
        (None, "I so don't love when people spout out about things they have no idea about", "fluency", 4),
        (None, "I don't hate this guy so much", "fluency", 4),
        (None, "i hate it when people don't reply", "fluency", 5),
        (sleep, sleep, "adequacy", 1),
        (wash, "No.", "adequacy", 1),
        (sleep, "got 3 hours of sleep", "adequacy", 2),
        (wash, "crying in my uniform", "adequacy", 2),
        ("love my fans xoxo", "hate my fans xoxo", "adequacy", 3),
        (
            "Love it wen people try and stop my friends seeing me! LoooooIII.",
            "hate it wen people try and stop my friends seeing me! LoooooIII.",
            "adequacy",
            3,
        ),
        ("i always love seeing people in workout clothes smoking", workout, "adequacy", 3),
        (
            "I really like eating three bites and then being full.",
            "I really like eating three bites but I don't like being full.",
            "adequacy",
            3,
        ),
        (
            "absolutely love waking up to the fire alarm at 7 am 😍",
            "I hate waking up to the fire alarm at 7 am.",
            "adequacy",
            4,
        ),
        ("i love being sarcastic", "i hate being sarcastic", "adequacy", 5),
        ("i just love walking in the rain", "I just don't love walking in the rain", "adequacy", 5),
    ]


def test_the_misplaced_remark_stands_under_the_right_example():
    remarked = [
        e.id
        for e in protocol("sarcasm-interpretation@1").examples
        for a in e.answers
        if a.why and "I never love seeing people" in a.why["en"]
    ]
    assert remarked == ["adequacy-workout"]


# audio-description

TAGS_1 = {
    "content": ["irrelevant", "missing", "redundant", "subjective", "wrong_action", "wrong_object", "other_inaccuracy"],
    "grammar": ["not_fluent", "wrong_tense", "english_wording"],
    "coherence": ["contextual_gap", "name_repeated", "content_repeated", "other_incoherence"],
    "characters": [
        "wrong_character",
        "wrong_pronoun",
        "redundant_name",
        "missing_name",
        "bad_description",
        "misattributed_action",
    ],
    "other": ["other"],
}


def test_version_1_has_the_tags_of_the_guideline_in_its_categories():
    assert {c.id: [tag.id for tag in c.tags] for c in tags("audio-description@1").categories} == TAGS_1


def test_version_2_keeps_every_tag_and_adds_exactly_four():
    one, two = tags("audio-description@1").all_tags(), tags("audio-description@2").all_tags()
    assert {id: two[id] for id in one} == one
    added = {c.id: [t.id for t in c.tags if t.id not in one] for c in tags("audio-description@2").categories}
    assert added == {
        "content": ["text_missing"],
        "grammar": ["too_long", "other_standards"],
        "coherence": ["no_sense"],
        "characters": [],
        "other": [],
    }


def test_tags_are_known_under_the_names_that_the_team_used():
    one, two = (
        {tag.id: tag.aliases for tag in tags(name).all_tags().values() if tag.aliases}
        for name in ("audio-description@1", "audio-description@2")
    )
    assert two == {
        "not_fluent": ("ungrammatical/not fluent",),
        "subjective": ("subjective or patronizing",),
        "other_inaccuracy": ("other inaccuracy (content not in scene)",),
        "text_missing": ("missing text",),
        "english_wording": tuple(f"English wording/phrasing{of}" for of in ("", " (Denglisch)", " (Itanglese)")),
        "other": ("other errors (or add comment)", "comments and other errors"),
    }
    assert one == {id: names for id, names in two.items() if id != "text_missing"}


@pytest.mark.parametrize("name", ["audio-description@1", "audio-description@2"])
def test_no_two_tags_share_a_name_or_an_alias(name):
    names = [n for tag in tags(name).all_tags().values() for n in (tag.label["en"], *tag.aliases)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", ["audio-description@1", "audio-description@2"])
def test_the_remark_opens_a_text_and_is_no_error(name):
    odd = [tag for tag in tags(name).all_tags().values() if tag.opens_text or not tag.counts]
    assert [(tag.id, tag.label["en"], tag.opens_text, tag.counts) for tag in odd] == [
        ("other", "other errors or comment", True, False)
    ]
    stored = {"errors": {"1": Answer(value=[TagAnswer(id="other", text="odd"), TagAnswer(id="missing")], by="rater")}}
    counts = scores_of(protocol(name), stored, "1")
    assert (counts["errors_total"], counts["errors_content"], counts["errors_grammar"]) == (1, 1, 0)


@pytest.mark.parametrize("name", ["audio-description@1", "audio-description@2"])
def test_a_unit_is_three_segments_of_one_system_with_the_one_before(name):
    p = protocol(name)
    assert (p.unit.segments, p.unit.candidates) == (3, 1)
    assert {n: (f.type, f.per, f.optional) for n, f in p.fields.items()} == {
        "film": ("text", "item", False),
        "clip": ("video", "item", False),
        "characters": ("people", "item", True),
        "context": ("text", "system", True),
        "output": ("text", "output", False),
    }
    assert [(q.id, q.about) for q in p.stages[0].ask] == [("errors", "segment"), ("rating", "segment")]
    assert (p.order, p.repeats) == ("random", 0.1)


@pytest.mark.parametrize("name", ["audio-description@1", "audio-description@2"])
def test_the_levels_of_the_usefulness_rating_are_marked_as_ours(name):
    rating = protocol(name).question("rating")
    assert isinstance(rating, Scale)
    assert [(level.value, level.ours) for level in rating.levels] == [(n, True) for n in (1, 2, 3, 4, 5)]


@pytest.mark.parametrize("name", ["audio-description@1", "audio-description@2"])
def test_fewer_errors_are_better(name):
    counted = {s.id: (s.category, s.better) for s in protocol(name).scores if s.rule == "count"}
    assert counted == {
        "errors_content": ("content", "lower"),
        "errors_grammar": ("grammar", "lower"),
        "errors_coherence": ("coherence", "lower"),
        "errors_characters": ("characters", "lower"),
        "errors_total": (None, "lower"),
    }


@pytest.mark.parametrize(
    ("id", "tag"),
    [
        ("contextual-gap", "contextual_gap"),
        ("name-repeated", "name_repeated"),
        ("content-repeated", "content_repeated"),
    ],
)
def test_a_group_of_three_shows_each_error_of_coherence(id, tag):
    assert answers(example("audio-description@2", id), "errors") == [[], [{"id": tag}], []]


@pytest.mark.parametrize("name", ["audio-description@1", "audio-description@2"])
def test_sentences_that_carry_no_score_are_ours(name):
    assert all(e.ours for e in protocol(name).examples)


# translation, summary, title


@pytest.mark.parametrize("name", ["translation@1", "summary@1", "title@1"])
def test_a_row_has_one_score_with_the_level_names_of_the_guideline(name):
    assert levels(name, "score") == {1: "Very bad", 2: "Bad", 3: "Borderline", 4: "Good", 5: "Very good"}
    p = protocol(name)
    assert [(stage.id, [q.id for q in stage.ask]) for stage in p.stages] == [("rate", ["score"])]
    assert {"source", "output"} <= set(p.fields)
    assert p.unit.candidates == 1


@pytest.mark.parametrize("name", ["translation@1", "summary@1", "title@1"])
def test_examples_that_the_guideline_does_not_have_are_marked_as_ours(name):
    p = protocol(name)
    assert all(e.ours and not e.calibration for e in p.examples)
    assert {a.value for e in p.examples for a in e.answers} == {1, 2, 3, 4, 5}


def test_each_task_has_level_texts_of_its_own():
    for value in (1, 2, 3, 4, 5):
        assert len({definition(name, "score", value) for name in ("translation@1", "summary@1", "title@1")}) == 3


def test_a_title_need_not_be_a_sentence():
    prompt = protocol("title@1").question("score")
    assert prompt.help is not None
    assert "ungrammatical titles are fine" in prompt.help["en"]
    assert "a title that is not grammatical is fine" in load_protocol("title@1").guidelines["en"]


def test_a_translation_may_name_its_source_language():
    language = protocol("translation@1").fields["language"]
    assert (language.type, language.optional) == ("text", True)


# caption-counts


def test_the_questions_come_in_the_order_of_the_work():
    p = protocol("caption-counts@1")
    kinds = [(q.id, type(q), q.about) for q in p.stages[0].ask]
    assert kinds == [
        ("seen", Comment, "unit"),
        ("marks", Marks, "candidate"),
        ("objects", Stepper, "candidate"),
        ("relations", Stepper, "candidate"),
        ("attributes", Stepper, "candidate"),
        ("whole", Choice, "candidate"),
    ]
    assert not p.question("seen").required
    assert not p.question("marks").required
    assert p.merge == "same-words"
    assert p.fields["references"].guide


def test_a_mark_is_worth_one_half_or_one_and_a_half_for_a_verb_relation():
    marks = protocol("caption-counts@1").question("marks")
    assert isinstance(marks, Marks)
    assert {w.id: w.value for w in marks.weights} == {"full": 1, "half": 0.5, "verb": 1.5}
    assert {label.id: label.weights for label in marks.labels} == {
        "object": ("full", "half"),
        "relation": ("full", "half", "verb"),
        "attribute": ("full", "half"),
    }
    assert marks.counted
    assert marks.overlap


def test_the_three_scores_add_up_from_their_marks_in_half_points_from_a_true_zero():
    p = protocol("caption-counts@1")
    for id, label in (("objects", "object"), ("relations", "relation"), ("attributes", "attribute")):
        stepper = p.question(id)
        assert isinstance(stepper, Stepper)
        assert (stepper.min, stepper.max, stepper.step) == (0, None, 0.5)
        assert stepper.from_marks is not None
        assert (stepper.from_marks.question, stepper.from_marks.label) == ("marks", label)


def test_marks_nest_and_one_word_may_carry_two_relations():
    """`with` carries two relations; `wooden` is an attribute inside the object `wooden room`."""
    stage = protocol("caption-counts@1").stages[0]
    text = "a wooden room with a couch and a fireplace"
    frame = Frame(("A",), (), lambda field, target: len(text))
    marks = [
        {"start": 2, "end": 13, "label": "object", "weight": "full"},
        {"start": 2, "end": 8, "label": "attribute", "weight": "full"},
        {"start": 14, "end": 18, "label": "relation", "weight": "full", "count": 2},
    ]
    given = {
        "marks": {"A": marks},
        "objects": {"A": 1},
        "relations": {"A": 2},
        "attributes": {"A": 1},
        "whole": {"A": []},
    }
    stored, faults = check_answers(stage, given, frame)
    assert faults == []
    assert stored["relations"]["A"] == Answer(value=2, by="marks")


STATED = {
    "clock-tower-23873": [(3, 0, 1), (2, 1.5, 1), (3, 0, 0), (1, 0.5, 0), (3, 2, 1)],
    "living-room-18473": [(3, 1, 1), (2, 1, 1), (3, 2.5, 0), (3, 1, 1), (3, 1, 1)],
    "hot-dog-10858": [(2.5, 1.5, 0), (3, 2, 2), (1.5, 0, 1), (3, 3, 1), (3, 1.5, 0)],
}
"""Objects, relations, attributes of captions A to E."""

CAPTIONS = {
    "clock-tower-23873": [
        "a large clock tower in the middle of a city.",
        "a clock on the side of a building on a city street.",
        "a clock tower in the middle of a city.",
        "a clock on the side of a building.",
        "a view of a city with a clock tower in the background.",
    ],
    "living-room-18473": [
        "A living room with a couch and a fireplace .",
        "A living room with a couch and a tv",
        "a dog laying on a bed in a room.",
        "A living room with a couch and a fireplace",
        "A living room with a couch and a table .",
    ],
    "hot-dog-10858": [
        "a  hot dog covered in foil and mustard .",
        "a hot dog with lots of toppings on a foil wrapper .",
        "a close up of a hot dog on a bun",
        "a hot dog covered in toppings sitting on aluminum foil.",
        "a hot dog on a bun in a wrapper .",
    ],
}


@pytest.mark.parametrize("id", STATED)
def test_the_counted_examples_have_exactly_the_stated_scores(id):
    found = example("caption-counts@1", id)
    assert outputs(found) == CAPTIONS[id]
    scores = [answers(found, question) for question in ("objects", "relations", "attributes")]
    assert list(zip(*scores, strict=True)) == STATED[id]


@pytest.mark.parametrize("id", STATED)
def test_the_whole_sentence_tick_is_left_out_of_the_examples(id):
    assert answers(example("caption-counts@1", id), "whole") == []


def test_where_the_guideline_leaves_room_the_other_value_is_accepted():
    accepted = {
        (e.id, a.target, a.question): a.accept
        for e in protocol("caption-counts@1").examples
        for a in e.answers
        if a.accept
    }
    assert accepted == {
        ("living-room-18473", "A", "relations"): (2,),
        ("living-room-18473", "D", "relations"): (2,),
        ("living-room-18473", "E", "relations"): (2,),
        ("hot-dog-10858", "A", "objects"): (3,),
        ("hot-dog-10858", "C", "relations"): (0.5,),
    }


def test_scores_that_only_follow_from_the_guideline_are_marked_as_derived():
    derived = {(e.id, a.target) for e in protocol("caption-counts@1").examples for a in e.answers if a.derived}
    assert derived == {("clock-tower-23873", "C"), ("clock-tower-23873", "D")}


def test_the_tick_is_a_column_of_its_own_and_one_more_object():
    values: dict[str, Value] = {"objects": 3, "relations": 2.5, "attributes": 0, "whole": ["conveys"]}
    stored = {question: {"A": Answer(value=value, by="rater")} for question, value in values.items()}
    assert scores_of(protocol("caption-counts@1"), stored, "A") == {
        "objects": 3,
        "relations": 2.5,
        "attributes": 0,
        "whole": 1,
        "objects_total": 4,
        "total": 6.5,
    }


def test_a_guideline_that_asks_for_two_raters_says_so_and_the_film_protocols_deal_out_lists():
    assert load_protocol("sarcasm-interpretation").protocol.least_raters == 2
    for version in (1, 2):
        protocol = load_protocol(f"audio-description@{version}").protocol
        assert (protocol.assign, default_settings(protocol).assign, default_settings(protocol).ways) == (
            "fixed", "fixed", "both",
        )  # fmt: skip


# adequacy-fluency


def test_of_a_translation_the_source_is_hidden_while_fluency_is_judged():
    p = protocol("adequacy-fluency@1")
    assert [(stage.id, stage.show, stage.opens) for stage in p.stages] == [
        ("fluency", ("output",), "unit"),
        ("adequacy", ("source", "output"), "batch"),
    ]
    assert [(score.id, score.rule) for score in p.scores] == [("adequacy", "value"), ("fluency", "value")]
    assert p.task == protocol("da@1").task == "translation"


def test_adequacy_and_fluency_have_the_level_names_of_the_specification():
    name = "adequacy-fluency@1"
    fluency = {1: "Incomprehensible", 2: "Disfluent", 3: "Non-native", 4: "Good", 5: "Flawless"}
    assert levels(name, "fluency") == fluency
    assert levels(name, "adequacy") == {1: "None", 2: "Little", 3: "Much", 4: "Most", 5: "All"}
    credit = protocol(name).credit
    assert credit
    assert (credit.authors, credit.year) == ("Linguistic Data Consortium", 2005)


@pytest.mark.parametrize("language", ["en", "de", "es", "zh"])
def test_each_language_has_examples_in_which_fluency_and_adequacy_part(language):
    found = [e for e in protocol("adequacy-fluency@1").examples if e.lang == language]
    both = [(*answers(e, "fluency"), *answers(e, "adequacy")) for e in found]
    assert both == [(5, 5), (5, 2), (2, 5)]
    assert len({e.fields["source"] for e in found}) == 3, "the first would show what the second hides"
    assert {e.source_lang for e in found} == {"de" if language == "en" else "en"}
    assert all(e.calibration and e.ours for e in found)
