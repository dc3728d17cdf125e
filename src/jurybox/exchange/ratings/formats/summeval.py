"""SummEval (Fabbri et al. 2021): JSON lines, one per output, with the scores of each annotator by dimension.

id, model_id, decoded (the output), text (the source, where it was added), expert_annotations and turker_annotations:
lists of {dimension: score}. Annotators have no names: they come in as expert-1, turker-1 by their place.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

from jurybox.core import JsonValue
from jurybox.exchange.files import json_line, text_in
from jurybox.exchange.ratings.formats.groups import RatedOutput, outputs_of
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target
from jurybox.exchange.ratings.formats.values import is_real

POOLS = ("expert", "turker")
PLACE = re.compile(r"(expert|turker)-([1-9]\d{0,4})", re.ASCII)


def read(source: RatingsFile) -> Iterator[Rating]:
    for line, entry in source.json_lines():
        if not any(f"{pool}_annotations" in entry for pool in POOLS) or "id" not in entry:
            source.fault("formats.not_this_format", line, allowed="SummEval", what="id, expert_annotations")
            continue
        about = Rating(
            item=str(entry["id"]),
            system=str(entry.get("model_id", "")),
            output=text_in(entry, "decoded"),
            source=text_in(entry, "text"),
        )
        for pool in POOLS:
            yield from _said(about, pool, entry.get(f"{pool}_annotations") or [], line, source)


def _said(about: Rating, pool: str, entries: JsonValue, line: int, source: RatingsFile) -> Iterator[Rating]:
    for place, scores in enumerate(entries if isinstance(entries, list) else [entries], 1):
        if not isinstance(scores, dict):
            source.fault("formats.bad_entry", line, str(scores), where=f"{pool}_annotations[{place - 1}]")
            continue
        for question, value in scores.items():
            if is_real(value):
                yield msgspec.structs.replace(about, rater=f"{pool}-{place}", question=question, value=value)
            elif value is not None:
                source.fault("formats.not_a_number", line, str(value), where=question)


def write(target: Target, ratings: Iterable[Rating]) -> None:
    """Raters called expert-2 or turker-3 keep their places; all others are experts, in the order they came."""
    outputs = outputs_of(ratings)
    places = _places(outputs)
    with target.file() as file:
        for output in outputs:
            file.write(json_line(_entry(output, places, target)))


def _places(outputs: list[RatedOutput]) -> dict[str, tuple[str, int]]:
    raters = dict.fromkeys(rater for output in outputs for rater in output.by_rater)
    found = {r: (match[1], int(match[2]) - 1) for r in raters if (match := PLACE.fullmatch(r))}
    if len(found) < len(raters):
        found = {rater: ("expert", place) for place, rater in enumerate(raters)}
    return found


def _entry(output: RatedOutput, places: dict[str, tuple[str, int]], target: Target) -> dict[str, object]:
    pools: dict[str, list[dict[str, int | float | None]]] = {pool: [] for pool in POOLS}
    for rater, said in output.by_rater.items():
        pool, place = places[rater]
        held = pools[pool]
        held += [{} for _ in range(place + 1 - len(held))]
        for rating in said:
            if rating.question in held[place]:
                target.losses.add("formats.second_lost")
            held[place].setdefault(rating.question, rating.value)
    texts = {"decoded": output.text} | ({"text": output.source} if output.source else {})
    said_by = {f"{pool}_annotations": held for pool, held in pools.items()}
    return {"id": output.item, "model_id": output.system, **texts, "references": [], **said_by}
