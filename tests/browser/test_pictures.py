"""A picture keeps its place while it loads, can be looked at closely, and does not stop anyone when it is broken."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import CUT_OFF, Opener
from tests.browser.person import finds_nothing_to_mend, is_thanked, sees_a_task, submits, waits_until
from tests.fixtures.small import SCALE
from tests.fixtures.workshop import EVERYTHING, Workshop, make

PICTURE = re.compile("/media/")
PHOTOS = "photos"
AHEAD = 4
"""Units that the page holds."""
BLOCKED = "registration blocked by Playwright"
"""A service worker would fetch pictures past the routes of a test."""


@pytest.fixture
def page(workshop: Workshop, open_page: Opener) -> Page:
    opened = open_page(workshop.link(EVERYTHING))
    sees_a_task(opened)
    waits_until(opened, "() => document.querySelector('.frame img').complete")
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
    waits_until(page, "() => Number(document.querySelector('.frame').dataset.scale) === 2.5")
    expect(frame).not_to_have_attribute("aria-busy", "true")  # the original has come in place of its copy
    x, y = middle(frame)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 50, y - 20, steps=5)
    page.mouse.up()
    assert offset(page) == (-50, -20)
    page.mouse.wheel(0, -150)
    waits_until(page, "() => Number(document.querySelector('.frame').dataset.scale) === 3.75")
    for _ in range(12):
        page.mouse.wheel(0, 400)
    waits_until(page, "() => Number(document.querySelector('.frame').dataset.scale) === 1")


def test_a_press_soon_after_the_page_began_is_no_double_tap(page: Page) -> None:
    """After a double tap there is no tap that a third could double, however young the page is."""
    frame = page.locator(".frame")
    x, y = middle(frame)
    page.mouse.dblclick(x, y)
    frame.evaluate(
        """(frame, [clientX, clientY]) => {
            const press = new PointerEvent('pointerdown', { pointerId: 1, clientX, clientY });
            Object.defineProperty(press, 'timeStamp', { value: 100 });
            frame.dispatchEvent(press);
        }""",
        [x, y],
    )
    assert scale(page) == 2.5


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
    expect(page.get_by_role("button", name="Full window")).to_be_focused()  # once it is back in its place
    expect(page.locator(".frame")).to_be_visible()
    assert page.locator(".frame").bounding_box() == small


def test_a_picture_keeps_its_place_while_it_loads(workshop: Workshop, open_page: Opener) -> None:
    page = open_page("about:blank", forgives=BLOCKED, service_workers="block")
    held: list[Route] = []
    page.route(PICTURE, lambda route: held.append(route))  # and answers none
    page.goto(workshop.link(EVERYTHING))
    sees_a_task(page)
    before = page.locator("jb-picture").bounding_box()
    expect(page.locator(".frame img")).to_have_attribute("alt", "Scene")
    assert before
    assert before["height"] > 300
    page.unroute(PICTURE)  # lets those go on that are held
    waits_until(page, "() => document.querySelector('.frame img').naturalWidth === 1600")
    assert page.locator("jb-picture").bounding_box() == before


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
    waits_until(page, "() => document.querySelector('.frame img').naturalWidth === 1600")


@pytest.fixture(scope="module")
def photos(workshop: Workshop, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """A study of large pictures, with a person who has one too."""
    folder = tmp_path_factory.mktemp("photos")
    for name in ("1", "2", "3", "aunt"):
        Image.effect_noise((2400, 1800), 40).convert("RGB").save(folder / f"{name}.jpg")
    people = [{"id": "a", "role": "The aunt", "name": "Ann", "img": "aunt.jpg"}]
    (folder / "people.json").write_text(json.dumps({"Film": people}))
    items = [{"id": str(n), "picture": f"{n % 3 + 1}.jpg", "cast": "Film", "output": f"Output {n}"} for n in range(30)]
    fields = {"picture": {"type": "image", "label": {"en": "Scene"}}, "cast": {"type": "people"}, "output": "text"}
    stage = {"id": "rating", "show": ["picture", "cast", "output"], "ask": [SCALE]}
    make(workshop.bench, folder, PHOTOS, items, fields=fields, stages=[stage])
    return workshop


def asked_of(page: Page) -> list[str]:
    """The pictures that are asked for from now on, by the page and by its worker."""
    asked: list[str] = []
    page.context.on("request", lambda r: asked.append(urlsplit(r.url).path) if PICTURE.search(r.url) else None)
    return asked


def shows(page: Page, width: int) -> None:
    waits_until(page, "width => document.querySelector('.frame img')?.naturalWidth === width", arg=width)


def kept(page: Page, pictures: int) -> None:
    """So many pictures are kept for a time without a network, with the page, and the worker is at work."""
    page.evaluate(
        """async (pictures) => {
          const isKept = async () => {
            const [name] = (await caches.keys()).filter((name) => name.startsWith('jurybox media'));
            const found = name ? (await (await caches.open(name)).keys()).length : 0;
            return found === pictures && navigator.serviceWorker.controller && await caches.match(location.pathname);
          };
          for (let n = 0; n < 100; n++) {
            if (await isKept()) return;
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
          throw new Error('not kept');
        }""",
        pictures,
    )


def test_a_large_picture_comes_small_and_whole_when_looked_at_closely(photos: Workshop, open_page: Opener) -> None:
    page = open_page("about:blank")
    asked = asked_of(page)
    page.goto(photos.link(PHOTOS))
    sees_a_task(page)
    shows(page, 1280)
    kept(page, 2 * AHEAD)
    assert page.locator("img.headshot").evaluate("img => img.decode().then(() => img.naturalWidth)") == 320
    assert {path.rsplit("/", 1)[1] for path in asked} == {"picture.small", "cast.0.small"}
    size = page.locator(".frame").bounding_box()
    page.get_by_role("button", name="Zoom in").click()
    shows(page, 2400)
    assert scale(page) == 1.5
    page.get_by_role("button", name="Zoom in").click()
    assert scale(page) == 2.25
    assert page.locator(".frame").bounding_box() == size
    originals = [path for path in asked if not path.endswith(".small")]
    assert {path.rsplit("/", 1)[1] for path in originals} == {"picture"}
    assert len(set(originals)) == 1
    finds_nothing_to_mend(page)


@pytest.mark.parametrize(("width", "height", "shown"), [(360, 740, 1280), (1900, 1400, 2400)])
def test_the_full_window_asks_for_as_much_as_it_can_show(
    photos: Workshop, open_page: Opener, width: int, height: int, shown: int
) -> None:
    page = open_page(photos.link(PHOTOS), width=width, height=height)
    sees_a_task(page)
    shows(page, 1280)
    asked = asked_of(page)
    page.get_by_role("button", name="Full window").click()
    shows(page, shown)
    page.wait_for_timeout(300)
    originals = [path for path in asked if not path.endswith(".small")]  # what comes next is fetched meanwhile
    assert bool(originals) is (shown == 2400)


def test_without_a_network_the_small_picture_is_there_and_can_be_zoomed(photos: Workshop, open_page: Opener) -> None:
    page = open_page(photos.link(PHOTOS), forgives=CUT_OFF)
    before = sees_a_task(page)
    kept(page, 2 * AHEAD)
    page.context.set_offline(True)
    page.keyboard.press("4")
    submits(page)
    expect(page.locator("jb-task h1")).not_to_have_text(before)
    shows(page, 1280)
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".frame")).not_to_have_attribute("aria-busy", "true")
    assert scale(page) == 1.5
    shows(page, 1280)
    expect(page.locator(".broken")).to_have_count(0)
    page.context.set_offline(False)
    page.get_by_role("button", name="Zoom in").click()
    shows(page, 2400)
    assert scale(page) == 2.25
