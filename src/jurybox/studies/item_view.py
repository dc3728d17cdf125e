"""Looking at one item: what was shown, which system made it, and what each rater said."""

from collections.abc import Iterable
from functools import partial
from itertools import pairwise
from typing import NamedTuple, NotRequired, TypedDict
from urllib.parse import quote

from jurybox.core import LETTERS, Assignment, Field, Fields, NotFound, in_language
from jurybox.store import Run, items, slots, systems, units
from jurybox.studies.item_grid import ItemGrid, MarkedSpan, ShownAnswer, answers_of, grid_of, marks_of, said_of
from jurybox.studies.item_names import item_by_key
from jurybox.studies.item_notes import ItemNote, notes_of
from jurybox.studies.rating import ShownValue, StoredFile, media_value, on_the_wire
from jurybox.studies.sealing import under_seal
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench


class MarkedPiece(NamedTuple):
    """A part of a text, with what was marked there, as words."""

    text: str
    marks: list[str]


class ItemPart(TypedDict):
    """A field as raters see it: a text in pieces, or a picture, sound, film or people by their addresses."""

    name: str
    label: str
    type: str
    value: ShownValue
    lang: str | None
    pieces: list[MarkedPiece]


class ItemSegment(TypedDict):
    number: int
    start: float | None
    end: float | None
    fields: list[ItemPart]


class ShownOutput(TypedDict):
    """What one candidate shows, and the systems behind it."""

    systems: list[str]
    withdrawn: bool
    fields: list[ItemPart]
    segments: list[list[ItemPart]]


class StageQuorum(TypedDict):
    stage: str
    quorum: int
    """The highest of its units."""
    free: int


class ItemView(TypedDict):
    """An item as an organiser sees it, systems and raters named."""

    key: str
    name: str
    """What to call it, where its key tells nothing."""
    group: str
    withdrawn: bool
    fields: list[ItemPart]
    segments: list[ItemSegment]
    candidates: list[ShownOutput]
    said: list[ShownAnswer]
    grid: ItemGrid
    quorums: list[StageQuorum]
    notes: list[ItemNote]
    previous: NotRequired[str | None]
    next: NotRequired[str | None]


def show_item(bench: Workbench, study: str, key: str, lang: str = "en") -> ItemView:
    def read(run: Run) -> ItemView:
        row = find_study(run, study)
        return _item(run, bench.views.of(run, row.id, row.version), key, lang)

    return bench.database.read(read)


def item_media(bench: Workbench, run: Run, study: str, key: str, part: str) -> StoredFile:
    """The file behind an address of an item's page, if raters of any stage are shown it."""
    row = find_study(run, study)
    view, found = bench.views.of(run, row.id, row.version), _found(run, row.id, key)
    shown = _as_assignment(found)
    for number in range(len(view.protocol.stages)):
        if (value := media_value(view, shown, number, found.content, part)) is not None:
            return value
    raise NotFound.of("media.unknown", given=part)


def _found(run: Run, study: int, key: str) -> items.FoundItem:
    found = items.find(run, study=study, key=key)
    if found is None:
        raise NotFound.of("item.not_there", given=key)
    return found


def _as_assignment(found: items.FoundItem) -> Assignment:
    """All candidates under letters: addresses of media are made and read as those of raters are."""
    candidates = list(found.content.candidates)
    return Assignment(0, "", 0, found.id, 0, candidates, 0, 0, "rating", None, 0, [], None, 0, "done", None)


def _item(run: Run, view: StudyView, key: str, lang: str) -> ItemView:
    found = _found(run, view.id, key)
    content, made = found.content, under_seal(systems.makers_of_item(run, found.id))
    said = said_of(run, view, found.id, made, lang, partial(_text_at, content))
    shown = _Shown(view, key, lang, marks_of(said))
    return {
        "key": key,
        "name": item_by_key(run, view, key)["name"],
        "group": content.group,
        "withdrawn": content.withdrawn,
        "fields": shown.parts(content.fields, ("item",)),
        "segments": [
            {
                "number": n,
                "start": segment.get("start"),
                "end": segment.get("end"),
                "fields": shown.parts(segment.get("fields", {}), ("segment",), f".{n}", segment=n),
            }
            for n, segment in enumerate(content.segments, start=1)
        ],
        "candidates": [
            shown.output(made[candidate], content.candidates[candidate], candidate, letter)
            for letter, candidate in sorted(
                zip(LETTERS, content.candidates, strict=False), key=lambda one: made.get(one[1], [])
            )
            if candidate in made
        ],
        "said": answers_of(said),
        "grid": grid_of(said),
        "quorums": _quorums(run, view, found.id),
        "notes": notes_of(run, view.id, key),
    }


def _text_at(content: items.Content, field: str, candidate: int | None, segment: int | None) -> str:
    """The text of a field where a mark lies."""
    fields: Fields
    if candidate is None:
        fields = content.fields if segment is None else content.segments[segment - 1].get("fields", {})
    else:
        of_candidate = content.candidates[candidate]
        fields = of_candidate.fields if segment is None else of_candidate.segments[segment - 1]
    found = fields.get(field)
    return found if isinstance(found, str) else ""


class _Shown:
    """Makes what raters are shown, of the fields that any stage shows."""

    def __init__(self, view: StudyView, key: str, lang: str, marks: Iterable[MarkedSpan]) -> None:
        self.view, self.lang, self.marks = view, lang, list(marks)
        self.base = f"/studies/{view.row.key}/media?item={quote(key, safe='')}&part="
        visible = {name for shown in view.shows for name in shown}
        self.specs = {name: spec for name, spec in view.protocol.fields.items() if name in visible}

    def parts(
        self,
        fields: Fields,
        per: tuple[str, ...],
        suffix: str = "",
        candidate: int | None = None,
        segment: int | None = None,
    ) -> list[ItemPart]:
        return [
            self._part(name, spec, fields, suffix, (candidate, segment))
            for name, spec in self.specs.items()
            if spec.per in per and fields.get(name) is not None
        ]

    def _part(
        self, name: str, spec: Field, fields: Fields, suffix: str, place: tuple[int | None, int | None]
    ) -> ItemPart:
        value = on_the_wire(spec, fields[name], self.base + name + suffix)
        lang = spec.lang or fields.get(spec.lang_field or "")
        here = [mark for mark in self.marks if mark.field == name and (mark.candidate, mark.segment) == place]
        return {
            "name": name,
            "label": in_language(spec.label, [self.lang]) if spec.label else name,
            "type": spec.type,
            "value": value,
            "lang": lang if isinstance(lang, str) else None,
            "pieces": pieces_of(value, here) if isinstance(value, str) else [],
        }

    def output(self, made: list[str], shown: items.ShownCandidate, candidate: int, letter: str) -> ShownOutput:
        return {
            "systems": made,
            "withdrawn": candidate in self.view.withdrawn,
            "fields": self.parts(shown.fields, ("system", "output"), f".{letter}", candidate),
            "segments": [
                self.parts(fields, ("output",), f".{letter}.{n}", candidate, n)
                for n, fields in enumerate(shown.segments, start=1)
            ],
        }


def pieces_of(text: str, marks: list[MarkedSpan]) -> list[MarkedPiece]:
    """A text cut wherever a mark begins or ends.

    >>> marks = [MarkedSpan("output", 1, None, 1, 3, "wrong", "R1"), MarkedSpan("output", 1, None, 2, 4, "odd", "R2")]
    >>> [(piece.text, piece.marks) for piece in pieces_of("abcd", marks)]
    [('a', []), ('b', ['R1: wrong']), ('c', ['R1: wrong', 'R2: odd']), ('d', ['R2: odd'])]
    """
    cuts = sorted({0, len(text), *(min(end, len(text)) for mark in marks for end in (mark.start, mark.end))})
    return [
        MarkedPiece(
            text[start:end], [f"{mark.rater}: {mark.label}" for mark in marks if mark.start < end and mark.end > start]
        )
        for start, end in pairwise(cuts)
    ]


def _quorums(run: Run, view: StudyView, item: int) -> list[StageQuorum]:
    found: dict[int, StageQuorum] = {}
    for unit in units.of_item(run, item):
        for of_stage in slots.of_unit(run, unit.id):
            stage = found.setdefault(of_stage.stage, {"stage": view.stage(of_stage.stage).id, "quorum": 0, "free": 0})
            stage["quorum"] = max(stage["quorum"], of_stage.quorum)
            stage["free"] += of_stage.free
    return [found[number] for number in sorted(found)]
