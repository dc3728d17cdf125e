"""Findings made by hand, like those of a real study: two questions, tags, languages, raters with flags."""

from itertools import combinations
from random import Random
from typing import Any

from jurybox.analysis.finding_rows import (
    Agreement,
    Apart,
    Comparison,
    Overall,
    Points,
    Ranked,
    Share,
    TagAgreement,
    TagRate,
)
from jurybox.analysis.findings import Findings
from jurybox.analysis.rater_rows import (
    Disagreement,
    Flag,
    GivenComment,
    Moment,
    RaterQuality,
    Together,
    WhatIf,
)

SIGNATURE = "jurybox:0.1.0|source:captions|protocol:3f2a9c11d0aa|counted:2400|left out:repeat=60|seed:7"
NAMES = (
    "Alder-70B", "Birch", "Cedar-instruct", "Damson v2 (temperature 0.3, five examples, chain of thought)", "אלון-13B",
    "云杉", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Kapok", "Larch", "Maple", "Nutmeg", "Oak", "Pine", "Quince",
    "Rowan", "Spruce", "Teak", "Upas", "Viburnum", "Willow", "Xylosma", "Yew", "Zelkova", "Aspen", "Beech", "Cypress",
)  # fmt: skip
LABELS = {1.0: "Incomprehensible", 2.0: "Poor", 3.0: "Acceptable", 4.0: "Good", 5.0: "Flawless"}
QUESTIONS = ("fluency", "adequacy")
LANGUAGES = ("Bribri", "Guaraní", "Maya", "Náhuatl")
TAGS = {"content": ("missing", "invented", "wrong"), "wording": ("clumsy", "grammar")}


def findings(systems: int = 6, raters: int = 8, seed: int = 7, **changes: Any) -> Findings:
    """What a study of so many systems and raters might have found."""
    random = Random(seed)
    names, people = NAMES[:systems], [f"r{n:02}" for n in range(1, raters + 1)]
    ranking = [r for question in QUESTIONS for r in ranked(question, names, random)]
    made: dict[str, Any] = {
        "signature": SIGNATURE,
        "source": source(),
        "questions": (*(scale(question) for question in QUESTIONS), tagging(), choosing()),
        "counts": {"items": 120, "systems": systems, "raters": raters, "units": 120 * systems, "ratings": 2400,
                   "answers": 2400, "expected": 2520, "comments": 7},
        "excluded": {"repeat": 60, "surplus": 3, "pilot": 24, "missing": 0},
        "agreement": tuple(agreement()),
        "ranking": tuple(ranking),
        "comparisons": (
            *(c for question in QUESTIONS for c in compared(question, ranking, random)), *compared_shares(names),
        ),
        "shares": tuple(shares(names)),
        "overall": tuple(overall()),
        "apart": (Apart("adequacy", (names[:1], names[1:]), (("r01", "r02"), ("r03",))),),
        "design": {"block": "item", "blocks": 120, "blocks_needed": 10, "raters": "fixed"},
        "raters": tuple(quality(question, rater, names, random) for question in QUESTIONS for rater in people),
        "what_if": (WhatIf(("r02", "r05"), "fluency", 0.741, 0.702, names, names, 1800),),
        "tags": tuple(tag_rates(names, random)),
        "tag_agreement": tuple(tag_agreement()),
        "disagreements": tuple(disagreements(names, people)),
        "points": tuple(points(names, random)),
        "comments": tuple(comments(names)),
        "over_time": tuple(moments(random)),
        "together": tuple(together(people, random)),
        "notes": ("provisional", "merged"),
        "settings": {
            "version": "0.1.0", "seed": 7, "confidence": 0.95, "cluster_rule": "permutation",
            "pool": False, "by": None, "full": False,
        },
    }  # fmt: skip
    return Findings(**{**made, **changes})


def source() -> dict[str, Any]:
    return {
        "name": "captions", "kind": "study", "protocol": "caption-culture@1", "protocol_hash": "3f2a9c11d0aa77",
        "last_seq": 2487, "state": "open", "quorum": {"fluency": 3, "adequacy": 3},
        "facts": {
            "title": "Image captions in four languages", "first_judgement_at": "2025-05-02T08:11:09.000000Z",
            "last_judgement_at": "2025-06-15T15:06:40.000000Z", "guideline_revisions": {"en": 2, "es": 1},
            "groups": dict.fromkeys(LANGUAGES, 30), "raters_invited": 9, "consent": ["en", "es"],
            "questionnaire": {"first_language": {"es": 5, "other": 3}}, "seed": "2025",
            "calibration": {"examples": 6, "share": 0.7, "tolerance": 1, "on_fail": "again", "raters": 8, "flagged": 1},
            "names": {
                "questions": {"fluency": "How natural is this text?", "adequacy": "How well does it fit the picture?"},
                "tags": {"invented": "names what is not there"}, "categories": {"content": "Content"},
            },
        },
    }  # fmt: skip


def scale(question: str) -> dict[str, Any]:
    return {
        "id": question, "kind": "number", "level": "ordinal", "level_from": "protocol", "labels": LABELS, "lowest": 1.0,
        "highest": 5.0, "higher_is_better": True,
    }  # fmt: skip


def tagging() -> dict[str, Any]:
    names = tuple(tag for tags in TAGS.values() for tag in tags)
    return {"id": "errors", "kind": "tags", "level": "nominal", "level_from": "protocol", "names": names}


def choosing() -> dict[str, Any]:
    return {"id": "usable", "kind": "category", "level": "nominal", "level_from": "protocol", "names": ("yes", "no")}


def shares(names: tuple[str, ...]) -> list[Share]:
    """Of two options the first has clusters."""
    found = []
    for option, most in (("yes", 0.8), ("no", 0.2)):
        for n, system in enumerate((None, *names)):
            share = most + (0.02 if option == "no" else -0.02) * n
            cluster = n // 4 + 1 if system and option == "yes" else None
            interval = (max(0.0, share - 0.1), min(1.0, share + 0.1))
            found.append(Share("usable", option, system, share, interval, round(share * 120), 120, 40, cluster))
    return found


def compared_shares(names: tuple[str, ...]) -> list[Comparison]:
    return [
        Comparison("usable", a, b, 0.1, (0.01, 0.19), 40, 0.02, 0.3, blocks=40, method="sign_flip", option="yes")
        for a, b in combinations(names, 2)
    ]


def overall() -> list[Overall]:
    return [
        Overall(question, 3.4, (3.1, 3.7), 120, 360, spread(3.4), by=by)
        for question in QUESTIONS
        for by in (None, "language=Maya")
    ]


def ranked(question: str, names: tuple[str, ...], random: Random, by: str | None = None) -> list[Ranked]:
    found, mean, cluster, first = [], 4.55 if question == "fluency" else 4.1, 1, 1
    for n, name in enumerate(names, start=1):
        if n > 1 and n % 2 == 1:
            mean, cluster, first = mean - 0.35 * 6 / len(names) - 0.1, cluster + 1, n
        half = 0.08 + random.random() * 0.06
        last = min(len(names), first + 1)
        found.append(
            Ranked(
                question, name, mean, (mean - half, mean + half * 0.9), 120, 360 - 12 * (n % 3), float(n), first, last,
                cluster, z=(3.4 - mean) * -0.6, severe=max(0.0, (4.6 - mean) / 8), rule_made=n % 2,
                severe_interval=(0.01, 0.2), distribution=spread(mean), expected=360, provisional=n % 3 > 0, by=by,
            )
        )  # fmt: skip
        mean -= 0.03
    return found


def spread(mean: float) -> dict[str, int]:
    weights = [max(1, round(100 / (1 + abs(mean - value) ** 2 * 3))) for value in range(1, 6)]
    return {str(value): weight for value, weight in zip(range(1, 6), weights, strict=True)}


def compared(question: str, ranking: list[Ranked], random: Random) -> list[Comparison]:
    rows = [r for r in ranking if r.question == question]
    found = []
    for a, b in combinations(rows, 2):
        difference = (a.mean or 0) - (b.mean or 0)
        clear = a.cluster != b.cluster
        p = 0.0002 + random.random() * 0.01 if clear else 0.2 + random.random() * 0.5
        found.append(
            Comparison(
                question, a.system, b.system, difference, (difference - 0.15, difference + 0.14), 120, p / 3, p,
                wins=70, ties=20, losses=30, detectable=0.21 + random.random() / 50, more_items=None if clear else 240,
                blocks=120, method="sign_flip", p_random=p,
            )
        )  # fmt: skip
    return found


def agreement() -> list[Agreement]:
    left_out = {"single_rating": 24, "rule_made": 180}
    by_units: dict[str, Any] = {"method": "bootstrap_units"}
    return [
        Agreement("fluency", "krippendorff_alpha", "ordinal", 0.702, (0.668, 0.731), 696, 2088, left_out, **by_units),
        Agreement("fluency", "weighted_kappa", "ordinal", 0.684, (0.641, 0.72), 696, 2088, method="linearised"),
        Agreement("adequacy", "krippendorff_alpha", "ordinal", 0.541, (0.498, 0.583), 700, 2100, **by_units),
        Agreement("adequacy", "icc", None, None, None, 700, 2100, note="incomplete_design"),
        Agreement("fluency", "krippendorff_alpha", "ordinal", 0.883, None, 60, 120, note="too_few_units", of="self"),
        Agreement("errors", "set_alpha", "nominal", 0.412, (0.36, 0.459), 700, 2100, **by_units),
    ]


def quality(question: str, rater: str, systems: tuple[str, ...], random: Random) -> RaterQuality:
    flags: tuple[Flag, ...] = ()
    without = None
    if rater == "r02":
        flags = (Flag("straight_lining", 0.93, 0.9), Flag("fast", 2.1, 4.0))
        swapped = (systems[1], systems[0], *systems[2:]) if len(systems) > 1 else systems
        without = WhatIf((rater,), question, 0.735, 0.702, swapped, systems, 2100)
    return RaterQuality(
        rater, question, 300, 3.4 + random.random() / 2, 0.9, random.random() - 0.5, (-0.4, 0.4),
        0.4 + random.random() / 2, "alpha_rest", 0.8, 12, None, 0, 9, 0.41, 11.5, 0.05, flags, without,
    )  # fmt: skip


def tag_rates(systems: tuple[str, ...], random: Random) -> list[TagRate]:
    found = []
    for category, tags in TAGS.items():
        for tag in tags:
            for system in (None, *systems):
                rate = random.random() ** 2 / 2
                found.append(
                    TagRate("errors", category, tag, system, round(rate * 350), 350, rate, (rate * 0.8, rate * 1.2))
                )
    return found


def tag_agreement() -> list[TagAgreement]:
    return [
        TagAgreement("errors", "missing", 0.61, (0.55, 0.67), 0.7, 0.66, 0.68, 700, 210),
        TagAgreement("errors", "wrong", None, None, None, None, None, 700, 0, note="no_variance"),
    ]


def disagreements(systems: tuple[str, ...], people: list[str]) -> list[Disagreement]:
    values = {rater: float(n % 2 * 4 + 1) for n, rater in enumerate(people[:3])}
    return [
        Disagreement("fluency", f"maya-{n:03}", f"maya-{n:03}", (systems[0],), values, 4.0 - n / 4) for n in range(8)
    ]


def comments(systems: tuple[str, ...]) -> list[GivenComment]:
    return [
        GivenComment("why", "maya-001", 2, systems[:1], "r10", "Too <long>."),
        GivenComment(None, "maya-002", None, (), "r02", "The picture is dark."),
    ]


def points(systems: tuple[str, ...], random: Random) -> list[Points]:
    found = []
    for n, system in enumerate(systems, start=1):
        by_group = {language: max(0.0, 6.0 - n) for language in LANGUAGES}
        found.append(
            Points("fluency", system, sum(by_group.values()), float(n), {**by_group, "Maya": None if n == 2 else 3.0})
        )
    return found


def moments(random: Random) -> list[Moment]:
    found = []
    for question, end in (("fluency", 0.7), ("adequacy", 0.54)):
        for n in range(1, 21):
            alpha = None if n == 1 else end + (random.random() - 0.5) * 0.5 / n
            found.append(Moment(question, n * 60, 1_746_000_000.0 + n * 200_000, alpha))
    return found


def together(people: list[str], random: Random) -> list[Together]:
    return [
        Together("fluency", a, b, None if random.random() < 0.08 else random.random() * 1.1 - 0.1, "weighted_kappa", 40)
        for a, b in combinations(people, 2)
    ]
