"""Numbers as people write them in a language, rounded to fixed decimals: same findings, same bytes."""

import math
from dataclasses import dataclass

from jurybox.texts import Words

MINUS = "\u2212"
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a language writes numbers, learnt from how it writes 1,234.5.

    >>> german = Numbers("1.234,5")
    >>> german.number(-1234.567, 2), german.count(1234), german.share(0.125), german.interval((0.5, 1))
    ('−1.234,57', '1.234', '13%', '[0,50; 1,00]')
    """

    sample: str
    brackets: str = "[{low}; {high}]"
    words_between: str = "{low} – {high}"
    percent: str = "{number}%"

    @classmethod
    def of(cls, words: Words) -> "Numbers":
        brackets, between, percent = (words(f"report.number.{name}") for name in ("interval", "between", "percent"))
        return cls(words("language.number"), brackets, between, percent)

    def number(self, value: float | None, decimals: int = 2) -> str:
        """What is undefined is a dash; what rounds to zero has no sign."""
        if value is None or not math.isfinite(value):
            return NOTHING
        text = f"{abs(value):,.{decimals}f}"
        sign = MINUS if value < 0 and text.strip("0.,") else ""
        return sign + text.translate({ord(","): self.sample[1], ord("."): self.sample[5]})

    def count(self, value: float | None) -> str:
        return self.number(value, 0)

    def share(self, value: float | None, decimals: int = 0) -> str:
        if value is None:
            return NOTHING
        return self.percent.replace("{number}", self.number(half_up(value * 100, decimals), decimals))

    def interval(self, ends: tuple[float, float] | None, decimals: int = 2) -> str:
        """As in a table: in brackets."""
        return NOTHING if ends is None else _filled(self.brackets, *(self.number(end, decimals) for end in ends))

    def between(self, ends: tuple[float, float] | None, decimals: int = 2) -> str:
        """As in a sentence."""
        return NOTHING if ends is None else _filled(self.words_between, *(self.number(end, decimals) for end in ends))

    def shares(self, ends: tuple[float, float] | None) -> str:
        """
        >>> Numbers("1,234.5", "[{low}, {high}]").shares((0.031, 0.2))
        '[3.1%, 20.0%]'
        """
        return NOTHING if ends is None else _filled(self.brackets, *(self.share(end, 1) for end in ends))

    def p(self, value: float | None) -> str:
        """
        >>> Numbers("1,234.5").p(0.00004), Numbers("1,234.5").p(0.25)
        ('<\u202f0.001', '0.250')
        """
        if value is not None and value < 0.001:
            return "<\u202f" + self.number(0.001, 3)
        return self.number(value, 3)

    def plain(self, value: float) -> str:
        """As short as it goes: a whole number without decimals.

        >>> Numbers("1,234.5").plain(4.0), Numbers("1,234.5").plain(0.5)
        ('4', '0.5')
        """
        if float(value).is_integer():
            return self.number(value, 0)
        return self.number(value, min(4, len(f"{abs(value):.4f}".rstrip("0").split(".")[1])))


def _filled(pattern: str, low: str, high: str) -> str:
    return pattern.replace("{low}", low).replace("{high}", high)


def half_up(value: float, decimals: int = 0) -> float:
    """Rounds as at school, so that 12.5 % is 13 %.

    >>> half_up(12.5), half_up(-12.5), half_up(0.125, 2)
    (13.0, -13.0, 0.13)
    """
    scale = 10**decimals
    return math.copysign(math.floor(abs(value) * scale + 0.5 + 1e-9) / scale, value)
