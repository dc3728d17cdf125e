"""make lock: choose versions anew and write them with their hashes, without any registry address."""

import subprocess
import sys
import tomllib
from collections.abc import Sequence

from tools import javascript, locks, python_env
from tools.shell import ROOT, Command, give_up, in_venv, run, say

OPTIONS = (
    "--universal",  # one file for all systems and Python versions
    "--python-version=3.11",
    "--generate-hashes",
    "--no-annotate",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--custom-compile-command=make lock",
    "--system-certs",  # the machine decides whom to trust, as it does for pip
    "--quiet",
)


EXTRAS = ("--extra=postgres", "--extra=parquet", "--extra=s3")


def main(*more: str) -> None:
    """Lock; further options (--upgrade) are handed to uv."""
    need_uv()
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    compile_lock("requirements.lock", ["pyproject.toml", *EXTRAS, *more])
    # An editable installation needs hatchling's helper "editables" at build time; uv installs all the rest.
    compile_lock("requirements-build.lock", ["-", *more], "\n".join([*build, "editables", "uv"]))
    same_versions = ["--constraints=requirements.lock", "--constraints=requirements-build.lock"]
    sources = ["pyproject.toml", "requirements-dev.in", *EXTRAS]
    compile_lock("requirements-dev.lock", [*sources, *same_versions, *more])
    python_env.prepare("dev")  # brings the npm that locks TypeScript
    if javascript.lock() != 0:
        give_up("package-lock.json could not be made: see npm's message above.")
    if faults := locks.faults():
        give_up("\n".join(faults))


def need_uv() -> None:
    """The environment need not be up to date for this: bringing it up to date may be what needs the new locks."""
    if in_venv("uv").exists():
        return
    with python_env.only_one():
        python_env.make_venv()
        if run([in_venv("python"), "-m", "pip", "install", "--quiet", "uv"]) != 0:
            give_up("uv, which makes the lock files, could not be installed: see pip's message above.")


def compile_lock(name: str, sources: Sequence[str], text: str | None = None) -> None:
    """Write one lock file; versions already in it stay unless the requirements rule them out."""
    say(f"Locking {name} ...")
    command: Command = [in_venv("uv"), "pip", "compile", *sources, *OPTIONS, f"--output-file={name}"]
    if subprocess.run(command, cwd=ROOT, input=text, text=True).returncode != 0:
        give_up(f"{name} could not be made: see the message above.")


if __name__ == "__main__":
    main(*sys.argv[1:])
