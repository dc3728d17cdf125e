"""An organiser's wishes for the settings of a study: from a YAML file, and from NAME=VALUE, which wins."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from jurybox.core import Fault, JsonObject, JsonValue, JuryboxError, Refused, Settings, default_settings, refuse
from jurybox.protocols import LoadedProtocol, Node, read_tree
from jurybox.studies.lifecycle.usual_questions import STANDARD, usual_questions

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
        _put(wishes.values, [setting, *inner], text if _is_text(setting) else _value(text))
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


def _is_text(setting: str) -> bool:
    """A setting that is a text keeps what looks like a number."""
    known = Settings.model_fields.get(setting)
    return known is not None and known.annotation in (str, str | None)


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


def _setting_fault(e: ErrorDetails, known: list[str]) -> Fault:
    allowed = known if e["type"] == "extra_forbidden" else None
    return Fault("study.bad_setting", ".".join(map(str, e["loc"])), e.get("input"), allowed, {"reason": e["msg"]})


def settings_for(loaded: LoadedProtocol, wishes: Mapping[str, object], texts: Path | None = None) -> Settings:
    """The protocol's defaults with the organiser's wishes; every fault at once."""
    protocol = loaded.protocol
    base = default_settings(protocol).model_dump()
    wishes = dict(wishes)
    quorum = wishes.get("quorum")
    if isinstance(quorum, int):
        wishes["quorum"] = dict.fromkeys(base["quorum"], quorum)
    elif isinstance(quorum, dict):
        wishes["quorum"] = {**base["quorum"], **quorum}
    calibration = wishes.get("calibration")
    if isinstance(calibration, bool):
        wishes["calibration"] = {**base["calibration"], "on": calibration}
    elif isinstance(calibration, dict):
        wishes["calibration"] = {**base["calibration"], **calibration}
    if wishes.get("questionnaire") == STANDARD:
        wishes["questionnaire"] = usual_questions(texts)
    settings = sound_settings({**base, **wishes})
    stages = {stage.id for stage in protocol.stages}
    named = {*settings.quorum, *(s for quorum in settings.group_quorum.values() for s in quorum)}
    refuse(Fault("study.unknown_stage", "quorum", stage, sorted(stages)) for stage in sorted(named - stages))
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
