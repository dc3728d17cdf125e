"""The report in a browser, from a file: readable for everyone, at every width, and asking nobody for anything."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from jurybox.studies.results.report import PAGE, report_files
from tests.unit.report.made import findings

WIDE, PHONE = 1440, 360
UNFOLD = "which => document.querySelectorAll(which).forEach(fold => { fold.open = true })"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / PAGE
    path.write_bytes(report_files(findings(systems=3, raters=3))[PAGE])
    return path.as_uri()


@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_the_report_is_accessible_and_fits_every_width(browser: Browser, report: str, width: int, scheme):
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(report)
    page.evaluate(UNFOLD, "details:not(:has(table))")  # tables there are also outside, and each costs axe a second
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.evaluate(UNFOLD, "details")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert [url for url in asked if url != report and not url.startswith("data:")] == []
    assert said == []
    context.close()


def test_one_of_the_two_drawings_of_a_chart_is_shown(browser: Browser, report: str):
    for width, shown in ((WIDE, "wide"), (PHONE, "narrow")):
        context = browser.new_context(viewport={"width": width, "height": 900})
        page = context.new_page()
        page.goto(report)
        charts = page.locator("main > section > figure .chart > svg:visible")
        kinds = charts.evaluate_all("all => all.map(svg => svg.getAttribute('class').split(' ')[0])")
        assert set(kinds) == {shown}
        sizes = charts.first.locator("text").evaluate_all("all => all.map(t => t.getBoundingClientRect().height)")
        assert min(sizes) >= 11, "letters are not tiny"
        context.close()


def test_the_report_prints_without_contents(browser: Browser, report: str, tmp_path: Path):
    context = browser.new_context()
    page = context.new_page()
    page.goto(report)
    page.emulate_media(media="print")
    assert page.locator("nav").is_hidden()
    assert page.pdf(path=tmp_path / "report.pdf").startswith(b"%PDF")
    context.close()
