"""The modules that a page always needs, sent as one file: a request less for each, which a phone's network waits for.

The sources stay small modules, each of which a browser could load as it is. Joining them is only a matter of order,
because no two of them declare the same name.
"""

import posixpath
import re
from collections import Counter

NAMES = r"\{ [\w$]+(?:, [\w$]+)* \}"
STATIC_IMPORT = re.compile(rf"^import (?:(?P<names>{NAMES}) from )?'(?P<path>\.{{1,2}}/[^']+)';\n", re.MULTILINE)
IMPORT = re.compile(r"^import\b(?!\().*", re.MULTILINE)
DYNAMIC_IMPORT = re.compile(r"\bimport\((?P<quote>['`])(?P<path>\.{1,2}/[^'`]+)")
DECLARATION = re.compile(r"^(?:export )?(?:async )?(?:function\*?|class|const|let) (?P<name>[\w$]+)", re.MULTILINE)

COMPILE = "//# allFunctionsCalledOnLoad\n"
"""Has Chromium compile the whole file while it loads, beside the page's own thread, instead of bit by bit in it."""


def join_modules(files: dict[str, str], entry: str) -> dict[str, str]:
    """The files with one module for the entry and all that it imports; other modules of the page import from that one.

    A module that is loaded later is one file too, with what only it imports.

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
    for name, parts in _later(files, members, late).items():
        _refuse_two_of_a_name(files, parts)
        moved = "".join(_moved(files[part], part, name) for part in parts)
        joined[name] = _imports(files, parts, name, dict.fromkeys(members, entry)) + moved
    return files | joined


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


def _later(files: dict[str, str], members: list[str], late: set[str]) -> dict[str, list[str]]:
    """Each late module with what no other one needs, in order. What is itself loaded by import() is never a part."""
    asked = {_target(n, found["path"]) for n in {*members, *late} for found in DYNAMIC_IMPORT.finditer(files[n])}
    imported = {_target(n, found["path"]) for n in late for found in STATIC_IMPORT.finditer(files[n])}
    heads = {name for name in late if name in asked or name not in imported}
    needs: dict[str, list[str]] = {}
    for head in heads:
        elsewhere = [*members, *(heads - {head})]
        needs[head] = _in_order(files, head, elsewhere.copy())[len(elsewhere) :]
    wanted = Counter(part for parts in needs.values() for part in parts)
    return {name: [part for part in needs.get(name, [name]) if part == name or wanted[part] == 1] for name in late}


def _imports(files: dict[str, str], parts: list[str], name: str, moved: dict[str, str]) -> str:
    """What these parts of one module import from elsewhere, or from where that is now: nothing is loaded twice."""
    wanted: dict[str, set[str]] = {}
    for part in parts:
        for found in STATIC_IMPORT.finditer(files[part]):
            target = _target(part, found["path"])
            if target not in parts:
                names = wanted.setdefault(moved.get(target, target), set())
                names.update(re.findall(r"[\w$]+", found["names"] or ""))
    return "".join(_import(name, target, sorted(names)) for target, names in wanted.items())


def _import(name: str, target: str, names: list[str]) -> str:
    path = posixpath.relpath(target, posixpath.dirname(name))
    address = path if path.startswith("../") else f"./{path}"
    return f"import {{ {', '.join(names)} }} from '{address}';\n" if names else f"import '{address}';\n"


def _refuse_other_imports(text: str, name: str) -> None:
    if found := IMPORT.search(STATIC_IMPORT.sub("", text)):
        raise ValueError(
            f"{name}: this import can't be joined, write it as import {{ a, b }} from './c.js'; : {found[0]}"
        )


def _refuse_two_of_a_name(files: dict[str, str], members: list[str]) -> None:
    counted = Counter(found["name"] for name in members for found in DECLARATION.finditer(files[name]))
    if twice := sorted(name for name, n in counted.items() if n > 1):
        raise ValueError(f"declared in two modules of one page: {', '.join(twice)}")
