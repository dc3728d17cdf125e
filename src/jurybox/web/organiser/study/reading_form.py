"""The form that says how uploaded tables are to be read: what it offers, and what was said in it."""

from collections.abc import Mapping
from typing import NamedTuple

from starlette.datastructures import FormData

from jurybox.core import Protocol, in_language
from jurybox.studies import lifecycle
from jurybox.studies.lifecycle import Look, Loss, Mapped, NeededColumn, Reading

SHOWN = 20
"""So many faults of a kind are listed."""
CHOOSABLE = {
    "import.duplicate": "duplicates",
    "import.same_row": "duplicates",
    "import.empty_output": "empty",
    "import.no_empty_rule": "empty",
    "import.broken_quotes": "quotes",
    "import.missing_media": "missing",
}
"""The faults about which something can be chosen."""
OFFERED: Mapping[str, tuple[str, ...]] = {
    "quotes": ("refuse", "plain"),
    "duplicates": ("refuse", "first", "last", "number"),
    "empty": ("refuse", "show", "leave-segment", "leave-out", "rule"),
    "missing": ("refuse", "leave-out"),
}
"""What can be chosen about them."""
OF_COLUMNS = (
    "import.unsure_header",
    "import.two_columns",
    "import.column_of_two",
    "import.no_id_column",
    "import.wrong_id",
    "import.unknown_column",
)
"""The faults that the table of columns mends."""


OF_ENCODING = ("import.not_utf8", "import.wrong_encoding", "import.null_character", "import.broken_text")
"""The faults that another encoding may mend."""
ENCODING_NAMES: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "iso8859-1": "ISO 8859-1 (Latin-1)",
    "iso8859-15": "ISO 8859-15 (Latin-9)",
    "mac-roman": "Mac Roman",
    "gbk": "GBK",
    "gb18030": "GB 18030",
    "big5": "Big5",
    "shift_jis": "Shift JIS",
    "euc_jp": "EUC-JP",
    "euc_kr": "EUC-KR",
    "koi8-r": "KOI8-R",
}
"""How encodings are called; the others as Windows and ISO number them."""


class PlacedFault(NamedTuple):
    place: str
    words: str


class FaultGroup(NamedTuple):
    """Faults of one kind."""

    code: str
    number: int
    first: list[PlacedFault]
    advice: str
    """What can be done here: columns, media, encoding, or nothing but mending the files."""


class FaultChoice(NamedTuple):
    """Something to choose: the name of the option, what it can be, and what it is."""

    name: str
    values: tuple[str, ...]
    chosen: str
    number: int
    """How many faults ask for it."""
    found: list[PlacedFault]
    """The first of them."""
    answers: str
    """What the rule of the protocol says of empty outputs."""
    losses: list[Loss]
    """The outputs that would go as a whole."""


def fault_groups(look: Look, missing: list[str]) -> list[FaultGroup]:
    """The faults about which nothing can be chosen, kind by kind; where texts are missing, ids may be told by them."""
    told_apart = {"import.missing_column", *(["import.no_id_column"] if missing else [])}
    by_code: dict[str, list[PlacedFault]] = {}
    for fault in look["faults"]:
        code = str(fault["code"])
        if code not in CHOOSABLE and code not in told_apart:
            by_code.setdefault(code, []).append(_placed(fault))
    folded = {code: _folded(found[:SHOWN]) for code, found in by_code.items()}
    more = {code: max(0, len(found) - SHOWN) for code, found in by_code.items()}
    return [FaultGroup(code, more[code] + len(told), told, _advice(code)) for code, told in folded.items()]


def _folded(faults: list[PlacedFault]) -> list[PlacedFault]:
    """Those in the same words are one, with the places of all.

    >>> _folded([PlacedFault("a.csv:2", "Wrong."), PlacedFault("a.csv:5", "Wrong.")])
    [PlacedFault(place='a.csv:2, a.csv:5', words='Wrong.')]
    """
    places: dict[str, list[str]] = {}
    for place, words in faults:
        places.setdefault(words, []).append(place)
    return [PlacedFault(", ".join(filter(None, found)), words) for words, found in places.items()]


def missing_columns(look: Look, needed: list[NeededColumn]) -> list[str]:
    """What columns are needed and none is taken for, as raters would call it."""
    if not any(fault["code"] in ("import.missing_column", "import.no_id_column") for fault in look["faults"]):
        return []
    taken = {column["use"] for column in look["mapped"]["columns"]}
    taken |= {column["name"] for column in needed if column["per"] == "output"} if lifecycle.OUTPUTS in taken else set()
    return [str(column["label"]) for column in needed if column["name"] not in taken and not column["optional"]]


def misses_outputs(missing: list[str], needed: list[NeededColumn], protocol: Protocol) -> bool:
    """Whether a text that systems make is missing: each of them may have a column of its own."""
    made = [name for name, spec in protocol.fields.items() if spec.per == "output" and spec.is_text]
    return any(column["name"] in made and str(column["label"]) in missing for column in needed)


def _placed(fault: "dict[str, str | int | None]") -> PlacedFault:
    words = [str(fault["message"]), str(fault["hint"] or "")]
    return PlacedFault(_place(fault), " ".join(filter(None, words)))


def _place(fault: "dict[str, str | int | None]") -> str:
    return ":".join(str(fault[part]) for part in ("file", "line") if fault.get(part))


def _advice(code: str) -> str:
    if code in OF_COLUMNS:
        return "columns"
    if code in OF_ENCODING:
        return "encoding"
    return "media" if code == "import.no_people_file" else ""


def choices_of(look: Look, protocol: Protocol, lang: str) -> list[FaultChoice]:
    """What can be chosen about faults that there are, and what was chosen before."""
    said = look["mapped"]["reading"]
    has_rule = any(rule.when.empty for rule in protocol.rules)
    unfit = {"show" if has_rule else "rule", *([] if protocol.unit.has_documents else ["leave-segment"])}
    found = []
    for name, offered in OFFERED.items():
        values = tuple(value for value in offered if value not in unfit or name != "empty")
        faults = [fault for fault in look["faults"] if CHOOSABLE.get(str(fault["code"])) == name]
        if faults or name in said:
            placed = [_placed(fault) for fault in faults]
            if name == "duplicates":
                placed = _by_row(faults)
            chosen = "plain" if name == "quotes" and name in said else str(said.get(name, "refuse"))
            answers = _rule_answers(protocol, lang)
            losses = look["losses"] if name == "empty" else []
            found.append(FaultChoice(name, values, chosen, len(placed), placed[:SHOWN], answers, losses))
    return found


def _by_row(faults: "list[dict[str, str | int | None]]") -> list[PlacedFault]:
    """A row that names several systems is told once; as one that differs if any of them does."""
    rows: dict[str, dict[str, str | int | None]] = {}
    for fault in sorted(faults, key=lambda one: one["code"] == "import.same_row"):
        rows.setdefault(_place(fault) or str(fault["message"]), fault)
    told = {id(fault) for fault in rows.values()}
    return [_placed(fault) for fault in faults if id(fault) in told]


def _rule_answers(protocol: Protocol, lang: str) -> str:
    """What the rules say of empty outputs, question by question."""
    said: dict[str, str] = {}
    for rule in protocol.rules:
        for id, value in rule.answer.items() if rule.when.empty else ():
            prompt = in_language(protocol.question(id).prompt, [lang]) or id
            said[id] = f"{prompt} {value if isinstance(value, str | int | float) else ', '.join(map(str, value))}"
    return "; ".join(said.values())


def encodings_for(look: Look) -> dict[str, str]:
    """The encodings to choose from, where that is a question: something was guessed, wrong, or said before."""
    codes = {str(fault["code"]) for fault in (*look["faults"], *look["notes"])}
    if "encoding" not in look["mapped"]["reading"] and not codes & {*OF_ENCODING, "import.old_encoding"}:
        return {}
    named = {code: ENCODING_NAMES.get(code) or _numbered(code) for code in lifecycle.ENCODINGS}
    first = [code for code in ENCODING_NAMES if code in named]
    return {code: named[code] for code in (*first, *(code for code in named if code not in first))}


def _numbered(code: str) -> str:
    """
    >>> _numbered("cp1251"), _numbered("iso8859-2")
    ('Windows-1251', 'ISO 8859-2')
    """
    return code.replace("cp", "Windows-").replace("iso8859", "ISO 8859")


def ask_systems(look: Look) -> list[str]:
    """Where systems may be named, if that is a question: no column says it, or it was said before."""
    mapped = look["mapped"]
    files = {file for column in mapped["columns"] for file in column["files"]}
    if "system_from" in mapped["reading"] or "import.unsure_systems" in mapped["unsure"]:
        return ["file", "none", *(["folder"] if any("/" in file for file in files) else [])]
    named = any(column["use"] in ("system", lifecycle.OUTPUTS, lifecycle.REFERENCES) for column in mapped["columns"])
    return [] if named or len(files) < 2 else ["file", "none"]


def read_form(form: FormData, mapped: Mapped) -> Reading:
    """The reading that was said in the form."""
    uses = {column["name"]: str(form.get(f"use.{n}") or column["use"]) for n, column in enumerate(mapped["columns"])}
    options: dict[str, object] = {}
    for name in ("duplicates", "empty", "missing", "system_from"):
        if name in form:
            options[name] = None if form[name] in ("refuse", "") else form[name]
    if "quotes" in form:
        options["quotes"] = False if form["quotes"] == "plain" else None
    if "encoding" in form:
        options["encoding"] = str(form["encoding"]) or None
    if form.get("header") in ("yes", "no"):
        options["header"] = form["header"] == "yes"
    return lifecycle.reading_for(mapped, uses, **options)
