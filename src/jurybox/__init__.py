"""Jurybox: a workbench for human evaluation of generated text.

The Python library: `jurybox.open(folder)`, `jurybox.connect(url, token)`, `jurybox.analyse(table)`. It is loaded when
it is first used, so that importing this costs next to nothing. Types are in __init__.pyi.
"""

__version__ = "0.2.0.dev1"

_LIBRARY = (
    "Busy", "Client", "Conflict", "Denied", "Forbidden", "JuryboxError", "NotFound", "Rater", "Ratings", "Refused",
    "StoreFull", "Study", "TooMany", "analyse", "connect", "open", "write_report",
)  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _LIBRARY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib  # by name, for no room may seem to look up to the library

    return getattr(importlib.import_module("jurybox.client"), name)


def __dir__() -> list[str]:
    return [*globals(), *_LIBRARY]
