"""Blocks that are written out one after the other: $list[0], $list[1] and their controls, folded as by a Repeater.

A configuration without a Repeater has every object and control of a segment or candidate once for each, under names
that end in a number. What the first block says is taken for all; what only a later one has is named.
"""

import re
from dataclasses import dataclass, replace

from jurybox.exchange.label_studio.asked import Control, DraftTexts
from jurybox.exchange.label_studio.config import XmlElement
from jurybox.exchange.label_studio.controls import stem_of
from jurybox.exchange.label_studio.shown import ShownObject

_INDEXED = re.compile(r"^(.+?)\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class FoldedBlocks:
    """The list whose entries were written out, and how many there are."""

    on: str
    count: int
    element: XmlElement
    shown: list[ShownObject]
    controls: list[Control]


def fold(shown: list[ShownObject], controls: list[Control], texts: DraftTexts) -> FoldedBlocks | None:
    """Objects and controls with those of the first block only; None where nothing is written out."""
    entries: dict[str, dict[int, list[ShownObject]]] = {}
    for one in shown:
        if found := _INDEXED.match(one.path):
            entries.setdefault(found[1], {}).setdefault(int(found[2]), []).append(one)
    on = max(entries, key=lambda name: len(entries[name]), default="")
    if len(entries.get(on, ())) < 2:
        return None
    folding = _Folding(dict(sorted(entries[on].items())), texts)
    kept_shown, kept_controls = folding.shown(shown), folding.controls(controls)
    first = next(iter(folding.blocks.values()))
    return FoldedBlocks(on, len(folding.blocks), first[0].element, kept_shown, kept_controls)


class _Folding:
    def __init__(self, blocks: dict[int, list[ShownObject]], texts: DraftTexts) -> None:
        self.blocks, self.texts = blocks, texts
        self._block = {one.name: n for n, objects in enumerate(blocks.values()) for one in objects}

    def shown(self, shown: list[ShownObject]) -> list[ShownObject]:
        kept: list[ShownObject] = []
        for one in shown:
            block = self._block.get(one.name)
            path = one.path if block is None else _INDEXED.sub(r"\1[]", one.path)
            if block and not any(path == other.path for other in kept):
                self._note(one.element, f"{one.element.tag} {one.name}", block)
            elif not block:
                kept.append(one if block is None else replace(one, path=path, is_repeated=True))
        return kept

    def controls(self, controls: list[Control]) -> list[Control]:
        """Each control of the first block, and those of none."""
        named = {id(one): stem_of(one.element.get("name")) for one in controls}
        numbers: dict[tuple[str, str], list[int]] = {}
        for one in controls:
            stem, number = named[id(one)]
            if number is not None:
                numbers.setdefault((one.element.tag, stem), []).append(number)
        kept: list[Control] = []
        for one in controls:
            stem, number = named[id(one)]
            of_stem = sorted(numbers.get((one.element.tag, stem), ()))
            block = next((self._block[name] for name in one.targets if name in self._block), None)
            if len(of_stem) == len(self.blocks) and number is not None:
                block = of_stem.index(number)
            if block is None:
                kept.append(one)
            elif not block:
                kept.append(replace(one, stem=stem if number is not None else one.stem, is_repeated=True))
            else:
                self._compare(one, stem, kept, block)
        return kept

    def _compare(self, one: Control, stem: str, kept: list[Control], block: int) -> None:
        same = next((k for k in kept if k.is_repeated and k.stem == stem and k.element.tag == one.element.tag), None)
        what = f"{one.element.tag} {one.element.get('name')}"
        if same is None:
            self._note(one.element, what, block)
        elif _choices(same.element) != _choices(one.element):
            self.texts.note(
                one.element, f"{what}: its choices are not those of {same.element.get('name')}, which stand."
            )

    def _note(self, element: XmlElement, what: str, block: int) -> None:
        self.texts.note(element, f"{what}: not carried, as only block {block + 1} has it, and not the first.")


def _choices(element: XmlElement) -> list[tuple[str, str]]:
    return [(one.get("value"), one.get("alias")) for tag in ("Choice", "Label") for one in element.all(tag)]
