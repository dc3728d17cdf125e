"""The whole: the same input gives the same bytes, whatever order it comes in, and nothing is a traceback."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.analysis import vocabulary
from jurybox.analysis.findings import Findings
from jurybox.analysis.options import Options
from jurybox.analysis.parts import rows_of
from jurybox.analysis.pipeline import analyse
from jurybox.analysis.table import Source, Table
from jurybox.core.errors import Refused
from jurybox.texts import message_of
from tests.unit.analysis.tables import Row, asked, table_of

NOW = 1.8e9
ROWS: list[Row] = [
    (f"i{n:02}", system, rater, float(1 + (n * 3 + s * 2 + r * (n % 2)) % 5))
    for n in range(15)
    for s, system in enumerate(("A", "B", "A+C"))
    for r, rater in enumerate("xyz")
    if (n + s + r) % 4
]


def timed(rows: list[Row] = ROWS) -> Table:
    table = table_of(rows)
    at = NOW + np.arange(len(rows)) // 2 * 60.0
    return replace(table, ratings=(replace(table.ratings[0], at=at, seconds=np.arange(len(rows)) % 7 + 5.0),))


def as_bytes(findings: Findings) -> str:
    return json.dumps(findings.as_json(), allow_nan=False)


def test_the_same_input_gives_the_same_bytes():
    assert as_bytes(analyse(timed())) == as_bytes(analyse(timed()))


@settings(max_examples=15, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_order_of_the_rows_changes_nothing(random):
    table = timed()
    order = list(range(len(ROWS)))
    random.shuffle(order)
    shuffled = replace(table, ratings=(rows_of(table.ratings[0], np.array(order)),))
    assert close(analyse(shuffled, Options()).as_json(), analyse(table, Options()).as_json())


def close(one: object, other: object) -> bool:
    """Equal but for the last digits of sums over another order."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(close(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(close, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return one == pytest.approx(other, rel=1e-9, abs=1e-9)
    return one == other


def test_agreement_does_not_hang_on_the_seed():
    one, other = (analyse(timed(), Options(seed=seed)).agreement for seed in (0, 1))
    assert one == other


def test_the_signature_says_what_was_counted_and_how():
    table = replace(
        timed(),
        source=Source("my|study", "study", protocol_hash="0123456789abcdef", last_seq=77),
        left_out={"surplus": 3},
    )
    parts = dict(part.split(":", 1) for part in analyse(table).signature.split("|"))
    assert parts["source"] == "my/study"
    assert parts["protocol"] == "0123456789ab"
    assert (parts["seq"], parts["counted"], parts["left out"]) == ("77", str(len(ROWS)), "surplus=3")
    assert (parts["alpha"], parts["ci"], parts["seed"]) == ("ordinal", "95", "0")
    assert (parts["blocks"], parts["raters"], parts["clusters"]) == ("item", "fixed", "permutation,holm")
    assert len(parts["content"]) == 12


def test_other_content_has_another_signature():
    changed = [*ROWS[:-1], (*ROWS[-1][:3], ROWS[-1][3] % 5 + 1)]
    assert analyse(timed(ROWS)).signature != analyse(timed(changed)).signature


def test_what_never_came_in_is_among_what_is_left_out():
    findings = analyse(replace(timed(), left_out={"surplus": 3, "cannot": 0}))
    assert findings.excluded == {"surplus": 3}


def test_the_settings_and_the_questions_are_told():
    findings = analyse(timed(), Options(level="interval", seed=4))
    assert findings.settings["seed"] == 4
    assert findings.settings["version"]
    [question] = findings.questions
    assert (question["id"], question["level"], question["level_from"]) == ("q", "interval", "option")
    assert analyse(timed()).questions[0]["level_from"] == "protocol"


def test_progress_is_told_step_by_step():
    said: list[str] = []
    analyse(timed(), progress=said.append)
    assert said == ["agreement", "ranking", "raters", "units"]


def test_every_code_is_one_of_the_closed_lists():
    findings = analyse(timed(), Options(by=None, pool=True))
    assert set(findings.notes) <= set(vocabulary.NOTES)
    assert {one.coefficient for one in findings.agreement} <= set(vocabulary.COEFFICIENTS)
    known = {None, *vocabulary.REASONS, *vocabulary.NOTES}
    for found in (findings.agreement, findings.ranking, findings.comparisons, findings.raters):
        assert {one.note for one in found} <= known
    assert {flag.code for one in findings.raters for flag in one.flags} <= set(vocabulary.FLAGS)
    assert {cause for one in findings.agreement for cause in one.excluded} <= set(vocabulary.EXCLUDED)


EMPTY = table_of([])
BAD = {
    "nothing": EMPTY,
    "no rows": table_of([], asked("q")),
    "one rating": table_of([("i", "A", "x", 1.0)]),
    "one rater": table_of([(f"i{n}", s, "x", float(n)) for n in range(5) for s in "AB"]),
    "one system": table_of([(f"i{n}", "A", r, float(n)) for n in range(5) for r in "xy"]),
    "no systems": table_of([(f"i{n}", None, r, float(n)) for n in range(5) for r in "xy"]),
    "all equal": table_of([(f"i{n}", s, r, 3.0) for n in range(5) for s in "AB" for r in "xy"]),
    "one item": table_of([("i", s, r, float(ord(s) % 3)) for s in "AB" for r in "xy"]),
    "a rater with one rating": table_of([*ROWS, ("i00", "A", "once", 2.0)]),
    "only rules": table_of([("i", "A", "rule", 1.0), ("j", "A", "rule", 2.0)]),
    "huge values": table_of([(f"i{n}", s, r, 1e12 * n + (r == "x")) for n in range(5) for s in "AB" for r in "xy"]),
    "negative values": table_of([(f"i{n}", s, r, -1.0 * n) for n in range(5) for s in "AB" for r in "xy"]),
    "fractions": table_of([(f"i{n}", s, r, n / 3 + 0.1) for n in range(30) for s in "AB" for r in "xyz"]),
}


@pytest.mark.parametrize("level", [None, "nominal", "ordinal", "interval", "ratio"])
@pytest.mark.parametrize("name", BAD)
def test_bad_input_gives_findings_without_nan(name: str, level: str | None):
    findings = analyse(BAD[name], Options(level=level))  # type: ignore[arg-type]
    as_bytes(findings)
    for one in findings.agreement:
        assert one.value is not None or one.note is not None, one
    for row in findings.ranking:
        assert row.mean is not None or row.note is not None, row


@pytest.mark.parametrize("name", BAD)
def test_bad_input_can_be_pooled(name: str):
    as_bytes(analyse(BAD[name], Options(pool=True)))


def test_all_wrong_options_are_refused_at_once():
    wrong = Options(level="cardinal", by="moon", without=("w",), cluster_rule="x", confidence=95, seed=-1)  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        analyse(timed(), wrong)
    where = [fault.where for fault in refused.value.faults]
    assert where == ["by", "without", "cluster_rule", "level", "confidence", "seed"]
    # every one has words of its own
    assert all("This was refused" not in message_of(fault) for fault in refused.value.faults)


def test_a_sparse_crowd_of_a_thousand_raters_works():
    rng = np.random.default_rng(2)
    rows: list[Row] = [
        (f"i{n:03}", "AB"[s], f"r{rng.integers(1000):04}{k}", float(rng.integers(1, 6)))
        for n in range(300)
        for s in range(2)
        for k in range(2)
    ]
    findings = analyse(table_of(rows), Options())
    assert findings.counts["raters"] > 800
    assert len(findings.raters) == findings.counts["raters"]
    assert findings.agreement[0].value == pytest.approx(0, abs=0.15)
