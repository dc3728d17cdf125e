"""The modules that a page always needs, sent as one file: a request less for each, which a phone's network waits for.

The sources stay small modules, each of which a browser could load as it is. Joining them is only a matter of order,
because no two of them declare the same name.
"""

import posixpath
import re
from collections import Counter

NAMES = r"\{ [\w$]+(?:, [\w$]+)* \}"
STATIC_IMPORT = re.compile(rf"^import (?:{NAMES} from )?'(?P<path>\.{{1,2}}/[^']+)';\n", re.MULTILINE)
IMPORT = re.compile(r"^import\b(?!\().*", re.MULTILINE)
DYNAMIC_IMPORT = re.compile(r"\bimport\((?P<quote>['`])(?P<path>\.{1,2}/[^'`]+)")
DECLARATION = re.compile(r"^(?:export )?(?:async )?(?:function\*?|class|const|let) (?P<name>[\w$]+)", re.MULTILINE)

COMPILE = "//# allFunctionsCalledOnLoad\n"
"""Has Chromium compile the whole file while it loads, beside the page's own thread, instead of bit by bit in it."""


def join_modules(files: dict[str, str], entry: str) -> dict[str, str]:
    """The files with one module for the entry and all that it imports; other modules of the page import from that one.

    >>> page = "import { a } from './parts/a.js';\\n\\nstart(a, import('./parts/late.js'));\\n"
    >>> late = "import { a } from './a.js';\\nexport const late = a;\\n"
    >>> a = "export const a = 1;\\n"
    >>> joined = join_modules({"page.js": page, "parts/a.js": a, "parts/late.js": late}, "page.js")
    >>> print(joined["page.js"], joined["parts/late.js"], sep="")
    //# allFunctionsCalledOnLoad
    export const a = 1;
    <BLANKLINE>
    start(a, import('./parts/late.js'));
    import { a } from '../page.js';
    export const late = a;
    <BLANKLINE>
    """
    members = _in_order(files, entry, [])
    late = {name for name in files if _is_part(name, entry)}.difference(members)
    for name in {*members, *late}:
        _refuse_other_imports(files[name], name)
    _refuse_two_of_a_name(files, members)
    joined = {entry: COMPILE + "".join(_moved(files[name], name, entry) for name in members)}
    return files | joined | {name: _pointed(files[name], name, entry, members) for name in late}


def _is_part(name: str, entry: str) -> bool:
    """What stands in folders beside the entry is a part of its page; what stands elsewhere belongs to other pages."""
    below = posixpath.relpath(name, posixpath.dirname(entry) or ".")
    return name.endswith(".js") and "/" in below and not below.startswith("../")


def _in_order(files: dict[str, str], name: str, done: list[str]) -> list[str]:
    """What a module imports comes before it."""
    for imported in STATIC_IMPORT.finditer(files[name]):
        other = _target(name, imported["path"])
        if other not in done:
            _in_order(files, other, done)
    done.append(name)
    return done


def _target(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _moved(text: str, name: str, entry: str) -> str:
    """A module's text as a part of the entry, beside which late modules are looked for."""
    text = STATIC_IMPORT.sub("", text)
    here = posixpath.dirname(entry)

    def move(found: re.Match[str]) -> str:
        return f"import({found['quote']}./{posixpath.relpath(_target(name, found['path']), here or '.')}"

    return DYNAMIC_IMPORT.sub(move, text)


def _pointed(text: str, name: str, entry: str, members: list[str]) -> str:
    """A late module, whose imports of members come from the entry, so that nothing is loaded twice."""
    address = posixpath.relpath(entry, posixpath.dirname(name))

    def point(found: re.Match[str]) -> str:
        if _target(name, found["path"]) not in members:
            return found[0]
        return found[0].replace(f"'{found['path']}'", f"'{address}'")

    return STATIC_IMPORT.sub(point, text)


def _refuse_other_imports(text: str, name: str) -> None:
    if found := IMPORT.search(STATIC_IMPORT.sub("", text)):
        raise ValueError(
            f"{name}: this import can't be joined, write it as import {{ a, b }} from './c.js'; : {found[0]}"
        )


def _refuse_two_of_a_name(files: dict[str, str], members: list[str]) -> None:
    counted = Counter(found["name"] for name in members for found in DECLARATION.finditer(files[name]))
    if twice := sorted(name for name, n in counted.items() if n > 1):
        raise ValueError(f"declared in two modules of one page: {', '.join(twice)}")
