"""One palette for pages and reports, which can be read in light and in dark (WCAG 2.2, AA)."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from jurybox.report import page_style

SOURCES = Path(__file__).parents[3] / "src" / "jurybox"
LIGHT, DARK = page_style("tokens").split("@media (prefers-color-scheme: dark)")
GROUNDS = ("ground", "surface", "sunken")
TEXTS = ("ink", "muted", "accent", "warn", "fault", "good", "lane-1", "lane-2", "lane-3", "lane-4", "lane-5", "lane-6")
PAIRS = [(text, ground) for text in TEXTS for ground in GROUNDS] + [
    ("accent-ink", "accent"), ("accent", "accent-soft"), ("ink", "accent-soft"), ("ink", "chosen"),
    ("warn", "warn-soft"), ("fault", "fault-soft"), ("ink", "warn-soft"), ("ink", "fault-soft"),
]  # fmt: skip


def colours(style: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", style))


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_what_the_standard_says() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("style", [LIGHT, DARK], ids=["light", "dark"])
def test_words_can_be_read_on_every_ground(style: str) -> None:
    found = colours(style)
    faint = [(text, ground, contrast(found[text], found[ground])) for text, ground in PAIRS]
    assert [pair for pair in faint if pair[2] < 4.5] == []


@pytest.mark.parametrize("style", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_of_controls_can_be_seen(style: str) -> None:
    found = colours(style)
    assert [ground for ground in GROUNDS if contrast(found["edge"], found[ground]) < 3] == []


def test_every_colour_has_a_value_for_light_and_one_for_dark() -> None:
    assert colours(LIGHT).keys() == colours(DARK).keys()


def test_a_name_is_given_in_one_file_only() -> None:
    """Two palettes of the same names drift apart. Paper is white whatever the palette says."""
    given: dict[str, set[str]] = {}
    for path in sorted(SOURCES.rglob("*.css")):
        on_screen = path.read_text(encoding="utf-8").partition("@media print")[0]
        for name in re.findall(r"(--[\w-]+):", on_screen):
            given.setdefault(name, set()).add(path.name)
    assert "--muted" in given
    assert {name: files for name, files in given.items() if len(files) > 1} == {}


def test_every_name_that_is_used_is_given() -> None:
    styles = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.css"))
    assert set(re.findall(r"var\((--[\w-]+)\)", styles)) <= set(re.findall(r"(--[\w-]+):", styles))


def test_parts_of_a_bar_differ_in_lightness_too() -> None:
    """Who does not tell green from red or from amber sees what is agreed, disputed, and what could not be judged."""
    style = (SOURCES / "web/organiser/static/css/overview.css").read_text(encoding="utf-8")
    light, _, dark = style.partition("@media (prefers-color-scheme: dark)")
    for found in (colours(light), colours(dark)):
        parts = [found[name] for name in ("agreed", "cannot", "disputed")]
        assert min(contrast(one, other) for one, other in pairwise(parts)) >= 1.6
