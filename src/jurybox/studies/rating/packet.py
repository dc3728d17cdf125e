"""A packet: what one rater receives of one stage. Only the fields in `show` leave the server, under letters."""

from dataclasses import replace
from functools import cache
from typing import TypedDict, cast

from jurybox.core import (
    LETTERS,
    MEDIA_TYPES,
    Assignment,
    Field,
    Fields,
    JsonValue,
    RuleMade,
    SegmentSpan,
    rule_answers,
)
from jurybox.core.questions import Frame, parts_of
from jurybox.store import Content, Run, checks, drafts, items
from jurybox.studies.rating.suggesting import suggested_in, suggestions_for
from jurybox.studies.rating.wire import (
    LetteredCandidate,
    Packet,
    SavedDraft,
    ShownFields,
    ShownFrames,
    ShownMedia,
    ShownSmaller,
    ShownValue,
)
from jurybox.studies.study import StudyView

TRIALS_OF_A_ROUND = 1_000
"""Positions of worked examples count on by this from round to round."""

FRAMES = "frames"
"""What the part of a film's URL ends in that says when its frames are shown."""

SMALL = "small"
"""What the part of a picture's URL ends in that answers with its smaller copy."""


class StoredFile(TypedDict):
    """What is served under a URL."""

    file: str
    type: str


class _StoredSmaller(StoredFile):
    width: int
    height: int


class _StoredMedia(StoredFile, total=False):
    """A picture, sound or video as the import stored it."""

    width: int
    height: int
    duration: float
    frames: StoredFile | ShownFrames
    small: _StoredSmaller


class _StoredPerson(TypedDict, total=False):
    role: str
    name: str
    picture: _StoredMedia


def letters_of(a: Assignment) -> dict[str, int]:
    """Letter -> candidate, in the order this rater sees them."""
    return dict(zip(LETTERS, a.candidates, strict=False))


def written_letter(candidate: int | str) -> str:
    """The letter that a candidate of an example or a check is written in, where its number is -1, -2, …"""
    return LETTERS[-int(candidate) - 1]


def content_for(run: Run, view: StudyView, a: Assignment) -> Content:
    """What an assignment shows: a unit of the pool, a check, or a worked example."""
    if a.check_item is not None:
        return checks.content(run, a.check_item)
    if a.example is not None:
        return view.examples[a.example]
    content = items.content_of(run, a.item, a.candidates)
    suggested = suggestions_for(run, view, a)
    return replace(content, suggested=suggested) if suggested else content


def packet(view: StudyView, a: Assignment, number: int, content: Content) -> Packet:
    """One stage of one assignment as it goes over the wire."""
    stage, shown = view.stage(number), view.shows[number]
    specs = {name: view.protocol.fields[name] for name in shown}
    base = f"media/{a.uid}/{stage.id}/"
    letters = {letter: c for letter, c in letters_of(a).items() if c not in view.withdrawn}
    span = span_of(view, a, content)
    made: Packet = {
        "assignment": a.uid,
        "stage": stage.id,
        "number": number_of(a),
        "fields": _pick(specs, ("item",), content.fields, base, ""),
        "langs": _langs(specs, content.fields),
        "segments": [
            {
                "number": n,
                "start": content.segments[n - 1].get("start"),
                "end": content.segments[n - 1].get("end"),
                "fields": _pick(specs, ("segment",), content.segments[n - 1].get("fields", {}), base, f".{n}"),
            }
            for n in span.shown
            if n <= len(content.segments)
        ],
        "candidates": [
            _candidate(specs, content.candidates[c], letter, base, span.shown) for letter, c in letters.items()
        ],
        "rules": [
            {"question": made.question, "target": made.target, "value": made.value, "because": dict(made.because)}
            for made in rules_of(view, a, number, content)
        ],
        "answers": None,
        "comment": None,
        "cannot": None,
        "draft": None,
    }
    if span.rated != span.shown:
        made["window"] = {"first": span.rated[0], "last": span.rated[-1], "of": len(content.segments)}
    by_rule = {(rule["question"], rule["target"]) for rule in made["rules"]}
    if suggested := suggested_in(view, letters, number, content, by_rule, span.rated):
        made["suggested"] = suggested
    return made


def number_of(a: Assignment) -> int:
    """The number that a rater sees, from 1 on."""
    return (a.position if a.example is None else a.position % TRIALS_OF_A_ROUND) + 1


def span_of(view: StudyView, a: Assignment, content: Content | None) -> SegmentSpan:
    """The segments of an assignment: those that are rated, and those that are shown with them."""
    return view.protocol.unit.span(a.window, 0 if content is None else len(content.segments))


def saved_draft(run: Run, a: Assignment) -> SavedDraft | None:
    """What a rater has said so far of the stage that is next, as the page sent it."""
    return cast(SavedDraft | None, drafts.of_next_stage(run, a))


def _candidate(
    specs: dict[str, Field], shown: items.ShownCandidate, letter: str, base: str, numbers: range
) -> LetteredCandidate:
    return {
        "letter": letter,
        "fields": _pick(specs, ("system", "output"), shown.fields, base, f".{letter}"),
        "segments": [
            _pick(specs, ("output",), shown.segments[n - 1], base, f".{letter}.{n}")
            for n in numbers
            if n <= len(shown.segments)
        ],
    }


def _pick(specs: dict[str, Field], per: tuple[str, ...], values: Fields, base: str, suffix: str) -> ShownFields:
    """The values that are shown; media become URLs that say nothing about the file."""
    return {
        name: on_the_wire(spec, values[name], base + name + suffix)
        for name, spec in specs.items()
        if spec.per in per and values.get(name) is not None
    }


def on_the_wire(spec: Field, value: JsonValue, url: str) -> ShownValue:
    """The import has checked that the value is of the field's type."""
    if spec.type in MEDIA_TYPES:
        return _media(cast(_StoredMedia, value), url)
    if spec.type == "people":
        return [
            {
                "role": person.get("role", ""),
                "name": person.get("name"),
                "picture": _media(person["picture"], f"{url}.{n}") if person.get("picture") else None,
            }
            for n, person in enumerate(cast(list[_StoredPerson], value))
        ]
    return cast(str, value)


def _media(value: _StoredMedia, url: str) -> ShownMedia:
    made = ShownMedia(url=url, type=value["type"])
    if (width := value.get("width")) is not None:
        made["width"] = width
    if (height := value.get("height")) is not None:
        made["height"] = height
    if (duration := value.get("duration")) is not None:
        made["duration"] = duration
    if (frames := value.get("frames")) is not None:
        made["frames"] = {"url": f"{url}.{FRAMES}"} if "file" in frames else frames
    if small := value.get("small"):
        made["small"] = ShownSmaller(
            url=f"{url}.{SMALL}", type=small["type"], width=small["width"], height=small["height"]
        )
    return made


def _langs(specs: dict[str, Field], fields: Fields) -> dict[str, str]:
    found = {name: spec.lang or fields.get(spec.lang_field or "") for name, spec in specs.items()}
    return {name: lang for name, lang in found.items() if isinstance(lang, str) and lang}


def media_value(view: StudyView, a: Assignment, number: int, content: Content, part: str) -> StoredFile | None:
    """The media file behind a part of a packet's URL, if that stage shows it; None otherwise."""
    name, *rest = part.split(".")
    if name not in view.shows[number]:
        return None
    spec = view.protocol.fields[name]
    holder: Fields = content.fields
    there = span_of(view, a, content).shown
    if spec.per == "segment" and rest and _is_number(rest[0]):
        n = int(rest.pop(0))
        holder = content.segments[n - 1].get("fields", {}) if n in there else {}
    elif spec.per in ("system", "output") and rest:
        candidate = letters_of(a).get(rest.pop(0), -1)
        shown = content.candidates.get(candidate)
        holder = shown.fields if shown else {}
        if shown and rest and _is_number(rest[0]):
            n = int(rest.pop(0))
            holder = shown.segments[n - 1] if n in there and n <= len(shown.segments) else {}
    return _file_at(spec, holder.get(name), rest)


def _is_number(text: str) -> bool:
    """
    >>> _is_number("12"), _is_number("²"), _is_number("9" * 5000)
    (True, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) < 10


def _file_at(spec: Field, value: JsonValue, rest: list[str]) -> StoredFile | None:
    file: _StoredMedia | None = None
    if spec.type == "people" and value and rest and _is_number(rest[0]):
        people = cast(list[_StoredPerson], value)
        file = people[int(rest[0])].get("picture") if int(rest[0]) < len(people) else None
        rest = rest[1:]
    elif spec.type in MEDIA_TYPES:
        file = cast(_StoredMedia | None, value)
    if file and rest in ([FRAMES], [SMALL]):
        beside = file.get("frames") if rest == [FRAMES] else file.get("small")
        return cast(StoredFile, beside) if beside and "file" in beside else None
    return file if file and not rest else None


def rules_of(view: StudyView, a: Assignment, number: int, content: Content) -> tuple[RuleMade, ...]:
    """What the protocol's rules answer in this stage, by letter, and by letter and segment."""
    if not view.protocol.rules:
        return ()
    letters = {letter: c for letter, c in letters_of(a).items() if c in content.candidates}
    texts: dict[str, Fields] = {letter: content.texts(c) for letter, c in letters.items()}
    for n in span_of(view, a, content).rated:
        texts |= {f"{letter}.{n}": content.shown_at(c, n) for letter, c in letters.items()}
    return rule_answers(view.protocol, view.stage(number), texts)


def frame_of(view: StudyView, a: Assignment, content: Content | None, withdrawn_too: bool = False) -> Frame:
    """What can be answered about, and the texts that can be marked or edited."""
    if content is None and view.withdrawn.isdisjoint(a.candidates):
        return _plain_frame(len(a.candidates), span_of(view, a, None).targets)
    letters = letters_of(a)
    kept = tuple(letter for letter, c in letters.items() if withdrawn_too or c not in view.withdrawn)

    def text(field: str, target: str) -> str | None:
        if content is None:
            return None
        letter, segment = parts_of(target)
        value = content.shown_at(letters.get(letter, a.candidates[0]), segment).get(field)
        return value if isinstance(value, str) else None

    return Frame.of_texts(kept, span_of(view, a, content).targets, text)


@cache
def _plain_frame(candidates: int, segments: tuple[str, ...]) -> Frame:
    """Where no text needs to be looked at."""
    return Frame(tuple(LETTERS[:candidates]), segments)


packet_of = packet
"""Its name outside of this room, where `packet` is the module."""
