"""Answers about systems, sample, raters, design and ethics, as far as the study or file knows them."""

from collections.abc import Callable, Mapping

from jurybox.analysis import Findings
from jurybox.report.wording import Wording, distinct, facts


def _is_study(findings: Findings) -> bool:
    return findings.source.get("kind") == "study"


def resources(findings: Findings, say: Wording) -> str | None:
    """1.2: the files beside the report."""
    return say("report.heds.a.resources")


def languages(findings: Findings, say: Wording) -> str | None:
    """2.5: the groups of items, where there are any; whether they are languages only the authors know."""
    groups = facts(findings).get("groups")
    return say("report.heds.a.groups", groups=", ".join(map(str, groups))) if groups else None


def outputs(findings: Findings, say: Wording) -> str | None:
    """3.1.1: how many items each system was rated on."""
    items: dict[str, int] = {}
    for r in findings.ranking:
        if r.by is None:
            items[r.system] = max(items.get(r.system, 0), r.items)
    if not items:
        return say("report.heds.a.items", n=findings.counts.get("items", 0))
    low, high = (say.numbers.count(end) for end in (min(items.values()), max(items.values())))
    span = low if low == high else f"{low}–{high}"
    return say("report.heds.a.outputs", n=len(items), outputs=span)


def power(findings: Findings, say: Wording) -> str | None:
    """3.1.3: the smallest difference that the sample would find."""
    found: dict[str, list[float]] = {}
    for c in findings.comparisons:
        if c.by is None and c.detectable is not None:
            found.setdefault(say.question(c.question), []).append(c.detectable)
    said = [
        f"{question}: {say.numbers.number(min(values))}–{say.numbers.number(max(values))}"
        for question, values in found.items()
    ]
    return say("report.heds.a.power", detectable="; ".join(said)) if said else None


def raters(findings: Findings, say: Wording) -> str | None:
    """3.2.1"""
    number = say("report.heds.a.raters", n=findings.counts.get("raters", 0))
    invited = facts(findings).get("raters_invited")
    return number if invited is None else f"{number} {say('report.heds.a.invited', n=invited)}"


def training(findings: Findings, say: Wording) -> str | None:
    """3.2.4: guideline and worked examples."""
    if not _is_study(findings):
        return None
    known = facts(findings)
    said = []
    if known.get("guideline_revisions"):
        revisions = ", ".join(f"{lang} ({revision})" for lang, revision in known["guideline_revisions"].items())
        said.append(say("report.heds.a.guideline", revisions=revisions))
    calibration = known.get("calibration")
    if calibration:
        said.append(
            say("report.heds.a.calibration", n=calibration["examples"], share=say.numbers.share(calibration["share"]))
        )
    else:
        said.append(say("report.heds.a.no_calibration"))
    return " ".join(said)


def characteristics(findings: Findings, say: Wording) -> str | None:
    """3.2.5: what raters said about themselves; answers of few are pooled by the study."""
    asked = facts(findings).get("questionnaire") or {}
    said = [
        f"{question}: {', '.join(f'{a} ({n})' for a, n in answers.items())}"
        for question, answers in asked.items()
        if answers
    ]
    return "; ".join(said) or None


def collected(findings: Findings, say: Wording) -> str | None:
    """3.3.2"""
    if not _is_study(findings):
        return None
    protocol = str(findings.source.get("protocol") or "–")
    return say("report.heds.a.collected", version=findings.settings.get("version", ""), protocol=protocol)


def assurance(findings: Findings, say: Wording) -> str | None:
    """3.3.3: what was measured of raters; nobody is left out because of it."""
    if not findings.raters:
        return None
    flagged = distinct(q.rater for q in findings.raters if q.flags)
    checks = [
        f"{say.finding('excluded', cause)}: {say.numbers.count(n)}" for cause, n in findings.excluded.items() if n
    ]
    said = [say("report.heds.a.assurance", n=len(flagged), of=say.numbers.count(findings.counts.get("raters", 0)))]
    if checks:
        said.append(say("report.heds.a.excluded", causes="; ".join(checks)))
    return " ".join(said)


def interface(findings: Findings, say: Wording) -> str | None:
    """3.3.4: by the protocol, which says what is shown and asked."""
    protocol, hash = findings.source.get("protocol"), findings.source.get("protocol_hash")
    return say("report.heds.a.interface", protocol=protocol, hash=str(hash or "–")[:12]) if protocol else None


def freedom(findings: Findings, say: Wording) -> str | None:
    """3.3.5: raters of a study stop and go on when they like."""
    if not _is_study(findings):
        return None
    known = facts(findings)
    days = [str(known[key])[:10] for key in ("first_judgement_at", "last_judgement_at") if known.get(key)]
    between = say("report.heds.a.days", first=days[0], last=days[-1]) if days else ""
    return " ".join(text for text in (say("report.heds.a.freedom"), between) if text)


def enquiries(findings: Findings, say: Wording) -> str | None:
    """3.3.6: the rater's page has a field for questions to the organiser."""
    return say("report.heds.a.enquiries") if _is_study(findings) else None


def personal(findings: Findings, say: Wording) -> str | None:
    """5.2: what the software does; whether the texts hold personal data only the authors know."""
    return say("report.heds.a.personal") if _is_study(findings) else None


def approval(findings: Findings, say: Wording) -> str | None:
    """5.1: only that raters gave consent; the committee is the authors' to name."""
    consent = facts(findings).get("consent")
    return say("report.heds.a.consent", languages=", ".join(consent)) if consent else None


DESIGN_ANSWERS: Mapping[str, Callable[[Findings, Wording], str | None]] = {
    "1.2": resources,
    "2.5": languages,
    "3.1.1": outputs,
    "3.1.3": power,
    "3.2.1": raters,
    "3.2.4": training,
    "3.2.5": characteristics,
    "3.3.2": collected,
    "3.3.3": assurance,
    "3.3.4": interface,
    "3.3.5": freedom,
    "3.3.6": enquiries,
    "5.1": approval,
    "5.2": personal,
}
