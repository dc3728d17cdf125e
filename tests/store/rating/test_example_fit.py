"""Which worked examples a rater gets: those that fit the languages of what is rated, or that were chosen."""

from collections.abc import Sequence
from typing import Any

import pytest

from jurybox.core import Refused
from jurybox.studies import planning
from jurybox.studies.lifecycle import change_settings
from jurybox.studies.previews import Past, drive_study
from jurybox.studies.rating import panel
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import Played, PlayedRater, lines, new_study

FERRY = ["ferry-en-high", "ferry-en-low"]
TO_GERMAN = ["library-de-high", "library-de-middle"]


def draft(bench: Workbench, *groups: str, **calibration: Any) -> Played:
    return new_study(bench, lines(4, "ab", groups), "da", calibration={"on": True, **calibration})


def sources(rater: PlayedRater) -> set[str]:
    """What the examples show that a rater is given first."""
    rater.call(panel.begin_calibration)
    return {packet["fields"]["source"] for packet in rater.next(10)}


def remarks(study: Played) -> dict[str, dict[str, Any]]:
    return {remark.code: remark.params for remark in planning.check_study(study.bench, study.key)}


def test_groups_that_say_their_languages_choose_the_examples(bench: Workbench) -> None:
    study = draft(bench, "en-zh", "en-de").open()
    assert sources(study.rater("Wei", ["en-zh"])) == {"My grandmother sells tea at the station every morning."}
    assert sources(study.rater("Eva", ["en-de"])) == {"The library stays open until midnight during the exam weeks."}
    assert len(sources(study.rater("Ada"))) == 2, "whoever rates both is given both"
    assert not {"examples_unknown", "examples_differ"} & remarks(study).keys()


def test_examples_that_were_chosen_are_given_to_all_and_counted(bench: Workbench) -> None:
    study = draft(bench, chosen=[*FERRY, *TO_GERMAN])
    before = drive_study(bench, study.key, Past()).before()
    assert before["calibration"]["examples"] == 4, "as many have to be passed as are given"
    assert "examples_unknown" not in remarks(study)
    assert len(sources(study.open().rater())) == 2


def test_a_test_drive_gives_as_many_examples_as_raters_get(bench: Workbench) -> None:
    study = draft(bench)
    before = drive_study(bench, study.key, Past()).before()
    assert before["calibration"]["examples"] == 2
    assert planning.estimate_study(bench, study.key)["minutes_per_rater"] < 5


def test_the_check_warns_where_nothing_says_which_examples_fit(bench: Workbench) -> None:
    told = remarks(draft(bench))["examples_unknown"]["languages"]
    assert told == "Deutsch → English, English → Deutsch, English → Español, English → 中文"


def test_the_check_names_groups_for_which_there_is_no_example(bench: Workbench) -> None:
    found = remarks(draft(bench, "en-cs", "de-en"))
    assert found["examples_differ"]["group"] == "en-cs"
    assert "examples_unknown" not in found
    assert "examples_unknown" in remarks(new_study(bench, lines(4, "ab", ("news", "it")), "da", "b", calibration=True))


@pytest.mark.parametrize(("chosen", "code"), [(["ferry"], "study.unknown_example"), ([], "study.no_example_chosen")])
def test_what_is_no_choice_is_refused(bench: Workbench, chosen: list[str], code: str) -> None:
    draft(bench)
    with pytest.raises(Refused) as caught:
        change_settings(bench, "study", {"calibration": {"chosen": chosen}}, who="Ada")
    assert [fault.code for fault in caught.value.faults] == [code]


GERMAN = "Die Bibliothek ist an den Tagen vor der Prüfung bis Mitternacht geöffnet."
SPANISH = "La biblioteca está abierta hasta la medianoche en los días de exámenes."
ENGLISH = "The library is open until midnight on the days before the exams."


def translated(bench: Workbench, targets: Sequence[str], *groups: str) -> Played:
    """Translations of English, the languages of the outputs in turn."""
    table = lines(12, "ab", groups)
    for n, line in enumerate(table):
        line["source"], line["output"] = f"{ENGLISH} {n // 2}", f"{targets[n // 2 % len(targets)]} {n}"
    return new_study(bench, table, "da", calibration={"on": True})


def test_languages_that_were_said_choose_the_examples_and_the_language_of_pages(bench: Workbench) -> None:
    study = draft(bench)
    change_settings(bench, "study", {"texts_languages": "EN-de"}, who="Ada")
    settings = study.view.settings
    assert (settings.texts_languages, settings.language) == (("en-de",), "de")
    assert not {"examples_unknown", "examples_guessed", "examples_unfit"} & remarks(study).keys()
    change_settings(bench, "study", {"language": "en"}, who="Ada")
    change_settings(bench, "study", {"texts_languages": ["en-de"]}, who="Ada")
    assert study.view.settings.language == "en", "said by itself, it stays"
    assert sources(study.open().rater()) == {"The library stays open until midnight during the exam weeks."}


def test_languages_that_no_example_is_in_are_told(bench: Workbench) -> None:
    study = draft(bench)
    change_settings(bench, "study", {"texts_languages": ["en-cs"]}, who="Ada")
    assert remarks(study)["examples_unfit"]["texts"] == "English → Čeština"
    with pytest.raises(Refused) as caught:
        change_settings(bench, "study", {"texts_languages": ["German"]}, who="Ada")
    assert 'such as ["en-de"]' in str(caught.value.faults[0].params["reason"])


def test_languages_are_guessed_from_the_texts_and_only_told(bench: Workbench) -> None:
    study = translated(bench, [GERMAN])
    assert planning.texts_languages(bench, "study", study.view.settings).wish == ["en-de"]
    assert remarks(study)["examples_guessed"]["texts"] == "English → Deutsch"
    assert study.view.settings.texts_languages == ()


def test_texts_that_say_no_language_are_not_guessed(bench: Workbench) -> None:
    study = draft(bench)
    assert planning.texts_languages(bench, "study", study.view.settings).guessed == []


def test_several_languages_need_groups(bench: Workbench) -> None:
    mixed = remarks(translated(bench, [GERMAN, SPANISH]))["languages_without_groups"]
    assert set(mixed["languages"].split(", ")) == {"English → Deutsch", "English → Español"}


def test_a_column_that_names_the_language_tells_of_several_too(bench: Workbench) -> None:
    table = lines(6, "ab")
    for n, line in enumerate(table):
        line["language"] = ("German", "Romanian")[n // 2 % 2]
    study = new_study(bench, table, "translation")
    assert remarks(study)["languages_without_groups"]["languages"] == "German, Romanian"


def test_who_rates_all_of_several_languages_is_told(bench: Workbench) -> None:
    study = draft(bench, "en-de", "en-es")
    assert "languages_need_groups" in remarks(study)
    study.rater("Eva", ["en-de"])
    assert not {"languages_need_groups", "raters_of_all_languages"} & remarks(study).keys()
    study.rater("Ada")
    assert remarks(study)["raters_of_all_languages"] == {"languages": "English → Deutsch, English → Español", "n": 1}
