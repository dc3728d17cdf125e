"""Take the pictures of docs/images: python -m tools.pictures [NAME ...]. It starts a demonstration of its own for them.

The pictures are committed; somebody who has changed how the rater's page looks takes them again.
"""

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tools import browser
from tools.shell import ROOT, give_up, in_venv, say

FOLDER = ROOT / "docs" / "images"
COLOURS = 192
ENOUGH = 2
STUDIES = 7
PHONE, TABLET, DESK = (360, 740), (768, 1024), (1280, 800)
TASK = "jb-task h1"
STEPS = 12
ENGLISH = "if (location.protocol === 'http:') localStorage.setItem('jurybox.language', 'en');"
"""As if the rater had chosen it before."""


@dataclass
class Demonstration:
    data: Path
    origin: str

    def rater(self, study: str, name: str) -> str:
        """The link of a new rater."""
        return jurybox("rater", "add", study, name, "--url", self.origin, "--data", str(self.data)).split()[-1]

    def sampled(self, protocol: str) -> str:
        """The link of a rater in a study made of a protocol's sample table, without worked examples."""
        where = ("--data", str(self.data))
        table = self.data / f"sample-{protocol}"
        jurybox("sample", protocol, "--to", str(table))
        wishes = ("--set", "quorum=9", "--set", "calibration=false", "--seed", "pictures")
        items = ("--items", str(table / "items.csv"))
        jurybox("study", "create", f"sample-{protocol}", "--protocol", protocol, *items, *wishes, *where)
        jurybox("study", "open", f"sample-{protocol}", *where)
        return self.rater(f"sample-{protocol}", "Ana")

    def fixed_list(self, key: str) -> str:
        """The link of a rater with a list of their own, which can be gone through in both ways."""
        where = ("--data", str(self.data))
        table = str(ROOT / "examples" / "first-study" / "items.csv")
        wishes = ("--set", "assign=fixed", "--set", "quorum=1", "--name", "Headlines")
        jurybox("study", "create", key, "--protocol", "title", "--items", table, *wishes, *where)
        link = self.rater(key, "Ana")
        jurybox("study", "open", key, *where)
        return link


@dataclass
class Picture:
    study: str
    act: Callable[[Page], None]
    size: tuple[int, int] = DESK
    is_dark: bool = False


def main(*wanted: str) -> None:
    """All pictures, or only those named."""
    if unknown := [name for name in wanted if name not in PICTURES]:
        give_up(f"No picture is called {', '.join(unknown)}. There are: {', '.join(PICTURES)}.")
    with tempfile.TemporaryDirectory() as folder, demonstration(Path(folder)) as demo, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=["--no-sandbox", "--disable-gpu"])
        for name, picture in PICTURES.items():
            if name in (wanted or PICTURES):
                width, height = picture.size
                context = chromium.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if picture.is_dark else "light",
                    reduced_motion="reduce",
                    has_touch=picture.size == PHONE,
                    is_mobile=picture.size == PHONE,
                )
                context.add_init_script(ENGLISH)
                page = context.new_page()
                page.goto(demo.rater(f"demo-{picture.study}", name) if picture.study else demo.fixed_list(name))
                page.locator("main h1").wait_for()
                picture.act(page)
                page.wait_for_timeout(600)  # until pictures and words have come
                save(page.screenshot(), FOLDER / f"{name}.png")
                context.close()
        chromium.close()


@contextmanager
def demonstration(data: Path) -> Iterator[Demonstration]:
    command = [str(in_venv("jurybox")), "demo", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            found = (re.search(r"(http://[^/]+)/rate/", line) for line in server.stdout or ())
            links = list(islice((link for link in found if link), STUDIES))
            yield Demonstration(data, links[0][1])
        finally:
            server.terminate()


def jurybox(*arguments: str) -> str:
    return subprocess.run([str(in_venv("jurybox")), *arguments], check=True, capture_output=True, text=True).stdout


def save(taken: bytes, path: Path) -> None:
    picture = Image.open(io.BytesIO(taken)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(path, optimize=True)
    say(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} kB")


# What a rater does before the picture is taken.


def submit(page: Page) -> None:
    before = page.locator("jb-task").element_handle()
    page.locator(".actions .primary").click()
    if before is not None:
        before.wait_for_element_state("hidden")
    page.locator("main h1").wait_for()


def choose_levels(page: Page, *levels: int) -> None:
    for scale, level in zip(page.locator("jb-scale").all(), levels, strict=False):
        scale.locator(".level").nth(level).click()
    page.evaluate("scrollTo(0, 0)")


def rate_on(page: Page, *levels: int) -> None:
    """One task after the other, each with a level."""
    page.locator(TASK).wait_for()
    for level in levels:
        choose_levels(page, level)
        submit(page)


def begin(page: Page) -> None:
    """Agree, say something about oneself, and rate the first worked example."""
    page.locator("main .primary").click()
    page.locator(".about-row input").first.wait_for()
    for answer in page.locator(".about-row input").all():
        answer.fill("Español")
    page.locator("main .primary").click()
    page.locator(".about-row").first.wait_for(state="detached")
    page.locator("main .primary").click()
    page.locator(TASK).wait_for()
    choose_levels(page, 0, 3, 1, 3, 4)
    submit(page)


def reach_a_task(page: Page) -> None:
    """Past whatever comes before the first task."""
    for _ in range(STEPS):
        page.locator(f"{TASK}, main .primary").first.wait_for()
        if page.locator(TASK).count() and "Example" not in page.locator(TASK).inner_text():
            return
        go_on(page)


def go_on(page: Page) -> None:
    """Past what comes before the first task: consent, a few questions, examples."""
    if page.locator(TASK).count():
        choose_levels(page, 0, 3, 1, 3, 4)
    for field in page.locator(".about-row input").all():
        field.fill("Español")
    page.locator(".actions .primary, main .primary").last.click()
    page.wait_for_timeout(1_000)


def captions(page: Page) -> None:
    reach_a_task(page)
    choose_levels(page, 1)


def guideline(page: Page) -> None:
    rate_on(page, 3, 4)
    page.locator("#guideline > summary").click()
    choose_levels(page, 3)


def video(page: Page) -> None:
    page.locator(TASK).wait_for()
    for tag in (5, 1):
        page.locator("jb-tags").first.locator(".chip").nth(tag).click()
    page.locator(".jumps .button").first.click()
    page.locator(".spans .here").wait_for()
    page.evaluate("scrollTo(0, 0)")


def marks(page: Page) -> None:
    """In the first caption of which enough is right: the labels are object, relation, attribute."""
    page.locator(TASK).wait_for()
    labels = ("cats sofa lamp bus street people", "next", "two red yellow snowy")
    right = {word: label for label, words in enumerate(labels) for word in words.split()}
    for card in page.locator("jb-card").all():
        words = [word.strip() for word in card.locator(".word").all_inner_texts()]
        hits = [(at, right[word]) for at, word in enumerate(words) if word in right][:5]
        if len(hits) > ENOUGH:
            for at, label in hits:
                card.locator(".word").nth(at).click()
                card.locator(".labels:not(.weights) button").nth(label).click()
                weights = card.locator(".weights button:not([disabled])")
                if weights.count():
                    weights.first.click()
            card.evaluate("card => scrollTo(0, card.getBoundingClientRect().top + scrollY - 24)")
            return


def tasks(page: Page) -> None:
    rate_on(page, 3, 1, 4)
    page.locator("#tasks").click()
    page.locator(".tasks .is-open").first.wait_for()


def offline(page: Page) -> None:
    rate_on(page, 3)
    page.wait_for_timeout(1_000)  # the next tasks are fetched ahead
    page.context.set_offline(True)
    rate_on(page, 1)


def explained(page: Page) -> None:
    rate_on(page, 3, 4)
    page.locator(".explain:visible").first.click()
    choose_levels(page, 3)


PICTURES = {
    "rater": Picture("caption-culture", captions),
    "phone": Picture("caption-culture", captions, PHONE),
    "calibration": Picture("caption-culture", begin, TABLET),
    "guideline": Picture("sarcasm-interpretation", guideline),
    "video": Picture("audio-description", video),
    "marks": Picture("caption-counts", marks),
    "dark": Picture("translation", explained, TABLET, is_dark=True),
    "tasks": Picture("", tasks, TABLET),
    "offline": Picture("", offline, PHONE),
}


if __name__ == "__main__":
    main(*sys.argv[1:])
