"""The Human Evaluation Datasheet: every number once, filled in as far as the study knows."""

from dataclasses import replace

from jurybox.report.datasheet import datasheet, datasheet_markdown
from jurybox.report.wording import Wording
from jurybox.texts.words import words_in
from tests.unit.report.made import SIGNATURE, findings

OPEN = "To be filled in by the authors"
# Shimorina & Belz 2022: 3 + 5 + (3 + 5 + 8) + (3 + 3 + 11) + 4 questions
GENERAL, PER_CRITERION = 28, 17


def answers(made=None) -> dict[str, str | None]:
    made = made or findings()
    found: dict[str, str | None] = {}
    for group in datasheet(made, Wording.of(made, words_in("en"))):
        for answered in group.answers:
            found.setdefault(answered.number, answered.text)
    return found


def test_all_45_questions_are_there_those_about_quality_for_each_criterion():
    made = findings()
    numbers = [a.number for group in datasheet(made, Wording.of(made, words_in("en"))) for a in group.answers]
    assert len(numbers) == GENERAL + PER_CRITERION * len(made.questions)
    assert len(set(numbers)) == 45
    assert {"1.1", "2.5", "3.3.8", "4.3.11", "5.4"} <= set(numbers)


def test_what_the_study_knows_is_filled_in():
    known = answers()
    assert known["3.1.1"] == "120 (number of systems: 6)."
    assert known["3.2.1"] == "Raters whose ratings count: 8. Invited: 9."
    assert "Worked examples rated before the first task: 6" in (known["3.2.4"] or "")
    assert known["3.2.5"] == "first_language: es (5), other (3)"
    assert "caption-culture@1" in (known["3.3.4"] or "")
    assert "First judgement 2025-05-02, last 2025-06-15." in (known["3.3.5"] or "")
    assert known["4.3.3"] == "5"
    assert known["4.3.4"] == "1 = Incomprehensible; 2 = Poor; 3 = Acceptable; 4 = Good; 5 = Flawless"
    assert known["4.3.7"] == "How natural is this text?"
    assert "Krippendorff’s alpha (ordinal) = 0.702 [0.668, 0.731]" in (known["4.3.11"] or "")
    assert "paired permutation test" in (known["4.3.10"] or "")


def test_what_only_the_authors_know_is_open():
    known = answers()
    assert [known[number] for number in ("1.1", "2.3", "3.2.2", "3.3.1", "4.1.1", "5.3", "5.4")] == [None] * 7
    text = datasheet_markdown(findings(), Wording.of(findings(), words_in("en")))
    assert text.count(OPEN) > 10
    assert SIGNATURE in text


def test_a_file_claims_nothing_about_how_people_worked():
    known = answers(replace(findings(), source={"name": "x.csv", "kind": "file", "facts": {"files": ["x.csv"]}}))
    assert [known[number] for number in ("3.2.4", "3.3.2", "3.3.5", "3.3.6", "5.1", "5.2")] == [None] * 6
