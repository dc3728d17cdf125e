"""Faults in words, as plain data that can be kept."""

from jurybox.core import Fault
from jurybox.texts import hint_of, message_of

FaultWords = dict[str, str | int | None]
"""A fault in words: code, message, where, hint, file, line."""


def fault_words(fault: Fault) -> FaultWords:
    return {
        "code": fault.code,
        "message": message_of(fault),
        "where": fault.where or None,
        "hint": hint_of(fault),
        "file": fault.file,
        "line": fault.line,
    }
