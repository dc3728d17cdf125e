"""A copy of a study for next year: everything that can be rated again, and nothing that was said."""

from pathlib import Path

import pytest

from jurybox.core.errors import Conflict, NotFound, Refused
from jurybox.studies.lifecycle import change, create
from jurybox.studies.lifecycle.copy import StudyCopy, copy_study
from jurybox.studies.overview import show_study
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import rows_of, sql
from tests.fixtures.studies import Played, lines, open_study
from tests.store.carry.archived import full_study, picture_study


def material(bench: Workbench, key: str) -> list[tuple[object, ...]]:
    return sql(
        bench,
        "SELECT item.key, item.grp, item.hash, item.fields, item.segments, system.name, output.segment, output.fields "
        "FROM output JOIN item ON item.id = output.item_id JOIN system ON system.id = output.system_id "
        f"JOIN study ON study.id = item.study_id WHERE study.key = '{key}' ORDER BY output.id",
    )


def test_a_copy_is_a_draft_with_the_same_items_outputs_and_settings(bench: Workbench) -> None:
    study = open_study(bench, lines(4, "abc", ["one", "two"]), quorum=3, order="sequential", completion_code="C1")
    study.rater("Ana").rate(2)
    row, batch = copy_study(bench, "study", StudyCopy("next-year", seed="new"))
    assert (row.state, row.name, row.seed, len(batch.items), len(batch.outputs)) == ("draft", "Study", "new", 4, 12)
    assert material(bench, "next-year") == material(bench, "study")
    old, new = study.view, Played(bench, "next-year").view
    assert new.row.protocol_hash == old.row.protocol_hash
    assert new.settings == old.settings.model_copy(update={"completion_code": None})
    assert raters.list_raters(bench, "next-year") == []
    assert show_study(bench, "next-year")["judgements"] == 0
    created = show_study(bench, "next-year")["events"][0]
    assert created["data"]["copied_from"] == {"key": "study", "study": old.row.uid}
    assert create.open_study(bench, "next-year").places == 12
    assert Played(bench, "next-year").rater("Ben").rate(2)
    assert len(study.log()) == 4, "two of each study"


def test_what_was_withdrawn_stays_behind(bench: Workbench) -> None:
    open_study(bench, lines(3, "ab"))
    change.withdraw_item(bench, "study", "item-1", "A double.")
    change.withdraw_system(bench, "study", "system-b", "It was ours.")
    _, batch = copy_study(bench, "study", StudyCopy("next"))
    assert [item.key for item in batch.items] == ["item-0", "item-2"]
    assert [system.name for system in batch.systems] == ["system-a"]
    assert {output.system for output in batch.outputs} == {"system-a"}


def test_the_newest_guideline_and_the_worked_examples_come_along(bench: Workbench) -> None:
    full_study(bench)
    copy_study(bench, "study", StudyCopy("next", "Next"))
    new = Played(bench, "next").view
    assert [(found.prose, found.revision) for found in new.guidelines.values()] == [("Rate with more care.", 1)]
    assert new.settings.consent == {"en": "We keep your answers."}
    create.create_study(bench, _shelf("caption-culture"), create.StudyDraft("shelf", "Shelf"))
    copy_study(bench, "shelf", StudyCopy("shelf-2"))
    assert Played(bench, "shelf-2").view.examples == Played(bench, "shelf").view.examples != {}


def _shelf(name: str):
    from jurybox.protocols import load_protocol

    return load_protocol(name)


def test_pictures_are_shared_and_not_stored_twice(bench: Workbench, tmp_path) -> None:
    picture_study(bench, tmp_path / "pictures")
    before = sorted(bench.media.folder.rglob("*"))
    copy_study(bench, "study", StudyCopy("next"))
    assert sorted(bench.media.folder.rglob("*")) == before
    create.open_study(bench, "next")
    assert "picture" in Played(bench, "next").rater("Ben").one()["fields"]


@pytest.mark.parametrize(
    ("source", "key", "kind"), [("study", "study", Conflict), ("study", "A b", Refused), ("none", "next", NotFound)]
)
def test_a_copy_that_is_refused_leaves_nothing(bench: Workbench, source: str, key: str, kind: type[Exception]) -> None:
    open_study(bench, lines(2))
    before = {table: rows_of(bench, table) for table in ("study", "item", "study_event", "import")}
    with pytest.raises(kind):
        copy_study(bench, source, StudyCopy(key))
    assert {table: rows_of(bench, table) for table in before} == before


def test_a_copy_has_just_the_chosen_items_and_systems(bench: Workbench) -> None:
    open_study(bench, lines(4, "abc")).rater("Ana").rate(2)
    copy = StudyCopy("some", items=["item-3", "item-1"], systems=["system-a", "system-c"])
    _, batch = copy_study(bench, "study", copy)
    assert [item.key for item in batch.items] == ["item-1", "item-3"]
    assert {output.system for output in batch.outputs} == {"system-a", "system-c"}
    kept = ("item-1", "item-3"), ("system-a", "system-c")
    wanted = [row for row in material(bench, "study") if row[0] in kept[0] and row[5] in kept[1]]
    assert material(bench, "some") == wanted
    assert create.open_study(bench, "some").places == 4


def test_pictures_of_chosen_items_come_along(bench: Workbench, tmp_path: Path) -> None:
    picture_study(bench, tmp_path / "pictures")
    copy_study(bench, "study", StudyCopy("some", items=["1"], systems=["b"]))
    create.open_study(bench, "some")
    assert "picture" in Played(bench, "some").rater("Ben").one()["fields"]


def test_every_item_and_system_that_is_not_there_is_named(bench: Workbench) -> None:
    open_study(bench, lines(3, "ab"))
    change.withdraw_item(bench, "study", "item-1", "A double.")
    with pytest.raises(Refused) as refused:
        copy_study(bench, "study", StudyCopy("some", items=["item-0", "item-1", "no"], systems=["nobody"]))
    told = [(fault.code, fault.given) for fault in refused.value.faults]
    unknown = [("copy.unknown_item", "item-1"), ("copy.unknown_item", "no"), ("copy.unknown_system", "nobody")]
    assert told == unknown
    with pytest.raises(Refused) as refused:
        copy_study(bench, "study", StudyCopy("some", items=[]))
    assert refused.value.faults[0].code == "copy.nothing"
    with pytest.raises(NotFound):
        show_study(bench, "some")
