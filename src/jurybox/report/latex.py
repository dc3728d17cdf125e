"""LaTeX tables for the paper: booktabs, a line between clusters, a label, and the signature as a note."""

import re
from hashlib import blake2b

from jurybox.report.numbers import MINUS, Numbers
from jurybox.report.tables.plain import Column, PlainTable, cell_text
from jurybox.texts.words import Words

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}\allowbreak{}", '"': r"\textquotedbl{}", "…": r"\ldots{}", "–": "--", "—": "---",
    "\u202f": r"\,", "\u00a0": "~", MINUS: "$-$", "±": r"$\pm$", "α": r"$\alpha$", "κ": r"$\kappa$",
    "≥": r"$\geq$", "≤": r"$\leq$", "\u2068": "", "\u2069": "",
}  # fmt: skip
LONG = 40
"""A table with more rows than fit on a page is a longtable."""


def latex(text: str) -> str:
    r"""Text as LaTeX sets it, on one line.

    >>> print(latex("50% of R&D_x\n{α}"))
    50\% of R\&D\_x \{$\alpha$\}
    """
    return "".join(SPECIAL.get(character, character) for character in " ".join(text.split()))


def cell(text: str) -> str:
    r"""A cell of a row. After the \\ of the row before, [ and * would be taken for its options.

    >>> cell("[ref]"), cell("*"), cell("a[1]")
    ('{}[ref]', '{}*', 'a[1]')
    """
    return "{}" + latex(text) if text.startswith(("[", "*")) else latex(text)


def latex_table(table: PlainTable, words: Words) -> str:
    """The parts of a table, one after the other."""
    numbers = Numbers.of(words)
    return "\n".join(_one(part, numbers, words) for part in table.part_tables())


def _one(table: PlainTable, numbers: Numbers, words: Words) -> str:
    shown = table.shown()
    columns = [table.columns[n] for n in shown]
    header = " & ".join(latex(column.title) for column in columns) + r" \\"
    body, rules = [], table.rules()
    for n, row in enumerate(table.rows):
        if n in rules:
            body.append(r"\midrule")
        body.append(" & ".join(cell(cell_text(table.columns[at], row[at], numbers)) for at in shown) + r" \\")
    frame = _long if len(table.rows) > LONG else _floating
    return "\n".join(frame(table, columns, header, body, words)) + "\n"


def _floating(table: PlainTable, columns: list[Column], header: str, body: list[str], words: Words) -> list[str]:
    return [
        "% needs \\usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{latex(table.title)}}}",
        rf"\label{{{label(table)}}}",
        rf"\begin{{tabular}}{{{alignment(columns)}}}",
        r"\toprule",
        header,
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        *_notes(table, words),
        r"\end{table}",
    ]


def _long(table: PlainTable, columns: list[Column], header: str, body: list[str], words: Words) -> list[str]:
    return [
        "% needs \\usepackage{booktabs,longtable}",
        rf"\begin{{longtable}}{{{alignment(columns)}}}",
        rf"\caption{{{latex(table.title)}}}\label{{{label(table)}}} \\",
        r"\toprule",
        header,
        r"\midrule",
        r"\endfirsthead",
        r"\toprule",
        header,
        r"\midrule",
        r"\endhead",
        *body,
        r"\bottomrule",
        r"\end{longtable}",
        *_notes(table, words),
    ]


def _notes(table: PlainTable, words: Words) -> list[str]:
    signature = f"{words('report.signature')}: {table.signature}"
    return [rf"\par\smallskip{{\footnotesize {latex(text)}\par}}" for text in (*table.notes, signature)]


def alignment(columns: list[Column]) -> str:
    return "".join("r" if column.is_number else "l" for column in columns)


def label(table: PlainTable) -> str:
    """What a paper refers to, in characters that no package minds; other scripts get a number, so that none is twice.

    >>> label(PlainTable("ranking-fluency", "", (), (), "")), label(PlainTable("ranking-流畅", "", (), (), ""))
    ('tab:ranking-fluency', 'tab:ranking-9f2704')
    """
    plain = re.sub(r"[^A-Za-z0-9]+", "-", table.name).strip("-")
    if table.name.isascii():
        return f"tab:{plain}"
    return f"tab:{plain}-{blake2b(table.name.encode(), digest_size=3).hexdigest()}"
