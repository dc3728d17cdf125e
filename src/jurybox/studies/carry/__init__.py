"""Studies carried in and out: exports, archives, backups, ratings, workbooks, Label Studio, films."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.carry.backup import (
        BackedUp,
        missing_media,
        name_by_time,
        restore_backup,
        rotate,
        write_backup,
    )
    from jurybox.studies.carry.conversion import (
        ENDINGS,
        STREAMED,
        ColumnNames,
        RatingsSource,
        RatingsTarget,
        convert,
        find_format,
        list_formats,
    )
    from jurybox.studies.carry.film import (
        PlannedFilms,
        WantedFilms,
        WrittenFolder,
        film_into_folder,
        film_into_study,
        named,
    )
else:
    __getattr__ = door(__name__)

__all__ = [
    "ENDINGS",
    "STREAMED",
    "BackedUp",
    "ColumnNames",
    "PlannedFilms",
    "RatingsSource",
    "RatingsTarget",
    "WantedFilms",
    "WrittenFolder",
    "convert",
    "film_into_folder",
    "film_into_study",
    "find_format",
    "list_formats",
    "missing_media",
    "name_by_time",
    "named",
    "restore_backup",
    "rotate",
    "write_backup",
]
