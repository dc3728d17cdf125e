"""Two commands at once on one study: the second says so, nothing is done twice and nothing is lost."""

import threading
from pathlib import Path

import pytest

from jurybox.core import Conflict, JuryboxError
from jurybox.studies import at_a_time
from jurybox.studies.lifecycle import ItemFiles, import_items, open_study
from jurybox.studies.workbench import Workbench, view_of
from tests.fixtures.databases import sql
from tests.fixtures.studies import lines, loaded, new_study


def table(folder: Path, first: int) -> ItemFiles:
    rows = "".join(f"new-{n},a,a source,one text\n" for n in range(first, first + 50))
    (folder / f"{first}.csv").write_text("id,system,source,output\n" + rows)
    return ItemFiles([folder / f"{first}.csv"])


def test_what_another_process_fills_or_opens_is_left_alone(bench: Workbench, tmp_path: Path) -> None:
    new_study(bench, lines(3, "ab"), loaded())
    with at_a_time.alone_with(bench, view_of(bench, "study").id, "study"):
        for work in (lambda: open_study(bench, "study"), lambda: import_items(bench, "study", table(tmp_path, 0))):
            with pytest.raises(Conflict) as refused:
                work()
            assert [fault.code for fault in refused.value.faults] == ["study.in_work"]
    assert open_study(bench, "study").state == "open"
    assert not sql(bench, "SELECT id FROM study_work")


def test_who_died_with_a_study_in_hand_holds_it_for_a_minute_only(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_study(bench, lines(3, "ab"), loaded())
    study = view_of(bench, "study").id
    bench.database.write(
        lambda run: at_a_time.study_work.hold(run, study=study, worker="dead", now=bench.now(), alive_since=0)  # type: ignore[attr-defined]
    )
    with pytest.raises(Conflict):
        open_study(bench, "study")
    monkeypatch.setattr(at_a_time, "SILENT_US", -1)
    assert open_study(bench, "study").state == "open"


def test_two_imports_at_once_bring_all_of_one_and_say_so_of_the_other(bench: Workbench, tmp_path: Path) -> None:
    new_study(bench, lines(1, "a"), loaded())
    ended: list[str] = []

    def bring(first: int) -> None:
        try:
            import_items(bench, "study", table(tmp_path, first))
            ended.append("done")
        except JuryboxError as error:
            ended.append(error.faults[0].code)

    together = [threading.Thread(target=bring, args=(first,)) for first in (0, 1000)]
    for thread in together:
        thread.start()
    for thread in together:
        thread.join()
    assert set(ended) <= {"done", "study.in_work"}
    assert "done" in ended
    assert sql(bench, "SELECT count(*) FROM item")[0][0] == 1 + 50 * ended.count("done")
