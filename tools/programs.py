"""What the tests need beside Python packages. The places found are written to .setup/env for the tests to read."""

import shutil
import sys

from tools import apt, browser, postgres
from tools.shell import STATE, give_up, say

FONTS = ("fonts-noto-cjk", "fonts-noto-color-emoji")
ENV = STATE / "env"


def prepare() -> dict[str, str]:
    """Find or install all of them; give up with the name of the first that is not to be had."""
    found = {"JURYBOX_TEST_CHROMIUM": browser.find(), "JURYBOX_TEST_PG_BIN": postgres.find()}
    if sys.platform == "linux":
        found["JURYBOX_TEST_STRACE"] = find_strace()
    fonts()
    STATE.mkdir(exist_ok=True)
    ENV.write_text("".join(f"{name}={value}\n" for name, value in found.items()))
    return found


def find_strace() -> str:
    path = shutil.which("strace") or (apt.install("strace") and shutil.which("strace"))
    return path or give_up("The tests need strace: install the package strace. `make test-core` needs none.")


def fonts() -> None:
    """Screenshots look right with them; no test depends on them, so their lack is only said."""
    if not apt.is_ours():
        return
    missing = [font for font in FONTS if not apt.is_installed(font)]
    for font in missing:
        if not apt.install(font):
            say(f"Note: without {font} some characters on screenshots are boxes.")
