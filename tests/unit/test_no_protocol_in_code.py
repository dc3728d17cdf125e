"""What a protocol needs is said in the grammar: no code knows a protocol of the shelf by its name."""

import ast
from pathlib import Path

import jurybox
from jurybox.protocols import shelf

ROOT = Path(jurybox.__file__).parent
CONTENT = ("protocols/shelf", "studies/demo")
IDS = sorted(protocol.id for protocol in shelf())
TELLING = [id for id in IDS if "-" in id and id != "best-worst"]
"""Those that are neither everyday words nor words of the grammar."""


def sources(*endings: str) -> list[Path]:
    paths = [path for ending in endings for path in ROOT.rglob(f"*.{ending}")]
    return [path for path in paths if not path.relative_to(ROOT).as_posix().startswith(CONTENT)]


def named(tree: ast.Module) -> set[str]:
    """Texts that are the name of a protocol, but for examples that are shown to users."""
    shown = {
        id(text)
        for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "examples"
        for text in ast.walk(node)
    }  # fmt: skip
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in shown]
    return {
        text for text in texts
        if isinstance(text, str) and (text in TELLING or any(text.startswith(f"{name}@") for name in IDS))
    }  # fmt: skip


def test_there_is_something_to_look_for():
    assert {"audio-description", "caption-counts", "caption-culture"} <= set(TELLING)
    code = 'SEVERE = {"audio-description": 1}\nif name.startswith("title@"):\n    shown(examples=["caption-culture"])\n'
    assert named(ast.parse(code)) == {"audio-description", "title@"}


def test_no_module_knows_a_protocol():
    found = {path: named(ast.parse(path.read_text(encoding="utf-8"))) for path in sources("py")}
    assert found
    assert {path: names for path, names in found.items() if names} == {}


def test_no_page_knows_a_protocol():
    pages = sources("js", "html", "css")
    assert pages
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert [name for name in TELLING if name in text] == [], path
