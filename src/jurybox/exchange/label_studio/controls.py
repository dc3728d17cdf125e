"""What a control of Label Studio says, as answers to the questions of a protocol.

A control is found by its name, without the number that a Repeater gives it; a chosen label by the names, ids and other
names of tags, options and levels. Where that leaves a doubt, the organiser says NAME=QUESTION
or NAME=QUESTION.CATEGORY.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from jurybox.core import JsonObject, JsonValue, Protocol
from jurybox.core.questions import QuestionBase
from jurybox.exchange.label_studio.guess_fields import plain
from jurybox.exchange.label_studio.parts import REMARK
from jurybox.exchange.label_studio.rules import CONTROLS, AnswerPart, Choosable, Takes

COMMENT = ""
"""In place of a question: what is written goes into the comment of the judgement."""
_WORD = re.compile(r"(?<!\w)-\d+|\w+")
_NUMBERED = re.compile(r"^(.*?)[\W_]*(\d{1,3})\]?$")


class Unclear(Exception):
    """A control, or a label of it, that cannot be given to one question."""

    def __init__(self, code: str, given: object, allowed: object = None) -> None:
        super().__init__(code)
        self.code, self.given, self.allowed = code, given, allowed


@dataclass(frozen=True, slots=True)
class Hit:
    """A tag, option or level that a label means."""

    question: QuestionBase
    value: Choosable
    category: str = ""
    by_alias: bool = False
    """Whether it is known by that label as well, and has another name of its own."""


def stem_of(name: str) -> tuple[str, int | None]:
    """The name without its number, and the number.

    >>> stem_of("content_0"), stem_of("rating2"), stem_of("quality"), stem_of("c[1]")
    (('content', 0), ('rating', 2), ('quality', None), ('c', 1))
    """
    found = _NUMBERED.match(name)
    return (found[1], int(found[2])) if found and found[1] else (name, None)


@dataclass(slots=True)
class Controls:
    protocol: Protocol
    said: Mapping[str, str] = field(default_factory=dict)
    """By control: QUESTION, QUESTION.CATEGORY, or - to leave it out."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """By label: the id or name of the tag, option or level that it means."""
    _meant: dict[str, str] = field(default_factory=dict)
    _labels: dict[str, list[Hit]] = field(default_factory=dict)
    _loosely: dict[str, list[Hit]] = field(default_factory=dict)
    _chosen: dict[tuple[str, str], Hit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._meant = {plain_label(label): name for label, name in self.meanings.items()}
        for question in self._questions():
            for one in CONTROLS[type(question)].chosen(question):
                self._learn(one.names, Hit(question, one.value, one.category))
                self._learn(one.aliases, Hit(question, one.value, one.category, by_alias=True))

    def _learn(self, names: Iterable[str], hit: Hit) -> None:
        for found, alike in ((self._labels, plain_label), (self._loosely, loose_label)):
            for name in {alike(name) for name in names}:
                found.setdefault(name, []).append(hit)

    def _questions(self) -> list[QuestionBase]:
        return [question for _, question in self.protocol.questions()]

    def is_said(self, name: str) -> bool:
        """Whether the organiser said what a control of this very name is for."""
        return name in self.said

    def is_left_out(self, stem: str) -> bool:
        return self.said.get(stem) == "-"

    def parts(self, stem: str, kind: str, value: JsonValue) -> list[AnswerPart]:
        """The answers of one result; Unclear where they can't be told."""
        reader = READERS.get(kind)
        return reader(self, stem, value) if reader and not self.is_left_out(stem) else []

    def choose(self, stem: str, label: str) -> Hit:
        """What a label of a control means."""
        known = self._chosen.get((stem, label))
        if known is None:
            known = self._chosen[stem, label] = self._choose(stem, label)
        return known

    def _choose(self, stem: str, label: str) -> Hit:
        wanted, _, category = self.said.get(stem, "").partition(".")
        meant = self._meant.get(plain_label(label), label)
        known = self._labels.get(plain_label(meant)) or self._loosely.get(loose_label(meant), [])
        hits = [hit for hit in known if not wanted or hit.question.id == wanted]
        hits = [hit for hit in hits if not category or hit.category == category]
        nearest = max((_nearness(stem, hit) for hit in hits), default=(0, False))
        best = [hit for hit in hits if _nearness(stem, hit) == nearest]
        if len({(hit.question.id, repr(hit.value)) for hit in best}) == 1:
            return best[0]
        if best:
            names = [f"{hit.question.id}.{hit.category}".rstrip(".") for hit in best]
            raise Unclear("label_studio.ambiguous_label", label, names)
        raise Unclear("label_studio.unknown_label", label, self._known(stem))

    def _known(self, stem: str) -> list[str]:
        near = [hit for hits in self._labels.values() for hit in hits if _nearness(stem, hit)[0]]
        every = [hit for hits in self._labels.values() for hit in hits]
        return list(dict.fromkeys(str(hit.value) for hit in near or every))

    def pick(self, stem: str, said: Takes) -> QuestionBase | None:
        """The question that a control is about, of those that take what it says: by name, or as the only one."""
        asked = [q for q in self._questions() if said in CONTROLS[type(q)].takes]
        if stem in self.said:
            wanted = self.said[stem].partition(".")[0]
            return next((q for q in asked if q.id == wanted), None)
        name = plain(stem)
        exact = [q for q in asked if plain(q.id) == name]
        near = [q for q in asked if plain(q.id) in name or name in plain(q.id)]
        found = next((found for found in (exact, near, asked) if found), [])
        return found[0] if len(found) == 1 else None

    def is_near(self, stem: str, question: QuestionBase) -> bool:
        """Whether a control was said to be, or is called, like a question."""
        return stem in self.said or plain(question.id) in plain(stem) or plain(stem) in plain(question.id)

    def is_for_text(self, stem: str) -> bool:
        """Whether a control has the name of something to write into."""
        name = plain(stem)
        texts = [q.id for q in self._questions() if "text" in CONTROLS[type(q)].takes]
        own = [*texts, *(tag for _, tag in self.opening())]
        return any(plain(one) in name or name in plain(one) for one in [*own, "comment", "note"])

    def opening(self) -> list[tuple[str, str]]:
        """What opens a text, with its question."""
        return [(q.id, one.id) for q in self._questions() for one in q.names() if one.opens_text]

    def must_pick(self, stem: str, said: Takes) -> QuestionBase:
        found = self.pick(stem, said)
        if found is None:
            raise Unclear("label_studio.unknown_control", stem, [q.id for q in self._questions()])
        return found


def plain_label(label: str) -> str:
    """
    >>> plain_label("  Wrong  Action "), plain_label("not_fluent")
    ('wrong action', 'not fluent')
    """
    return " ".join(label.replace("_", " ").casefold().split())


def loose_label(label: str) -> str:
    """Only the words, and which of them is joined to which other how is left out; what has no letter stays as it is.

    >>> loose_label("Subjective and/or patronizing"), loose_label("subjective / patronizing"), loose_label("-1")
    ('subjective patronizing', 'subjective patronizing', '-1')
    """
    plain = plain_label(label)
    words = [word for word in _WORD.findall(plain) if word not in ("and", "or")]
    return " ".join(words) if any(word[0].isalpha() for word in words) else plain


def _nearness(stem: str, hit: Hit) -> tuple[int, bool]:
    """How near a control's name is to what a label means there, and whether that has the label for its own name.

    3 where the control is called like the question or category, 2 where one holds the name of the category, 1 where one
    holds that of the question, else 0.
    """
    name, question, category = plain(stem), plain(hit.question.id), plain(hit.category)
    rank = 3 if name in (question, category) else 0
    rank = rank or (2 if category and (category in name or name in category) else 0)
    return rank or int(question in name or name in question), not hit.by_alias


def _texts(value: JsonValue, key: str) -> list[JsonValue]:
    """What stands under a key, as a list."""
    found = value.get(key) if isinstance(value, dict) else value
    return list(found) if isinstance(found, list) else [] if found is None else [found]


def _number(controls: Controls, stem: str, value: JsonValue) -> list[AnswerPart]:
    found = value.get("rating", value.get("number")) if isinstance(value, dict) else value
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise Unclear("label_studio.not_a_number", found)
    question = controls.must_pick(stem, "number")
    return [AnswerPart(question.id, int(found) if float(found).is_integer() else float(found))]


def _choices(controls: Controls, stem: str, value: JsonValue) -> list[AnswerPart]:
    parts = []
    for label in _texts(value, "choices"):
        if isinstance(label, list):  # nested choices are told from the topmost down
            label = label[-1] if label else ""
        hit = controls.choose(stem, str(label))
        parts.append(_part(hit))
    return parts


def _part(hit: Hit) -> AnswerPart:
    return CONTROLS[type(hit.question)].part(hit.question, hit.value)


def _taxonomy(controls: Controls, stem: str, value: JsonValue) -> list[AnswerPart]:
    found = []
    for way in _texts(value, "taxonomy"):
        steps = [str(step) for step in way] if isinstance(way, list) else [str(way)]
        above = steps[0] if len(steps) > 1 and stem not in controls.said else stem
        found.append(_part(controls.choose(above, steps[-1])))
    return found


def _written(controls: Controls, stem: str, value: JsonValue) -> list[AnswerPart]:
    """A comment, the text that a tag opens, or else the comment of the judgement: nothing written is lost."""
    text = "\n".join(str(line) for line in _texts(value, "text")).strip()
    if not text:
        return []
    opening = controls.opening()
    named = [(q, tag) for q, tag in opening if plain(tag) in plain(stem)]
    comment = controls.pick(stem, "text")
    if stem == REMARK:
        return [AnswerPart(COMMENT, text)]
    if comment is not None and (not named or controls.is_near(stem, comment)):
        return [CONTROLS[type(comment)].part(comment, text)]
    if len(named or opening) == 1:
        question, tag = (named or opening)[0]
        return [AnswerPart(question, [{"id": tag, "text": text}], adds=True)]
    return [AnswerPart(COMMENT, text)]


def _pairwise(controls: Controls, stem: str, value: JsonValue) -> list[AnswerPart]:
    selected = value.get("selected") if isinstance(value, dict) else value
    if selected not in ("left", "right"):
        raise Unclear("label_studio.unknown_label", selected, ["left", "right"])
    question = controls.must_pick(stem, "side")
    return [CONTROLS[type(question)].part(question, "AB"[selected == "right"])]


def _spans(controls: Controls, stem: str, value: JsonValue) -> list[AnswerPart]:
    """Places are converted where the text is known."""
    question = controls.must_pick(stem, "spans")
    said = value if isinstance(value, dict) else {}
    parts = []
    for label in _texts(value, "labels"):
        name, _, weight = str(label).partition("/")
        known = {plain_label(n): one.id for one in question.names() for n in (one.id, *one.label.values())}
        if plain_label(name) not in known:
            raise Unclear("label_studio.unknown_label", label, [one.id for one in question.names()])
        mark: JsonObject = {"start": said.get("start"), "end": said.get("end"), "label": known[plain_label(name)]}
        mark |= {"weight": weight} if weight else {}
        parts.append(AnswerPart(question.id, [mark | {"text": said.get("text")}], adds=True))
    return parts


READERS: dict[str, Callable[[Controls, str, JsonValue], list[AnswerPart]]] = {
    "rating": _number,
    "number": _number,
    "choices": _choices,
    "taxonomy": _taxonomy,
    "textarea": _written,
    "pairwise": _pairwise,
    "labels": _spans,
    "hypertextlabels": _spans,
}
