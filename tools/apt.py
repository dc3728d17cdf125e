"""Installing Debian and Ubuntu packages, when this is such a system and we may."""

import os
import shutil
from functools import cache

from tools.shell import answer_of, run, say

QUIET = {"DEBIAN_FRONTEND": "noninteractive"}


def is_ours() -> bool:
    """Whether packages can be installed here at all."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


@cache
def refresh() -> bool:
    """Read the list of packages, once."""
    return run(["apt-get", "update", "-qq"], QUIET) == 0


def install(package: str) -> bool:
    """Whether the package is now installed. A refusal is for the caller to word: there may be another way."""
    if not is_ours():
        return False
    say(f"Installing the system package {package} ...")
    refresh()  # without success the packages known so far may still do
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0", package]
    return run(command, QUIET) == 0


def is_installed(package: str) -> bool:
    return (answer_of(["dpkg-query", "-W", "-f", "${Status}", package]) or "").endswith(" installed")
