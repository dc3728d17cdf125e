"""An organiser's wishes for the settings of a study: from a YAML file, and from NAME=VALUE, which wins."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jurybox.core import Fault, JuryboxError, Refused, Settings, refuse
from jurybox.protocols import Node, read_tree


@dataclass(slots=True)
class SettingsInput:
    values: dict[str, Any] = field(default_factory=dict)
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


def _put(values: dict[str, Any], path: list[str], value: Any) -> None:
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


def _value(text: str) -> Any:
    """
    >>> _value("3"), _value("0.1"), _value("true"), _value("none")
    (3, 0.1, True, 'none')
    """
    try:
        return json.loads(text)
    except ValueError:
        return text


def _from_file(path: Path) -> SettingsInput:
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise Refused.of("study.settings_unreadable", given=str(path), reason=reason) from error
    root, faults = read_tree(text, str(path))
    refuse(faults)
    return SettingsInput(root.document() if root is not None else {}, str(path), root)
