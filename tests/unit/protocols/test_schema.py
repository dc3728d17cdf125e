"""The published JSON Schema: the committed file is the model, and editors can rely on it."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from jurybox.protocols.schema import SCHEMA_FILE, protocol_schema, schema_text
from jurybox.protocols.tree import read_tree
from tests.fixtures.small import SCALE, document
from tests.unit.protocols.test_lint import EXAMPLES, FAULTY, SHELF, SOUND

AGAIN = "python -c 'from jurybox.protocols.schema import *; SCHEMA_FILE.write_text(schema_text(), encoding=\"utf-8\")'"
VALIDATOR = Draft202012Validator(protocol_schema())


def plain(path: Path) -> Any:
    root, _ = read_tree(path.read_text(encoding="utf-8"), str(path))
    assert root is not None
    return root.plain()


def test_the_committed_schema_is_that_of_the_model():
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), f"make it anew: {AGAIN}"


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(json.loads(schema_text()))


@pytest.mark.parametrize(
    "path", [*EXAMPLES, *SHELF], ids=lambda path: f"{path.parent.parent.name}/{path.parent.name}/{path.stem}"
)
def test_every_sound_protocol_fits_the_schema(path: Path):
    assert list(VALIDATOR.iter_errors(plain(path))) == []


@pytest.mark.parametrize("case", SOUND)
def test_every_sound_form_fits_the_schema(case: str):
    questions, changes = SOUND[case]
    assert list(VALIDATOR.iter_errors(document(*questions, **changes))) == []


def test_the_schema_refuses_what_it_can_see():
    assert len(list(VALIDATOR.iter_errors(plain(FAULTY)))) > 5


@pytest.mark.parametrize("key", ["type", "id", "prompt", "levels"])
def test_the_schema_asks_for_the_keys_of_a_question(key: str):
    question = copy.deepcopy(SCALE)
    del question[key]
    assert list(VALIDATOR.iter_errors(document(question)))


@pytest.mark.parametrize("field", ["text", {"type": "text"}, {"type": "image", "per": "system"}])
def test_the_schema_takes_fields_in_short_and_in_long(field: Any):
    assert list(VALIDATOR.iter_errors(document(fields={"source": field, "output": "text"}))) == []


@pytest.mark.parametrize("field", ["txt", {"type": "text", "colour": "red"}, 5])
def test_the_schema_refuses_other_fields(field: Any):
    assert list(VALIDATOR.iter_errors(document(fields={"source": field})))


def test_each_shelf_and_example_file_names_the_schema_on_its_first_line():
    assert EXAMPLES
    assert SHELF
    for path in [*EXAMPLES, *SHELF]:
        if path.suffix != ".json":
            first = path.read_text(encoding="utf-8").splitlines()[0]
            named = first.removeprefix("# yaml-language-server: $schema=")
            assert (path.parent / named).resolve() == SCHEMA_FILE.resolve(), path
