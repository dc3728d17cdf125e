"""docs/protocols.md: its protocols are sound, and it leaves no key of the grammar out."""

import io
import json
import re
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from pydantic import BaseModel
from ruamel.yaml import YAML

from jurybox.core.protocol import Protocol
from jurybox.core.questions import QUESTION_TYPES
from jurybox.protocols import find_protocol, lint_text
from jurybox.protocols.structure import strip
from jurybox.texts import line_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocols.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
WHOLE = [block for block in BLOCKS if block.startswith("id:")]
PARTS = [block for block in BLOCKS if not block.startswith("id:")]


def parse(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(io.StringIO(text))


@pytest.mark.parametrize("text", WHOLE, ids=lambda text: text.splitlines()[0])
def test_a_whole_protocol_on_the_page_is_sound(text: str):
    assert lint_text(text, "page.yaml") == []


@pytest.mark.parametrize("text", PARTS, ids=lambda text: text.splitlines()[0])
def test_a_part_on_the_page_fits_into_the_smallest_protocol(text: str):
    base, part = parse(WHOLE[0]), parse(text)
    if isinstance(part, list):
        base["stages"][0]["ask"] = part
        base["scores"] = []
        if any(question["type"] in ("preference", "ranking") for question in part):
            base["unit"] = {"candidates": 3}
    else:
        base |= part
    assert lint_text(json.dumps(base), "page.json") == []


def keys(annotation: Any) -> set[str]:
    """Every key of the grammar below a type."""
    annotation = strip(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {key for name, info in annotation.model_fields.items() for key in {name, *keys(info.annotation)}}
    return set().union(*(keys(inner) for inner in get_args(annotation))) if get_origin(annotation) else set()


def test_every_key_of_the_grammar_is_explained():
    quoted = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`\n]+)`", PAGE))))
    assert sorted(keys(Protocol) - quoted) == []


def test_every_type_of_question_is_shown():
    assert {question["type"] for block in PARTS if isinstance(parse(block), list) for question in parse(block)} == set(
        QUESTION_TYPES
    )


def test_the_fault_on_the_page_is_what_the_checker_says():
    shown = next(line for line in PAGE.splitlines() if line.startswith("plain-quality.yaml:"))
    broken = WHOLE[0].replace("show: [source", "show: [sorce")
    assert [line_of(fault) for fault in lint_text(broken, "plain-quality.yaml")] == [shown]


def test_the_protocols_that_the_page_checks_are_there():
    named = set(re.findall(r"jurybox check ([\w./@-]+)", PAGE))
    assert named > {"plain-quality.yaml"}, "the page checks its own protocol, and others"
    assert all(find_protocol(name).is_file() for name in named - {"plain-quality.yaml"})


def test_the_example_protocols_are_named():
    words = {"da": "DA", "esa": "ESA", "mqm": "MQM", "sqm-segments": "SQM", "pairwise": "pairwise comparison"}
    stems = {path.stem for path in (ROOT / "examples" / "protocols").glob("*.yaml")}
    assert stems >= set(words)
    assert [stem for stem in sorted(stems) if words.get(stem, stem) not in PAGE] == []
