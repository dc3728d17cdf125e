"""Settings as sentences: every setting is told, in every language, and every sentence is used."""

import json
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.study import Settings
from jurybox.exchange.items import Reading
from jurybox.protocols import load_protocol
from jurybox.studies.lifecycle import ItemFiles, StudyDraft, create_study, import_items, tell_settings
from jurybox.studies.lifecycle.settings_told import TELLERS
from jurybox.studies.workbench import Workbench
from jurybox.texts import catalogue, languages, words_in
from tests.fixtures.studies import loaded

BEGINNING = "org.settings.told."
EXAMINED: dict[str, Any] = {"on": True, "rounds": 2, "examples": 3}


def told(bench: Workbench, lang: str = "en", protocol: str | None = None, **wishes: Any) -> dict[str, str]:
    key = f"study-{bench.new_id()[-12:]}"
    create_study(bench, load_protocol(protocol) if protocol else loaded(), StudyDraft(key, key, wishes))
    return {one["name"]: one["words"] for one in tell_settings(bench, key, words_in(lang), lang)}


def test_every_setting_is_told():
    assert set(TELLERS) == set(Settings.model_fields)


def test_a_setting_is_a_sentence(bench: Workbench) -> None:
    found = told(bench, quorum={"rating": 3})
    assert found["quorum"] == "Each unit is rated by 3 raters."
    assert told(bench, quorum={"rating": 1})["quorum"] == "Each unit is rated by one rater."
    assert told(bench, "de", quorum={"rating": 3})["quorum"] == "Jede Einheit wird von 3 Bewertenden bewertet."


def test_of_what_this_study_has_not_nothing_is_said(bench: Workbench) -> None:
    found = told(bench)
    assert {"batch", "ways", "guides", "group_quorum", "completion_code"}.isdisjoint(found)
    assert found["consent"] == "Raters are not asked for their consent."


def test_what_was_chosen_for_empty_outputs_when_they_came_is_told(bench: Workbench, tmp_path: Path) -> None:
    key = "study"
    create_study(bench, loaded(), StudyDraft(key, key))
    table = tmp_path / "items.csv"
    table.write_text("id,system,source,output\na,x,Text,\na,y,Text,Words\n", encoding="utf-8")
    import_items(bench, key, ItemFiles([table], reading=Reading(empty="show")))
    found = {one["name"]: one["words"] for one in tell_settings(bench, key, words_in("en"), "en")}
    assert found["empty"] == "Empty outputs are shown as empty, and rated."


@pytest.mark.parametrize("language", languages())
def test_no_sentence_holds_json_or_a_gap(bench: Workbench, language: str) -> None:
    found = told(bench, language, assign="fixed", repeats=0.125, consent={"en": "x"}, calibration=EXAMINED, sealed=True)
    text = " ".join(found.values())
    assert "{" not in text
    assert " null" not in text.replace(" nulla", "")
    assert json.dumps(True) not in text


def test_every_sentence_of_the_catalogue_is_said(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    said: set[str] = set()

    def words(key: str, **parameters: object) -> str:
        said.add(key.removeprefix(BEGINNING))
        return key

    def tell(protocol: str | None = None, **wishes: Any) -> None:
        key = f"study-{bench.new_id()[-12:]}"
        create_study(bench, load_protocol(protocol) if protocol else loaded(), StudyDraft(key, key, wishes))
        tell_settings(bench, key, words, "en")

    tell(assign="fixed", ways="both", repeats=0.1, merge="exact", empty="refuse", completion_code="X", sealed=True)
    tell(assign="fixed", ways="list", merge="same-words", empty="leave-out", consent={"en": "x"})
    tell(assign="fixed", ways="stream", merge="none", empty="rule", order="sequential", calibration=EXAMINED)
    tell(order="random", calibration={**EXAMINED, "on_fail": "again"})
    tell(calibration={**EXAMINED, "on_fail": "stop"}, group_quorum={"g": {"rating": 2}})
    tell(prefill={"on": True, "hold_out": 0.25})
    tell(units_per_rater=5, disputes={"thresholds": {"quality": 3}, "tell_raters": True})
    tell(checks={"share": 0.1, "degraded": True, "on_fail": "screen_out", "exclude": True, "completion_code": "OUT"})
    tell(checks={"every": 10, "on_fail": "pause"})
    tell(checks={"every": 10})
    tell("da", calibration={"on": True, "chosen": ["ferry-en-high"]})
    tell("pairwise", pairs={"choose": "uncertain", "batch": 20, "most": 60})
    tell("pairwise", pairs={"choose": "even"}, empty="show")
    tell("da", texts_languages=["en-de"], empty="leave-segment")
    known = {key.removeprefix(BEGINNING) for key in catalogue("en") if key.startswith(BEGINNING)}
    assert known - said <= {"revealed", "quorum_stage", "batch", "guides", "no_guides", "questionnaire"}
