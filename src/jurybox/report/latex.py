"""LaTeX tables for the paper: booktabs, a line between clusters, a label, and the signature as a note."""

import re
import unicodedata
from dataclasses import dataclass
from hashlib import blake2b
from textwrap import wrap

from jurybox.report.numbers import MINUS, Numbers
from jurybox.report.tables import PlainTable, TableColumn, strong_and_rest
from jurybox.texts import Words

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}\allowbreak{}", '"': r"\textquotedbl{}", "/": r"/\allowbreak{}",
    "…": r"\ldots{}", "–": "--", "—": "---",
    "\u202f": r"\,", "\u00a0": "~", MINUS: "$-$", "±": r"$\pm$", "α": r"$\alpha$", "κ": r"$\kappa$",
    "↑": r"$\uparrow$", "↓": r"$\downarrow$",
    **{raised: rf"\textsuperscript{{{n}}}" for n, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    "≥": r"$\geq$", "≤": r"$\leq$", "\u2068": "", "\u2069": "",
}  # fmt: skip
LONG = 40
"""A table with more rows than fit on a page is a longtable."""
SHORT, WRAPPED = 8, 20
"""Characters: a column's title is broken beyond the first, a column of text beyond the second."""
TEXT_WIDTH = 345
"""Points between the margins of the article class."""
SIZES = (
    ("", 5.2, 6),
    (r"\footnotesize\setlength{\tabcolsep}{4pt}", 4.5, 4),
    (r"\scriptsize\setlength{\tabcolsep}{2.5pt}", 4.1, 2.5),
    (r"\tiny\setlength{\tabcolsep}{2pt}", 3.2, 2),
)
"""Letters, and about how wide one and half the gap between columns are, in points."""


def latex(text: str) -> str:
    r"""Text as LaTeX sets it, on one line.

    >>> print(latex("50% of R&D_x\n{α}"))
    50\% of R\&D\_x \{$\alpha$\}
    >>> latex("a\x1b[2J\x7fb")
    'a[2Jb'
    """
    plain = "".join(character for character in " ".join(text.split()) if unicodedata.category(character) != "Cc")
    return "".join(SPECIAL.get(character, character) for character in plain)


def cell(text: str) -> str:
    r"""A cell of a row. After the \\ of the row before, [ and * would be taken for its options.

    >>> cell("[ref]"), cell("*"), cell("a[1]")
    ('{}[ref]', '{}*', 'a[1]')
    """
    return "{}" + latex(text) if text.startswith(("[", "*")) else latex(text)


def _cell(strong: str, rest: str) -> str:
    return rf"\textbf{{{latex(strong)}}} {latex(rest)}".rstrip() if strong else cell(rest)


def latex_table(table: PlainTable, words: Words) -> str:
    """The parts of a table, one after the other."""
    numbers = Numbers.of(words)
    return "\n".join(_one(part, numbers, words) for part in table.part_tables())


def _one(table: PlainTable, numbers: Numbers, words: Words) -> str:
    shown = table.shown()
    columns = [table.columns[n] for n in shown]
    texts = [[strong_and_rest(table.columns[at], row[at], numbers) for at in shown] for row in table.rows]
    longest = [max((len("".join(row[n])) for row in texts), default=0) for n in range(len(columns))]
    layout = _layout(columns, longest)
    body, rules = [], table.rules()
    for n, row in enumerate(texts):
        if n in rules:
            body.append(r"\midrule")
        body.append(" & ".join(_cell(*pieces) for pieces in row) + r" \\")
    frame = _long if len(table.rows) > LONG else _floating
    return "\n".join(frame(table, layout, body, words)) + "\n"


@dataclass(frozen=True, slots=True)
class _Layout:
    """What makes a table fit between the margins of a page: broken titles, wrapped texts, smaller letters."""

    alignment: str
    header: str
    size: str
    packages: str


def _layout(columns: list[TableColumn], longest: list[int]) -> _Layout:
    titles = [
        wrap(column.title, max(room, SHORT), break_long_words=False, break_on_hyphens=False) or [""]
        for column, room in zip(columns, longest, strict=True)
    ]
    is_wrapped = [not column.is_number and room > WRAPPED for column, room in zip(columns, longest, strict=True)]
    chars = [
        max(min(room, WRAPPED) if wrapped else room, *map(len, title))
        for room, wrapped, title in zip(longest, is_wrapped, titles, strict=True)
    ]
    fitting = [size for size, letter, gap in SIZES if sum(chars) * letter + 2 * gap * len(chars) <= TEXT_WIDTH]
    marks = ["r" if column.is_number else "l" for column in columns]
    wraps = rf">{{\raggedright\arraybackslash}}p{{{WRAPPED / 2:g}em}}"
    aligned = "".join(wraps if wrapped else mark for wrapped, mark in zip(is_wrapped, marks, strict=True))
    header = " & ".join(_title(title, mark) for title, mark in zip(titles, marks, strict=True)) + r" \\"
    return _Layout(aligned, header, fitting[0] if fitting else SIZES[-1][0], ",array" if any(is_wrapped) else "")


def _title(lines: list[str], mark: str) -> str:
    said = r"\\".join(map(latex, lines))
    return said if len(lines) == 1 else rf"\shortstack[{mark}]{{{said}}}"


def _floating(table: PlainTable, layout: _Layout, body: list[str], words: Words) -> list[str]:
    return [
        f"% needs \\usepackage{{booktabs{layout.packages}}}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{latex(table.title)}}}",
        rf"\label{{{label(table)}}}",
        *([layout.size] if layout.size else []),
        rf"\begin{{tabular}}{{{layout.alignment}}}",
        r"\toprule",
        layout.header,
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        *_notes(table, words),
        r"\end{table}",
    ]


def _long(table: PlainTable, layout: _Layout, body: list[str], words: Words) -> list[str]:
    return [
        f"% needs \\usepackage{{booktabs,longtable{layout.packages}}}",
        rf"\begingroup{layout.size}",
        rf"\begin{{longtable}}{{{layout.alignment}}}",
        rf"\caption{{{latex(table.title)}}}\label{{{label(table)}}} \\",
        r"\toprule",
        layout.header,
        r"\midrule",
        r"\endfirsthead",
        r"\toprule",
        layout.header,
        r"\midrule",
        r"\endhead",
        *body,
        r"\bottomrule",
        r"\end{longtable}",
        r"\endgroup",
        *_notes(table, words),
    ]


def _notes(table: PlainTable, words: Words) -> list[str]:
    signature = f"{words('report.signature')}: {table.signature}"
    return [rf"\par\smallskip{{\footnotesize\raggedright {latex(text)}\par}}" for text in (*table.notes, signature)]


def label(table: PlainTable) -> str:
    """What a paper refers to, in characters that no package minds; other scripts get a number, so that none is twice.

    >>> label(PlainTable("ranking-fluency", "", (), (), "")), label(PlainTable("ranking-流畅", "", (), (), ""))
    ('tab:ranking-fluency', 'tab:ranking-9f2704')
    """
    plain = re.sub(r"[^A-Za-z0-9]+", "-", table.name).strip("-")
    if table.name.isascii():
        return f"tab:{plain}"
    return f"tab:{plain}-{blake2b(table.name.encode(), digest_size=3).hexdigest()}"
