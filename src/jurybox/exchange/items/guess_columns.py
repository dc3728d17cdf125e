"""Guessing what the columns of a table are for: by what they are called, else by what is in them.

A guess by name is used and shown. A guess by content is only a proposal: it goes to `Layout.unsaid` with the option
that says it. What could be two things is refused with both.
"""

import re
from collections.abc import Mapping, Sequence

from jurybox.core import MEDIA_TYPES, RESERVED_COLUMNS, Protocol
from jurybox.exchange.files import Faults
from jurybox.exchange.items.columns import nearest
from jurybox.exchange.items.guess_documents import take_documents, take_numbered
from jurybox.exchange.items.headers import FILE, are_names, stand_apart
from jurybox.exchange.items.layout import Layout
from jurybox.exchange.items.reading import Reading
from jurybox.exchange.items.score_names import ScoreNames
from jurybox.exchange.items.synonyms import (
    COMMENT,
    OF_A_SHARED_TASK,
    OF_OUTPUTS,
    OUTPUT,
    UNUSED_THERE,
    begins_as_system,
    is_language,
    is_never_system,
    is_numbered_system,
    is_of_a_header,
    is_of_people,
    labels_of,
    named_alike,
    names_of,
    needed_of_item,
    plain,
    plain_words,
    reads_as,
)

Sample = Sequence[Mapping[str, object]]
_AFFIX = re.compile(r"[\s_.:/-]+")
SURE = 2
"""So many names of columns are no row of texts."""
OF_ROWS = ("id", "system", "segment")
"""What says which rows belong together."""
LEAST_TEXTS = 3
"""Columns of texts of which the first is taken for the source, and the others for systems."""
SHORT = 40
"""Characters of the longest id or name."""


class Guesser:
    """Knows the names that a protocol's columns may have."""

    def __init__(self, protocol: Protocol, reading: Reading) -> None:
        self._protocol, self._reading = protocol, reading
        self.known = [*RESERVED_COLUMNS, *protocol.fields]
        self._tiers = (labels_of(protocol), names_of(protocol))
        self._scores = ScoreNames(protocol)
        made = [name for name, spec in protocol.fields.items() if spec.per == "output" and spec.is_text]
        self.made = made[0] if len(made) == 1 else None
        """The field that a column of outputs is for, if there is just one."""
        self.torn = False
        """Whether several columns could be what rows belong together by."""

    def is_header(self, cells: list[str], below: list[list[str]]) -> bool:
        """Whether a first row names columns: one as we name it, two as only columns are named, or half as others do;
        or one at least where all read like names, or where they do and the cells below are of another kind."""
        if self._reading.header is not None:
            return self._reading.header
        names = [cell.strip() for cell in cells]
        said = {column for value in self._reading.map.values() for column in (value, *value.split("+"))}
        if any(name in self.known or name in said or name in self._reading.wide for name in names):
            return True
        if len({plain(name) for name in names if name and is_of_a_header(name)}) >= SURE:
            return True
        others = set().union(*(names for tier in self._tiers for names in tier.values()))
        named = [name for name in names if name]
        usual = sum(plain(name) in others or self._is_usual(name, named) for name in named)
        return 2 * usual >= len(named) or (are_names(names) and (usual > 0 or stand_apart(names, below)))

    def _is_usual(self, name: str, names: list[str]) -> bool:
        """Whether a column is called as those of systems and of scores are."""
        if is_numbered_system(name) or self._scores.question(name) is not None:
            return True
        found = self._scores.of_system(name, [other for other in names if other != name])
        return found is not None and (found[0] in names or is_numbered_system(found[0]))

    def layout(self, file: str, line: int, columns: Sequence[str], sample: Sample, faults: Faults) -> Layout:
        layout = Layout(file, line, tuple(columns), split=self._reading.split, output=self.made or "output")
        layout.unused = tuple(c for c in self._reading.ignore if c in columns)
        self._take_said(layout)
        for name in layout.left():
            if name in self.known and name not in layout.from_:
                layout.take(name, (name,), "named")
        if line:
            take_documents(layout, self._protocol, sample)
            self._by_name(layout, faults)
            self._by_words(layout)
            self._source(layout, sample)
            self._output(layout, sample)
            take_numbered(layout, self._protocol, sample)
            self._wide(layout, sample)
            layout.wide |= {c: c for c in self._reading.references if c in layout.left()}
            layout.references = tuple(c for c in self._reading.references if c in layout.wide)
            self._references(layout, sample)
        else:
            self._by_content(layout, sample)
        if OF_A_SHARED_TASK & set(columns):
            layout.unused = (*layout.unused, *(c for c in layout.left() if c in UNUSED_THERE))
        self._leave_scores(layout)
        return layout

    def _leave_scores(self, layout: Layout) -> None:
        """A table that was rated before holds scores and comments, which are no part of its items."""
        scores = [column for column in layout.left() if self._scores.are_scores(column, layout.wide)]
        comments = [column for column in layout.left() if scores and plain(column) in plain_words(COMMENT)]
        layout.unused = (*layout.unused, *scores, *comments)

    def _take_said(self, layout: Layout) -> None:
        for name, value in self._reading.map.items():
            wanted = (value,) if value in layout.columns else tuple(value.split("+"))
            if all(column in layout.columns for column in wanted):
                layout.take(name, wanted, "said")
        layout.wide = {c: c for c in self._reading.wide if c in layout.columns}
        if layout.wide and layout.from_.get(layout.output):
            del layout.from_[layout.output]

    def _by_name(self, layout: Layout, faults: Faults) -> None:
        """What other people call a column. Two columns for one field, or two fields for one column, are no guess."""
        for names in self._tiers:
            free = {name: names[name] for name in names if name not in layout.from_}
            found: dict[str, list[str]] = {}
            for column in layout.left():
                fits = [name for name, others in free.items() if plain(column) in others]
                if len(fits) > 1:
                    faults.add("import.column_of_two", layout.place, column, fits, first=fits[0])
                    layout.unused = (*layout.unused, column)
                for name in fits if len(fits) == 1 else ():
                    found.setdefault(name, []).append(column)
            for name, columns in found.items():
                if len(columns) > 1:
                    self.torn |= name in OF_ROWS
                    faults.add("import.two_columns", layout.place, ", ".join(columns), field=name, first=columns[0])
                    layout.unused = (*layout.unused, *columns[1:])
                layout.take(name, columns[:1], "guessed")

    def _by_words(self, layout: Layout) -> None:
        """Names of several words; only where one column can be meant, and one field."""
        also, names = plain_words(OF_OUTPUTS), self._tiers[-1]
        free = {name: names[name] for name in names if name not in layout.from_}
        fits = {
            column: [n for n, others in free.items() if reads_as(column, others, also if n == self.made else set())]
            for column in layout.left()
        }
        sure = [found[0] for found in fits.values() if len(found) == 1]
        for column, found in fits.items():
            if len(found) == 1 and sure.count(found[0]) == 1:
                layout.take(found[0], (column,), "guessed")

    def _source(self, layout: Layout, sample: Sample) -> None:
        """The one text of the item that is missed: the column that is called as a language, or beside those of systems
        the one that is left, or the first of several."""
        missed = self._missed(layout)
        if len(missed) != 1 or not self._protocol.fields[missed[0]].is_text:
            return
        texts = [c for c in layout.left() if not is_never_system(c) and _is_prose(c, sample)]
        found = [c for c in texts if is_language(c)]
        if "system" in layout.from_ and len(found or texts) > 1:
            found = _said_again(found or texts, sample)
        if len(found) != 1:
            systems = [c for c in texts if is_numbered_system(c) or begins_as_system(c) or _named_system(c)]
            others = [c for c in texts if c not in systems]
            is_wide = not {"system", self.made} & layout.from_.keys()
            beside = bool(layout.wide or systems)
            found = others[:1] if is_wide and (len(others) == 1 if beside else len(others) >= LEAST_TEXTS) else []
        if len(found) == 1:
            layout.take(missed[0], found, "guessed")

    def _missed(self, layout: Layout) -> list[str]:
        """What an item needs, or each segment of it, and no column is taken for."""
        needed = [n for n, spec in self._protocol.fields.items() if spec.per == "segment" and not spec.optional]
        return [n for n in (*needed_of_item(self._protocol), *needed) if n not in layout.from_]

    def _output(self, layout: Layout, sample: Sample) -> None:
        """Beside a column of systems, the one text that is left is what they made."""
        if self.made is None or self.made in layout.from_ or "system" not in layout.from_ or layout.wide:
            return
        texts = [c for c in layout.left() if not is_never_system(c) and _is_prose(c, sample)]
        if len(texts) == 1 and not self._missed(layout):
            layout.take(self.made, texts, "guessed")

    def _references(self, layout: Layout, sample: Sample) -> None:
        """What people wrote, beside the outputs of systems. Where it would only be left out it must be said."""
        if not layout.wide or layout.references:
            return
        named = [c for c in layout.wide if is_of_people(c) and c not in self._reading.wide]
        free = [c for c in layout.left() if is_of_people(c) and _is_prose(c, sample)]
        if named:
            layout.references = tuple(named)
        elif len(free) == 1:
            layout.wide |= {free[0]: free[0]}
            layout.references = (free[0],)
            layout.unsure("import.unsure_reference", free[0], option=free[0])

    def _wide(self, layout: Layout, sample: Sample) -> None:
        """No column of outputs and none of systems, but several that may hold one system's outputs each."""
        if self.made is None or layout.wide or {"system", self.made} & layout.from_.keys():
            return
        named = {c: system for c in layout.left() if (system := _named_system(c))}
        numbered = {c: c for c in layout.left() if is_numbered_system(c)}
        alike = named_alike(layout.left())
        free = [c for c in layout.left() if not is_never_system(c) and (c in alike or self._may_be_system(c))]
        likely = [column for column in free if column in numbered or _is_prose(column, sample)]
        alone = bool(numbered) and numbered.keys() >= set(likely)
        if (named or alone) and len(set(named.values())) == len(named):
            layout.wide = named or numbered
            return
        rated = [column for column in layout.left() if self._is_rated(column, layout.columns)]
        if len(rated) > 1:
            layout.wide = {column: column for column in rated}
            return
        if len(likely) > 1:
            layout.wide = {column: column for column in likely}
            layout.unsure("import.unsure_wide", ", ".join(likely), option=",".join(likely))

    def _may_be_system(self, column: str) -> bool:
        """A name that is nearly that of a field is a slip; "System Alpha" is none, near as it is to `system`."""
        return is_numbered_system(column) or begins_as_system(column) or not nearest(column, self.known)

    def _is_rated(self, column: str, columns: Sequence[str]) -> bool:
        """Whether other columns hold the scores of what this one is the name of."""
        found = (self._scores.of_system(other, [column]) for other in columns if other != column)
        return any(one is not None and one[0] == column for one in found)

    def _by_content(self, layout: Layout, sample: Sample) -> None:
        """Columns without names: as many as the protocol needs, or those and one that can only be ids or systems."""
        if self._reading.header is None and "said" not in layout.how.values():
            first = [str(value) for value in sample[0].values()] if sample else []
            layout.unsure("import.unsure_header", " | ".join(first))
        needed = [n for n in (*needed_of_item(self._protocol), self.made or "") if n and n not in layout.from_]
        left = layout.left()
        for name in needed[:]:
            if self._protocol.fields[name].type in MEDIA_TYPES:
                files = [c for c in left if sample and all(FILE.fullmatch(str(row[c]).strip()) for row in sample)]
                if len(files) == 1:
                    layout.take(name, files, "guessed")
                    left.remove(files[0])
                    needed.remove(name)
        if len(left) == len(needed) + 1 and "id" not in layout.from_:
            keys = [c for c in left if _are_keys(c, sample)]
            if len(keys) == 1:
                layout.take("id", keys, "guessed")
                left.remove(keys[0])
        guessed_id = layout.how.get("id") == "guessed"
        if len(left) == len(needed):
            for name, column in zip(needed, left, strict=True):
                layout.take(name, (column,), "guessed")
            if guessed_id:
                options = " ".join(f"--map {name}={columns[0]}" for name, columns in layout.from_.items())
                layout.unsure("import.unsure_columns", ", ".join(layout.from_), option=options)


def _named_system(column: str) -> str | None:
    """The system that a column name holds beside a word for outputs.

    >>> [_named_system(name) for name in ("output_alpha", "GPT-4 translation", "alpha", "output")]
    ['alpha', 'GPT-4', None, None]
    """
    words = {plain(word) for word in OUTPUT.split()}
    parts = [(m.start(), m.end()) for m in _AFFIX.finditer(column.strip())]
    text = column.strip()
    if parts and plain(text[: parts[0][0]]) in words:
        return text[parts[0][1] :] or None
    if parts and plain(text[parts[-1][1] :]) in words:
        return text[: parts[-1][0]] or None
    return None


def _texts(column: str, sample: Sample) -> list[str]:
    found = (row.get(column) for row in sample)
    return [text.strip() for text in found if isinstance(text, str) and text.strip()]


def _said_again(columns: Sequence[str], sample: Sample) -> list[str]:
    """The one of two columns that says the same for several systems, which the other one does not."""
    if len(columns) != 2:
        return []
    one, other = (len(set(_texts(column, sample))) for column in columns)
    return [] if one == other else [columns[0] if one < other else columns[1]]


def _is_prose(column: str, sample: Sample) -> bool:
    """Most cells hold several words, or the letters of a language that does not divide them."""
    texts = _texts(column, sample)
    prose = sum(len(text.split()) > 1 or any("\u2e80" <= c <= "\uffdc" for c in text) for text in texts)
    return bool(texts) and 2 * prose > len(texts) and not all(FILE.fullmatch(text) for text in texts)


def _are_keys(column: str, sample: Sample) -> bool:
    texts = _texts(column, sample)
    short = all(len(text) <= SHORT and len(text.split()) == 1 for text in texts)
    return short and len(texts) == len(sample) > 0 and len(set(texts)) == len(texts)
