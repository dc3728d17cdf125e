"""What an organiser expects of a study and is no setting of it: raters, pace, pay, how far answers lie apart."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from pydantic import Field, ValidationError

from jurybox.core import EventKind, Fault, JsonObject, Model, Refused
from jurybox.store import EventRow

USUAL_SPREAD = 25
"""Per cent of the scale: what answers about the outputs of one system usually spread."""
SAYING = (EventKind.SETTINGS, EventKind.PROTOCOL_CHANGED)
"""The events that say what is expected."""


class Intent(Model):
    """Nothing of it changes what raters get; it stands in the events of the study beside its settings."""

    raters: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """How many are expected; as many as there are, or as the quorum needs, where none is said."""
    seconds: Annotated[float, Field(gt=0, le=36_000)] | None = None
    """For one judgement; from the past pace of the protocol where none is said."""
    pay: Annotated[float, Field(ge=0, le=100_000)] | None = None
    """For an hour, in whatever money."""
    spread: Annotated[float, Field(gt=0, le=100)] = USUAL_SPREAD
    """How far answers lie apart: their standard deviation in per cent of the scale."""
    decides: str | None = None
    """The question or score that decides."""


def intent_of(events: Iterable[EventRow]) -> Intent:
    """What was said last of each."""
    said: JsonObject = {}
    for event in events:
        wish = event.data.get("intent") if event.kind in SAYING else None
        said |= wish if isinstance(wish, dict) else {}
    known = {name: value for name, value in said.items() if name in Intent.model_fields}
    return Intent.model_validate(known)


def sound_intent(before: Intent, wish: Mapping[str, object]) -> Intent:
    """What was meant before with what is wished now; every fault at once."""
    try:
        return Intent.model_validate({**before.model_dump(), **wish})
    except ValidationError as error:
        raise Refused(
            *(
                Fault("study.bad_setting", ".".join(map(str, e["loc"])), e.get("input"), None, {"reason": e["msg"]})
                for e in error.errors()
            )
        ) from error
