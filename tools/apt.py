"""Installing Debian and Ubuntu packages, when this is such a system and we may."""

import os
import shutil
import subprocess
from functools import cache

from tools.shell import answer_of, say


def is_ours() -> bool:
    """Whether packages can be installed here at all."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


@cache
def refresh() -> bool:
    """Read the list of packages, once."""
    return apt_get("update")


def install(package: str) -> bool:
    """Whether the package is now installed. A refusal is for the caller to word: there may be another way."""
    if not is_ours():
        return False
    say(f"Installing the system package {package} ...")
    refresh()  # without success the packages known so far may still do
    return apt_get("install", "-y", "--no-install-recommends", package)


def apt_get(*arguments: str) -> bool:
    """Its pages of progress are shown only when it fails."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", *arguments]
    done = subprocess.run(command, env=quiet, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        say(f"{' '.join(command)} failed:\n{done.stdout}")
    return done.returncode == 0


def is_installed(package: str) -> bool:
    return (answer_of(["dpkg-query", "-W", "-f", "${Status}", package]) or "").endswith(" installed")
