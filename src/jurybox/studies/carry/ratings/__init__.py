"""Ratings of earlier studies taken in as judgements."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.carry.ratings.answers import Answering
    from jurybox.studies.carry.ratings.fit_protocol import Heard, fitting_protocol, made_protocol, protocol_document
    from jurybox.studies.carry.ratings.names import Known
    from jurybox.studies.carry.ratings.plan import Twice
    from jurybox.studies.carry.ratings.read import Bringing, bring, import_ratings, quorum_on_paper
    from jurybox.studies.carry.ratings.write import Brought
else:
    __getattr__ = door(__name__)

__all__ = [
    "Answering",
    "Bringing",
    "Brought",
    "Heard",
    "Known",
    "Twice",
    "bring",
    "fitting_protocol",
    "import_ratings",
    "made_protocol",
    "protocol_document",
    "quorum_on_paper",
]
