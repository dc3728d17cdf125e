"""What happened to a study in words: every kind of event, with names, filtered, and as a file."""

import csv
import io
import json
import re

import pytest

from jurybox.core import EventKind, Refused
from jurybox.studies.history import EXTRAS, HistoryWish, history_file, people_of, tell_history
from jurybox.studies.lifecycle import (
    StudyCopy,
    change,
    close_study,
    copy_study,
    pause_study,
    reopen_study,
    restore_item,
)
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from jurybox.texts import catalogue, languages, words_in
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import Played, lines, open_study

EN = words_in("en")


def told(study: Played, **wish: object) -> list[str]:
    return [entry["words"] for entry in tell_history(study.bench, study.key, EN, HistoryWish(**wish))]  # type: ignore[arg-type]


@pytest.mark.parametrize("language", languages())
def test_every_kind_of_event_has_words(language: str) -> None:
    known = catalogue(language)
    for kind in EventKind:
        assert f"history.{kind}" in known, f"{language}: the event {kind} has no sentence"
        assert f"org.event.{kind}" in known, f"{language}: the event {kind} has no name"
    for name in EXTRAS:
        assert f"history.with.{name}" in known
    english = catalogue("en")
    for key in (key for key in english if key.startswith("history.")):
        asked, said = (set(re.findall(r"{(\w+)}", str(texts[key]))) for texts in (english, known))
        assert asked == said, f"{language}: {key} tells other things than in English"


def test_a_history_tells_who_did_what_to_whom(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "ab", ["maya", "bribri"]))
    raters.add_rater(bench, study.key, "Ana", ["maya"], who="Ada")
    raters.renew_link(bench, study.key, "Ana", who="Ada")
    change.withdraw_item(bench, study.key, "item-0", "It is broken.", who="Ada")
    restore_item(bench, study.key, "item-0", who="Ada")
    change.raise_quorum(bench, study.key, 3, "rating", "maya", who="Ada")
    change.mark_pilot(bench, study.key, who="Bo")
    change.revise_guideline(bench, study.key, "en", "Rate with love.", "kinder", who="Bo")
    raters.revoke_rater(bench, study.key, "Ana", who="Bo")
    pause_study(bench, study.key)
    close_study(bench, study.key)
    reopen_study(bench, study.key)
    sentences = told(study)
    assert sentences[0] == "The study was created with the protocol small@1."
    assert re.fullmatch(r"Imported from items-\d+.csv \(items: 2, outputs: 4\)\.", sentences[1])
    assert sentences[2:] == [
        "The study was opened (items: 2, units: 4).",
        "Ana was added as a rater. Groups: maya.",
        "The link of Ana was renewed.",
        "The item item-0 was withdrawn. Reason: It is broken.",
        "The item item-0 was restored.",
        "The quorum was raised to 3. Stage: rating. Group: maya.",
        "Everything judged until then was marked as a pilot (judgements: 0).",
        "The guideline in the language English was published as version 2. Note: kinder",
        "The access of Ana was revoked.",
        "The study was paused.",
        "The study was closed.",
        "The study was opened again.",
    ]
    assert not any("{" in words or "018" in words for words in sentences), "no hole, no id"
    german = tell_history(bench, study.key, words_in("de"))
    assert german[5]["words"] == "Das Item item-0 wurde zurückgezogen. Grund: It is broken."


def test_a_copy_says_of_what(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    copy_study(bench, study.key, StudyCopy("other"))
    assert told(Played(bench, "other"))[0].endswith("It is a copy of study.")


def test_a_history_is_filtered_by_kind_person_and_time(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    raters.add_rater(bench, study.key, "Ana", who="Ada")
    clock_of(bench).forward(24 * 60)
    raters.add_rater(bench, study.key, "Ben", who="Ada")
    clock_of(bench).forward(1)
    raters.revoke_rater(bench, study.key, "Ana", who="Bo")
    of_ana = ["Ana was added as a rater.", "The access of Ana was revoked."]
    assert told(study, person="Ana") == of_ana
    assert told(study, person="Bo") == of_ana[1:]
    assert told(study, kinds=("rater_added", "rater_revoked"), person="Ana") == of_ana
    assert told(study, person="Nobody") == []
    last = tell_history(bench, study.key, EN)[-1]["at"]
    assert told(study, since=last) == of_ana[1:]
    assert told(study, since=last[:10]) == ["Ben was added as a rater.", of_ana[1]]
    assert len(told(study, until=last[:10])) == 6
    assert told(study, until=last)[-1] == "Ben was added as a rater."
    assert people_of(tell_history(bench, study.key, EN)) == ["Ada", "Ana", "Ben", "Bo", "command line"]


def test_bad_wishes_are_refused_all_at_once(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    with pytest.raises(Refused) as refused:
        told(study, kinds=("danced",), since="yesterday", until="2026-01-31T12:00:00")
    assert [fault.code for fault in refused.value.faults] == [
        "history.unknown_kind", "history.bad_time", "history.bad_time",
    ]  # fmt: skip


def test_a_history_is_written_as_csv_and_json(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    change.withdraw_item(bench, study.key, "item-0", '=HYPERLINK("x"), "quoted"\nand long', who="Ada")
    entries = tell_history(bench, study.key, EN)
    assert json.loads(b"".join(history_file(entries, "json"))) == entries
    rows = list(csv.DictReader(io.StringIO(b"".join(history_file(entries, "csv")).decode(), newline="")))
    assert [row["words"] for row in rows] == [entry["words"] for entry in entries]
    assert rows[-1]["who"] == "Ada"
