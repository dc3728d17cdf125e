"""Every text in every language of the protocol, and a guideline for each."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast, get_args, get_origin

from pydantic import BaseModel

from jurybox.core import Fault
from jurybox.protocols.sketch import Sketch
from jurybox.protocols.structure import TEXT, strip
from jurybox.protocols.tree import Loc

QUOTED = "examples"
"""Example sentences of a level, tag or label are quoted in the language they are in."""


def language_faults(sketch: Sketch) -> Iterator[Fault]:
    languages = sketch.protocol.languages
    if not languages and sketch.whole(("languages",)):
        yield sketch.fault("protocol.too_few", ("languages",), 0, 1)
    for loc, text in _texts(sketch.protocol, type(sketch.protocol), ()):
        lacking = [language for language in languages if not {language, language.split("-")[0]} & set(text)]
        if lacking and text and sketch.worded(loc):
            yield sketch.fault("protocol.lacks_language", loc, list(text), lacking, there=sorted(text))


def _texts(value: object, annotation: object, loc: Loc) -> Iterator[tuple[Loc, dict[str, str]]]:
    annotation = strip(annotation)
    if value is None:
        return
    if annotation == TEXT:
        yield loc, cast(dict[str, str], value)
    elif isinstance(value, BaseModel):
        for name, info in type(value).model_fields.items():
            if not (name == QUOTED and len(loc) > 0):
                yield from _texts(getattr(value, name), info.annotation, (*loc, name))
    elif get_origin(annotation) is tuple and isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from _texts(item, get_args(annotation)[0], (*loc, i))
    elif get_origin(annotation) is dict and isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, get_args(annotation)[1], (*loc, key))


def guideline_path(folder: Path, language: str) -> Path:
    return folder / f"guideline.{language}.md"


def guideline_faults(sketch: Sketch, folder: Path) -> Iterator[Fault]:
    for i, language in enumerate(sketch.protocol.languages):
        path = guideline_path(folder, language)
        if not path.is_file():
            yield sketch.fault("protocol.no_guideline", ("languages", i), language, path.name)
            continue
        prose = path.read_bytes()
        if not prose.strip():
            yield sketch.fault("protocol.empty_guideline", ("languages", i), path.name)
        try:
            prose.decode("utf-8")
        except UnicodeDecodeError as error:
            yield Fault("protocol.not_utf8", file=str(path), line=prose.count(b"\n", 0, error.start) + 1)
