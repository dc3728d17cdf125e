"""JUDGE-BENCH (Bavaresco et al. 2024): one JSON document, instances with the scores that people gave.

Each entry of `annotations` declares a metric: graded or continuous with worst and best, or categorical with its
labels. An instance has for each metric the list of individual_human_scores, and their mean or majority. Who gave a
score is not said: raters come in as 1, 2, 3 by their place in the list.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from jurybox.core import JsonObject
from jurybox.exchange.files import list_in, object_in, text_in
from jurybox.exchange.ratings.formats.groups import RatedOutput, outputs_of, questions_of
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target
from jurybox.exchange.ratings.formats.values import ParsedCell, is_real

SOURCES, OUTPUTS = ("source", "input"), ("output", "translation", "summary", "response")
"""The parts of an instance that are taken for the text that was given and the text that was made."""


def read(source: RatingsFile) -> Iterator[Rating]:
    for number, instance in enumerate(source.list_in_document("instances", "JUDGE-BENCH"), 1):
        if isinstance(instance, dict) and isinstance(instance.get("annotations"), dict):
            yield from _of_instance(instance, number, source)
        else:
            line = source.line_of("instances", number - 1)
            source.fault("formats.bad_entry", line, instance, where=f"instances[{number - 1}]")


def _of_instance(instance: JsonObject, number: int, source: RatingsFile) -> Iterator[Rating]:
    shown = instance.get("instance")
    parts = object_in(instance, "instance") | {k: v for k, v in instance.items() if isinstance(v, str)}
    output = shown if isinstance(shown, str) else _first(parts, OUTPUTS)
    about = Rating(
        item=str(instance.get("item", instance.get("id", number))),
        system=str(instance.get("system", "")),
        source=_first(parts, SOURCES),
        output=output,
    )
    for metric, given in object_in(instance, "annotations").items():
        scores = list_in(given, "individual_human_scores") if isinstance(given, dict) else None
        if scores is None:
            source.note("formats.means_not_read")
            continue
        for place, score in enumerate(scores, 1):
            told: ParsedCell = {"value": score} if is_real(score) else {"labels": (str(score),)}
            if score is not None:
                yield msgspec.structs.replace(about, rater=str(place), question=metric, **told)


def _first(parts: JsonObject, names: tuple[str, ...]) -> str | None:
    return next((text for name in names if (text := text_in(parts, name))), None)


def write(target: Target, ratings: Iterable[Rating]) -> None:
    outputs = outputs_of(ratings)
    document = {
        "dataset": target.about.title,
        "dataset_url": target.about.url,
        "annotations": [_declared(question, outputs, target) for question in questions_of(outputs)],
        "instances": [_instance(number, output) for number, output in enumerate(outputs)],
    }
    with target.file() as file:
        file.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")


def _said(question: str, output: RatedOutput) -> list[int | float | str]:
    rated = [r for said in output.by_rater.values() for r in said if r.question == question]
    return [r.value if r.value is not None else (r.labels or ("",))[0] for r in rated]


def _declared(question: str, outputs: list[RatedOutput], target: Target) -> dict[str, object]:
    asked = target.about.questions.get(question)
    said = [value for output in outputs for value in _said(question, output)]
    base = {"metric": question, "prompt": f"{asked.prompt if asked else question}\n\n{{{{ instance }}}}"}
    numbers = [value for value in said if is_real(value)]
    if len(numbers) < len(said):
        labels = list(dict.fromkeys([*(asked.labels if asked else ()), *map(str, said)]))
        return {**base, "category": "categorical", "labels_list": labels}
    lowest = min(numbers) if asked is None or asked.lowest is None else asked.lowest
    highest = max(numbers) if asked is None or asked.highest is None else asked.highest
    category = "graded" if all(value == int(value) for value in numbers) else "continuous"
    return {**base, "category": category, "worst": lowest, "best": highest}


def _instance(number: int, output: RatedOutput) -> dict[str, object]:
    shown = {"source": output.source, "output": output.text} if output.source else output.text
    annotations: dict[str, dict[str, object]] = {}
    for question in questions_of([output]):
        said = _said(question, output)
        numbers = [value for value in said if is_real(value)]
        if len(numbers) == len(said):
            annotations[question] = {"mean_human": sum(numbers) / len(numbers)}
        else:
            annotations[question] = {"majority_human": Counter(map(str, said)).most_common(1)[0][0]}
        annotations[question]["individual_human_scores"] = said
    named = {"item": output.item} | ({"system": output.system} if output.system else {})
    return {"id": number, **named, "instance": shown, "annotations": annotations}
