"""Edited texts: whether raters change the same words, beside how much each changes."""

from itertools import combinations

import numpy as np

from jurybox.analysis.agreement import as_finding
from jurybox.analysis.finding_rows import Agreement
from jurybox.analysis.options import Options
from jurybox.analysis.parts import shown
from jurybox.analysis.table import QuestionRatings
from jurybox.core import words_apart
from jurybox.stats import Ints, edit_f1


def agreement_of_edits(given: QuestionRatings, options: Options, blocks: Ints, by: str | None) -> list[Agreement]:
    """F1 of the edits of words; nothing where no text was edited. `blocks`: of each unit."""
    texts = given.texts
    if texts is None or given.edits is None:
        return []
    pairs = [pair for rows in _by_unit(given.unit) for pair in combinations(rows.tolist(), 2)]
    one, other = np.array(pairs, np.int64).reshape(-1, 2).T
    apart = np.array([words_apart(texts[a], texts[b]) for a, b in pairs], np.int64)
    found = edit_f1(given.unit, given.edits, one, other, apart, options.confidence, blocks=blocks)
    return [as_finding(shown(given.asked), "edit_f1", None, found, by=by)]


def _by_unit(unit: Ints) -> list[Ints]:
    """The rows of each unit."""
    order = np.argsort(unit, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(unit[order])) + 1) if len(unit) else []
