"""Media in a bucket of an S3-compatible server: uploaded before anything names them, brought where they are read."""

import os
import sys
import threading
import time
from hashlib import sha256
from pathlib import Path

import pytest

from jurybox.core.errors import Busy, Refused
from jurybox.exchange.media.bucket import IN_USE_S, MediaBucket
from jurybox.exchange.media.folder import MediaFolder
from jurybox.exchange.media.places import open_media
from tests.fixtures.object_store import ObjectStore

PICTURE = b"a picture" * 1000
FILE = sha256(PICTURE).hexdigest()


def server(store: ObjectStore, folder: Path, most_mb: int = 100) -> MediaBucket:
    """The media of one server: the bucket of all, copies of its own."""
    return MediaBucket(store.place, folder / "media-copies", MediaFolder(folder / "media"), most_mb)


def copies(media: MediaBucket) -> set[str]:
    return {path.name for path in media.folder.glob("??/*")}


def long_ago(media: MediaFolder, file: str, seconds: int = IN_USE_S + 100) -> None:
    asked = time.time() - seconds
    os.utime(media.place(file), (asked, asked))


def test_what_one_server_stores_another_one_reads(object_store: ObjectStore, tmp_path: Path) -> None:
    one, other = server(object_store, tmp_path / "one"), server(object_store, tmp_path / "other")
    assert one.keep([PICTURE[:100], PICTURE[100:]]) == (FILE, len(PICTURE))
    assert object_store.files() == list(one.names()) == [FILE]
    assert object_store.read(FILE) == PICTURE
    assert other.has(FILE)
    assert other.at_hand(FILE) is None
    assert other.find(FILE).read_bytes() == PICTURE
    assert other.at_hand(FILE) == other.find(FILE)
    assert not [path for path in other.folder.iterdir() if path.is_file()], "nothing half-brought is left"


def test_what_is_not_there_is_missing(object_store: ObjectStore, tmp_path: Path) -> None:
    media = server(object_store, tmp_path)
    media.keep([PICTURE])
    assert media.missing([FILE, "0" * 64]) == ["0" * 64]
    assert not media.has("0" * 64)
    with pytest.raises(FileNotFoundError):
        media.find("0" * 64)


def test_a_file_that_changed_in_the_store_is_not_served(object_store: ObjectStore, tmp_path: Path) -> None:
    one, other = server(object_store, tmp_path / "one"), server(object_store, tmp_path / "other")
    one.keep([PICTURE])
    object_store.write(FILE, b"another picture")
    with pytest.raises(Busy) as away:
        other.find(FILE)
    assert away.value.faults[0].code == "media.store_damaged"
    assert copies(other) == set()


def test_a_store_that_is_away_says_so_and_is_found_again(object_store: ObjectStore, tmp_path: Path) -> None:
    one, other = server(object_store, tmp_path / "one"), server(object_store, tmp_path / "other")
    one.keep([PICTURE])
    with object_store.away():
        for ask in (lambda: other.find(FILE), lambda: other.keep([b"more"]), other.check, lambda: list(other.names())):
            with pytest.raises(Busy) as away:
                ask()
            assert away.value.faults[0].code == "media.store_away"
        assert one.find(FILE).read_bytes() == PICTURE, "a copy needs no store"
    assert other.find(FILE).read_bytes() == PICTURE
    assert other.keep([b"more"])[0] in object_store.files()


def test_a_bucket_that_is_not_there_is_not_a_missing_file(object_store: ObjectStore, tmp_path: Path) -> None:
    media = MediaBucket("s3://no-such-bucket", tmp_path / "copies", MediaFolder(tmp_path / "media"))
    for ask in (lambda: media.keep([PICTURE]), media.check):
        with pytest.raises(Busy) as away:
            ask()
        assert away.value.faults[0].code == "media.store_away"


def test_a_file_that_many_ask_for_at_once_is_brought_once(
    object_store: ObjectStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server(object_store, tmp_path / "one").keep([PICTURE])
    media = server(object_store, tmp_path / "other")
    brought: list[str] = []
    bring = media._bring

    def noted(file: str) -> Path:
        brought.append(file)
        return bring(file)

    monkeypatch.setattr(media, "_bring", noted)
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(media.find(FILE).read_bytes())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [PICTURE] * 8
    assert brought == [FILE]


def test_copies_stay_within_their_limit_and_the_oldest_go_first(object_store: ObjectStore, tmp_path: Path) -> None:
    media = server(object_store, tmp_path, most_mb=1)
    files = [media.keep([bytes([n]) * 400_000])[0] for n in range(2)]
    long_ago(media, files[0], IN_USE_S + 200)
    long_ago(media, files[1], IN_USE_S + 100)
    files += [media.keep([bytes([n]) * 400_000])[0] for n in range(2, 5)]
    assert copies(media) == set(files[2:]), "what was asked for lately stays, though it is more than the limit"
    assert media.find(files[0]).stat().st_size == 400_000, "and what went is brought again"


def test_a_copy_that_is_asked_for_again_stays(object_store: ObjectStore, tmp_path: Path) -> None:
    media = server(object_store, tmp_path, most_mb=1)
    old, older = (media.keep([bytes([n]) * 500_000])[0] for n in range(2))
    long_ago(media, old, IN_USE_S + 100)
    long_ago(media, older, IN_USE_S + 200)
    assert media.at_hand(older) is not None
    media.keep([b"x" * 500_000])
    assert older in copies(media)
    assert old not in copies(media)


def test_what_is_erased_is_gone_from_the_bucket_and_from_every_copy(object_store: ObjectStore, tmp_path: Path) -> None:
    one, other = server(object_store, tmp_path / "one"), server(object_store, tmp_path / "other")
    one.keep([PICTURE])
    assert MediaFolder(tmp_path / "one" / "media").keep([PICTURE])[0] == FILE
    kept = one.keep([b"another"])[0]
    other.find(FILE)
    other.find(kept)
    one.remove(FILE)
    one.remove(FILE)
    assert object_store.files() == [kept]
    assert not list((tmp_path / "one").rglob(FILE))
    for file in (FILE, kept):
        long_ago(other, file)
    other.tidy()
    assert copies(other) == {kept}


@pytest.mark.parametrize("kind", ["a bucket", "a shared folder"])
def test_what_was_kept_before_is_taken_over(object_store: ObjectStore, tmp_path: Path, kind: str) -> None:
    MediaFolder(tmp_path / "data" / "media").keep([PICTURE])
    (tmp_path / "shared").mkdir()
    place = object_store.place if kind == "a bucket" else str(tmp_path / "shared")
    media = open_media(tmp_path / "data", place)
    assert media.only_before() == [FILE]
    media.take_over()
    assert media.only_before() == []
    assert open_media(tmp_path / "elsewhere", place).find(FILE).read_bytes() == PICTURE


@pytest.mark.parametrize("place", ["gs://bucket", "https://store.example.org/media", "s3://", "/no/such/folder"])
def test_a_place_that_is_none_is_refused(tmp_path: Path, place: str) -> None:
    with pytest.raises(Refused) as refused:
        open_media(tmp_path, place)
    fault = refused.value.faults[0]
    assert (fault.code, fault.where, fault.given) == ("config.bad_media", "media", place)


def test_without_its_package_a_bucket_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "jurybox.exchange.media.bucket", raising=False)
    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(Refused) as refused:
        open_media(tmp_path, "s3://bucket")
    assert refused.value.faults[0].code == "media.no_obstore"


def test_nothing_is_asked_of_a_store_before_a_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server starts, and texts are rated, though the store is away."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    media = open_media(tmp_path, "s3://bucket/prefix", 5)
    assert isinstance(media, MediaBucket)
    assert media.most == 5 << 20
    assert media.only_before() == []
    with pytest.raises(Busy) as away:
        media.check()
    assert away.value.faults[0].code == "media.store_away"
