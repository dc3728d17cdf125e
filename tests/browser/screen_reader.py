"""What a screen reader is given: the accessibility tree of the page, and what is wrong in it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

CONTROLS = {
    "button", "link", "checkbox", "radio", "textbox", "searchbox", "combobox", "slider", "spinbutton", "listbox",
    "DisclosureTriangle", "switch", "tab", "menuitem",
}  # fmt: skip
GROUPS = {"group", "radiogroup", "region", "dialog", "article"}
LANDMARKS = {"banner", "main"}
TOLD_BY_THEIR_GROUP = {"radio", "checkbox", "option"}
"""Whose names come again in every group of the same question."""
SIGNS = {"So", "Sm"}
PLACES = {"main": "main", "panel": "#guideline-body", "window": "dialog[open]"}
NAMING = ".prompt, label, button, summary, h1, h2, h3, legend"
TORN = """(naming) => [...document.querySelectorAll(naming)].flatMap((node) => {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.data);
  return texts.slice(1).map((after, i) => texts[i].slice(-12) + after.slice(0, 12))
    .filter((both, i) => /[\\p{L}\\p{N}]$/u.test(texts[i]) && /^[\\p{L}\\p{N}]/u.test(texts[i + 1]));
})"""
"""Words of a name that stand side by side without anything between them."""
DUMB = """() => [...document.querySelectorAll('[type=range], [role=slider], [role=spinbutton]')]
  .filter((slider) => slider.checkVisibility() && !/\\p{L}|\\p{N} ?%|^[\\p{N}.,]+$/u.test(slider.ariaValueText ?? ''))
  .map((slider) => slider.outerHTML.slice(0, 120))"""
"""Sliders that say no unit. Chromium's tree leaves out what they say, though it tells screen readers."""


@dataclass
class Node:
    role: str
    name: str
    properties: dict[str, Any]
    children: list["Node"] = field(default_factory=list)
    above: tuple["Node", ...] = ()

    def walk(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def path(self) -> str:
        return " > ".join(
            [self.landmark, *(n.name for n in self.above if n.role in GROUPS), f"{self.role} {self.name!r}"]
        )

    @property
    def landmark(self) -> str:
        return next((node.role for node in self.above if node.role in LANDMARKS), "")


def tree_of(page: Page) -> Node:
    """The tree without what the browser leaves out of it."""
    client = page.context.new_cdp_session(page)
    given = {node["nodeId"]: node for node in client.send("Accessibility.getFullAXTree")["nodes"]}
    client.detach()
    (root,) = (_made(node, given, ()) for node in given.values() if "parentId" not in node)
    return root[0]


def _made(node: dict[str, Any], given: dict[str, Any], above: tuple[Node, ...]) -> list[Node]:
    children = [given[key] for key in node.get("childIds", ()) if key in given]
    if node.get("ignored"):
        return [made for child in children for made in _made(child, given, above)]
    properties = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
    role, name = node["role"]["value"], str(node.get("name", {}).get("value", ""))
    made = Node(role, name, properties, above=above)
    made.children = [below for child in children for below in _made(child, given, (*above, made))]
    return [made]


def finds_nothing_to_hear(page: Page) -> Node:
    """Fails with every fault at once; gives the tree for further questions."""
    tree = tree_of(page)
    if faults := [*_faults(page, tree)]:
        raise AssertionError("\n".join(faults))
    return tree


def _faults(page: Page, tree: Node) -> Iterator[str]:
    nodes = [*tree.walk()]
    torn = page.evaluate(TORN, NAMING)
    for node in nodes:
        yield from _faults_of(node)
        yield from (f"words run together: {node.path}" for both in torn if both in node.name)
    paths = Counter(node.path for node in nodes if node.role in CONTROLS)
    yield from (f"{count} times: {path}" for path, count in paths.items() if count > 1)
    alone = (node for node in nodes if node.role == "button" and not any(a.role.endswith("group") for a in node.above))
    names = Counter((node.landmark, node.name) for node in alone)
    yield from (
        f"{count} buttons are called {name!r} in {place}" for (place, name), count in names.items() if count > 1
    )
    yield from (f"a slider without words: {slider}" for slider in page.evaluate(DUMB))
    roles = {node.role for node in nodes}
    if "dialog" not in roles and not any(node.properties.get("live") for node in nodes):
        yield "no live region"
    for place, selector in PLACES.items():
        yield from _skipped(place, page.locator(selector).locator("h1, h2, h3, h4, h5, h6").all_inner_texts(), page)


def _faults_of(node: Node) -> Iterator[str]:
    name = node.name.strip()
    if node.role in CONTROLS | GROUPS and not name:
        yield f"without a name: {node.path}, below {[one.name or one.role for one in node.above][-3:]}"
    if node.role in CONTROLS and any(unicodedata.category(sign) in SIGNS and not sign.isascii() for sign in name):
        yield f"a sign in the name: {node.path}"
    if node.role in CONTROLS and name and not re.search(r"\w", name):
        yield f"nothing but signs: {node.path}"
    if node.role == "radio" and not any(one.role in ("radiogroup", "group") and one.name for one in node.above):
        yield f"no question above: {node.path}"


def _skipped(place: str, headings: list[str], page: Page) -> Iterator[str]:
    levels = (
        page.locator(PLACES[place])
        .locator("h1, h2, h3, h4, h5, h6")
        .evaluate_all("all => all.filter((one) => one.checkVisibility()).map((one) => Number(one.localName[1]))")
    )
    before = 0 if place == "main" else 1
    for level in levels:
        if level > before + 1:
            yield f"a heading of level {level} after {before} in {place}: {headings}"
        before = level
