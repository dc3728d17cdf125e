"""THumB (Kasai et al. 2022): JSON lines, one per output, with one agreed score per dimension.

seg_id, SYS, hyp (the output), image or src, human_score (the total), and a number for each dimension, such as P and R.
"""

from collections.abc import Iterable, Iterator

import msgspec

from jurybox.exchange.files import json_line
from jurybox.exchange.ratings.formats.groups import RatedOutput, outputs_of, questions_of
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target
from jurybox.exchange.ratings.formats.values import is_real

TOTAL, RATER = "human_score", "human"
NOT_SCORES = {"seg_id", "set_id", "SYS", "hyp", "image", "src", "refs", "ref", "id"}
SOURCES = ("src", "image")


def read(source: RatingsFile) -> Iterator[Rating]:
    for line, entry in source.json_lines():
        if "hyp" not in entry or not ("seg_id" in entry or "id" in entry):
            source.fault("formats.not_this_format", line, allowed="THumB", what="seg_id, hyp")
            continue
        about = Rating(
            item=str(entry.get("seg_id", entry.get("id"))),
            system=str(entry.get("SYS", "")),
            rater=str(entry.get("rater", RATER)),
            output=str(entry["hyp"]) or None,
            source=next((str(entry[name]) for name in SOURCES if entry.get(name)), None),
        )
        scores = {name: value for name, value in entry.items() if is_real(value) and name not in NOT_SCORES}
        if len(scores) == 2 and TOTAL in scores and len(set(scores.values())) == 1:
            del scores[TOTAL]  # the one dimension there is, written as the total too
        for question, value in scores.items():
            yield msgspec.structs.replace(about, question=question, value=value)


def write(target: Target, ratings: Iterable[Rating]) -> None:
    """Several ratings of an output become their mean, and this is said."""
    outputs = outputs_of(ratings)
    alone = len(questions_of(outputs)) == 1
    with target.file() as file:
        for output in outputs:
            file.write(json_line(_entry(output, alone, target)))


def _entry(output: RatedOutput, alone: bool, target: Target) -> dict[str, object]:
    given: dict[str, list[float]] = {}
    for said in output.by_rater.values():
        for rating in said:
            given.setdefault(rating.question, []).append(rating.value or 0)
    scores = {
        question: values[0] if len(values) == 1 else sum(values) / len(values) for question, values in given.items()
    }
    averaged = sum(len(values) for values in given.values() if len(values) > 1)
    if averaged:
        target.losses.add("formats.averaged", averaged)
    total = {TOTAL: next(iter(scores.values()))} if alone and TOTAL not in scores and scores else {}
    one = next(iter(output.by_rater)) if len(output.by_rater) == 1 else RATER
    who = {"rater": one} if one != RATER else {}
    source = {"src": output.source} if output.source else {}
    return {"seg_id": output.item, "SYS": output.system, **source, "hyp": output.text, **who, **total, **scores}
