"""The worked examples of a protocol as a study keeps them: what they show, with their media stored."""

from pathlib import Path
from typing import Any, cast

from jurybox.core import MEDIA_TYPES, Example, Fields, Protocol
from jurybox.exchange.items import StoreMedia
from jurybox.exchange.media import SCREEN_PIXELS, as_value
from jurybox.protocols import LoadedProtocol
from jurybox.store import onboarding


def example_documents(loaded: LoadedProtocol, store_media: StoreMedia) -> list[onboarding.ExampleContent]:
    """One for each example, in the order of the protocol."""
    return [
        shown_document(loaded.protocol, example, loaded.folder, store_media) for example in loaded.protocol.examples
    ]


def shown_document(
    protocol: Protocol, example: Example, folder: Path, store_media: StoreMedia
) -> onboarding.ExampleContent:
    """What an example shows; files lie in the folder."""

    def shown(fields: Fields) -> Fields:
        return {name: _value(protocol, name, value, folder, store_media) for name, value in fields.items()}

    return {
        "fields": shown(example.fields),
        "segments": [
            {
                "start": _seconds(segment, "start"),
                "end": _seconds(segment, "end"),
                "fields": shown({name: value for name, value in segment.items() if name in protocol.fields}),
            }
            for segment in example.segments or [{}] * protocol.unit.count(len(example.candidates[0].segments))
        ],
        "candidates": [
            {"fields": shown(candidate.fields), "segments": [shown(segment) for segment in candidate.segments]}
            for candidate in example.candidates
        ],
    }


def _seconds(segment: Fields, name: str) -> float | None:
    """As the protocol writes it."""
    return cast(float | None, segment.get(name))


def _value(protocol: Protocol, name: str, value: Any, folder: Path, store_media: StoreMedia) -> Any:
    """Pictures, sounds and films as an import would keep them; people without pictures, for an example has none."""
    kind = protocol.fields[name].type
    if kind in MEDIA_TYPES:
        media = as_value(store_media(folder / value, SCREEN_PIXELS))
        media.pop("name", None)
        return media
    if kind == "people":
        return [{"role": person.get("role"), "name": person.get("name"), "picture": None} for person in value]
    return value
