"""Ratings of earlier studies taken in as judgements."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.carry.ratings.read import import_ratings
    from jurybox.studies.carry.ratings.write import Brought
else:
    __getattr__ = door(__name__)

__all__ = [
    "Brought",
    "import_ratings",
]
