"""Before the first task: consent, then the questionnaire; nobody is served who has not done what the study asks."""

import json

import pytest

from jurybox.core.errors import Conflict, JuryboxError, NotFound
from jurybox.studies.carry.export import write
from jurybox.studies.people.raters import list_raters
from jurybox.studies.rating import panel
from jurybox.studies.rating.onboarding import consent_hash
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import Played, PlayedRater, lines, open_study

TEXTS = {"en": "We keep **your answers**.", "es": "Guardamos sus respuestas."}
CHOICE = {
    "id": "reads",
    "prompt": {"en": "Do you read it?"},
    "type": "choice",
    "options": [{"id": "yes", "label": {"en": "Yes"}}, {"id": "no", "label": {"en": "No"}}],
}


def agree(rater: PlayedRater, given: bool = True, lang: str = "en") -> None:
    rater.call(panel.give_consent, lang, consent_hash(TEXTS[lang]), given)


def codes(error: pytest.ExceptionInfo[JuryboxError]) -> list[str]:
    return [fault.code for fault in error.value.faults]


@pytest.fixture
def study(bench: Workbench) -> Played:
    return open_study(bench, lines(3), consent=TEXTS, questionnaire="standard")


def test_nothing_is_served_before_consent_and_questionnaire(study: Played) -> None:
    rater = study.rater()
    steps = ["consent", "questionnaire"]
    for step in steps:
        asked = rater.ask()
        assert (asked["state"], asked["units"]) == ("before", [])
        shown = rater.call(panel.show_before, reading=True)
        assert (shown["steps"], shown["step"]) == (steps, step)
        if step == "consent":
            agree(rater)
        else:
            rater.call(panel.answer_questionnaire, {"first_language": "Bribri", "dialect": ""}, "en")
    assert rater.ask()["state"] == "rate"
    assert rater.call(panel.show_before, reading=True)["step"] is None


def test_who_declines_gets_nothing_and_may_change_their_mind(study: Played) -> None:
    rater = study.rater()
    agree(rater, given=False)
    assert rater.ask()["state"] == "before"
    assert rater.call(panel.show_before, reading=True)["consent"]["said"] is False
    agree(rater, lang="es")
    rater.call(panel.answer_questionnaire, {"first_language": "Bribri"}, "es")
    assert rater.ask()["state"] == "rate"
    rows = sql(study.bench, "SELECT given, lang, hash FROM consent ORDER BY id")
    assert rows == [(0, "en", consent_hash(TEXTS["en"])), (1, "es", consent_hash(TEXTS["es"]))]


def test_who_takes_consent_back_gives_back_what_they_hold(study: Played) -> None:
    rater = study.rater()
    agree(rater)
    rater.call(panel.answer_questionnaire, {"first_language": "Bribri"}, "en")
    rater.one()
    free = sum(slot[1] for slot in study.slots())
    agree(rater, given=False)
    assert sum(slot[1] for slot in study.slots()) == free + 1
    assert rater.ask()["units"] == []


def test_consent_is_to_the_words_that_were_shown(study: Played) -> None:
    rater = study.rater()
    with pytest.raises(Conflict) as refused:
        rater.call(panel.give_consent, "en", consent_hash(TEXTS["es"]), True)
    assert codes(refused) == ["before.consent_changed"]


def test_every_fault_of_a_questionnaire_is_named(bench: Workbench) -> None:
    rater = open_study(bench, lines(1), questionnaire=[CHOICE, {"id": "place", "prompt": {"en": "Where?"}}]).rater()
    with pytest.raises(JuryboxError) as refused:
        rater.call(panel.answer_questionnaire, {"reads": "perhaps", "name": "Ann"}, "en")
    assert codes(refused) == ["answer.unknown_question", "answer.unknown_option", "answer.missing"]
    with pytest.raises(NotFound):
        agree(rater)


def test_answers_are_appended_and_the_newest_stands(study: Played) -> None:
    rater = study.rater()
    for language in ("Bribri", "Cabécar"):
        rater.call(panel.answer_questionnaire, {"first_language": language}, "en")
    kept = [json.loads(row[0]) for row in sql(study.bench, "SELECT answers FROM questionnaire ORDER BY id")]
    assert kept == [{"first_language": "Bribri"}, {"first_language": "Cabécar"}]
    shown = rater.call(panel.show_before, reading=True)
    assert shown["questionnaire"]["answers"] == {"first_language": "Cabécar"}


def test_the_table_of_raters_holds_the_answers_and_no_name(study: Played) -> None:
    rater = study.rater("Ximena")
    agree(rater, lang="es")
    rater.call(panel.answer_questionnaire, {"first_language": "Bribri", "region": "Talamanca"}, "es")
    study.rater("Yolanda")
    first, second = write.rater_rows(study.bench, study.key)
    assert first["rater"] == rater.id
    assert (first["consent"], first["consent_hash"]) == ("given", consent_hash(TEXTS["es"]))
    assert (first["about.first_language"], first["about.region"], first["about.dialect"]) == (
        "Bribri",
        "Talamanca",
        None,
    )
    assert second["consent"] is None
    written = b"".join(write.rater_lines(study.bench, study.key, "csv")).decode()
    assert "Talamanca" in written
    assert "Ximena" not in written


def test_rebuilding_finds_who_was_through(study: Played) -> None:
    through, waiting = study.rater(), study.rater()
    agree(through)
    through.call(panel.answer_questionnaire, {"first_language": "Bribri"}, "en")
    agree(waiting)
    before = study.projections()
    sql(study.bench, "UPDATE membership SET ready = 0")
    study.rebuild()
    assert study.projections() == before
    assert [info.ready for info in list_raters(study.bench, study.key)] == ["ready", "waiting"]


def test_a_study_that_asks_nothing_serves_at_once(bench: Workbench) -> None:
    rater = open_study(bench, lines(1)).rater()
    assert rater.ask()["state"] == "rate"
    assert rater.call(panel.show_before, reading=True) == {"steps": [], "step": None, "flagged": False}
