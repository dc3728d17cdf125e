"""Which part of a task's data is which field: by name, by names that are usual, and by what a value looks like."""

import re
from collections.abc import Iterable

from jurybox.core import Field, JsonObject, Protocol
from jurybox.exchange.label_studio.paths import Path

USUAL: dict[str, tuple[str, ...]] = {
    "output": (
        "output", "predicted_caption", "hypothesis", "translation", "summary", "interpretation", "caption", "mt",
        "response", "answer", "completion", "generated", "title", "text", "gen_text",
    ),
    "source": ("source", "src", "input", "prompt", "question", "article", "document", "tweet", "original", "text"),
    "reference": ("reference", "ref", "gt_text", "target_caption", "ground_truth", "gold", "gt"),
    "references": ("references", "reference", "gt_text", "captions", "refs"),
    "film": ("film", "movie", "movie_title", "film_title"),
    "context": ("context", "preceding_ad", "preceding", "previous", "before"),
    "language": ("language", "lang", "iso_lang", "target_language"),
}  # fmt: skip
TYPES: dict[str, tuple[str, ...]] = {
    "video": ("video", "clip", "video_url", "film_clip"),
    "image": ("image", "picture", "img", "photo", "filename", "image_url"),
    "audio": ("audio", "sound", "audio_url", "wav"),
}
ENDINGS = {
    "video": r"\.(mp4|webm|mov|mkv|avi|ogv)$",
    "image": r"\.(jpe?g|png|webp|gif)$",
    "audio": r"\.(mp3|wav|ogg|m4a|flac)$",
}
SYSTEM = ("system", "model", "model_name", "system_name", "team", "system_id", "model_id")
GROUP = ("group", "language", "lang", "iso_lang", "culture", "domain")
ID = ("id", "item", "item_id", "key", "uid", "doc_id")
POSITION = ("movie_ad_index", "ad_index", "position")
REPEATED = ("repeated_group", "repeated", "is_repeat")
SECRET = ("reference", "references")
"""Fields that hold what raters must not see unless a stage shows it."""


def plain(name: str) -> str:
    """
    >>> plain("Movie Title"), plain("ad_block[].gt_text")
    ('movietitle', 'gttext')
    """
    return re.sub(r"[^a-z0-9]", "", name.rpartition(".")[2].casefold())


def nearest_path(names: Iterable[str], paths: list[str]) -> str | None:
    """The first path that ends in one of the names, by the order of the names."""
    by_name: dict[str, str] = {}
    for path in paths:
        by_name.setdefault(plain(path), path)
    return next((by_name[plain(name)] for name in names if plain(name) in by_name), None)


def usual_names(name: str, spec: Field) -> tuple[str, ...]:
    """A field's own name, then the usual ones."""
    return (name, *(TYPES.get(spec.type) or USUAL.get(name, ())))


def guess_fields(protocol: Protocol, data: JsonObject, paths: list[str], taken: dict[str, str]) -> dict[str, str]:
    """A path for every field that one can be found for; `taken` was said, and is not taken again.

    A field of its own name comes first, so that `text` goes to `source` where there is an `output`.
    """
    found: dict[str, str] = {}
    wanted = {n: f for n, f in protocol.fields.items() if n not in taken and f.type != "people"}
    order = sorted(wanted, key=lambda n: nearest_path((n,), paths) is None)
    free = [path for path in paths if path not in taken.values()]
    for name in order:
        spec = wanted[name]
        path = nearest_path(usual_names(name, spec), _fitting(spec, protocol, free))
        if path is None and spec.type in ENDINGS:
            path = next((p for p in _fitting(spec, protocol, free) if _looks_like(spec.type, data, p)), None)
        if path is not None:
            found[name] = path
            free.remove(path)
    return found


def _fitting(spec: Field, protocol: Protocol, paths: list[str]) -> list[str]:
    """What is one per segment or candidate stands in a list where there is one; what is one per item never does."""
    inside = [path for path in paths if "[]" in path]
    outside = [path for path in paths if "[]" not in path]
    if spec.per == "item":
        return outside
    if spec.per == "segment":
        return inside
    if spec.per == "system" and protocol.unit.segments:
        return [*outside, *inside]
    return [*inside, *outside]


def _looks_like(kind: str, data: JsonObject, path: str) -> bool:
    value = Path(path).get(data)
    return isinstance(value, str) and bool(re.search(ENDINGS[kind], value.partition("?")[0], re.IGNORECASE))
