"""A frozen result stays what it was, explains today's, and is shared with or without names."""

import io
import json
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from jurybox.core import Conflict, NotFound, Refused
from jurybox.studies import history, lifecycle, results
from jurybox.studies.carry.archive import reopen_archive, write_archive
from jurybox.studies.results import ResultsOptions
from jurybox.studies.workbench import Workbench
from jurybox.texts import words_in
from tests.fixtures.small import COMMENT, SCALE
from tests.fixtures.studies import Played, lines, loaded, open_study

WISH = ResultsOptions()
WORDS = words_in("en")


@dataclass
class Rated:
    bench: Workbench
    study: Played

    def freeze(self) -> results.FrozenResult:
        results.compute(self.bench, "study", WISH)
        return results.freeze_results(self.bench, "study", WISH, "Ada")


@pytest.fixture
def rated(bench: Workbench) -> Rated:
    """Two systems, named like nothing else, of four items; Ann Canaryrater and Bo have rated."""
    protocol = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": [SCALE, COMMENT]}])
    study = open_study(bench, lines(4), protocol, quorum=3)
    for name, value in (("Ann Canaryrater", 1), ("Bo", 5)):
        rater = study.rater(name)
        for n in range(8):
            answers = {"quality": {"A": value if n % 2 else 3}, "note": {"A": "canarycomment"}}
            rater.submit(rater.one(), answers=answers, comment="canarywords")
    return Rated(bench, study)


def test_nothing_is_frozen_before_anything_was_computed(rated: Rated) -> None:
    with pytest.raises(Conflict):
        results.freeze_results(rated.bench, "study", WISH)
    with pytest.raises(Refused):
        results.freeze_results(rated.bench, "study", replace(WISH, level="x"))
    with pytest.raises(NotFound):
        results.find_frozen(rated.bench, "study", "study-2026-01-01-1")


def test_a_frozen_result_has_a_readable_id_and_what_it_was_made_from(rated: Rated) -> None:
    made = rated.freeze()
    assert results.FROZEN_NAME.fullmatch(made["id"])
    assert made["id"].startswith("study-")
    assert made["id"].endswith("-1")
    assert (made["judgements"], made["frozen_by"]) == (16, "Ada")
    assert made["signature"].startswith("jurybox:")
    assert len(made["hash"]) == 64
    assert results.list_frozen(rated.bench, "study") == [made]
    told = history.tell_history(rated.bench, "study", WORDS)[-1]
    assert told["words"] == f"The result {made['id']} was frozen (judgements: 16)."


def test_the_same_result_is_not_frozen_twice_and_freezing_makes_no_result_old(rated: Rated) -> None:
    made = rated.freeze()
    assert results.freeze_results(rated.bench, "study", WISH)["id"] == made["id"]
    state = rated.bench.database.read(lambda run: results.look(run, "study", WISH))
    assert state.state == "fresh"


def test_a_frozen_result_holds_numbers_and_nobody_s_words(rated: Rated) -> None:
    made = rated.freeze()
    archive = results.frozen_archive(rated.bench, "study", made["id"])
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        names = set(files.namelist())
        content = {name: files.read(name) for name in names if not name.endswith(".xlsx")}
    folder = made["id"]
    assert {f"{folder}/frozen.json", f"{folder}/findings.json", f"{folder}/report.html"} <= names
    assert json.loads(content[f"{folder}/frozen.json"])["hash"] == made["hash"]
    for name, body in content.items():
        for canary in (b"canarywords", b"canarycomment", b"Canaryrater", b"Ada"):
            assert canary not in body, (name, canary)


def test_later_judgements_change_nothing_in_it_and_the_difference_explains_itself(rated: Rated) -> None:
    made = rated.freeze()
    before = results.find_frozen(rated.bench, "study", made["id"])
    assert results.compare_frozen(rated.bench, "study", made["id"], WORDS).is_same
    rater = rated.study.rater("Cy")
    for _ in range(4):
        rater.submit(rater.one(), answers={"quality": {"A": 5}, "note": {"A": "x"}})
    lifecycle.withdraw_item(rated.bench, "study", "item-0", "broken", "Ada")
    results.compute(rated.bench, "study", WISH)
    assert results.find_frozen(rated.bench, "study", made["id"]) == before
    found = results.compare_frozen(rated.bench, "study", made["id"], WORDS)
    assert (found.judgements, found.is_current, found.version) == (4, True, None)
    assert [entry["kind"] for entry in found.happened] == ["item_withdrawn"]
    assert {one.what for one in found.moved} >= {"mean"}
    assert found.compared > len([one for one in found.moved if one.what == "rank"])
    second = results.freeze_results(rated.bench, "study", WISH)
    assert second["id"].endswith("-2")


def test_a_frozen_result_goes_with_the_archive_of_its_study(rated: Rated, tmp_path: Path) -> None:
    made = rated.freeze()
    results.share_frozen(rated.bench, "study", made["id"])
    path = tmp_path / "study.zip"
    write_archive(rated.bench, "study", path)
    reopen_archive(rated.bench, path, key="again")
    (again,) = results.list_frozen(rated.bench, "again")
    assert (again["id"], again["hash"], again["frozen_by"]) == (made["id"], made["hash"], again["frozen_by"])
    assert results.list_shares(rated.bench, "again") == [], "a link is of one server"


def test_a_shared_result_names_systems_only_where_that_was_said(rated: Rated) -> None:
    made = rated.freeze()
    for with_names in (True, False):
        link = results.share_frozen(rated.bench, "study", made["id"], with_names, "Ada")
        token = link["path"].removeprefix("/shared/#")
        shared = results.open_share(rated.bench, token)
        _, archive = results.shared_archive(rated.bench, token)
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            content = b"".join(files.read(name) for name in files.namelist())
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            workbook = next(name for name in files.namelist() if name.endswith(".xlsx"))
            with zipfile.ZipFile(io.BytesIO(files.read(workbook))) as sheets:
                content += b"".join(sheets.read(name) for name in sheets.namelist())
        for name in ("system-a", "system-b"):
            assert (name.encode() in content) == with_names
        assert b"item-0" not in content
        assert b"Ada" not in content
        assert shared.names == with_names
    told = [one["words"] for one in history.tell_history(rated.bench, "study", WORDS) if one["kind"] == "shared"]
    assert ["names of the systems" in words for words in told] == [True, False]


def test_the_order_of_pairs_and_lists_tells_no_names(rated: Rated) -> None:
    made = rated.freeze()
    _, findings = results.find_frozen(rated.bench, "study", made["id"])
    turned = results.with_systems_called(findings, {"system-b": "System 1", "system-a": "System 2"})
    assert [one.system for one in turned.ranking if one.by is None][:2] == ["System 1", "System 2"]
    (before,), (after,) = findings.comparisons, turned.comparisons
    assert (after.first, after.second) == ("System 1", "System 2")
    assert before.difference is not None
    assert after.difference is not None
    assert (before.difference, before.wins, before.losses) == (-after.difference, after.losses, after.wins)
    assert turned.source["facts"]["seed"] is None


def test_a_revoked_link_shows_nothing(rated: Rated) -> None:
    made = rated.freeze()
    link = results.share_frozen(rated.bench, "study", made["id"])
    token = link["path"].removeprefix("/shared/#")
    assert results.list_shares(rated.bench, "study", made["id"]) == [link]
    with pytest.raises(NotFound):
        results.revoke_share(rated.bench, "study", "nothing")
    results.revoke_share(rated.bench, "study", link["id"], "Ada")
    assert results.list_shares(rated.bench, "study") == []
    for bad in (token, "", "x"):
        with pytest.raises(NotFound):
            results.open_share(rated.bench, bad)
