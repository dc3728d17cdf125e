"""Rules of the field stand beside the analysis's own ranks and never in their place; order by z; macro means."""

from dataclasses import replace

import numpy as np
import pytest

from jurybox.analysis.findings import Findings
from jurybox.analysis.options import Options
from jurybox.analysis.pipeline import analyse
from jurybox.analysis.table import Table
from jurybox.stats import FIELD_RULES
from tests.unit.analysis.tables import Row, table_of

OWN = ("mean", "interval", "rank", "rank_low", "rank_high", "cluster")


def rated(systems: int = 3, items: int = 60, step: float = 1.5, seed: int = 0) -> Table:
    rng = np.random.default_rng(seed)
    ease = rng.normal(size=items)
    rows: list[Row] = [
        (f"i{i:02}", f"S{s}", f"r{r}", float(round(3 + ease[i] + step * s + rng.normal(0, 0.8), 2)))
        for i in range(items)
        for s in range(systems)
        for r in range(2)
    ]
    return table_of(rows)


def own(findings: Findings) -> list[tuple[object, ...]]:
    return [(one.system, *(getattr(one, name) for name in OWN)) for one in findings.ranking]


@pytest.mark.parametrize("rule", FIELD_RULES)
def test_a_rule_of_the_field_changes_nothing_else(rule: str):
    plain, asked = analyse(rated()), analyse(rated(), Options(cluster_rule=rule))
    assert own(asked) == own(plain)
    assert asked.comparisons == plain.comparisons
    assert all(one.named_cluster is None and one.named_score is None for one in plain.ranking)
    by_system = {one.system: one for one in asked.ranking}
    assert [by_system[f"S{s}"].named_cluster for s in range(3)] == [3, 2, 1]
    assert by_system["S2"].named_low == by_system["S2"].named_high == 1
    assert f"|rule:{rule}|" in asked.signature
    assert "|rule:" not in plain.signature


def test_it_is_said_what_the_rule_ignores():
    table = rated()
    documents = replace(table, documents=np.arange(60) // 3)
    assert "rule_ignores_documents" in analyse(documents, Options(cluster_rule="wmt24")).notes
    assert "rule_ignores_documents" not in analyse(table, Options(cluster_rule="wmt24")).notes
    assert "rule_ignores_pairs" in analyse(table, Options(cluster_rule="wmt24")).notes
    assert "rule_ignores_raters" in analyse(table, Options(cluster_rule="wmt24", raters="random")).notes
    assert not any(note.startswith("rule_ignores") for note in analyse(documents).notes)


def test_wmt24_takes_the_parts_that_are_asked_for_as_domains():
    groups = {"domain": (np.arange(60) % 2, ("news", "speech")), "film": (np.zeros(60, int), ("Up",))}
    table = replace(rated(), item_groups=groups)
    value = table.ratings[0].value.reshape(60, 3, 2).mean(axis=2)
    domains = [value[0::2].mean(axis=0), value[1::2].mean(axis=0)]
    found = {one.system: one for one in analyse(table, Options(cluster_rule="wmt24")).ranking}
    assert [found[f"S{s}"].named_score for s in range(3)] == pytest.approx(np.mean(domains, axis=0))
    found = {one.system: one for one in analyse(table, Options(cluster_rule="wmt24", by="film")).ranking if not one.by}
    assert [found[f"S{s}"].named_score for s in range(3)] == pytest.approx(value.mean(axis=0))


def test_the_macro_mean_weighs_parts_alike():
    groups = {"domain": ((np.arange(60) < 6).astype(int), ("news", "speech"))}
    table = replace(rated(), item_groups=groups)
    value = table.ratings[0].value.reshape(60, 3, 2).mean(axis=2)
    found = analyse(table, Options(by="domain")).ranking
    whole = {one.system: one for one in found if one.by is None}
    expected = (value[:6].mean(axis=0) + value[6:].mean(axis=0)) / 2
    assert [whole[f"S{s}"].macro for s in range(3)] == pytest.approx(expected)
    assert all(one.macro is None for one in found if one.by is not None)
    assert all(one.macro is None for one in analyse(table).ranking)


def two_scales() -> Table:
    """A coarse rater who prefers A by a lot on her own wide scale, two fine ones who prefer B a little."""
    rng = np.random.default_rng(3)
    rows: list[Row] = []
    for i in range(60):
        for system, wide, fine in (("A", 60.0, 10.0), ("B", 50.0, 10.5)):
            rows.append((f"i{i}", system, "wide", round(wide + rng.normal(0, 20), 2)))
            rows += [(f"i{i}", system, name, round(fine + rng.normal(0, 0.3), 2)) for name in ("x", "y")]
    return table_of(rows)


def test_by_z_the_order_and_the_tests_are_of_each_raters_own_scale():
    raw, by_z = analyse(two_scales()), analyse(two_scales(), Options(by_z=True))
    assert [one.system for one in raw.ranking] == ["A", "B"]
    assert [one.system for one in by_z.ranking] == ["B", "A"]
    assert {one.system: one.mean for one in by_z.ranking} == {one.system: one.mean for one in raw.ranking}
    [comparison] = by_z.comparisons
    z = {one.system: one.z for one in by_z.ranking}
    assert (comparison.first, comparison.second) == ("B", "A")
    assert z["A"] is not None
    assert z["B"] is not None
    assert comparison.difference == pytest.approx(z["B"] - z["A"])
    assert "ranked_by_z" in by_z.notes
    assert "ranked_by_z" not in raw.notes
    assert "of-z" in by_z.signature
