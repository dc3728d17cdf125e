"""What the tests need beside Python packages. The places found are written to .setup/env for the tests to read."""

import shutil
import sys
from collections.abc import Callable

from tools import apt, browser, office, postgres
from tools.shell import STATE, Missing, give_up, say

FONTS = ("fonts-noto-cjk", "fonts-noto-color-emoji")
ENV = STATE / "env"


def prepare() -> dict[str, str]:
    """Find or install all of them; give up with the names of those that are not to be had."""
    found, missing = {}, []
    for name, find in finders().items():
        try:
            found[name] = find()
        except Missing as reason:
            missing.append(f"The tests need {reason}")
    fonts()
    STATE.mkdir(exist_ok=True)
    ENV.write_text("".join(f"{name}={value}\n" for name, value in found.items()))
    if missing:
        give_up("\n".join([*missing, "`make test-core` needs none of these."]))
    return found


def finders() -> dict[str, Callable[[], str]]:
    by_name = {
        "JURYBOX_TEST_CHROMIUM": browser.find,
        "JURYBOX_TEST_PG_BIN": postgres.find,
        "JURYBOX_TEST_SOFFICE": office.find,
    }
    on_linux = {"JURYBOX_TEST_STRACE": find_strace}
    return by_name | (on_linux if sys.platform == "linux" else {})


def find_strace() -> str:
    path = shutil.which("strace") or (apt.install("strace") and shutil.which("strace"))
    if not path:
        raise Missing("strace: install the package of that name.")
    return path


def fonts() -> None:
    """Screenshots look right with them; no test depends on them, so their lack is only said."""
    if not apt.is_ours():
        return
    missing = [font for font in FONTS if not apt.is_installed(font)]
    for font in missing:
        if not apt.install(font):
            say(f"Note: without {font} some characters on screenshots are boxes.")
