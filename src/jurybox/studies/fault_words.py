"""Faults in words, as plain data that can be kept, and said again in another language."""

import msgspec

from jurybox.core import Fault, JsonData
from jurybox.texts import hint_of, message_of

FaultWords = dict[str, str | int | None]
"""A fault in words: code, message, where, hint, file, line."""
KeptFault = dict[str, JsonData]
"""A fault as it is kept: in English, with what it takes to say it in another language."""


def fault_words(fault: Fault) -> FaultWords:
    return {
        "code": fault.code,
        "message": message_of(fault),
        "where": fault.where or None,
        "hint": hint_of(fault),
        "file": fault.file,
        "line": fault.line,
    }


def kept_fault(fault: Fault) -> KeptFault:
    values = {"given": fault.given, "allowed": fault.allowed, "params": dict(fault.params)}
    about: JsonData = msgspec.to_builtins(values, enc_hook=str, str_keys=True)
    return {**fault_words(fault), "about": about}


def told_faults(kept: JsonData, lang: str, page: bool = False) -> list[FaultWords]:
    """Faults that were kept, in a language, without what only we need; `page` as in `message_of`."""
    return [_worded(entry, lang, page) for entry in msgspec.convert(kept or [], list[dict[str, object]])]


def _worded(entry: dict[str, object], lang: str, page: bool) -> FaultWords:
    """In English where it was kept by an older release."""
    about, shown = entry.pop("about", None), msgspec.convert(entry, FaultWords)
    if not isinstance(about, dict):
        return shown
    where = str(shown["where"] or "")
    fault = Fault(str(shown["code"]), where, about["given"], about["allowed"], about["params"])
    return {**shown, "message": message_of(fault, lang, page), "hint": hint_of(fault, lang, page)}
