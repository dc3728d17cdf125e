"""Which plural form goes with a number, by a rule in CLDR's own notation: `n % 10 = 2..4 and n % 100 != 12..14`.

A catalogue carries the rules of its language, one for each form but `other`; helpers/page.js reads the same.
"""

import math
import re
from collections.abc import Mapping

OTHER = "other"
FORMS = ("zero", "one", "two", "few", "many", OTHER)
_RANGE = r"\d+(?:\.\.\d+)?"
_RELATION = re.compile(rf"([nivwftce])(?: % (\d+))? (!?=) ({_RANGE}(?:,{_RANGE})*)")


def plural_form(rules: Mapping[str, str], n: float) -> str:
    """The first form whose rule holds.

    >>> polish = {"one": "i = 1 and v = 0", "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14", "other": "any"}
    >>> [plural_form(polish, n) for n in (1, 3, 12, 22, 1.5)]
    ['one', 'few', 'other', 'few', 'other']
    """
    operands = _operands(n)
    return next((form for form, rule in rules.items() if form != OTHER and _holds(rule, operands)), OTHER)


def is_rule(text: str) -> bool:
    """
    >>> is_rule("n = 1 or n % 10 = 2..4,9"), is_rule("n > 1")
    (True, False)
    """
    return all(_RELATION.fullmatch(relation) for relation in re.split(" and | or ", text))


def _operands(n: float) -> dict[str, float]:
    """CLDR's letters: the number, its whole part, how many decimals it shows and which; never an exponent."""
    whole, _, decimals = f"{abs(n):.15g}".partition(".") if math.isfinite(n) else ("0", "", "")
    shown = {"n": abs(n), "i": float(whole), "v": len(decimals), "f": float(decimals or 0), "c": 0, "e": 0}
    return shown | {"w": shown["v"], "t": shown["f"]}


def _holds(rule: str, operands: Mapping[str, float]) -> bool:
    return any(all(_relates(relation, operands) for relation in part.split(" and ")) for part in rule.split(" or "))


def _relates(relation: str, operands: Mapping[str, float]) -> bool:
    match = _RELATION.fullmatch(relation)
    assert match is not None, relation
    letter, modulus, sign, ranges = match.groups()
    value = operands[letter] % int(modulus) if modulus else operands[letter]
    return any(_is_in(value, *map(int, span.split(".."))) for span in ranges.split(",")) == (sign == "=")


def _is_in(value: float, low: int, high: int | None = None) -> bool:
    return low <= value <= (low if high is None else high) and value == int(value)
