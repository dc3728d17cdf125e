"""A study with pictures whose media are in a bucket: several servers, and one that can't reach it for a while."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from jurybox.core.errors import Busy
from jurybox.exchange.media import open_media
from jurybox.studies import delete_study, examine
from jurybox.studies.carry import restore_backup, write_backup
from jurybox.studies.carry.archive import reopen_archive, write_archive
from jurybox.studies.lifecycle import create
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, sql
from tests.fixtures.object_store import ObjectStore
from tests.fixtures.web import Site, make_site, ok, problem
from tests.store.carry.archived import picture_study
from tests.web.playing import Player


@pytest.fixture
def bench(new_bench: NewBench, object_store: ObjectStore) -> Workbench:
    return in_bucket(new_bench, object_store)


def in_bucket(new_bench: NewBench, store: ObjectStore) -> Workbench:
    made = new_bench("sqlite")
    made.media = open_media(made.folder, store.place)
    return made


@pytest.fixture
def site(bench: Workbench, tmp_path: Path) -> Iterator[Site]:
    picture_study(bench, tmp_path / "pictures")
    made = make_site(bench)
    yield made
    made.close()


def forget_copies(bench: Workbench) -> None:
    """As on a server that has sent nothing yet."""
    for path in bench.media.folder.glob("??/*"):
        path.unlink()


def picture_of(site: Site) -> tuple[Player, str]:
    """A rater, and the address of a picture that they are shown."""
    ann = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    return ann, ann.one()["fields"]["picture"]["url"]


def test_a_rater_gets_a_picture_from_the_bucket_by_range(site: Site, object_store: ObjectStore) -> None:
    ann, url = picture_of(site)
    forget_copies(site.bench)
    part = ann.client.get(url, headers={"range": "bytes=0-2"})
    assert (part.status_code, part.content) == (206, b"\xff\xd8\xff")
    whole = ann.client.get(url)
    assert whole.content in [object_store.read(file) for file in object_store.files()]
    assert not (site.bench.folder / "media").exists() or not list((site.bench.folder / "media").rglob("*.*"))


def test_while_the_bucket_is_away_pictures_wait_and_texts_are_rated(site: Site, object_store: ObjectStore) -> None:
    ann, url = picture_of(site)
    forget_copies(site.bench)
    with object_store.away():
        answer = ann.client.get(url)
        problem(answer, 503, "media.store_away")
        assert answer.headers["retry-after"]
        for secret in (object_store.bucket, str(object_store.port), "of/jurybox"):
            assert secret not in answer.text + str(answer.headers)
        assert ok(ann.submit(ann.one()), 201)["standing"] == "counted"
        assert site.client().get("/readyz").status_code == 200
    assert ann.client.get(url).status_code == 200


def test_an_import_that_can_not_store_its_pictures_leaves_nothing(
    bench: Workbench, object_store: ObjectStore, tmp_path: Path
) -> None:
    with object_store.away(), pytest.raises(Busy) as away:
        picture_study(bench, tmp_path / "pictures")
    assert away.value.faults[0].code == "media.store_away"
    assert sql(bench, "SELECT * FROM item") == []
    create.import_items(bench, "study", create.ItemFiles([tmp_path / "pictures" / "items.csv"], tmp_path / "pictures"))
    assert len(sql(bench, "SELECT * FROM item")) == 1


def test_backups_and_archives_hold_the_media_of_the_bucket(
    bench: Workbench, new_bench: NewBench, object_store: ObjectStore, tmp_path: Path
) -> None:
    picture_study(bench, tmp_path / "pictures")
    forget_copies(bench)
    assert write_backup(bench, tmp_path / "backup.zip").missing == []
    forget_copies(bench)
    assert write_archive(bench, "study", tmp_path / "study.zip").media == 2
    stored = object_store.files()
    for file in stored:
        bench.media.remove(file)
    assert object_store.files() == []
    restored = in_bucket(new_bench, object_store)
    restore_backup(restored, tmp_path / "backup.zip")
    assert object_store.files() == stored
    plain = new_bench("sqlite")
    reopen_archive(plain, tmp_path / "study.zip")
    assert list(plain.media.names()) == stored


def test_a_deleted_study_is_gone_from_the_bucket(bench: Workbench, object_store: ObjectStore, tmp_path: Path) -> None:
    picture_study(bench, tmp_path / "pictures")
    assert len(object_store.files()) == 2
    delete_study(bench, "study", "study")
    assert object_store.files() == []
    assert not list(bench.media.folder.glob("??/*"))


def test_doctor_finds_what_is_missing_and_brings_what_was_kept_before(
    new_bench: NewBench, object_store: ObjectStore, tmp_path: Path
) -> None:
    bench = new_bench("sqlite")
    picture_study(bench, tmp_path / "pictures")
    bench.media = open_media(bench.folder, object_store.place)
    assert media_fault(bench) == "doctor.media_elsewhere"
    assert media_fault(bench, repair=True) == "doctor.media_moved"
    assert media_fault(bench) is None
    for path in list((bench.folder / "media").glob("??/*")):
        path.unlink()
    assert media_fault(bench) is None
    object_store.client().delete_object(Bucket=object_store.bucket, Key=object_store.key(object_store.files()[0]))
    assert media_fault(bench) == "backup.media_missing"
    with object_store.away():
        assert media_fault(bench) == "server.media"


def media_fault(bench: Workbench, repair: bool = False) -> str | None:
    return next(check.fault.code if check.fault else None for check in examine(bench, repair) if check.name == "media")


def test_the_server_s_page_says_that_the_bucket_is_away(site: Site, object_store: ObjectStore) -> None:
    ada = site.organiser()
    page = ada.get("/server", headers={"accept": "text/html"})
    assert "Pictures, sounds and films" in page.text
    assert object_store.place not in page.text
    with object_store.away():
        assert object_store.place in ada.get("/server", headers={"accept": "text/html"}).text
