"""What is wished of the languages of a study: those of its texts, from which that of its pages follows."""

import re
from collections.abc import Mapping, Sequence

from jurybox.core import Protocol, Settings


def languages_wished(protocol: Protocol, before: Settings, wishes: Mapping[str, object]) -> dict[str, object]:
    """Several in one text, as a command line has them, are a list.

    Where all outputs are in one language in which there is a guideline, pages speak it, unless something else is said.
    """
    wished = wishes.get("texts_languages")
    if isinstance(wished, str):
        wished = [part for part in re.split(r"[\s,;]+", wished) if part]
    if not isinstance(wished, list | tuple):
        return {}
    wished = [said.lower().replace("_", "-") if isinstance(said, str) else said for said in wished]
    found: dict[str, object] = {"texts_languages": wished}
    targets = {said.rpartition("-")[2] for said in wished if isinstance(said, str)}
    spoken = targets.intersection(protocol.languages) if len(targets) == 1 else set()
    if spoken and "language" not in wishes and tuple(wished) != before.texts_languages:
        found["language"] = spoken.pop()
    return found


def with_languages(protocol: Protocol, settings: Settings, said: Sequence[str]) -> Settings:
    """The settings as they would be if the texts were in these languages; as they are where none are said."""
    if not said:
        return settings
    return Settings.model_validate(
        {
            **settings.model_dump(),
            **languages_wished(protocol, settings, {"texts_languages": said}),
        }
    )
