"""A packet: what one rater receives of one stage. Only the fields in `show` leave the server, under letters."""

from typing import TypedDict, cast

from jurybox.core import LETTERS, MEDIA_TYPES, Assignment, Field, Fields, JsonValue, RuleMade, rule_answers
from jurybox.core.questions import Frame
from jurybox.store import Content, Run, drafts, items
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


def content_for(run: Run, view: StudyView, a: Assignment) -> Content:
    """What an assignment shows: a unit of the pool, or a worked example."""
    return items.content_of(run, a.item, a.candidates) if a.example is None else view.examples[a.example]


def packet(view: StudyView, a: Assignment, number: int, content: Content) -> Packet:
    """One stage of one assignment as it goes over the wire."""
    stage, shown = view.stage(number), view.shows[number]
    specs = {name: view.protocol.fields[name] for name in shown}
    base = f"media/{a.uid}/{stage.id}/"
    letters = {letter: c for letter, c in letters_of(a).items() if c not in view.withdrawn}
    return {
        "assignment": a.uid,
        "stage": stage.id,
        "number": (a.position if a.example is None else a.position % TRIALS_OF_A_ROUND) + 1,
        "fields": _pick(specs, ("item",), content.fields, base, ""),
        "langs": _langs(specs, content.fields),
        "segments": [
            {
                "number": n + 1,
                "start": segment.get("start"),
                "end": segment.get("end"),
                "fields": _pick(specs, ("segment",), segment.get("fields", {}), base, f".{n + 1}"),
            }
            for n, segment in enumerate(content.segments)
        ],
        "candidates": [_candidate(specs, content, letter, c, base) for letter, c in letters.items()],
        "rules": [
            {"question": made.question, "target": made.target, "value": made.value, "because": dict(made.because)}
            for made in rules_of(view, a, number, content)
        ],
        "answers": None,
        "comment": None,
        "cannot": None,
        "draft": None,
    }


packet_of = packet
"""The door gives it out under this name, because a module is called `packet` too."""


def saved_draft(run: Run, a: Assignment) -> SavedDraft | None:
    """What a rater has said so far of the stage that is next, as the page sent it."""
    return cast(SavedDraft | None, drafts.of_next_stage(run, a))


def _candidate(specs: dict[str, Field], content: Content, letter: str, candidate: int, base: str) -> LetteredCandidate:
    shown = content.candidates[candidate]
    return {
        "letter": letter,
        "fields": _pick(specs, ("system", "output"), shown.fields, base, f".{letter}"),
        "segments": [
            _pick(specs, ("output",), fields, base, f".{letter}.{n + 1}") for n, fields in enumerate(shown.segments)
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
    if spec.per == "segment" and rest and _is_number(rest[0]):
        n = int(rest.pop(0))
        holder = content.segments[n - 1].get("fields", {}) if 1 <= n <= len(content.segments) else {}
    elif spec.per in ("system", "output") and rest:
        candidate = letters_of(a).get(rest.pop(0), -1)
        shown = content.candidates.get(candidate)
        holder = shown.fields if shown else {}
        if shown and rest and _is_number(rest[0]):
            n = int(rest.pop(0))
            holder = shown.segments[n - 1] if 1 <= n <= len(shown.segments) else {}
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
    """What the protocol's rules answer in this stage, by letter."""
    if not view.protocol.rules:
        return ()
    texts = {letter: content.texts(c) for letter, c in letters_of(a).items() if c in content.candidates}
    return rule_answers(view.protocol, view.stage(number), texts)


def frame_of(view: StudyView, a: Assignment, content: Content | None, withdrawn_too: bool = False) -> Frame:
    """What can be answered about, and how long the texts are that can be marked."""
    letters = letters_of(a)
    kept = tuple(letter for letter, c in letters.items() if withdrawn_too or c not in view.withdrawn)
    segments = tuple(str(n + 1) for n in range(view.protocol.unit.segments))

    def text_length(field: str, target: str) -> int | None:
        if content is None:
            return None
        if target in segments:
            shown = content.candidates[a.candidates[0]].segments[int(target) - 1]
        else:
            shown = content.texts(letters.get(target, a.candidates[0]))
        value = shown.get(field, content.fields.get(field))
        return len(value) if isinstance(value, str) else None

    return Frame(kept, segments, text_length)


packet_of = packet
"""Its name outside of this room, where `packet` is the module."""
