"""What the tests need beside Python packages. The places found are written to .setup/env for the tests to read."""

import os
import shutil
import sys
from collections.abc import Callable
from functools import partial

from tools import apt, browser, office, postgres
from tools.shell import STATE, Missing, give_up, say

FONTS = ("fonts-noto-cjk", "fonts-noto-color-emoji")
ENV = STATE / "env"


def prepare(scope: str = "all") -> dict[str, str]:
    """Find or install all of them; give up with the names of those that are not to be had. The long tests need more."""
    found, missing = {}, []
    for name, find in (finders() | (for_long_tests() if scope == "soak" else {})).items():
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
    on_linux = {"JURYBOX_TEST_STRACE": partial(find_package, "strace", "strace")}
    return by_name | (on_linux if sys.platform == "linux" else {})


def for_long_tests() -> dict[str, Callable[[], str]]:
    return {
        "JURYBOX_TEST_NGINX": partial(find_package, "nginx", "nginx-light"),
        "JURYBOX_TEST_CADDY": partial(find_package, "caddy", "caddy"),
        "JURYBOX_TEST_COMPOSE": partial(find_package, "docker-compose", "docker-compose"),
    }


def find_package(program: str, package: str) -> str:
    """A program that Debian and Ubuntu have; what only servers use lies where not everybody's PATH leads."""
    places = f"{os.environ.get('PATH', '')}:/usr/sbin"
    path = shutil.which(program, path=places) or (apt.install(package) and shutil.which(program, path=places))
    if not path:
        raise Missing(f"{program}: install the package {package}.")
    return path


def fonts() -> None:
    """Screenshots look right with them; no test depends on them, so their lack is only said."""
    if not apt.is_ours():
        return
    missing = [font for font in FONTS if not apt.is_installed(font)]
    for font in missing:
        if not apt.install(font):
            say(f"Note: without {font} some characters on screenshots are boxes.")
