"""The Python environment .venv: made once, brought up to date only when the lock files or pyproject.toml change."""

import fcntl
import hashlib
import importlib.util
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.shell import ROOT, STATE, VENV, Command, answer_of, give_up, in_venv, run, say

LOCKS = {"run": "requirements.lock", "dev": "requirements-dev.lock"}
BUILD_LOCK = "requirements-build.lock"


def prepare(profile: str) -> None:
    """Make the environment ready for a profile (run, dev); does nothing when it is."""
    if is_current(profile):
        return
    with only_one():
        if is_current(profile):  # another make has just done it
            return
        make_venv()
        install(profile)
        (STATE / "python").write_text(f"{base_python()}\n")  # so that tools/python.sh need not search again
        stamp(profile).write_text(fingerprint(profile))


def stamp(profile: str) -> Path:
    return VENV / f".jurybox-{profile}"


def is_current(profile: str) -> bool:
    """Whether .venv was last prepared from exactly these files, by this Python, at this place."""
    # What the tests need includes what running needs.
    return any(
        stamp(ready).is_file() and stamp(ready).read_text() == fingerprint(ready)
        for ready in dict.fromkeys((profile, "dev"))
    )


def fingerprint(profile: str) -> str:
    """Hash of all that decides what .venv holds; the place counts, as scripts in it name their interpreter in full."""
    digest = hashlib.sha256(f"{ROOT}\n{python_version()}\n".encode())
    for name in (LOCKS[profile], BUILD_LOCK, "pyproject.toml"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def python_version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def base_python() -> str:
    """The interpreter behind any environment that happens to be active."""
    return str(getattr(sys, "_base_executable", None) or sys.executable)


@contextmanager
def only_one() -> Iterator[None]:
    """Two makes at once would install into each other's way."""
    STATE.mkdir(exist_ok=True)
    with (STATE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make_venv() -> None:
    """Make .venv anew unless the one there works, is at its place and of this Python version."""
    place = answer_of([in_venv("python"), "-c", "import sys; print(sys.prefix, '%d.%d' % sys.version_info[:2])"])
    pip_starts = answer_of([in_venv("pip"), "--version"]) is not None
    if place == f"{VENV} {python_version()}" and pip_starts:
        return
    base = base_python()
    need_ensurepip()
    say(f"Making .venv with Python {python_version()} ...")
    shutil.rmtree(VENV, ignore_errors=True)
    if run([base, "-m", "venv", VENV]) != 0:
        give_up(f"{base} could not make the environment .venv: see the message above.")


def need_ensurepip() -> None:
    """Debian keeps the part of Python that puts pip into a new environment in a package of its own."""
    if importlib.util.find_spec("ensurepip") is not None:
        return
    from tools import apt

    package = f"python{python_version()}-venv"
    if not apt.install(package):
        give_up(f"This Python cannot make environments: install the package {package}, then run this again.")


def install(profile: str) -> None:
    need_every_dependency_locked()
    say(f"Installing {LOCKS[profile]} ...")
    pip: Command = [in_venv("python"), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "-qq"]
    locked = ["--require-hashes", "-r"]
    # uv installs in seconds what takes pip minutes; where it can't (an index that only pip can reach), pip does it.
    uv: Command = [in_venv("uv"), "pip", "install", "--quiet", "--python", in_venv("python"), "--system-certs"]
    is_ready = run([*pip, *locked, BUILD_LOCK]) == 0
    if not is_ready or (run([*uv, *locked, LOCKS[profile]], as_pip_is_set()) and run([*pip, *locked, LOCKS[profile]])):
        give_up("The packages could not be installed: see the message above (is there a network?).")
    if run([*pip, "--no-deps", "--no-build-isolation", "--editable", "."]) != 0:
        give_up("The package itself could not be installed: see pip's message above.")


def as_pip_is_set() -> dict[str, str]:
    """Where this machine has pip look for packages, said to uv, which reads no settings of pip."""
    set_for_pip = answer_of([in_venv("python"), "-m", "pip", "config", "list"]) or ""
    found = dict(line.split("=", 1) for line in set_for_pip.splitlines() if "=" in line)
    values = {name.rpartition(".")[2]: value.strip("'\"") for name, value in found.items()}
    names = {"index-url": "UV_DEFAULT_INDEX", "find-links": "UV_FIND_LINKS"}
    return {ours: values[theirs] for theirs, ours in names.items() if values.get(theirs)}


def need_every_dependency_locked() -> None:
    from tools import locks

    missing = locks.unlocked_dependencies()
    if missing:
        give_up(f"pyproject.toml asks for {', '.join(missing)}, which requirements.lock lacks: run make lock.")
