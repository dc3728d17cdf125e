"""The clip on the rater's page, exact to the frame: every frame of these clips carries its number, and is read back."""

import csv
import random
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CUT_OFF, Demo, Opener, jurybox
from tests.browser.person import answers_everything, finds_nothing_to_mend, is_thanked, sees_a_task, waits_until
from tests.fixtures.clips import BITS, BLOCK, CLIPS, HEIGHT, MISLEADING, Clip, make

STUDY = "clips"
SEEKS = 50
SEED = 2026
BROKEN = Clip("broken.mp4", Fraction(1, 25), [1], count=30)
MISSING = Clip("missing.mp4", Fraction(1, 25), [1], count=31)
ALL = {clip.name: clip for clip in (*CLIPS, MISLEADING, BROKEN, MISSING)}
SEGMENTS = [(0.5, 1.4), (1.6, 3.0), (3.2, 4.4)]

READ = f"""
const video = document.querySelector('video');
const canvas = new OffscreenCanvas({BITS * BLOCK}, {HEIGHT});
function read() {{
  const brush = canvas.getContext('2d', {{ willReadFrequently: true }});
  brush.drawImage(video, 0, 0);
  const {"{data}"} = brush.getImageData(0, 0, {BITS * BLOCK}, {HEIGHT});
  const bit = (n, y) => data[4 * (y * {BITS * BLOCK} + n * {BLOCK} + {BLOCK // 2})] > 127 ? 1 : 0;
  let number = 0;
  for (let n = 0; n < {BITS}; n++) {{
    if (bit(n, {HEIGHT // 4}) === bit(n, {HEIGHT * 3 // 4})) return -1;
    number += bit(n, {HEIGHT // 4}) << n;
  }}
  return number + 1;
}}
const player = document.querySelector('jb-video');
const [frame, time] = player.querySelectorAll('label input');
const bar = player.querySelector('.timeline input');
const settled = async () => {{
  while (player.getAttribute('aria-busy') !== 'false') await new Promise((done) => setTimeout(done, 4));
}};
const state = () => ({{
  picture: read(), typed: Number(frame.value), bar: Number(bar.value) + 1, time: time.value,
  here: Array.from(player.querySelectorAll('.spans .here'), (span) => Number(span.dataset.span)),
}});
"""
RANDOM_SEEKS = (
    "async (numbers) => {"
    + READ
    + """
  const seen = [];
  for (const number of numbers) {
    frame.value = String(number);
    frame.dispatchEvent(new Event('input'));
    frame.dispatchEvent(new Event('change'));
    await settled();
    seen.push({ asked: number, ...state() });
  }
  return seen;
}"""
)
STATE = "async () => {" + READ + " await settled(); return state(); }"


@pytest.fixture(scope="session")
def clips(live_demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """clips(name) is a link to a task over that clip, for a rater of its own."""
    folder = tmp_path_factory.mktemp("clips")
    for clip in ALL.values():
        make(clip, folder / clip.name)
    ruin(folder / BROKEN.name)
    with (folder / "items.csv").open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow(["id", "group", "system", "segment", "start", "end", "film", "clip", "output"])
        for name in ALL:
            for number, (start, end) in enumerate(SEGMENTS, 1):
                rows.writerow([name, group(name), "narra", number, start, end, "Numbers", name, f"Blocks {number}"])
    data = ["--data", str(live_demo.folder)]
    wishes = ["--set", "quorum=40", "--set", "repeats=0"]
    items = ["--items", str(folder / "items.csv"), "--media", str(folder)]
    before = stored(live_demo.folder)
    jurybox("study", "create", STUDY, "--protocol", "audio-description", *items, *wishes, *data)
    jurybox("study", "open", STUDY, *data)
    lose(stored(live_demo.folder) - before, (folder / MISSING.name).stat().st_size)

    def link(name: str) -> str:
        rater = f"Rater {next(live_demo.numbers)} of {name}"
        printed = jurybox("rater", "add", STUDY, rater, "--group", group(name), "--url", live_demo.origin, *data)
        found = re.search(r"http\S+#\S+", printed)
        assert found, printed
        return found[0]

    return link


def group(name: str) -> str:
    return name.replace(".", "-")


def stored(folder: Path) -> set[Path]:
    return set((folder / "media").glob("??/*"))


def ruin(path: Path) -> None:
    """Pictures and sound become noise; the index still says that all is well."""
    data = bytearray(path.read_bytes())
    start = data.index(b"mdat") + 4
    size = int.from_bytes(data[start - 8 : start - 4], "big") - 8
    data[start : start + size] = random.Random(SEED).randbytes(size)
    path.write_bytes(bytes(data))


def lose(files: set[Path], size: int) -> None:
    """Cleaning moves nothing, so the stored file has the size that it had."""
    (lost,) = [path for path in files if path.stat().st_size == size]
    lost.unlink()


def opens(open_page: Opener, link: str, **options: Any) -> Page:
    page = open_page(link, **options)
    sees_a_task(page)
    expect(page.locator("jb-video")).to_have_attribute("aria-busy", "false")
    return page


def state(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(STATE)
    return found


def agreed(page: Page) -> int:
    """The frame on the picture, once number and bar are seen to say the same."""
    seen = state(page)
    assert seen["picture"] == seen["typed"] == seen["bar"], seen
    return int(seen["picture"])


def first_frame(clip: Clip, segment: int) -> int:
    """The frame that begins nearest to the start of a segment; of two equally near ones the later."""
    start, ticks = Fraction(str(SEGMENTS[segment - 1][0])), clip.ticks()
    return 1 + min(range(len(ticks)), key=lambda n: (abs(ticks[n] * clip.base - start), -n))


@pytest.mark.parametrize("clip", CLIPS, ids=lambda clip: clip.name)
def test_no_frame_is_wrong(clip: Clip, clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips(clip.name))
    assert agreed(page) == 1
    chance = random.Random(SEED)
    numbers = [chance.randint(1, clip.count) for _ in range(SEEKS)] + [40, 80, 120, clip.count, 1, clip.count - 1, 2]
    seen = page.evaluate(RANDOM_SEEKS, numbers)
    wrong = [s for s in seen if not s["asked"] == s["picture"] == s["typed"] == s["bar"]]
    assert wrong == []
    expect(page.locator("jb-video .frames span").last).to_have_text(f"of {clip.count}")
    expect(page.locator("jb-video .note")).to_have_text("")


def test_a_file_that_misleads_the_browser_is_exact_too(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips(MISLEADING.name))
    seen = page.evaluate(RANDOM_SEEKS, [40, 9, 39, 150])
    assert [s["picture"] for s in seen] == [s["typed"] for s in seen] == [40, 9, 39, 150]
    page.evaluate(RANDOM_SEEKS, [42])
    page.locator("h1").focus()
    for number in (41, 40, 39, 38):
        page.keyboard.press(",")
        assert agreed(page) == number
    assert page.evaluate("[document.querySelector('video').muted, document.querySelector('video').playbackRate]") == [
        False,
        1,
    ]


def test_the_times_of_the_frames_are_for_the_rater_alone(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("variable.mp4"))
    asked = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    (times,) = [url for url in asked if url.endswith("/clip.frames")]
    assert page.request.get(times).json()["count"] == ALL["variable.mp4"].count
    page.context.clear_cookies()
    assert page.request.get(times).status == 401


@pytest.mark.parametrize("name", ["23976.mp4", "variable.mp4"])
def test_number_bar_spans_and_picture_agree_on_every_segment(
    name: str, clips: Callable[[str], str], open_page: Opener
) -> None:
    page = opens(open_page, clips(name))
    for segment in (1, 2, 3, 1):
        page.locator(f".jumps [data-segment='{segment}']").click()
        assert agreed(page) == first_frame(ALL[name], segment)
        assert state(page)["here"] == [segment]
        assert abs(handle(page) - edge(page, segment)) < 1.5


def handle(page: Page) -> float:
    """Where the middle of the bar's handle is."""
    found: float = page.locator(".timeline input").evaluate(
        """bar => { const box = bar.getBoundingClientRect(), wide = parseFloat(getComputedStyle(bar).fontSize) * 1.25;
        return box.left + wide / 2 + (box.width - wide) * bar.value / bar.max; }"""
    )
    return found


def edge(page: Page, segment: int) -> float:
    found: float = page.locator(f".spans [data-span='{segment}'] rect").evaluate(
        "span => span.getBoundingClientRect().left"
    )
    return found


def test_the_span_bar_is_clicked_and_moved_by_keys(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("2997.mp4"))
    span = page.locator(".spans [data-span='2'] rect").bounding_box()
    assert span
    page.mouse.click(span["x"] + span["width"] / 2, span["y"] + span["height"] / 2)
    assert state(page)["here"] == [2]
    there = agreed(page)
    assert abs(there - 70) <= 1
    bar = page.get_by_role("slider", name="Place in the clip")
    bar.press("ArrowRight")
    assert agreed(page) == there + 1
    bar.press("End")
    assert agreed(page) == 150
    bar.press("Home")
    assert agreed(page) == 1
    expect(bar).to_have_attribute("aria-valuetext", "Frame 1, 0:00.000")


def test_a_frame_or_a_time_is_typed(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("23976.mp4"))
    frame, time = page.get_by_role("textbox", name="Frame"), page.get_by_role("textbox", name="Time")
    for typed, shown in (("100", 100), ("0", 1), ("99999", 150), ("", 150), ("x", 150)):
        frame.fill(typed)
        frame.press("Enter")
        assert agreed(page) == shown
    for typed, shown in (("0:04.129", 100), ("2,5", 61), ("0:00", 1), ("9:00", 150), ("soon", 150), ("4.17", 101)):
        time.fill(typed)
        time.press("Enter")
        assert agreed(page) == shown
    frame.fill("7")
    frame.press("Escape")
    assert agreed(page) == 101
    again = state(page)["time"]
    time.fill(again)
    time.press("Enter")
    assert agreed(page) == 101


def test_buttons_and_keys_step_by_one(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("variable.mp4"))
    forward, back = (
        page.get_by_role("button", name="One frame forward"),
        page.get_by_role("button", name="One frame back"),
    )
    for number in range(2, 12):
        forward.click()
        assert agreed(page) == number
    back.click()
    assert agreed(page) == 10
    page.locator("h1").focus()
    for _ in range(8):
        page.keyboard.press(".")
    assert agreed(page) == 18
    page.keyboard.press(",")
    assert agreed(page) == 17
    page.keyboard.press("n")
    first = agreed(page)
    assert first == first_frame(ALL["variable.mp4"], 2)
    page.keyboard.press("n")
    assert state(page)["here"] == [3]
    page.keyboard.press("b")
    assert agreed(page) == first
    page.keyboard.press("l")
    assert agreed(page) > first
    page.keyboard.press("j")
    assert abs(agreed(page) - first) <= 1
    page.keyboard.press("g")
    expect(page.get_by_role("textbox", name="Frame")).to_be_focused()
    there = agreed(page)
    page.locator(".remark textarea").first.fill("")
    page.locator(".remark textarea").first.type("k.,nm")
    assert agreed(page) == there
    assert page.evaluate("document.querySelector('video').paused")


def test_it_plays_with_sound_at_the_speed_that_was_chosen(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("25.mp4"))
    page.locator("jb-video").get_by_role("button", name="Play").click()
    waits_until(page, "() => document.querySelector('video').currentTime > 0.5")
    assert page.evaluate("document.querySelector('video').webkitAudioDecodedByteCount") > 0
    assert loudness(page) > 0.01
    page.keyboard.press("m")
    assert page.evaluate("document.querySelector('video').muted")
    page.keyboard.press("m")
    page.get_by_role("combobox", name="Speed").select_option("2")
    assert page.evaluate("document.querySelector('video').playbackRate") == 2
    page.locator("h1").focus()
    page.keyboard.press("-")
    assert page.evaluate("document.querySelector('video').playbackRate") == 1.5
    page.locator("video").click()
    assert page.evaluate("document.querySelector('video').paused")
    page.wait_for_timeout(100)
    assert agreed(page) > 10


def loudness(page: Page) -> float:
    """The largest swing of the sound that comes out within a quarter of a second."""
    found: float = page.evaluate(
        """async () => {
        const context = new AudioContext();
        const analyser = context.createAnalyser();
        context.createMediaStreamSource(document.querySelector('video').captureStream()).connect(analyser);
        const data = new Float32Array(analyser.fftSize);
        let loudest = 0;
        for (let n = 0; n < 10; n++) {
          await new Promise((done) => setTimeout(done, 25));
          analyser.getFloatTimeDomainData(data);
          loudest = Math.max(loudest, ...data);
        }
        return loudest;
        }"""
    )
    return found


FRAMES_SEEN = """
async (seconds) => {
  const bar = document.querySelector('.timeline input'), seen = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    seen.push(Number(bar.value) + 1);
    await new Promise((done) => setTimeout(done, 10));
  }
  return seen;
}
"""


def test_a_segment_is_looped_and_played_once(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("25.mp4"))
    expect(page.get_by_role("combobox", name="Loop")).to_have_value("")
    page.get_by_role("combobox", name="Loop").select_option("1")
    seen = page.evaluate(FRAMES_SEEN, 2.4)
    assert min(seen[5:]) >= 13
    assert max(seen) <= 36  # the segment ends with frame 35; one more may flash before the player turns back
    assert sum(after < before for before, after in pairwise(seen)) >= 1
    page.get_by_role("combobox", name="Loop").select_option("")
    page.locator("jb-card").nth(1).get_by_role("button", name="Play").click()
    waits_until(page, "() => document.querySelector('video').paused", seconds=5)
    assert agreed(page) == 75
    assert state(page)["here"] == [2]


def test_a_clip_without_frame_times_goes_by_time_and_says_so(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("25.mp4"), forgives="404")
    put_again(page, "clip.media = {}")
    expect(page.locator("jb-video .note")).to_contain_text("goes by time")
    expect(page.locator("jb-video .frames")).to_be_hidden()
    page.locator(".jumps .button").nth(1).click()
    waits_until(page, "() => Math.abs(document.querySelector('video').currentTime - 1.62) < 0.05")
    put_again(page, "clip.media = { frames: { url: 'media/nowhere' } }")
    expect(page.locator("jb-video .note")).to_contain_text("goes by time")


def test_a_browser_that_hides_its_frames_is_named(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("25.mp4"))
    page.evaluate("delete HTMLVideoElement.prototype.requestVideoFrameCallback")
    put_again(page, "")
    expect(page.locator("jb-video .note")).to_contain_text("may be off by one")
    page.locator(".jumps .button").nth(2).click()
    assert state(page)["typed"] == first_frame(ALL["25.mp4"], 3)


def put_again(page: Page, change: str) -> None:
    """The same clip in a new player."""
    page.evaluate(
        f"""() => {{
        const old = document.querySelector('jb-video');
        const clip = Object.assign(document.createElement('jb-video'),
          {{ source: old.source, naming: old.naming, media: old.media, segments: old.segments }});
        {change};
        old.replaceWith(clip);
        }}"""
    )
    expect(page.locator("jb-video")).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("name", [BROKEN.name, MISSING.name])
def test_a_clip_that_does_not_play_leaves_the_task_to_be_done(
    name: str, clips: Callable[[str], str], open_page: Opener
) -> None:
    page = open_page(clips(name), forgives="404|500")
    sees_a_task(page)
    expect(page.locator("jb-video [role=alert]")).to_contain_text("This cannot be shown")
    expect(page.locator("jb-video button")).to_have_text("Try again")
    answers_everything(page)
    assert is_thanked(page)["answers"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_use_the_player(scheme: str, clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("25.mp4"), width=360, height=740, color_scheme=scheme, has_touch=True, is_mobile=True)
    finds_nothing_to_mend(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    targets = page.locator("jb-video :is(button, input, select):visible")
    assert targets.count() >= 10
    for target in targets.all():
        box = target.bounding_box()
        assert box
        assert box["height"] >= 44, target
        assert box["width"] >= 44, target


def is_playing(page: Page) -> bool:
    return not page.evaluate("document.querySelector('video').paused")


def test_space_plays_and_pauses_where_nothing_else_takes_it(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("25.mp4"))
    page.locator("h1").focus()
    page.keyboard.press("Space")
    waits_until(page, "() => !document.querySelector('video').paused")
    page.keyboard.press("Space")
    waits_until(page, "() => document.querySelector('video').paused")
    assert page.evaluate("scrollY") == 0
    box = page.locator("jb-tags input[type=checkbox]").first
    box.focus()
    page.keyboard.press("Space")
    expect(box).to_be_checked()
    assert not is_playing(page)
    page.locator(".remark textarea").fill("a")
    page.locator(".remark textarea").press("Space")
    assert not is_playing(page)


def test_the_button_of_a_segment_pauses_what_it_plays(clips: Callable[[str], str], open_page: Opener) -> None:
    page = opens(open_page, clips("25.mp4"))
    first, second = (page.locator("jb-card .play").nth(n) for n in range(2))
    expect(first).to_have_accessible_name("Play · Segment 1")
    first.click()
    expect(first).to_have_accessible_name("Pause · Segment 1")
    expect(second).to_have_accessible_name("Play · Segment 2")
    first.click()
    expect(first).to_have_accessible_name("Play · Segment 1")
    assert not is_playing(page)
    first.click()
    second.click()
    expect(second).to_have_accessible_name("Pause · Segment 2")
    expect(first).to_have_accessible_name("Play · Segment 1")
    waits_until(page, "() => document.querySelector('video').paused", seconds=5)
    expect(second).to_have_accessible_name("Play · Segment 2")  # it has come to its end


KEPT = """async (count) => {
  const kept = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('jurybox clips'));
    const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return files.flat().filter(({ url }) => !url.endsWith('.frames')).length;
  };
  for (let n = 0; n < 100 && (await kept()) < count; n++) await new Promise((done) => setTimeout(done, 100));
  return navigator.serviceWorker.ready.then(kept);
}"""


def test_the_next_clip_plays_without_a_network(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-audio-description"), forgives=CUT_OFF)
    before = sees_a_task(page)
    assert page.evaluate(KEPT, 3) == 3
    page.context.set_offline(True)
    answers_everything(page)
    page.keyboard.press("Control+Enter")
    expect(page.locator("jb-task h1")).not_to_have_text(before)
    expect(page.locator("jb-video")).to_have_attribute("aria-busy", "false")
    page.locator(".jumps .button").nth(1).click()
    waits_until(page, "() => document.querySelector('video').currentTime > 1")
    page.locator("jb-video").get_by_role("button", name="Play").click()
    waits_until(page, "() => !document.querySelector('video').paused")
    assert page.locator(".broken").count() == 0


def test_a_clip_that_is_not_here_yet_waits_for_the_network(live_demo: Demo, open_page: Opener) -> None:
    page = open_page("about:blank", forgives=f"{CUT_OFF}|registration blocked", service_workers="block")
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page.goto(live_demo.new_rater("demo-audio-description"))
    before = sees_a_task(page)
    page.context.set_offline(True)
    answers_everything(page)
    page.keyboard.press("Control+Enter")
    expect(page.locator("jb-task h1")).not_to_have_text(before)
    missing = page.locator("jb-video [role=alert]")
    expect(missing).to_contain_text("There is no connection, and this is not on this device yet.")
    expect(missing).not_to_contain_text("Cannot judge")
    page.context.set_offline(False)
    expect(page.locator("jb-video")).to_have_attribute("aria-busy", "false")
    expect(missing).to_have_count(0)
