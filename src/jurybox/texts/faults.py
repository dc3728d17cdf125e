"""A fault in words: what was given, what is allowed, what to do. Templates are in faults.<lang>.json, one per code.

What pages can show has its words in every language; what only the command line says is English alone. A template that
a language lacks is taken from English.

A template may use {given}, {allowed}, {where}, {file}, {line} and the fault's own parameters; `{allowed[0]}` is the
first of several. `code.hint` says what to do and is left out when the fault lacks a parameter that it uses.

A page says `code.page` where there is one; else what `code` says, without the sentences that name options of the
command line.
"""

import json
import re
import string
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

LONGEST_VALUE = 80
LONGEST_LIST = 20
PATHS_BEGIN = ("/", "./", "../", "~/")
OF_ANY = ("any.times", "any.also", "any.hint")
"""What can be said of a fault of any code."""
ENGLISH = "en"
HERE = Path(__file__).parent
SENTENCE_END = re.compile(r"(?<=[.?!]) |(?<=[。？！；])")


class FaultLike(Protocol):
    """The shape of core.errors.Fault; stated here so that this room needs no other."""

    @property
    def code(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def given(self) -> object: ...
    @property
    def allowed(self) -> object: ...
    @property
    def params(self) -> Mapping[str, object]: ...
    @property
    def file(self) -> str | None: ...
    @property
    def line(self) -> int | None: ...


def message_of(fault: FaultLike, lang: str = ENGLISH, page: bool = False) -> str:
    """What is wrong, in one or two sentences. A code without a template still gives a readable one."""
    known = templates(lang)
    return _Words(_values(fault, lang)).format(_template(known, fault.code, page) or known["any"])


def hint_of(fault: FaultLike, lang: str = ENGLISH, page: bool = False) -> str | None:
    """What to do about it, if there is something to say."""
    known = templates(lang)
    of_any = [name for name in OF_ANY if name != "any.hint" or _may_be_meant(fault)]
    wanted = [*(known[name] for name in of_any), _template(known, fault.code + ".hint", page)]
    values = _values(fault, lang)
    said = [_Words(values).format(hint) for hint in wanted if hint and _is_complete(hint, values)]
    return " ".join(said) or None


def _template(known: Mapping[str, str], code: str, page: bool) -> str:
    said = known.get(code, "")
    return known.get(f"{code}.page") or without_options(said) if page else said


def without_options(template: str) -> str:
    """A template without the sentences that name options of the command line.

    >>> without_options("It is there twice. Choose: --duplicates first. Or mend it.")
    'It is there twice. Or mend it.'
    >>> without_options("重复。请用 --map。")
    '重复。'
    """
    if "--" not in template:
        return template
    kept = [part for part in SENTENCE_END.split(template) if "--" not in part]
    return ("" if kept and kept[0].endswith("。") else " ").join(kept)


def _may_be_meant(fault: FaultLike) -> bool:
    """Nothing is proposed that would be refused too."""
    allowed = fault.allowed
    if not isinstance(allowed, (list, tuple, set, frozenset)):
        return True
    return str(fault.params.get("nearest")) in map(str, allowed)


def line_of(fault: FaultLike) -> str:
    """A fault on one line, as a terminal shows it: file and line, the place in the document, the words."""
    file = f"{fault.file or ''}:{fault.line or ''}".strip(":")
    parts = [part for part in dict.fromkeys((file, fault.where)) if part]
    words = " ".join(part for part in (message_of(fault), hint_of(fault)) if part)
    return ": ".join([*parts, words])


@cache
def templates(lang: str = ENGLISH) -> dict[str, str]:
    """The templates in a language; `es-MX` falls back to `es`, and all to English."""
    return own_templates(ENGLISH) | own_templates(lang.split("-")[0]) | own_templates(lang)


def own_templates(lang: str) -> dict[str, str]:
    """What the file of one language says, without any other; nothing where there is none."""
    file = HERE / f"faults.{lang}.json"
    if not lang.replace("-", "").isalnum() or not file.is_file():
        return {}
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _values(fault: FaultLike, lang: str) -> dict[str, object]:
    values: dict[str, object] = {"code": fault.code, "where": fault.where, "file": fault.file, "line": fault.line}
    parts = fault.where.split(".", 2)  # a target may have a dot of its own
    if parts[0] == "answers" and len(parts) > 1:
        values |= dict(zip(("question", "target"), (part.split("[")[0] for part in parts[1:]), strict=False))
    values |= {name: _Param(value, lang) for name, value in {**values, **fault.params}.items() if value is not None}
    return {**values, "given": _Given(fault.given, lang), "allowed": _Allowed(fault.allowed, lang)}


def _is_complete(template: str, values: Mapping[str, object]) -> bool:
    names = [name.split("[")[0] for _, name, _, _ in string.Formatter().parse(template) if name]
    return all(_bare(values.get(name)) is not None for name in names)


def _bare(value: object) -> object:
    return value.value if isinstance(value, _Given) else value


class _Words(string.Formatter):
    """Fills a template; what a fault does not say becomes a dash instead of an error."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = values

    def get_field(self, field_name: str, args: object, kwargs: object) -> tuple[object, str]:
        name, _, rest = field_name.partition("[")
        value = self.values.get(name, "–")
        if rest and isinstance(value, (_Given, Sequence)):
            return value[int(rest[:-1])], name
        return value, name

    def format_field(self, value: object, format_spec: str) -> str:
        return str(value)


class _Given:
    """A value as it was given: texts in quotes, lists and mappings as JSON."""

    def __init__(self, value: object, lang: str = ENGLISH) -> None:
        self.value, self.lang = value, lang

    def __str__(self) -> str:
        if self.value is None:
            return templates(self.lang)["any.nothing"]
        if isinstance(self.value, str):
            return f"'{_short(self.value)}'"
        return _short(json.dumps(self.value, ensure_ascii=False, default=str))

    def _part(self, index: int) -> object:
        return self.value[index] if isinstance(self.value, Sequence) else self.value

    def __getitem__(self, index: int) -> str:
        return str(_Given(self._part(index), self.lang))


class _Allowed(_Given):
    """What is allowed instead: a list as a, b, c; a mapping as min 0, step 0.5."""

    def __str__(self) -> str:
        return _listed(self.value, self.lang)

    def __getitem__(self, index: int) -> str:
        return _listed(self._part(index), self.lang)


class _Param(_Allowed):
    """Something else that a fault says of itself."""


def _listed(value: object, lang: str = ENGLISH) -> str:
    """
    >>> _listed([1, 2.5, "a"]), _listed({"min": 0, "max": None}), _listed([])
    ('1, 2.5, a', 'min 0', 'none')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_listed(entry, lang)}" for key, entry in value.items() if entry is not None)
    if isinstance(value, (list, tuple, set, frozenset)):
        entries = [entry if isinstance(entry, str) else str(_Given(entry, lang)) for entry in value]
        more = ", " + templates(lang)["any.in_all"].format(count=len(entries)) if len(entries) > LONGEST_LIST else ""
        return ", ".join(entries[:LONGEST_LIST]) + more or templates(lang)["any.none"]
    return str(_Given(value, lang))


def _short(text: str) -> str:
    """Its beginning, but of the path of a file its end, which says which one it is.

    >>> _short("x" * 200) == "x" * 79 + "…"
    True
    >>> _short("/srv/" + "deep/" * 40 + "secret")[-11:]
    'deep/secret'
    """
    text = " ".join(text.split())
    if len(text) <= LONGEST_VALUE:
        return text
    is_path = text.startswith(PATHS_BEGIN) and " " not in text
    return "…" + text[1 - LONGEST_VALUE :] if is_path else text[: LONGEST_VALUE - 1] + "…"
