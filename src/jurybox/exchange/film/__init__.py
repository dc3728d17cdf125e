"""Films with audio descriptions: subtitles or tables in, groups of segments with their clips out."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.film.folder import ITEMS, WrittenFolder, write_folder
    from jurybox.exchange.film.plan import PlannedFilms, WantedFilms, plan_films
else:
    __getattr__ = door(__name__)

__all__ = [
    "ITEMS",
    "PlannedFilms",
    "WantedFilms",
    "WrittenFolder",
    "plan_films",
    "write_folder",
]
