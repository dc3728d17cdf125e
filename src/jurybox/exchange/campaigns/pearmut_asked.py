"""What a Pearmut campaign asks: a score, sliders of its own, marks with severities and perhaps categories, a text."""

from collections.abc import Iterator

from jurybox.core import JsonObject, JsonValue
from jurybox.exchange.campaigns import on_shelf
from jurybox.exchange.campaigns.campaign import AskedNumber, CampaignQuestions
from jurybox.exchange.campaigns.file import CampaignFile
from jurybox.exchange.campaigns.usual_labels import USUAL_LABELS
from jurybox.exchange.files import list_in, object_in, text_in

PROTOCOLS: dict[str, tuple[str, ...]] = {
    "DA": on_shelf.SCORE,
    "ESA": on_shelf.SPANS,
    "ESAAI": on_shelf.SPANS,
    "cESA": on_shelf.SPANS_SIDE_BY_SIDE,
    "MQM": on_shelf.ERRORS,
}
SIDE_BY_SIDE = {"ESA": on_shelf.SPANS_SIDE_BY_SIDE, "ESAAI": on_shelf.SPANS_SIDE_BY_SIDE}
WITH_MARKS = frozenset(PROTOCOLS) - {"DA"}
SEVERITIES = ("minor", "major")
SCORE, SPANS, TEXT = "score", "error_spans", "textfield"


def asked_of(info: JsonObject, together: bool, file: CampaignFile) -> CampaignQuestions:
    """`together`: whether several outputs are seen side by side."""
    protocol, line = info.get("protocol", "ESA"), file.line_of("info")
    if not isinstance(protocol, str) or (protocol not in PROTOCOLS and "sliders" not in info):
        file.fault("campaign.not_one_of", line, str(protocol), list(PROTOCOLS), name="info.protocol")
        return CampaignQuestions()
    shelf = (SIDE_BY_SIDE if together else {}).get(protocol, PROTOCOLS.get(protocol, ()))
    labels = _labels(object_in(info, "mqm_categories")) or USUAL_LABELS
    weights = tuple(str(one).lower() for one in list_in(info, "mqm_severities") or SEVERITIES)
    return CampaignQuestions(
        shelf=() if info.get("textfield") else shelf,
        numbers=tuple(_sliders(info["sliders"], line, file)) if "sliders" in info else (AskedNumber(SCORE),),
        marks=SPANS if protocol in WITH_MARKS else "",
        labels=labels if protocol == "MQM" else (),
        weights=weights if protocol in WITH_MARKS else (),
        text=TEXT if info.get("textfield") else "",
    )


def _sliders(sliders: JsonValue, line: int, file: CampaignFile) -> Iterator[AskedNumber]:
    if not isinstance(sliders, list):
        file.fault("formats.bad_entry", line, type(sliders).__name__, where="info.sliders")
        return
    for n, one in enumerate(sliders):
        slider = one if isinstance(one, dict) else {}
        numbers = [value for name in ("min", "max", "step") if type(value := slider.get(name)) in (int, float)]
        name = text_in(slider, "name")
        low, high, step = (float(str(x)) for x in numbers) if len(numbers) == 3 else (0.0, 0.0, 0.0)
        if name is None or low >= high or step <= 0:
            file.fault("formats.bad_entry", line, one, where=f"info.sliders[{n}]")
        else:
            yield AskedNumber(name, low, high, step)


def _labels(categories: JsonObject) -> tuple[str, ...]:
    """Categories with their subcategories as a log names them."""
    found: list[str] = []
    for name, inner in categories.items():
        subs = [str(sub) for sub in inner if sub] if isinstance(inner, list) else []
        if name:
            found += [f"{name}/{sub}" for sub in subs] or [name]
    return tuple(found)


def right_score(rule: JsonValue) -> tuple[float, float] | None:
    """The middle of the range in which a score passes, and how far it may be off; None where no range is said.

    >>> right_score({"score": [70, 80]}), right_score([{"score": [0, 10]}]), right_score({"warning": "Look."})
    ((75.0, 5.0), (5.0, 5.0), None)
    """
    rules = rule if isinstance(rule, list) else [rule]
    ranges = [found for one in rules if isinstance(one, dict) and (found := list_in(one, SCORE)) and len(found) == 2]
    ends = [end for end in ranges[0] if type(end) in (int, float)] if ranges else []
    if len(ends) != 2:
        return None
    low, high = (float(str(end)) for end in ends)
    return ((low + high) / 2, (high - low) / 2) if low <= high else None
