"""Answers about one question that raters were asked, as far as findings know them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from jurybox.analysis import Agreement, Findings
from jurybox.report.wording import Wording, confidence, labels

Question = Mapping[str, Any]


class OfKind(NamedTuple):
    """What is said of questions of one kind, as keys of the catalogues."""

    mode: str = "report.heds.a.absolute"
    size: str | None = None
    """Where answers have neither names nor an end."""
    aggregated: str = "report.heds.a.aggregated"


KINDS: Mapping[str | None, OfKind] = {
    "number": OfKind(size="report.heds.a.continuous"),
    "category": OfKind(),
    "tags": OfKind(),
    "marks": OfKind(),
    "comparison": OfKind("report.heds.a.relative", "report.heds.a.three", "report.heds.a.aggregated_comparison"),
}


def of_kind(question: Question) -> OfKind:
    return KINDS.get(question.get("kind"), OfKind())


def name(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.1"""
    return str(question["id"])


def mode(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.2.2: each output by itself, or against others."""
    return say(of_kind(question).mode)


def size(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.3: how many different answers there are."""
    known = labels(question)
    low, high = question.get("lowest"), question.get("highest")
    if len(known) > 1:
        return say.numbers.count(len(known))
    if question.get("names"):
        return say.numbers.count(len(question["names"]))
    if low is not None and high is not None and question.get("level") in ("nominal", "ordinal"):
        return say.numbers.count(high - low + 1)
    endless = of_kind(question).size
    return say(endless) if endless else None


def values(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.4: the answers by name, or the range."""
    known = labels(question)
    if len(known) > 1:
        return "; ".join(f"{say.numbers.plain(value)} = {label}" for value, label in known.items())
    if question.get("names"):
        return ", ".join(say.tag(str(tag)) for tag in question["names"])
    low, high = question.get("lowest"), question.get("highest")
    if low is None or high is None:
        return None
    return f"{say.numbers.plain(low)}–{say.numbers.plain(high)}"


def presented(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.5"""
    if len(labels(question)) > 1:
        return say("report.heds.a.choices")
    kind = question.get("kind")
    return say(f"report.heds.a.presented.{kind}") if kind in KINDS.keys() - {"number"} else None


def task(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.6: only where there is no rating instrument."""
    return say("report.heds.a.not_applicable")


def prompt(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.7"""
    return say.prompt(str(question["id"])) or None


def elicitation(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.8"""
    kind = question.get("kind")
    return say(f"report.heds.a.form.{kind}") if kind in KINDS else None


def aggregated(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.9"""
    if not any(r.question == question["id"] for r in findings.ranking):
        return say("report.heds.a.no_scores")
    return say(of_kind(question).aggregated)


def significance(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.10: the tests, the adjustment, how intervals were made."""
    if not any(c.question == question["id"] for c in findings.comparisons):
        return None
    return say(
        "report.heds.a.significance",
        rule=cluster_rule("permutation", say),
        confidence=say.numbers.share(confidence(findings)),
        blocks=say.numbers.count(int(findings.design.get("blocks") or 0)),
    )


RULES = ("permutation", "wmt22", "wmt24", "wmt25", "mtme")


def cluster_rule(rule: Any, say: Wording) -> str:
    return say(f"report.cluster_rule.{rule}") if rule in RULES else str(rule or "–")


def agreement(question: Question, findings: Findings, say: Wording) -> str | None:
    """4.3.11: every coefficient of the question, with its interval."""
    found = [a for a in findings.agreement if a.question == question["id"] and a.by is None and a.tag is None]
    return "; ".join(_coefficient(a, say) for a in found) or None


def _coefficient(a: Agreement, say: Wording) -> str:
    if a.value is None:
        return f"{say.coefficient(a)}: {say('report.not_defined')} ({say.reason(a.note)})"
    value = f"{say.coefficient(a)} = {say.numbers.number(a.value, 3)}"
    return value if a.interval is None else f"{value} {say.numbers.interval(a.interval, 3)}"


QUALITY_ANSWERS: Mapping[str, Callable[[Question, Findings, Wording], str | None]] = {
    "4.2.2": mode,
    "4.3.1": name,
    "4.3.3": size,
    "4.3.4": values,
    "4.3.5": presented,
    "4.3.6": task,
    "4.3.7": prompt,
    "4.3.8": elicitation,
    "4.3.9": aggregated,
    "4.3.10": significance,
    "4.3.11": agreement,
}
