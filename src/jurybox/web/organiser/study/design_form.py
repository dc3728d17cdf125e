"""What the form of the design says: wishes for settings, and what is expected of the study."""

from collections.abc import Iterator

from starlette.datastructures import FormData

from jurybox.core import Settings

NUMBERS = ("batch", "units_per_rater")
CHOICES = ("order", "assign", "ways", "merge", "language")
TICKS = ("guides", "sealed")
CALIBRATION = {"tolerance": 1.0, "share": 100.0, "rounds": 1.0}
"""Numbers of the calibration, and by how much they are multiplied for people."""
INTENT = ("raters", "seconds", "pay", "spread")


def wishes_of(form: FormData, stages: list[str], groups: list[str]) -> dict[str, object]:
    """Only what the form has: a setting that the page does not offer stays as it is."""
    wishes: dict[str, object] = {name: text for name in CHOICES if (text := _text(form, name))}
    wishes |= {name: _text(form, name) == "on" for name in TICKS if name in form and name in Settings.model_fields}
    wishes |= {name: _number(form, name) for name in NUMBERS if name in form and name in Settings.model_fields}
    quorum = {stage: number for stage in stages if (number := _number(form, f"quorum.{stage}")) is not None}
    wishes |= {"quorum": quorum} if quorum else {}
    if "has_groups" in form:
        wishes["group_quorum"] = dict(_group_quorum(form, stages, groups))
    if (repeats := _number(form, "repeats")) is not None:
        wishes["repeats"] = repeats / 100 if isinstance(repeats, int | float) else repeats
    if "completion_code" in form:
        wishes["completion_code"] = _text(form, "completion_code") or None
    wishes |= _before_the_first_task(form)
    return wishes


def _group_quorum(form: FormData, stages: list[str], groups: list[str]) -> Iterator[tuple[str, dict[str, object]]]:
    """By the place of a group and not by its name, which may hold anything."""
    for place, group in enumerate(groups):
        own: dict[str, object] = {
            stage: n for stage in stages if (n := _number(form, f"group.{place}.{stage}")) is not None
        }
        if own:
            yield group, own


def _before_the_first_task(form: FormData) -> dict[str, object]:
    found: dict[str, object] = {}
    calibration: dict[str, object] = {}
    if "calibration" in form:
        calibration["on"] = _text(form, "calibration") == "on"
    for name, times in CALIBRATION.items():
        if (number := _number(form, f"calibration.{name}")) is not None:
            calibration[name] = number / times if times > 1 and isinstance(number, int | float) else number
    if on_fail := _text(form, "calibration.on_fail"):
        calibration["on_fail"] = on_fail
    if calibration:
        found["calibration"] = calibration
    chosen = _text(form, "questionnaire")
    if chosen in ("none", "standard"):
        found["questionnaire"] = [] if chosen == "none" else chosen
    consents = {name.removeprefix("consent."): _text(form, name) for name in form if name.startswith("consent.")}
    if consents:
        found["consent"] = {lang: text for lang, text in consents.items() if text} or None
    return found


def intent_of_form(form: FormData) -> dict[str, object]:
    """What is left empty is not expected any more; the spread has a usual value."""
    found: dict[str, object] = {name: _number(form, name) for name in INTENT if name in form}
    if found.get("spread") is None:
        found.pop("spread", None)
    if decides := _text(form, "decides"):
        found["decides"] = decides
    return found


def _text(form: FormData, name: str) -> str:
    return str(form.get(name) or "").replace("\r\n", "\n").strip()


def _number(form: FormData, name: str) -> int | float | str | None:
    """A number where it is one; what it is not, is refused in words by whoever checks settings."""
    text = _text(form, name).replace(",", ".")
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
