"""Take the sheets of docs/images/protocols: python -m tools.sheets [PROTOCOL ...].

Each shows the page of one protocol of the shelf on a phone, a tablet and a desk, in light and dark, so that
somebody who changes the page can look at all of it.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tools import browser
from tools.pictures import ENGLISH, FOLDER, demonstration, reach_a_task
from tools.shell import ROOT, give_up, say

SHEETS = FOLDER / "protocols"
SCREENS = ((360, 740), (768, 1024), (1440, 900))
SCHEMES = ("light", "dark")
EDGE = 24
SHRUNK = 0.6
QUALITY = 60
GROUND = (128, 128, 128)
PROTOCOLS = (
    "audio-description",
    "caption-counts",
    "caption-culture",
    "sarcasm-interpretation",
    "summary",
    "title",
    "translation",
)
SAMPLED = (
    "adequacy-fluency", "best-worst", "conversation", "da", "esa", "esa-contrastive", "mqm", "pairwise", "post-editing",
    "ranking", "sqm",
)  # fmt: skip
"""Those that the demonstration has no study of: of their sample tables."""


def main(*wanted: str) -> None:
    """All sheets, or only those named."""
    known = (*PROTOCOLS, *SAMPLED)
    if unknown := [name for name in wanted if name not in known]:
        give_up(f"No sheet is called {', '.join(unknown)}. There are: {', '.join(known)}.")
    SHEETS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, demonstration(Path(folder)) as demo, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=["--no-sandbox", "--disable-gpu"])
        for name in wanted or known:
            path = SHEETS / f"{name}.webp"
            link = demo.sampled(name) if name in SAMPLED else demo.rater(f"demo-{name}", name)
            sheet([shots(chromium, link, scheme) for scheme in SCHEMES]).save(path, quality=QUALITY, method=6)
            say(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} kB")
        chromium.close()


def shots(chromium: Browser, link: str, scheme: str) -> list[Image.Image]:
    """The same task of one rater on every screen, with a first answer."""
    taken = []
    for width, height in SCREENS:
        narrow = width < SCREENS[1][0]
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            has_touch=narrow,
            is_mobile=narrow,
        )
        context.add_init_script(ENGLISH)
        page = context.new_page()
        page.goto(link)
        answer(page)
        page.wait_for_timeout(800)  # until pictures and words have come
        taken.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
        context.close()
    return taken


def answer(page: Page) -> None:
    """A first answer, as a rater gives it."""
    reach_a_task(page)
    if page.locator("jb-scale").count() and not page.locator("jb-scale :checked").count():
        page.locator("jb-scale").first.locator(".level").nth(1).click()
    mark(page)
    if page.locator("jb-slider").count():
        page.locator("jb-slider [type=range]").first.fill("66")
    for area in page.locator("jb-edit textarea").all():
        words = area.input_value().split()
        area.fill(" ".join([*words[:2], *words[3:]]))
    if page.locator("jb-preference, jb-ranking").count():
        page.keyboard.press("a")
    page.evaluate("scrollTo(0, 0)")


def mark(page: Page) -> None:
    """Two words of the text, as the first label and as the second, with the weights that they may have."""
    for marks in page.locator("jb-marks").all():
        for n in range(2):
            marks.locator(".markable").last.locator(".word").nth(3 * n + 1).click()
            label = marks.locator(".labels:not(.weights):not(.inner) button:visible").nth(n)
            if label.count():
                label.click()
            if marks.locator(".inner button:visible").count():
                marks.locator(".inner button:visible").nth(2).click()
            weights = marks.locator(".weights button:not([disabled])")
            if weights.count():
                weights.nth(min(n, weights.count() - 1)).click()


def sheet(rows: list[list[Image.Image]]) -> Image.Image:
    """One row for each scheme, smaller than they were taken."""
    width = EDGE + sum(shot.width + EDGE for shot in rows[0])
    tallest = max(shot.height for shot in rows[0])
    whole = Image.new("RGB", (width, EDGE + len(rows) * (tallest + EDGE)), GROUND)
    for at, row in enumerate(rows):
        left = EDGE
        for shot in row:
            whole.paste(shot, (left, EDGE + at * (tallest + EDGE)))
            left += shot.width + EDGE
    return whole.resize((round(whole.width * SHRUNK), round(whole.height * SHRUNK)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main(*sys.argv[1:])
