"""Findings as tables for a terminal: 80 columns are enough, and a pipe gets the same without colours."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, TypeVar

from jurybox.cli.output import plural
from jurybox.cli.results.said import coefficient, interval_title, question_name
from jurybox.cli.results.terminal import Cell, Page, used
from jurybox.texts import natural

if TYPE_CHECKING:
    from jurybox.studies.results import Agreement, Comparison, Findings, Flag, Ranked, TagAgreement

    Pairs = Mapping[tuple[str | None, str | None, str, str], Comparison]
    """By question, part of the data, and the two systems."""

MOST_RATERS = 30
MOST_TAGS = 25
MOST_UNITS = 3


class About(Protocol):
    """What a finding is about."""

    @property
    def question(self) -> str | None: ...


T = TypeVar("T", bound=About)


def show_tables(page: Page, findings: "Findings") -> None:
    """Every table that is worth a line; --json has the rest."""
    _agreement(page, findings)
    _ranking(page, findings)
    _shares(page, findings)
    _overall(page, findings)
    _apart(page, findings)
    _points(page, findings)
    _raters(page, findings)
    _what_if(page, findings)
    _tags(page, findings)
    _units(page, findings)


def _agreement(page: Page, findings: "Findings") -> None:
    parts: dict[str | None, list[Agreement]] = {}
    for one in findings.agreement:
        if one.tag is None:
            parts.setdefault(one.by, []).append(one)
    for by, found in parts.items():
        page.heading("Agreement" if by is None else f"Agreement, {by.replace('=', ' ', 1)}")
        rows: list[list[Cell]] = []
        breaks: list[int] = []
        for before, one in zip([None, *found], found, strict=False):
            is_new = before is None or before.question != one.question
            if is_new and rows:
                breaks.append(len(rows))
            question = question_name(one.question) if is_new else ""
            rows.append([question, coefficient(page, one), one.value, one.interval, one.units, page.note(one.note)])
        page.table(*used(("QUESTION", "COEFFICIENT", "VALUE", interval_title(findings), "UNITS", "NOTE"), rows), breaks)


def _question(one: About) -> str:
    """What a finding is about: the question, and the part of the data."""
    question = question_name(one.question)
    by: str | None = getattr(one, "by", None)
    return f"{question}, {by.replace('=', ' ', 1)}" if by else question


def _ranking(page: Page, findings: "Findings") -> None:
    known = {one["id"]: one for one in findings.questions}
    rule = str(findings.settings.get("cluster_rule", "")).upper()
    means = [one for one in findings.comparisons if one.option is None]
    after = {(one.question, one.by, one.first, one.second): one for one in means}
    for name, ranked in _grouped(findings.ranking).items():
        found = sorted(ranked, key=lambda one: (one.rank is None, one.rank or 0))
        better = "higher" if known.get(found[0].question, {}).get("higher_is_better", True) else "lower"
        sizes = {(one.items, one.ratings) for one in found}
        each = (
            f"; {plural(found[0].items, 'item')}, {plural(found[0].ratings, 'rating')} each" if len(sizes) == 1 else ""
        )
        page.heading(f"Ranking by {name} ({better} is better{each})")
        rows = [
            (
                one.cluster, _ranks(one), one.system, one.mean, one.interval, one.item_adjusted, one.macro,
                one.strength, one.severe, one.named_score, _named_ranks(one), one.named_cluster,
                None if each else one.items, None if each else one.ratings, _p(_pair(after, one, below)),
                page.note(one.note) or ("provisional" if one.provisional else ""),
            )
            for one, below in zip(found, [*found[1:], None], strict=True)
        ]  # fmt: skip
        breaks = [n for n in range(1, len(found)) if found[n].cluster != found[n - 1].cluster]
        header = ("CLUSTER", "RANKS", "SYSTEM", "MEAN", interval_title(findings), "ADJUSTED", "MACRO")
        named = [f"{rule} {what}" for what in ("SCORE", "RANKS", "CLUSTER")]
        rest = ("ITEMS", "RATINGS", "P NEXT", "NOTE")
        page.table(*used((*header, "STRENGTH", "SEVERE", *named, *rest), rows), breaks)
        _power(page, found, after)
    show_positions(page, findings)
    if findings.ranking:
        page.say("RANKS: the places a system could have. P NEXT: adjusted p-value against the system below.")


def show_positions(page: Page, findings: "Findings") -> None:
    """What being shown first is worth, where raters saw two side by side."""
    rows = [(_question(one), one.value, one.interval, _small(one.p), page.note(one.note)) for one in findings.positions]
    if rows:
        page.heading("What being shown first is worth (on the log scale of strengths)")
        page.table(*used(("QUESTION", "VALUE", interval_title(findings), "P", "NOTE"), rows))


def _ranks(one: "Ranked") -> str | None:
    return None if one.rank_low is None else f"{one.rank_low}-{one.rank_high}"


def _named_ranks(one: "Ranked") -> str | None:
    return None if one.named_low is None else f"{one.named_low}-{one.named_high}"


def _grouped(found: Sequence[T]) -> dict[str, list[T]]:
    groups: dict[str, list[T]] = {}
    for one in found:
        groups.setdefault(_question(one), []).append(one)
    return groups


def _pair(after: "Pairs", one: "Ranked", below: "Ranked | None") -> "Comparison | None":
    if below is None:
        return None
    found = after.get((one.question, one.by, one.system, below.system))
    return found or after.get((one.question, one.by, below.system, one.system))


def _p(pair: "Comparison | None") -> str | None:
    """The adjusted p-value of two neighbours."""
    return _small(None if pair is None else pair.p_adjusted)


def _small(p: float | None) -> str | None:
    return None if p is None else "<.001" if p < 0.001 else f"{p:.3f}"


def _power(page: Page, found: list["Ranked"], after: "Pairs") -> None:
    pairs = [_pair(after, *two) for two in pairwise(found)]
    detectable = sorted(pair.detectable for pair in pairs if pair is not None and pair.detectable is not None)
    if detectable:
        page.say(
            f"Between neighbours a true difference of about {detectable[len(detectable) // 2]:.3f} would be found "
            "in 4 of 5 such studies."
        )
    more = sorted(pair.more_items for pair in pairs if pair is not None and pair.more_items is not None)
    if more:
        page.say(f"More items that would separate neighbours, as it seems: {more[0]:,} to {more[-1]:,}.")


def _shares(page: Page, findings: "Findings") -> None:
    """Of choices: how often each option was chosen, by system."""
    for name, found in _grouped(findings.shares).items():
        page.heading(f"Shares of the options of {name}")
        rows = [(one.option, one.system or "all systems", one.share, one.interval, one.cluster) for one in found]
        page.table(*used(("OPTION", "SYSTEM", "SHARE", interval_title(findings), "CLUSTER"), rows))


def _overall(page: Page, findings: "Findings") -> None:
    """Over all systems, where that says anything new: there are none, or parts are looked at."""
    if not findings.ranking and findings.overall:
        page.heading("Over all items")
        rows = [(_question(one), one.mean, one.interval, one.items, one.ratings) for one in findings.overall]
        page.table(*used(("QUESTION", "MEAN", interval_title(findings), "ITEMS", "RATINGS"), rows))


def _apart(page: Page, findings: "Findings") -> None:
    """Which raters rated which systems, where nothing can be compared."""
    for one in findings.apart:
        page.heading(f"Systems with raters of their own, by {_question(one)}")
        for systems, raters in zip(one.systems, one.raters, strict=True):
            who = ", ".join(sorted(raters, key=natural))
            page.say(f"- {', '.join(systems)}: rated by {who}.")


def _points(page: Page, findings: "Findings") -> None:
    for name, found in _grouped(findings.points).items():
        page.heading(f"Points by {name}")
        groups = list(dict.fromkeys(group for one in found for group in one.by_group))
        rows = [
            (f"{one.rank:g}", one.system, one.points, *(one.by_group.get(group) for group in groups)) for one in found
        ]
        page.table(("RANK", "SYSTEM", "POINTS", *groups), rows)


def _raters(page: Page, findings: "Findings") -> None:
    for name, found in _grouped(findings.raters).items():
        ordered = sorted(found, key=lambda one: natural(one.rater))
        flagged = [one for one in ordered if one.flags]
        shown = [*flagged, *(one for one in ordered if not one.flags)][: max(MOST_RATERS, len(flagged))]
        page.heading(f"Raters by {name}")
        rows = [
            (
                one.rater,
                one.ratings,
                one.mean,
                one.severity,
                one.agreement,
                one.self_agreement,
                one.gold_agreement,
                one.seconds,
                "; ".join(_flag(page, flag) for flag in one.flags) or page.note(one.note),
            )
            for one in shown
        ]
        header = ("RATER", "RATINGS", "MEAN", "SEVERITY", "WITH REST", "WITH SELF", "WITH KNOWN", "SECONDS", "LOOK AT")
        page.table(*used(header, rows))
        if len(shown) < len(found):
            page.say(f"… and {plural(len(found) - len(shown), 'more rater')} without anything to look at (--json).")


def _flag(page: Page, flag: "Flag") -> str:
    value, limit = (None if number is None else f"{number:.3g}" for number in (flag.value, flag.limit))
    return page.of("flag", flag.code, value=value or "-", limit=limit or "-")


def _what_if(page: Page, findings: "Findings") -> None:
    if findings.what_if:
        page.heading("What if raters are left out")
        rows = [
            (
                ", ".join(one.left_out),
                _question(one),
                one.alpha_before,
                one.alpha,
                one.ratings,
                "the same" if one.order and one.order == one.order_before else " > ".join(one.order) or None,
            )
            for one in findings.what_if
        ]
        page.table(*used(("WITHOUT", "QUESTION", "ALPHA", "THEN", "LEFT OUT", "ORDER"), rows))


def _tags(page: Page, findings: "Findings") -> None:
    rate = "WEIGHT" if (findings.source.get("facts") or {}).get("weights") else "RATE"
    for name, found in _grouped([one for one in findings.tags if one.system is None]).items():
        page.heading(f"Tags of {name}")
        found = sorted(found, key=lambda one: -one.count)
        rows = [(one.tag or f"{one.category} (all)", one.count, one.rate, one.interval) for one in found[:MOST_TAGS]]
        page.table(*used(("TAG", "COUNT", rate, interval_title(findings)), rows))
        if len(found) > MOST_TAGS:
            page.say(f"… and {plural(len(found) - MOST_TAGS, 'rarer tag')} (--json).")
    for of, whose in (("raters", ""), ("self", " (with themselves)")):
        _tag_agreement(page, findings, [one for one in findings.tag_agreement if one.of == of], whose)


def _tag_agreement(page: Page, findings: "Findings", found: "Sequence[TagAgreement]", whose: str) -> None:
    for name, agreed in _grouped(found).items():
        page.heading(f"Agreement on the tags of {name}{whose}")
        agreed = sorted(agreed, key=lambda one: -one.given)[:MOST_TAGS]
        told = [(one.tag or "all", one.given, one.kappa, one.interval, one.f1, page.note(one.note)) for one in agreed]
        page.table(*used(("TAG", "GIVEN", "KAPPA", interval_title(findings), "F1", "NOTE"), told))


def _units(page: Page, findings: "Findings") -> None:
    found = findings.disagreements
    if found:
        page.heading("Where raters differ most")
        shown = [one for group in _grouped(found).values() for one in group[:MOST_UNITS]]
        rows = [(one.question, one.item, ", ".join(one.systems), _values(one.values)) for one in shown]
        page.table(*used(("QUESTION", "ITEM", "SYSTEM", "VALUES"), rows))
        if len(found) > len(shown):
            page.say(f"… and {len(found) - len(shown):,} more (--json).")


def _values(values: Mapping[str, float | str | None]) -> str:
    said = {rater: f"{value:g}" if isinstance(value, float) else value or "-" for rater, value in values.items()}
    return ", ".join(f"{rater} {said[rater]}" for rater in sorted(said, key=natural))
