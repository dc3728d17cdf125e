"""Files of Label Studio with anything changed, taken out or put in: they come in or are refused in words."""

import copy
import json
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from jurybox.core.errors import JuryboxError
from jurybox.exchange.label_studio.config import parse_config
from jurybox.exchange.label_studio.draft import DraftWishes, draft_protocol
from jurybox.protocols import lint_text
from jurybox.studies.workbench import Workbench
from jurybox.texts import line_of
from tests.fixtures.databases import NewBench
from tests.unit.exchange.label_studio.test_tasks import SAMPLES
from tests.unit.studies.carry.label_studio.test_import import bring, create, everything

ODD: list[Any] = [
    None, True, 0, -1, 1e300, 10**30, 0.5, "", "x", "9" * 300, "2025-13-01", "/data/upload/1/a.mp4", [], {}, [[]],
    {"a": 1}, ["x", 3],
]  # fmt: skip
SEEDS = 30
VALUES = [
    "",
    "x",
    "$x",
    "true",
    "0",
    "-5",
    "99999",
    "a,b",
    "multiple",
    "choice-selected",
    "$a[{{idx}}].b",
    "语言",
    "1 a",
]
NAMES = ["name", "toName", "value", "choice", "maxRating", "min", "max", "step", "visibleWhen", "whenTagName", "alias"]
TAGS = [
    "View",
    "Text",
    "Choices",
    "Rating",
    "Number",
    "TextArea",
    "Repeater",
    "Video",
    "Labels",
    "Pairwise",
    "Taxonomy",
]


@pytest.fixture
def bench(new_bench: NewBench) -> Workbench:
    return new_bench("sqlite")


def holders(value: Any) -> list[tuple[Any, Any]]:
    """Every part of a document, as what holds it and the key it has there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, key) for key in keys] + [pair for key in keys for pair in holders(value[key])]


def mangled(document: Any, chance: Random) -> Any:
    made = copy.deepcopy(document)
    for _ in range(chance.choice([1, 1, 2, 4])):
        holder, key = chance.choice(holders(made) or [([None], 0)])
        if chance.random() < 0.3:
            del holder[key]
        else:
            holder[key] = chance.choice(ODD)
    return made


@pytest.mark.parametrize(("sample", "protocol"), [("export.json", "audio-description"), ("export-min.json", "summary")])
def test_mangled_tasks_come_in_or_are_refused_in_words(bench: Workbench, tmp_path: Path, sample: str, protocol: str):
    create(bench, protocol, quorum=2)
    before = everything(bench)
    document = json.loads((SAMPLES / sample).read_text(encoding="utf-8"))
    path, refused = tmp_path / "mangled.json", []
    for seed in range(SEEDS):
        path.write_text(json.dumps(mangled(document, Random(seed))), encoding="utf-8")
        try:
            bring(bench, path, dry_run=True)
        except JuryboxError as error:
            refused.append([line_of(fault) for fault in error.faults])
    assert 0 < len(refused) < SEEDS
    assert all(words and "–" not in words for told in refused for words in told)
    assert everything(bench) == before


@pytest.mark.parametrize("sample", ["config.xml", "pairs.xml"])
def test_a_mangled_configuration_gives_a_protocol_that_passes_the_check_or_is_refused(sample: str):
    text = (SAMPLES / sample).read_text(encoding="utf-8")
    refused = []
    for seed in range(80):
        chance, root = Random(seed), Xml.fromstring(text)
        for _ in range(chance.randint(1, 5)):
            element = chance.choice(list(root.iter()))
            way = chance.random()
            if way < 0.6:
                element.set(chance.choice(NAMES), chance.choice(VALUES))
            elif way < 0.8:
                element.tag = chance.choice(TAGS)
            elif len(element):
                element.remove(chance.choice(list(element)))
        try:
            made = draft_protocol(parse_config(Xml.tostring(root), Path("c.xml")), DraftWishes())
        except JuryboxError as error:
            refused.append([line_of(fault) for fault in error.faults])
            continue
        assert lint_text(json.dumps(made.document, indent=1), "draft.json") == [], f"seed {seed}"
    assert len(refused) < 40, "most are understood"
    assert all(words and "–" not in words for told in refused for words in told)
