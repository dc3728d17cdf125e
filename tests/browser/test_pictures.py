"""A picture keeps its place while it loads, can be looked at closely, and does not stop anyone when it is broken."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Opener
from tests.browser.person import finds_nothing_to_mend, is_thanked, sees_a_task
from tests.fixtures.workshop import EVERYTHING, Workshop

PICTURE = re.compile("/media/")
BLOCKED = "registration blocked by Playwright"
"""A service worker would fetch pictures past the routes of a test."""


@pytest.fixture
def page(workshop: Workshop, open_page: Opener) -> Page:
    opened = open_page(workshop.link(EVERYTHING))
    sees_a_task(opened)
    opened.wait_for_function("() => document.querySelector('.frame img').complete")
    return opened


def scale(page: Page) -> float:
    return float(str(page.locator(".frame").get_attribute("data-scale")))


def offset(page: Page) -> tuple[float, float]:
    """Where the picture stands in its frame."""
    at: list[float] = page.locator(".frame img").evaluate(
        "img => { const t = new DOMMatrix(getComputedStyle(img).transform); return [t.e, t.f]; }"
    )
    return at[0], at[1]


def middle(frame: Locator) -> tuple[float, float]:
    box = frame.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_buttons_and_keys_zoom_and_pan(page: Page) -> None:
    frame = page.locator(".frame")
    size = frame.bounding_box()
    page.get_by_role("button", name="Zoom in").click()
    assert scale(page) == 1.5
    frame.focus()
    page.keyboard.press("+")
    assert scale(page) == 2.25
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert offset(page) == (-60, -60)
    page.keyboard.press("-")
    assert scale(page) == 1.5
    assert frame.bounding_box() == size  # nothing around it moves
    page.keyboard.press("0")
    assert (scale(page), offset(page)) == (1, (0, 0))
    page.keyboard.press("+")
    page.keyboard.press("Escape")
    assert scale(page) == 1
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()


def test_wheel_and_drag_zoom_and_pan(page: Page) -> None:
    frame = page.locator(".frame")
    x, y = middle(frame)
    page.mouse.move(x, y)
    page.mouse.dblclick(x, y)
    page.wait_for_function("() => Number(document.querySelector('.frame').dataset.scale) === 2.5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 50, y - 20, steps=5)
    page.mouse.up()
    assert offset(page) == (-50, -20)
    page.mouse.wheel(0, -150)
    page.wait_for_function("() => Number(document.querySelector('.frame').dataset.scale) === 3.75")
    for _ in range(12):
        page.mouse.wheel(0, 400)
    page.wait_for_function("() => Number(document.querySelector('.frame').dataset.scale) === 1")


def test_two_fingers_zoom(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(EVERYTHING), width=360, height=740, has_touch=True, is_mobile=True)
    sees_a_task(page)
    x, y = middle(page.locator(".frame"))
    client = page.context.new_cdp_session(page)
    for step in range(6):
        points = [{"x": x - 20 - 10 * step, "y": y, "id": 1}, {"x": x + 20 + 10 * step, "y": y, "id": 2}]
        client.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert scale(page) > 2
    assert page.evaluate("visualViewport.scale") == 1  # the page itself stays as it is


def test_the_picture_fills_the_window_and_goes_back(page: Page) -> None:
    small = page.locator(".frame").bounding_box()
    page.get_by_role("button", name="Full window").click()
    large = page.locator(".frame").bounding_box()
    assert small
    assert large
    assert large["width"] > 1_300
    page.keyboard.press("+")
    assert scale(page) == 1.5
    page.keyboard.press("Escape")  # first the zoom, then the window
    assert scale(page) == 1
    page.keyboard.press("Escape")
    expect(page.locator("dialog.large-picture")).to_be_hidden()
    assert page.locator(".frame").bounding_box() == small
    expect(page.get_by_role("button", name="Full window")).to_be_focused()


def test_a_picture_keeps_its_place_while_it_loads(workshop: Workshop, open_page: Opener) -> None:
    page = open_page("about:blank", forgives=BLOCKED, service_workers="block")
    held: list[Route] = []
    page.route(PICTURE, lambda route: held.append(route))  # and answers none
    page.goto(workshop.link(EVERYTHING))
    sees_a_task(page)
    before = page.locator(".picture").bounding_box()
    expect(page.locator(".frame img")).to_have_attribute("alt", "Scene")
    assert before
    assert before["height"] > 300
    page.unroute(PICTURE)  # lets those go on that are held
    page.wait_for_function("() => document.querySelector('.frame img').naturalWidth === 1600")
    assert page.locator(".picture").bounding_box() == before


@pytest.mark.parametrize("trouble", ["missing", "broken"])
def test_a_picture_that_cannot_be_shown_stops_nobody(trouble: str, workshop: Workshop, open_page: Opener) -> None:
    page = open_page("about:blank", forgives=f"404|{BLOCKED}", service_workers="block")
    answers: dict[str, dict[str, Any]] = {
        "missing": {"status": 404},
        "broken": {"status": 200, "content_type": "image/png", "body": "no picture"},
    }
    page.route(PICTURE, lambda route: route.fulfill(**answers[trouble]))
    page.goto(workshop.link(EVERYTHING))
    sees_a_task(page)
    broken = page.locator(".broken")
    expect(broken).to_contain_text("Scene: This cannot be shown.")
    finds_nothing_to_mend(page)
    for _ in range(3):
        page.keyboard.press("3")
    assert set(is_thanked(page)["answers"]["score"].values()) == {3}


def test_a_picture_that_failed_is_fetched_again(workshop: Workshop, open_page: Opener) -> None:
    page = open_page("about:blank", forgives=f"ERR_FAILED|{BLOCKED}", service_workers="block")
    page.route(PICTURE, lambda route: route.abort())
    page.goto(workshop.link(EVERYTHING))
    sees_a_task(page)
    expect(page.locator(".broken")).to_be_visible()
    page.unroute(PICTURE)
    page.locator(".broken").get_by_role("button", name="Try again").click()
    expect(page.locator(".frame img")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.frame img').naturalWidth === 1600")
