"""The words of faults and pages."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from jurybox.core.errors import Fault
from jurybox.protocols import lint_file
from jurybox.texts import BadCatalogue, catalogue, hint_of, languages, line_of, message_of, name_of
from jurybox.texts.faults import templates
from tests.fixtures.each import each
from tests.paths import ROOT
from tests.unit.protocols.test_lint import FAULTY

SRC = ROOT / "src" / "jurybox"
CODE = re.compile(r"^[a-z_]+(\.[a-z0-9_]+)+$")
MAKERS = ("Fault", "of", "unknown", "fault", "_fault", "add", "Unreadable")
"""The functions whose first text is the code of a fault."""


def literals() -> Iterator[tuple[str, bool]]:
    """Every text in our source that could be a code, and whether it surely is one."""
    for path in sorted(SRC.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                for argument in node.args[:3]:
                    if name in MAKERS and isinstance(argument, ast.Constant) and CODE.match(str(argument.value)):
                        yield str(argument.value), True
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.match(node.value):
                yield node.value, False


def test_every_fault_has_words_and_all_words_are_used():
    found = list(literals())
    raised = {code for code, is_sure in found if is_sure}
    named = {code for code, _ in found}
    worded = {code.removesuffix(".page").removesuffix(".hint") for code in templates()} - {"any"}
    assert sorted(raised - worded) == [], "faults without words in texts/faults.en.json"
    assert sorted(worded - named) == [], "words in texts/faults.en.json that no fault uses"


def test_no_key_of_the_words_stands_twice():
    text = (SRC / "texts" / "faults.en.json").read_text(encoding="utf-8")
    keys = [key for key, _ in json.loads(text, object_pairs_hook=list)]
    assert len(keys) == len(set(keys))


def test_a_message_says_what_was_given_and_what_is_allowed():
    fault = Fault("answer.not_a_level", "answers.adequacy.A", 7, [1, 2, 3, 4, 5])
    assert message_of(fault) == "Question 'adequacy' got 7. Allowed: 1, 2, 3, 4, 5."
    assert hint_of(fault) is None


def test_a_hint_names_the_nearest_name():
    fault = Fault("protocol.unknown_field", "stages[0].show[1]", "sorce", ["source", "output"], {"nearest": "source"})
    assert hint_of(fault) == "Did you mean 'source'?"
    assert hint_of(Fault("protocol.unknown_field", "", "x", [], {"nearest": None})) is None


def test_a_line_for_the_terminal_says_file_line_and_place():
    fault = Fault("protocol.not_one_of", "merge", "some", ["exact", "none"], file="p.yaml", line=3)
    assert line_of(fault) == "p.yaml:3: merge: Got 'some'. Allowed: exact, none."


def test_long_values_are_shortened():
    message = message_of(Fault("answer.not_a_text", "answers.note.A", {"x": "y" * 5000}))
    assert len(message) < 200
    assert "…" in message
    many = message_of(Fault("answer.not_a_level", "answers.q.A", 0, list(range(1000))))
    assert many.endswith("19, … (1000 in all).")


def test_an_unknown_code_still_gives_a_sentence():
    fault = Fault("moon.not_round", given="a square", allowed=["a disc"])
    assert message_of(fault) == "This was refused (moon.not_round): got 'a square'. Allowed: a disc."


def test_a_value_with_braces_is_only_a_value():
    assert message_of(Fault("protocol.not_one_of", given="{given} {0} {x.y}", allowed=["{allowed}"])) == (
        "Got '{given} {0} {x.y}'. Allowed: {allowed}."
    )


@each("code", lambda: sorted(templates()))
def test_every_template_can_be_filled_from_an_empty_fault(code: str):
    given = ["a", "b"] if "given[" in templates()[code] else None
    allowed = [1, 2] if "allowed[" in templates()[code] else None
    assert message_of(Fault(code.removesuffix(".hint"), given=given, allowed=allowed))


def test_the_words_of_real_faults_leave_no_gap():
    faults = lint_file(FAULTY)
    assert faults
    for fault in faults:
        assert "–" not in line_of(fault), fault
        assert "{" not in line_of(fault).replace("{en: …}", "").replace('{"min"', ""), fault


def test_an_organiser_adds_a_language_as_a_file(tmp_path: Path):
    (tmp_path / "yua.json").write_text('{"hello": "Ba\'ax ka wa\'alik", "n": {"other": "{n}"}}', encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a catalogue", encoding="utf-8")
    (tmp_path / "faults.yua.json").write_text("{}", encoding="utf-8")
    assert "yua" in languages(tmp_path)
    assert "faults.yua" not in languages(tmp_path)
    assert "yua" not in languages()
    assert catalogue("yua", tmp_path)["hello"] == "Ba'ax ka wa'alik"


def test_what_a_catalogue_lacks_is_english(tmp_path: Path):
    (tmp_path / "en.json").write_text('{"yes": "Yes", "no": "No"}', encoding="utf-8")
    (tmp_path / "es.json").write_text('{"yes": "Sí"}', encoding="utf-8")
    (tmp_path / "es-MX.json").write_text("{}", encoding="utf-8")
    for language in ("es", "es-MX", "es-PE"):
        assert catalogue(language, tmp_path)["yes"] == "Sí"
        assert catalogue(language, tmp_path)["no"] == "No"
    assert catalogue("xx", tmp_path) == catalogue("en", tmp_path)


def test_a_catalogue_names_the_language_for_what_it_lacks(tmp_path: Path):
    (tmp_path / "gn.json").write_text('{"language.fallback": "es", "yes": "Héẽ"}', encoding="utf-8")
    (tmp_path / "es.json").write_text('{"yes": "Sí", "no": "No"}', encoding="utf-8")
    found = catalogue("gn", tmp_path)
    assert (found["yes"], found["no"]) == ("Héẽ", "No")
    assert found["rate.optional"] == catalogue("es")["rate.optional"]
    assert (name_of("gn", tmp_path), name_of("es", tmp_path)) == ("Avañe’ẽ", "Español")
    (tmp_path / "es.json").write_text('{"language.fallback": "gn"}', encoding="utf-8")
    assert catalogue("gn", tmp_path)["yes"] == "Héẽ"  # a circle ends


def test_a_changed_catalogue_is_read_again(tmp_path: Path):
    import os

    file = tmp_path / "es.json"
    file.write_text('{"yes": "Si"}', encoding="utf-8")
    assert catalogue("es", tmp_path)["yes"] == "Si"
    file.write_text('{"yes": "Sí"}', encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert catalogue("es", tmp_path)["yes"] == "Sí"


@pytest.mark.parametrize(
    "text", ["[]", "{", '{"a": 1}', '{"a": {"one": "x"}}', '{"a": {"other": "x", "lots": "y"}}', '{"a": {"b": {}}}']
)
def test_a_broken_catalogue_is_refused_with_its_name(tmp_path: Path, text: str):
    (tmp_path / "es.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadCatalogue, match=re.escape("es.json")):
        catalogue("es", tmp_path)
