"""Charts: sound SVG for few and many, for long and right-to-left names, and for what is not defined."""

import re
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from jurybox.analysis.finding_rows import Agreement
from jurybox.analysis.rater_rows import Moment
from jurybox.report import charts
from jurybox.report.charts.heat_map import UNDEFINED
from jurybox.report.charts.svg import NARROW, WIDE
from jurybox.report.wording import Wording
from jurybox.texts.words import words_in
from tests.unit.report.made import findings, ranked

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d+(\.\d)?")
PLACES = ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height")


def say(made=None) -> Wording:
    return Wording.of(made or findings(), words_in("en"))


def pictures(markup) -> list[ElementTree.Element]:
    """The charts in some markup, after looking that each is sound."""
    found = [e for e in ElementTree.fromstring(f"<div>{markup}</div>").iter(f"{SVG}svg") if e.get("role") == "img"]
    for svg in found:
        assert svg[0].tag == f"{SVG}title"
        assert svg[0].text
        assert svg[1].tag == f"{SVG}desc"
        for element in svg.iter():
            assert "style" not in element.attrib
            for name in PLACES:
                assert NUMBER.fullmatch(element.get(name, "0")), (element.tag, name, element.get(name))
    return found


def drawn(made) -> list:
    wording = say(made)
    fluency = [r for r in made.ranking if r.question == "fluency"]
    compared = [c for c in made.comparisons if c.question == "fluency"]
    return [
        charts.forest(fluency, wording),
        charts.distribution(fluency, wording),
        *([charts.pairs_matrix(compared, fluency, wording)] if compared else []),
        *([charts.heat_map(made.together, wording)] if made.together else []),
        charts.over_time(made.over_time, wording),
        charts.agreement(made.agreement[:1], wording),
        charts.tag_profile(made.tags, wording),
    ]


@pytest.mark.parametrize(("systems", "raters"), [(1, 1), (2, 2), (6, 8), (30, 40)])
def test_every_chart_is_drawn_for_a_wide_page_and_for_a_phone(systems: int, raters: int):
    for markup in drawn(findings(systems=systems, raters=raters)):
        wide, narrow = pictures(markup)
        assert wide.get("class", "").startswith("wide")
        assert narrow.get("class", "").startswith("narrow")


def test_texts_lie_inside_the_picture():
    for markup in drawn(findings(systems=30, raters=40)):
        for svg in pictures(markup):
            _, _, width, height = map(float, svg.get("viewBox", "").split())
            assert width >= (WIDE if "wide" in svg.get("class", "") else NARROW)
            assert svg.find(f".//{SVG}text") is not None
            for element in svg.iter(f"{SVG}text"):
                assert 0 <= float(element.get("x", "0")) <= width
                assert 0 <= float(element.get("y", "0")) <= height


def test_a_long_name_is_cut_and_whole_in_its_tooltip():
    svg = pictures(charts.forest(findings().ranking[:4], say()))[0]
    name = next(e for e in svg.iter(f"{SVG}text") if (e.text or "").startswith("\u2068Damson"))
    assert (name.text or "").endswith("…\u2069")
    assert name[0].text == "Damson v2 (temperature 0.3, five examples, chain of thought)"


def test_a_name_is_text_and_never_markup():
    evil = '<script>"&'
    rows = ranked("fluency", (evil, "b"), Random(1))
    for svg in pictures(charts.forest(rows, say())):
        assert any(evil in (e.text or "") for e in svg.iter(f"{SVG}text"))
        assert not list(svg.iter(f"{SVG}script"))


def test_each_cluster_begins_with_a_line():
    svg = pictures(charts.forest(findings().ranking[:6], say()))[0]
    assert len([e for e in svg.iter(f"{SVG}line") if e.get("class") == "cluster"]) == 2


def test_a_system_without_interval_has_a_hollow_dot_and_one_without_mean_says_so():
    rows = ranked("fluency", ("a", "b"), Random(1))
    rows = [replace(rows[0], interval=None), replace(rows[1], mean=None, interval=None, rank=None)]
    svg = pictures(charts.forest(rows, say()))[0]
    assert [e.get("class") for e in svg.iter(f"{SVG}circle")] == ["dot hollow"]
    assert any(e.text == "not defined" for e in svg.iter(f"{SVG}text"))


def test_equal_means_do_not_break_the_axis():
    rows = [replace(r, mean=3.0, interval=(3.0, 3.0)) for r in ranked("fluency", ("a", "b"), Random(1))]
    assert len(pictures(charts.forest(rows, say()))) == 2


def test_better_is_on_the_left_where_lower_is_better():
    made = findings()
    lower = replace(made, questions=({**made.questions[0], "higher_is_better": False},))
    texts = [e.text for e in pictures(charts.forest(made.ranking[:2], say(lower)))[0].iter(f"{SVG}text")]
    assert "← better" in texts
    assert "better →" not in texts


def test_the_bars_of_a_distribution_are_as_long_as_the_shares():
    svg = pictures(charts.distribution(findings().ranking[:1], say()))[0]
    widths = [float(e.get("width", "0")) for e in svg.iter(f"{SVG}rect")]
    counts = list(findings().ranking[0].distribution.values())
    assert counts
    for width, count in zip(widths, counts, strict=True):
        assert width / sum(widths) == pytest.approx(count / sum(counts), abs=0.002)


def test_an_established_difference_is_strong_and_has_a_sign_without_colour():
    made = findings(systems=30)
    compared = [c for c in made.comparisons if c.question == "fluency"]
    svg = pictures(charts.pairs_matrix(compared, made.ranking[:30], say(made)))[0]
    strong = [e for e in svg.iter(f"{SVG}rect") if e.get("class") in ("step-9", "step-1")]
    signs = [e.text for e in svg.iter(f"{SVG}text") if e.text in ("+", "−")]
    assert len(strong) == len(signs) == 2 * (435 - 15)


def test_raters_who_share_nothing_have_an_empty_cell():
    pairs = [replace(t, units=0) if t.value is None else t for t in findings().together]
    svg = pictures(charts.heat_map(pairs, say()))[0]
    empty = [e for e in svg.iter(f"{SVG}rect") if e.get("class") == "step-none"]
    assert len(empty) == sum(t.value is None for t in pairs) > 0
    assert not [e for e in svg.iter(f"{SVG}text") if e.text == UNDEFINED]


def test_raters_who_share_units_and_have_no_kappa_do_not_look_as_if_they_shared_nothing():
    made = findings()
    svg = pictures(charts.heat_map(made.together, say()))[0]
    signs = [e for e in svg.iter(f"{SVG}text") if e.text == UNDEFINED]
    assert len(signs) == sum(t.value is None for t in made.together) > 0
    assert "both always gave the same value: not defined, both rated: 40" in "".join(svg.itertext())


def test_what_is_undefined_interrupts_the_line_over_time():
    moments = [Moment("q", n * 10, None, None if n == 3 else 0.5 + n / 100) for n in range(1, 7)]
    svg = pictures(charts.over_time(moments, say()))[0]
    assert len(list(svg.iter(f"{SVG}polyline"))) == 2


def test_nothing_defined_over_time_is_no_chart():
    assert charts.over_time([Moment("q", 10, None, None)], say()) == ""


def test_agreement_stands_between_its_limits_and_inside_the_picture():
    found = [
        Agreement("fluency", "krippendorff_alpha", "ordinal", 0.72, (0.6, 0.81), 20, 60),
        Agreement("adequacy", "krippendorff_alpha", "ordinal", -0.2, (-0.4, 0.1), 20, 60),
        Agreement("errors", "set_alpha", None, 1.0, None, 20, 60),
        Agreement("style", "krippendorff_alpha", "ordinal", None, None, 0, 0, note="no_overlap"),
    ]
    for svg in pictures(charts.agreement(found, say())):
        places = [float(circle.get("cx", "")) for circle in svg.iter(f"{SVG}circle")]
        limits = sorted(float(e.get("x1", "")) for e in svg.iter(f"{SVG}line") if e.get("class") == "limit")
        assert len(places) == 3, "what is not defined has no dot"
        assert places[1] < limits[0] < places[0] < limits[1] < places[2]
        width = float(svg.get("viewBox", "").split()[2])
        assert all(0 <= float(e.get("x1", "")) <= width for e in svg.iter(f"{SVG}line"))
    assert not charts.agreement(found[3:], say())
