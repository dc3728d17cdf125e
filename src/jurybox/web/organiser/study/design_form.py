"""What the form of the design says: wishes for settings, and what is expected of the study."""

from collections.abc import Iterator, Mapping

from starlette.datastructures import FormData

from jurybox.core import Settings

NUMBERS = ("batch", "units_per_rater")
CHOICES = ("order", "assign", "ways", "merge")
TICKS = ("guides", "sealed")
CALIBRATION = {"tolerance": 1.0, "share": 100.0, "rounds": 1.0}
"""Numbers of the calibration, and by how much they are multiplied for people."""
INTENT = ("raters", "seconds", "pay", "spread")


def wishes_of(form: FormData, stages: list[str], groups: list[str]) -> dict[str, object]:
    """Only what the form has: a setting that the page does not offer stays as it is."""
    wishes: dict[str, object] = {name: text for name in CHOICES if (text := text_of(form, name))}
    wishes |= {name: text_of(form, name) == "on" for name in TICKS if name in form and name in Settings.model_fields}
    wishes |= {name: number_of(form, name) for name in NUMBERS if name in form and name in Settings.model_fields}
    wishes |= _languages(form)
    quorum = {stage: number for stage in stages if (number := number_of(form, f"quorum.{stage}")) is not None}
    wishes |= {"quorum": quorum} if quorum else {}
    if "has_groups" in form:
        wishes["group_quorum"] = dict(_group_quorum(form, stages, groups))
    if (repeats := number_of(form, "repeats")) is not None:
        wishes["repeats"] = repeats / 100 if isinstance(repeats, int | float) else repeats
    if "completion_code" in form:
        wishes["completion_code"] = text_of(form, "completion_code") or None
    wishes |= _before_the_first_task(form)
    wishes |= _checks(form)
    wishes |= _pairs(form)
    if (held_out := number_of(form, "prefill.hold_out")) is not None:
        wishes["prefill"] = {"hold_out": held_out / 100 if isinstance(held_out, int | float) else held_out}
    return wishes


def _languages(form: FormData) -> dict[str, object]:
    """What the texts are in; the language of pages follows from it where that stays as it was shown."""
    found: dict[str, object] = {}
    if (language := text_of(form, "language")) and language != text_of(form, "language.before"):
        found["language"] = language
    if "texts_languages.to.0" in form:
        numbers = (name.rpartition(".")[2] for name in form if name.startswith("texts_languages.to."))
        pairs = (
            (text_of(form, f"texts_languages.from.{n}"), text_of(form, f"texts_languages.to.{n}")) for n in numbers
        )
        said = (f"{source}-{target}" if source and source != target else target for source, target in pairs if target)
        found["texts_languages"] = list(dict.fromkeys(said))
    return found


def _checks(form: FormData) -> dict[str, object]:
    """What the form says of checks; of what it says nothing, it stays as it is."""
    if "checks.share" not in form:
        return {}
    found: dict[str, object] = {}
    for name in ("share", "pass_share"):
        if (number := number_of(form, f"checks.{name}")) is not None:
            found[name] = number / 100 if isinstance(number, int | float) else number
    if on_fail := text_of(form, "checks.on_fail"):
        found |= {"on_fail": on_fail.removesuffix("_exclude"), "exclude": on_fail.endswith("_exclude")}
    if degraded := text_of(form, "checks.degraded"):
        found["degraded"] = degraded == "on"
    if "checks.completion_code" in form:
        found["completion_code"] = text_of(form, "checks.completion_code") or None
    return {"checks": found}


def _pairs(form: FormData) -> dict[str, object]:
    if "pairs.choose" not in form:
        return {}
    found: dict[str, object] = {"choose": text_of(form, "pairs.choose"), "most": number_of(form, "pairs.most")}
    batch = number_of(form, "pairs.batch")
    return {"pairs": found if batch is None else {**found, "batch": batch}}


def _group_quorum(form: FormData, stages: list[str], groups: list[str]) -> Iterator[tuple[str, dict[str, object]]]:
    """By the place of a group and not by its name, which may hold anything."""
    for place, group in enumerate(groups):
        own: dict[str, object] = {
            stage: n for stage in stages if (n := number_of(form, f"group.{place}.{stage}")) is not None
        }
        if own:
            yield group, own


def _before_the_first_task(form: FormData) -> dict[str, object]:
    found: dict[str, object] = {}
    calibration: dict[str, object] = {}
    if "calibration" in form:
        calibration["on"] = text_of(form, "calibration") == "on"
    for name, times in CALIBRATION.items():
        if (number := number_of(form, f"calibration.{name}")) is not None:
            calibration[name] = number / times if times > 1 and isinstance(number, int | float) else number
    if on_fail := text_of(form, "calibration.on_fail"):
        calibration["on_fail"] = on_fail
    if "calibration.usual" in form:
        usual = text_of(form, "calibration.usual").split()
        ticked = [str(id) for id in form.getlist("calibration.chosen")]
        is_needed = calibration.get("on", True) or ticked
        calibration["chosen"] = None if set(ticked) == set(usual) or not is_needed else ticked
    if calibration:
        found["calibration"] = calibration
    chosen = text_of(form, "questionnaire")
    if chosen in ("none", "standard"):
        found["questionnaire"] = [] if chosen == "none" else chosen
    consents = {name.removeprefix("consent."): text_of(form, name) for name in form if name.startswith("consent.")}
    if consents:
        found["consent"] = {lang: text for lang, text in consents.items() if text} or None
    return found


def intent_of_form(form: FormData) -> dict[str, object]:
    """What is left empty is not expected any more; the spread has a usual value."""
    found: dict[str, object] = {name: number_of(form, name) for name in INTENT if name in form}
    if found.get("spread") is None:
        found.pop("spread", None)
    if decides := text_of(form, "decides"):
        found["decides"] = decides
    return found


def text_of(form: Mapping[str, object], name: str) -> str:
    """What stands in a field, without what browsers put around it."""
    return str(form.get(name) or "").replace("\r\n", "\n").strip()


def number_of(form: Mapping[str, object], name: str) -> int | float | str | None:
    """A number where it is one; what it is not, is refused in words by whoever checks settings."""
    text = text_of(form, name).replace(",", ".")
    if not text:
        return None
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
