"""Several texts in one cell, such as the references of a picture: a list in JSON, or as pandas writes it."""

import ast
import json

BELOW = "\n"
"""Between texts: they stand one below the other."""
LONGEST = 100_000
"""Characters of a cell that is looked at: longer ones are texts."""


def one_below_the_other(values: list[object]) -> str | None:
    """The texts of a list; None where it holds anything else.

    >>> one_below_the_other(["a tower ", "", "a clock"]), one_below_the_other(["a", 1])
    ('a tower\\na clock', None)
    """
    texts = [value.strip() for value in values if isinstance(value, str)]
    return BELOW.join(filter(None, texts)) if len(texts) == len(values) else None


def unlisted(cell: str) -> str:
    """The texts in a cell that holds a list of them, as JSON or pandas writes it; any other cell as it is.

    >>> unlisted("['a tower', \\"it's a clock\\"]"), unlisted('["a"]'), unlisted("[sic] a tower"), unlisted("[1]")
    ("a tower\\nit's a clock", 'a', '[sic] a tower', '[1]')
    """
    plain = cell.strip()
    if not (plain.startswith("[") and plain.endswith("]")) or len(plain) > LONGEST:
        return cell
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(plain)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        texts = one_below_the_other(found) if isinstance(found, list) else None
        return cell if texts is None else texts
    return cell
