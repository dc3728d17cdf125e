"""What findings are called: questions, coefficients, notes, flags. A code without words is shown as it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from jurybox.analysis import Agreement, Findings, Flag
from jurybox.core.questions import NEITHER
from jurybox.report.numbers import Numbers
from jurybox.texts import Words


@dataclass(frozen=True, slots=True)
class Wording:
    """The words and numbers of one report."""

    findings: Findings
    words: Words
    numbers: Numbers

    @classmethod
    def of(cls, findings: Findings, words: Words) -> "Wording":
        return cls(findings, words, Numbers.of(words))

    def __call__(self, key: str, **parameters: Any) -> str:
        return self.words(key, **parameters)

    def finding(self, kind: str, code: str, **parameters: Any) -> str:
        """The words of a code that analysis made: finding.<kind>.<code>."""
        try:
            return self.words(f"finding.{kind}.{code}", **parameters)
        except KeyError:
            return code.replace("_", " ")

    def question(self, question: str | None) -> str:
        """What a question is called, by its id where nobody says more; None is all of them together."""
        if question is None:
            return self.words("report.all_questions")
        return self._named("titles", question) or question

    def prompt(self, question: str | None) -> str:
        """What raters were asked, word for word, where the study knows it."""
        return self._named("questions", question) if question else ""

    def directed(self, question: str | None) -> str:
        """A question with an arrow to its better end, where its answers have one."""
        known = asked(self.findings, question)
        if known.get("kind") in UNDIRECTED:
            return self.question(question)
        return f"{self.question(question)} {UP if known.get('higher_is_better', True) else DOWN}"

    def tag(self, tag: str | None) -> str:
        """What a tag is called; None is a whole category."""
        if tag is None:
            return self.words("report.whole_category")
        return self._named("tags", tag) or (self.words("report.both_bad") if tag == NEITHER else tag)

    def category(self, category: str | None) -> str:
        return "" if category is None else self._named("categories", category) or category

    def _named(self, kind: str, id: str) -> str:
        names = facts(self.findings).get("names") or {}
        return str((names.get(kind) or {}).get(id) or "")

    def part(self, by: str | None) -> str:
        """`language=Bribri` as people read it.

        >>> Wording(None, str, None).part("language=Bribri")
        'language: Bribri'
        """
        return "" if by is None else by.replace("=", ": ", 1)

    def heading(self, question: str | None, by: str | None, option: str | None = None) -> str:
        of_option = self.tag(option) if option is not None else ""
        return " · ".join(text for text in (self.question(question), of_option, self.part(by)) if text)

    def coefficient(self, finding: Agreement) -> str:
        name = self.finding("coefficient", finding.coefficient)
        return f"{name} ({self.level(finding.level)})" if finding.level else name

    def level(self, level: str) -> str:
        return self.words(f"report.level.{level}") if level in LEVELS else level

    def note(self, code: str | None) -> str:
        """Why something is not defined, or what to know about it."""
        if code is None:
            return ""
        return self._first(("note", "reason"), code)

    def reason(self, code: str | None) -> str:
        """Why one number, or its interval, is not there; some codes are notes about the whole as well."""
        return "" if code is None else self._first(("reason", "note"), code)

    def _first(self, kinds: Iterable[str], code: str) -> str:
        for kind in kinds:
            said = self.finding(kind, code)
            if said != code.replace("_", " "):
                return said
        return code.replace("_", " ")

    def interval_title(self) -> str:
        return self.words("report.column.interval", confidence=self.numbers.share(confidence(self.findings)))

    def method(self, code: str) -> str:
        """How an interval or a test was made."""
        try:
            return self.words(f"report.method.{code}")
        except KeyError:
            return code.replace("_", " ")

    def flag(self, flag: Flag) -> str:
        value, limit = (_short(number, self.numbers) for number in (flag.value, flag.limit))
        return self.finding("flag", flag.code, value=value, limit=limit)

    def excluded(self, counts: Mapping[str, int]) -> list[str]:
        """`12 surplus` for every cause that left something out."""
        return [f"{self.finding('excluded', cause)}: {self.numbers.count(n)}" for cause, n in counts.items() if n]

    def value(self, question: str, value: float | str) -> str:
        """A rating with the name of its level."""
        if isinstance(value, str):
            return value
        label, number = labels(asked(self.findings, question)).get(value), self.numbers.plain(value)
        return f"{number} · {label}" if label and label != number else number


def _short(number: float | None, numbers: Numbers) -> str:
    return numbers.number(None) if number is None else numbers.plain(round(number, 2))


UP, DOWN = "↑", "↓"
UNDIRECTED = ("tags", "marks", "category", "text")
LEVELS = ("nominal", "ordinal", "interval", "ratio")


def asked(findings: Findings, question: str | None) -> Mapping[str, Any]:
    """What is known of a question; nothing for one that no protocol describes."""
    return next((known for known in findings.questions if known.get("id") == question), {})


def facts(findings: Findings) -> Mapping[str, Any]:
    """What else the study or file knows of itself."""
    return dict(findings.source.get("facts") or {})


def labels(question: Mapping[str, Any]) -> dict[float, str]:
    """The names of the levels of a scale, by value; from a file their keys may be texts.

    >>> labels({"labels": {"1": "bad", 5.0: "good", "x": "?"}})
    {1.0: 'bad', 5.0: 'good'}
    """
    found = {}
    for value, label in dict(question.get("labels") or {}).items():
        try:
            found[float(value)] = str(label)
        except ValueError:
            continue
    return found


def confidence(findings: Findings) -> float:
    return float(findings.settings.get("confidence") or 0.95)


def distinct(values: Iterable[Any]) -> list[Any]:
    """Each once, in the order of the first appearance."""
    return list(dict.fromkeys(values))
