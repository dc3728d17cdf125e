"""What is said of several outputs at once, in our export: the comparison in the same judgement says of which."""

import numpy as np

from jurybox.exchange.ratings.columns import CodedTable
from jurybox.exchange.ratings.orders import groups_of
from jurybox.exchange.ratings.own_export import allowed_of
from jurybox.stats import Ints


def outputs_beside(sheet: CodedTable) -> Ints | None:
    """For each row about a whole unit a code for the systems that stood beside each other; 0 elsewhere.

    None where the table does not say: then all that is said of an item is about one unit.
    """
    asked = {id for id, allowed in allowed_of(sheet).items() if allowed.kind == "comparison"}
    judgement, question, value, target = (sheet.of(role) for role in ("judgement", "question", "value", "target"))
    if not asked or judgement is None or question is None or value is None or target is None:
        return None
    known: dict[tuple[str, ...], int] = {}
    beside = np.zeros(len(judgement.names), np.int32)
    for row in np.flatnonzero(question.is_text(*asked)).tolist():
        names = tuple(sorted(name for group in groups_of(value.names[value.code[row]]) or [] for name in group))
        beside[judgement.code[row]] = known.setdefault(names, len(known) + 1)
    system = sheet.of("system")
    is_about_all = target.is_text("unit") & (np.ones(len(sheet), bool) if system is None else system.is_text(""))
    return np.where(is_about_all, beside[judgement.code], 0)
