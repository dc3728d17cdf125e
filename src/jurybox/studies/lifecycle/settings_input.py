"""An organiser's wishes for the settings of a study: from a YAML file, and from NAME=VALUE, which wins."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from jurybox.core import (
    Fault,
    JsonObject,
    JsonValue,
    JuryboxError,
    Model,
    Protocol,
    Refused,
    Settings,
    default_settings,
    refuse,
)
from jurybox.protocols import LoadedProtocol, Node, read_tree
from jurybox.studies.lifecycle.check_settings import check_faults, checks_wished, example_faults
from jurybox.studies.lifecycle.pair_settings import pair_faults
from jurybox.studies.lifecycle.usual_questions import STANDARD, usual_questions
from jurybox.studies.lifecycle.wished_languages import languages_wished

MOST_RATERS = 1_000
"""The highest quorum."""
MAIN_PART = {"pairs": "choose"}
"""What a setting of several parts means by a text alone."""
KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


@dataclass(slots=True)
class SettingsInput:
    values: JsonObject = field(default_factory=dict)
    file: str = ""
    root: Node | None = None
    pairs: dict[str, str] = field(default_factory=dict)
    """NAME=VALUE as given, by the setting it is for."""

    @contextmanager
    def placing_faults(self) -> Iterator[None]:
        """Faults of settings that come up inside say where the setting was wished for."""
        try:
            yield
        except JuryboxError as error:
            raise type(error)(*map(self.located, error.faults)) from error

    def located(self, fault: Fault) -> Fault:
        """A fault of a setting with the place where the setting was wished for."""
        path = tuple(fault.where.split("."))
        if path[0] in self.pairs:
            return replace(fault, file=self.pairs[path[0]])
        if self.root is not None and path[0] in self.values:
            return replace(fault, file=self.file, line=self.root.follow(path)[0].line)
        return fault


def read_wishes(path: Path | None = None, pairs: list[str] | None = None) -> SettingsInput:
    wishes = _from_file(path) if path is not None else SettingsInput()
    faults = []
    for pair in pairs or []:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            faults.append(Fault("study.not_a_setting", "", pair))
            continue
        setting, *inner = name.split(".")
        value = text if _is_text(Settings, setting, *inner) else _value(text)
        if setting in MAIN_PART and not inner and isinstance(value, str):
            inner = [MAIN_PART[setting]]  # so that other parts may stand beside it
        _put(wishes.values, [setting, *inner], value)
        wishes.pairs[setting] = f"--set {pair}"
    refuse(faults)
    return wishes


def _put(values: JsonObject, path: list[str], value: JsonValue) -> None:
    for step in path[:-1]:
        inner = values.get(step)
        if not isinstance(inner, dict):
            inner = values[step] = {}
        values = inner
    values[path[-1]] = value


def _is_text(settings: type[Model], name: str, *inner: str) -> bool:
    """A setting that is a text keeps what looks like a number.

    >>> _is_text(Settings, "completion_code"), _is_text(Settings, "calibration", "completion_code")
    (True, True)
    """
    known = settings.model_fields.get(name)
    if known is None:
        return False
    if inner:
        return (
            isinstance(known.annotation, type)
            and issubclass(known.annotation, Model)
            and _is_text(known.annotation, *inner)
        )
    return known.annotation in (str, str | None)


def _value(text: str) -> JsonValue:
    """
    >>> _value("3"), _value("0.1"), _value("true"), _value("none")
    (3, 0.1, True, 'none')
    """
    try:
        found: JsonValue = json.loads(text)
    except ValueError:
        return text
    return found


def _from_file(path: Path) -> SettingsInput:
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise Refused.of("study.settings_unreadable", given=str(path), reason=reason) from error
    root, faults = read_tree(text, str(path))
    refuse(faults)
    return SettingsInput(root.document() if root is not None else {}, str(path), root)


def sound_settings(document: Mapping[str, object]) -> Settings:
    """Settings from plain data; every fault at once."""
    try:
        return Settings.model_validate(document)
    except ValidationError as error:
        allowed = sorted(Settings.model_fields)
        raise Refused(*(_setting_fault(e, allowed) for e in error.errors())) from error


STRUCTURES = {
    "quorum": 'it takes a whole number from 1, or one for each stage, such as {"fluency": 2}',
    "group_quorum": 'it takes the quorum of each group, such as {"es": {"rate": 3}}',
    "consent": 'it takes a text for each language, such as {"en": "…"}',
    "questionnaire": "it takes a list of questions, or standard",
    "checks": 'it takes its parts, such as {"share": 0.1, "on_fail": "flag"}',
    "calibration": 'it takes true, false, or its parts, such as {"on": true, "share": 0.7}',
    "calibration.chosen": 'it takes a list of examples by their ids, such as ["example-1", "example-2"]',
    "texts_languages": 'it takes a list of languages, such as ["en-de"] (outputs in German, made of English) or ["es"]',
    "pairs": 'it takes all, even, uncertain, or its parts, such as {"choose": "uncertain", "batch": 50}',
    "prefill": 'it takes true, false, or its parts, such as {"on": true, "hold_out": 0.2}',
}
"""What settings take that are no single text or number: a checker would say so in words of its own."""
_NO_STRUCTURE = ("dict_type", "model_type", "model_attributes_type", "list_type", "tuple_type")


def _setting_fault(e: ErrorDetails, known: list[str]) -> Fault:
    allowed = known if e["type"] == "extra_forbidden" else None
    where = ".".join(map(str, e["loc"]))
    is_language = e["loc"][:1] == ("texts_languages",)
    known_as = "texts_languages" if is_language else where
    reason = STRUCTURES.get(known_as, e["msg"]) if is_language or e["type"] in _NO_STRUCTURE else e["msg"]
    return Fault("study.bad_setting", where, e.get("input"), allowed, {"reason": reason})


def settings_for(loaded: LoadedProtocol, wishes: Mapping[str, object], texts: Path | None = None) -> Settings:
    """The protocol's defaults with the organiser's wishes; every fault at once."""
    return changed_settings(loaded.protocol, default_settings(loaded.protocol), wishes, texts)


def changed_settings(
    protocol: Protocol, before: Settings, wishes: Mapping[str, object], texts: Path | None = None
) -> Settings:
    """Settings with the organiser's wishes; every fault at once."""
    base = before.model_dump()
    wishes = dict(wishes)
    quorum = wishes.get("quorum")
    if isinstance(quorum, int) and not isinstance(quorum, bool):
        wishes["quorum"] = dict.fromkeys((stage.id for stage in protocol.stages), quorum)
    elif isinstance(quorum, dict):
        wishes["quorum"] = {**base["quorum"], **quorum}
    for name in ("calibration", "prefill"):
        wished = wishes.get(name)
        if isinstance(wished, bool):
            wishes[name] = {**base[name], "on": wished}
        elif isinstance(wished, dict):
            wishes[name] = {**base[name], **wished}
    pairs = wishes.get("pairs")
    if isinstance(pairs, str | dict):
        wishes["pairs"] = {**base["pairs"], **({"choose": pairs} if isinstance(pairs, str) else pairs)}
    checks = wishes.get("checks")
    if isinstance(checks, dict):
        wishes["checks"] = checks_wished(base["checks"], checks)
    wishes |= languages_wished(protocol, before, wishes)
    if wishes.get("questionnaire") == STANDARD:
        wishes["questionnaire"] = usual_questions(texts)
    settings = sound_settings({**base, **wishes})
    stages = {stage.id for stage in protocol.stages}
    named = {*settings.quorum, *(s for quorum in settings.group_quorum.values() for s in quorum)}
    faults = [Fault("study.unknown_stage", "quorum", stage, sorted(stages)) for stage in sorted(named - stages)]
    more = (*example_faults(protocol, settings), *check_faults(protocol, settings), *pair_faults(protocol, settings))
    refuse([*faults, *more])
    return settings


def checked_settings(
    loaded: LoadedProtocol, key: str, wishes: Mapping[str, object], texts: Path | None = None
) -> Settings:
    """The settings, if key and wishes are sound; every fault at once."""
    faults = [] if KEY.fullmatch(key) else [Fault("study.bad_key", "key", key)]
    try:
        settings = settings_for(loaded, wishes, texts)
    except Refused as error:
        raise Refused(*faults, *error.faults) from error
    refuse(faults)
    return settings
