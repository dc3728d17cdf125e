"""Take the pictures of docs/organisers.md: python -m tools.organiser_pictures [NAME ...].

They are committed as docs/images/organiser/NAME.webp; somebody who has changed how the site looks takes them again.
`--look FOLDER [NAME ...]` takes every page of the organiser's site instead, whole, at a desk and on a tablet, in light
and dark, to be looked at.
"""

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tools import browser, lively
from tools.shell import ROOT, give_up, in_venv, say

FOLDER = ROOT / "docs" / "images" / "organiser"
TABLE = ROOT / "examples" / "first-study" / "items.csv"
DESK, TABLET = (1440, 900), (768, 1024)
SCHEMES = ("light", "dark")
SHRUNK = 0.75
QUALITY = 72
PATIENT = 60_000
HOME = f"/studies/{lively.STUDY}"


@dataclass(frozen=True)
class Place:
    """A page of the site; what is done on it before the picture is taken."""

    path: str
    act: Callable[[Page], None] | None = None
    height: int = 0
    """Of the picture in the documentation, where not the whole screen is of interest."""


def main(*wanted: str) -> None:
    """All pictures of the documentation, or only those named; with --look, every page there is."""
    is_look = wanted[:1] == ("--look",)
    folder = Path(wanted[1]) if is_look else FOLDER
    names, known = (wanted[2:], PLACES) if is_look else (wanted, IN_DOCS)
    if unknown := [name for name in names if name not in known]:
        give_up(f"No picture is called {', '.join(unknown)}. There are: {', '.join(known)}.")
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        link = lively.fill(data / "lively")
        origin, _ = stack.enter_context(served(data / "lively"))
        _, first = stack.enter_context(served(data / "empty"))
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=["--no-sandbox", "--disable-gpu"])
        context = signed_in(chromium, origin + link)
        welcome = signed_in(chromium, first)
        draft = new_study(context, origin)
        for name in names or known:
            take = look_at if is_look else picture
            home = welcome if name == "welcome" else context
            start = first.partition("/sign-in")[0] if name == "welcome" else origin
            take(home, start + PLACES[name].path.format(draft=draft), name, folder)


@contextmanager
def served(data: Path) -> Iterator[tuple[str, str]]:
    """A server on these data; its address, and the link to sign in that it printed, if any."""
    command = [str(in_venv("jurybox")), "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            found = (re.search(r"(http://127[0-9.:]+)(/sign-in/#\S+)?", line) for line in server.stdout or ())
            address = next(match for match in found if match and (match[2] or "lively" in str(data)))
            yield address[1], address[0]
        finally:
            server.terminate()


def signed_in(chromium: Browser, link: str) -> BrowserContext:
    context = chromium.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(link)
    page.wait_for_url("**/studies")
    page.close()
    return context


def new_study(context: BrowserContext, origin: str) -> str:
    """A draft with a table that has been looked at and not yet imported; the path of its page."""
    page = context.new_page()
    page.goto(f"{origin}/new-study")
    page.locator("#name").fill("Titles of the local news")
    choose(page, "title")
    page.locator(".choose .button.primary").click()
    page.locator("#tables").set_input_files(TABLE)
    page.get_by_role("button", name="Upload").click()
    page.locator(".good").wait_for(timeout=PATIENT)
    home = page.url.partition(origin)[2].partition("/texts")[0]
    page.close()
    return home


def choose(page: Page, protocol: str) -> None:
    """Unfold the kind of task that a protocol is for, and choose it."""
    page.locator(".kind", has=page.locator(f"input[value={protocol}]")).locator("summary").click()
    page.locator(f"input[value={protocol}]").check()


def settle(page: Page, place: Place, address: str) -> None:
    page.goto(address)
    page.locator("h1").first.wait_for()
    if place.act:
        place.act(page)
    page.wait_for_timeout(700)  # until pictures, frames and words have come
    page.evaluate("document.activeElement?.blur()")


def picture(context: BrowserContext, address: str, name: str, folder: Path) -> None:
    """One picture for the documentation."""
    place = PLACES[name]
    page = context.new_page()
    page.set_viewport_size({"width": DESK[0] - 240, "height": place.height or 800})
    settle(page, place, address)
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    small = taken.resize((round(taken.width * SHRUNK), round(taken.height * SHRUNK)), Image.Resampling.LANCZOS)
    path = folder / f"{name}.webp"
    small.save(path, quality=QUALITY, method=6)
    say(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} kB")


def look_at(context: BrowserContext, address: str, name: str, folder: Path) -> None:
    """A page whole, on both screens, in light and dark."""
    page = context.new_page()
    for width, height in (DESK, TABLET):
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            settle(page, PLACES[name], address)
            tall, wide = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
            page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
            note = " WIDER THAN THE SCREEN" if wide > width else ""
            say(f"{name} {width} {scheme}: {tall / height:.1f} screens{note}")
    page.close()


# What is done on a page before its picture is taken.


def computed(page: Page) -> None:
    page.locator("#findings").wait_for(timeout=PATIENT)


def first_of(selector: str) -> Callable[[Page], None]:
    """Follow the first link of this kind."""

    def follow(page: Page) -> None:
        page.locator(selector).first.click()
        page.wait_for_load_state()

    return follow


def imported(page: Page) -> None:
    """What waits among the texts of the new study is taken in first."""
    where = page.url
    page.goto(f"{where.rpartition('/')[0]}/texts")
    button = page.get_by_role("button", name="Import")
    if button.count():
        button.click()
        page.locator(".good", has_text="The texts are in").wait_for(timeout=PATIENT)
    page.goto(where)
    page.locator("h1").first.wait_for()


def shared(page: Page) -> None:
    first_of(".frozen-list a")(page)
    page.goto(page.locator(".shared-link input").first.input_value())
    computed(page)


def chosen(page: Page) -> None:
    page.locator("#name").fill("Titles of the local news")
    choose(page, "title")
    link = page.locator(".option .see:visible")  # on a narrow screen the preview comes when it is asked for
    if link.count():
        link.click()
    page.frame_locator("iframe").locator("jb-task h1").wait_for()
    page.evaluate("scrollTo(0, 0)")


def changed(page: Page) -> None:
    text = page.locator("textarea").first
    text.fill(text.input_value().replace("question", "short question", 1) + "\nAsk when you are in doubt.\n")
    page.get_by_role("button", name="Look at the changes").click()
    page.wait_for_load_state()


RESULTS = ("answer", "ranking", "agreement", "raters", "disagreements", "download")
PLACES = {
    "sign-in": Place("/sign-in"),
    "welcome": Place("/studies"),
    "studies": Place("/studies"),
    "new-study": Place("/new-study", chosen),
    "new-study-bare": Place("/new-study"),
    "texts": Place("{draft}/texts"),
    "design": Place("{draft}/design", imported),
    "check": Place("{draft}/check", imported),
    "draft": Place("{draft}"),
    "draft-protocol": Place("{draft}/protocol"),
    "overview": Place(HOME),
    "overview-groups": Place(f"/studies/{lively.PICTURED}"),
    "raters": Place(f"{HOME}/raters"),
    "rater": Place(f"{HOME}/raters", first_of(".roster a[href*='/raters/']")),
    "links": Place(f"{HOME}/raters/links"),
    "pay": Place(f"{HOME}/pay"),
    "items": Place(f"{HOME}/items"),
    "item": Place(f"{HOME}/item?key=painting"),
    "item-picture": Place(f"/studies/{lively.PICTURED}/items?filter=disputed", first_of(".items th a")),
    "item-film": Place("/studies/demo-audio-description/item?key=de-kitchen-1"),
    "disputes": Place(f"{HOME}/disputes"),
    "dispute": Place(f"{HOME}/disputes", first_of(".disputes a")),
    "questions": Place(f"{HOME}/questions"),
    "guideline": Place(f"{HOME}/guideline?lang=en"),
    "difference": Place(f"{HOME}/guideline?lang=en", changed),
    **{
        f"results-{part}": Place(f"{HOME}/results/{part}", None if part == "download" else computed) for part in RESULTS
    },
    **{
        f"pictured-{part}": Place(f"/studies/{lively.PICTURED}/results/{part}", computed)
        for part in RESULTS
        if part != "download"
    },
    "frozen": Place(f"{HOME}/results/download", first_of(".frozen-list a")),
    "shared": Place(f"{HOME}/results/download", shared),
    "settings": Place(f"{HOME}/settings"),
    "protocols": Place("/protocols"),
    "protocol": Place("/protocols/caption-culture"),
    "protocol-edit": Place("/protocols/edit?protocol=title"),
    "protocol-upload": Place("/protocols/upload"),
    "help": Place("/help"),
    "account": Place("/account"),
    "tokens": Place("/account/tokens"),
    "organisers": Place("/organisers"),
}
IN_DOCS = (
    "welcome",
    "new-study",
    "texts",
    "design",
    "check",
    "overview",
    "raters",
    "item-picture",
    "dispute",
    "difference",
    "results-answer",
    "results-ranking",
    "frozen",
    "settings",
)


if __name__ == "__main__":
    main(*sys.argv[1:])
