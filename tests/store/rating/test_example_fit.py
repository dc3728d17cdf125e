"""Which worked examples a rater gets: those that fit the languages of what is rated, or that were chosen."""

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
