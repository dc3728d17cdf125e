"""Worked examples that answer two stages: what the second shows is never there while the first is rated."""

from typing import Any

import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.rating import panel
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import lines, open_study

PAIRS = {"en": "de-en", "de": "en-de", "es": "en-es", "zh": "en-zh"}
PROTOCOL = load_protocol("adequacy-fluency").protocol


@pytest.mark.parametrize("language", PAIRS)
def test_fluency_of_an_example_comes_without_its_source_and_what_the_guideline_says_passes(
    bench: Workbench, language: str
) -> None:
    study = open_study(bench, lines(4, "ab", [PAIRS[language]]), "adequacy-fluency", calibration=True, quorum=1)
    rater = study.rater("Ana", [PAIRS[language]])
    rater.call(panel.begin_calibration)
    examples = {str(e.candidates[0].fields["output"]): e for e in PROTOCOL.examples if e.lang == language}
    seen: list[tuple[str, str]] = []
    while "example" in (packet := rater.one()):
        output, stage = packet["candidates"][0]["fields"]["output"], packet["stage"]
        example = examples[output]
        if stage == "fluency":
            assert str(example.fields["source"]) not in str(packet)
        else:
            assert packet["fields"]["source"] == example.fields["source"]
        said: dict[str, Any] = {a.question: {"A": a.value} for a in example.answers if a.question == stage}
        receipt = rater.submit(packet, answers=said)
        assert receipt.feedback is not None
        assert [answer["verdict"] for answer in receipt.feedback["answers"]] == ["agrees"]
        seen.append((output, stage))
    assert sorted(seen) == sorted((output, stage) for output in examples for stage in ("fluency", "adequacy"))
    assert packet["stage"] == "fluency"
    assert rater.call(panel.show_before, reading=True)["calibration"]["result"]["passed"]
