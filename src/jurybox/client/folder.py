"""A data folder: everything is done in this process, beside a running server or without one."""

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from jurybox.client.options import FolderOptions
from jurybox.client.rows import as_files
from jurybox.client.shape import Added, Outputs, Rater
from jurybox.client.table import Ratings
from jurybox.client.words import in_words
from jurybox.core import NotFound, Refused

if TYPE_CHECKING:
    from jurybox.studies import StudyDescription, StudySummary, Workbench
    from jurybox.studies.carry.archive import Archived
    from jurybox.studies.lifecycle import ShelfLine
    from jurybox.studies.people import RaterInfo
    from jurybox.studies.results import Findings

WHO = "library"
"""Who did it, in the events of a study."""
DRIVERS = ("sqlite3", "psycopg", "sqlalchemy")


class Folder:
    """All studies of a data folder. Opened at the first use, closed by `close` or at the end of a `with`."""

    def __init__(self, folder: Path, database: str | None = None, url: str | None = None) -> None:
        self.folder = folder
        self._database = database or os.environ.get("JURYBOX_DATABASE") or None
        self._url = url or os.environ.get("JURYBOX_URL")
        self._bench: Workbench | None = None

    @property
    def _origin(self) -> str:
        """What links begin with: what was said, else where the last server on this folder was."""
        from jurybox.studies import remembered_address

        return (self._url or remembered_address(self.folder) or "http://127.0.0.1:8000").rstrip("/")

    def bench(self, make: bool = False) -> "Workbench":
        """The folder, opened; only what puts something into it makes one."""
        from jurybox.studies import World, hide_passwords, open_media, open_workbench

        if self._bench is None:
            if not make and not (self.folder / "secret").is_file():
                raise NotFound.of("client.no_folder", given=str(self.folder))
            world = World(clock=lambda: time.time_ns() // 1000, timer=time.monotonic, random_bytes=os.urandom)
            try:
                media = open_media(self.folder, os.environ.get("JURYBOX_MEDIA"))
                self._bench = open_workbench(self.folder, world, self._database, media)
            except Exception as error:
                if type(error).__module__.startswith(DRIVERS):
                    reason = hide_passwords(str(error).splitlines()[0].rstrip("."), self._database)
                    raise Refused.of("store.not_opened", reason=reason) from error
                raise
        return self._bench

    def protocols(self) -> "list[ShelfLine]":
        from jurybox.studies.lifecycle import list_shelf

        return list_shelf()

    @in_words()
    def studies(self) -> "list[StudySummary]":
        from jurybox.studies import list_studies

        return [{**line} for line in list_studies(self.bench())]

    @in_words()
    def study(self, key: str) -> "FolderStudy":
        from jurybox.studies import view_of

        view_of(self.bench(), key)
        return FolderStudy(self, key)

    @in_words()
    def create(
        self,
        key: str,
        protocol: str | Path,
        *,
        name: str | None = None,
        settings: Mapping[str, object] | None = None,
        seed: str | None = None,
    ) -> "FolderStudy":
        """A new draft; the protocol is one of the shelf, or a file of your own."""
        from jurybox.studies.lifecycle import StudyDraft, create_study, find_protocol

        loaded = find_protocol(str(protocol))
        create_study(self.bench(make=True), loaded, StudyDraft(key, name or key, dict(settings or {}), seed), WHO)
        return FolderStudy(self, key)

    @in_words()
    def reopen(self, archive: str | Path, *, key: str | None = None) -> "FolderStudy":
        """Make the study of an archive one of this folder, all of it or nothing."""
        from jurybox.studies.carry.archive import reopen_archive

        return FolderStudy(self, reopen_archive(self.bench(make=True), Path(archive), key, WHO).key)

    def close(self) -> None:
        if self._bench is not None:
            self._bench.close()
            self._bench = None

    def __enter__(self) -> "Folder":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<jurybox folder {self.folder}>"


class FolderStudy:
    """One study of a data folder."""

    def __init__(self, folder: Folder, key: str) -> None:
        self._folder, self._key = folder, key

    @property
    def key(self) -> str:
        return self._key

    @property
    def _bench(self) -> "Workbench":
        return self._folder.bench()

    @in_words()
    def show(self) -> "StudyDescription":
        from jurybox.studies import see_names, show_study

        see_names(self._bench, self.key, WHO)
        return {**show_study(self._bench, self.key)}

    @in_words()
    def add(
        self,
        outputs: Outputs,
        *,
        media: str | Path | None = None,
        people: str | Path | None = None,
        reading: Mapping[str, object] | None = None,
    ) -> Added:
        from jurybox.studies.lifecycle import ItemFiles, import_items, reading_of

        with as_files(outputs) as paths:
            beside = (Path(media) if media else None, Path(people) if people else None)
            files = ItemFiles(paths, *beside, reading_of(dict(reading or {})))
            batch = import_items(self._bench, self.key, files, who=WHO)
        return {"items": len(batch.items), "outputs": len(batch.outputs), "left_out": list(batch.left_out)}

    @in_words()
    def open(self) -> "FolderStudy":
        from jurybox.studies.lifecycle import open_study

        open_study(self._bench, self.key, WHO)
        return self

    @in_words()
    def pause(self) -> "FolderStudy":
        from jurybox.studies.lifecycle import pause_study

        pause_study(self._bench, self.key, WHO)
        return self

    @in_words()
    def resume(self) -> "FolderStudy":
        from jurybox.studies.lifecycle import resume_study

        resume_study(self._bench, self.key, WHO)
        return self

    @in_words()
    def close(self) -> "FolderStudy":
        from jurybox.studies.lifecycle import close_study

        close_study(self._bench, self.key, WHO)
        return self

    @in_words()
    def reopen(self) -> "FolderStudy":
        from jurybox.studies.lifecycle import reopen_study

        reopen_study(self._bench, self.key, WHO)
        return self

    @in_words()
    def add_rater(
        self, name: str, *, groups: Sequence[str] = (), stages: Sequence[str] = (), language: str | None = None
    ) -> Rater:
        from jurybox.studies.people import add_rater

        return self._rater(add_rater(self._bench, self.key, name, list(groups), list(stages), language, None, WHO))

    @in_words()
    def raters(self) -> list[Rater]:
        from jurybox.studies.people import list_raters

        return [self._rater(info) for info in list_raters(self._bench, self.key)]

    def _rater(self, info: "RaterInfo") -> Rater:
        link = None if info.revoked else self._folder._origin + info.path
        return Rater(info.id, info.name, link, info.groups, info.stages, info.language, info.done)

    @in_words()
    def ratings(self, *, everything: bool = False) -> Ratings:
        from jurybox.studies import see_names
        from jurybox.studies.carry.export import export_rows

        see_names(self._bench, self.key, WHO)
        return Ratings(export_rows(self._bench, self.key, everything))

    @in_words()
    def analyse(self, **options: Unpack[FolderOptions]) -> "Findings":
        """Agreement, ranking and rater quality. The options are those of `jurybox analyse`."""
        from jurybox.client.options import options_of
        from jurybox.studies import see_names
        from jurybox.studies.results import analyse_study

        see_names(self._bench, self.key, WHO)
        half_is_zero, where = options.pop("half_is_zero", False), options.pop("where", ())
        without = options.pop("without", ())
        chosen = options_of(options, without)
        return analyse_study(self._bench, self.key, chosen, half_is_zero=half_is_zero, where=where)

    def report(self, to: str | Path, *, language: str = "en", force: bool = False) -> list[str]:
        from jurybox.client.analysing import report

        return report(self.analyse(), Path(to), language, force)

    @in_words()
    def copy(self, key: str, *, name: str | None = None, seed: str | None = None) -> "FolderStudy":
        from jurybox.studies.lifecycle import StudyCopy, copy_study

        copy_study(self._bench, self.key, StudyCopy(key, name, seed), who=WHO)
        return FolderStudy(self._folder, key)

    @in_words()
    def archive(self, to: str | Path, *, language: str = "en", with_questionnaire: bool = False) -> "Archived":
        """Write the study into one file: protocol, items, media, judgements and report, raters pseudonymous."""
        from jurybox.studies import see_names
        from jurybox.studies.carry.archive import write_archive

        see_names(self._bench, self.key, WHO)
        return write_archive(self._bench, self.key, Path(to), language, with_questionnaire)

    def __repr__(self) -> str:
        return f"<jurybox study {self.key} of {self._folder.folder}>"
