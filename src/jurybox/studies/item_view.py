"""Looking at one item: what was shown, which system made it, and what each rater said."""

import json
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from jurybox.core import MEDIA_TYPES, Fields, NotFound
from jurybox.core.questions import QuestionBase
from jurybox.store import Run, items, log, people, systems
from jurybox.studies.carry.export import value_and_text
from jurybox.studies.sealing import under_seal
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """What one rater answered to one question about one target."""

    rater: str
    name: str
    question: str
    about: str
    value: str
    text: str
    by: str


class ShownText(NamedTuple):
    """A field by its name; of a picture or clip the name of its file."""

    name: str
    text: str


class SystemOutput(TypedDict):
    systems: list[str]
    texts: list[ShownText]


class ItemView(TypedDict):
    """An item as an organiser sees it, systems and raters named."""

    key: str
    group: str
    withdrawn: bool
    fields: list[ShownText]
    segments: list[list[ShownText]]
    candidates: list[SystemOutput]
    said: list[ShownAnswer]


def show_item(bench: Workbench, study: str, key: str) -> ItemView:
    return bench.database.read(lambda run: _item(run, load_view(run, find_study(run, study).id), key))


def _item(run: Run, view: StudyView, key: str) -> ItemView:
    found = items.find(run, study=view.id, key=key)
    if found is None:
        raise NotFound.of("item.not_there", given=key)
    made, content = under_seal(systems.makers_of_item(run, found.id)), found.content
    return {
        "key": key,
        "group": content.group,
        "withdrawn": content.withdrawn,
        "fields": _texts(view, content.fields),
        "segments": [_texts(view, part.get("fields", {})) for part in content.segments],
        "candidates": [{"systems": made[c], "texts": _shown(view, content.candidates[c])} for c in made],
        "said": _said(run, view, found.id, made),
    }


def _shown(view: StudyView, candidate: items.ShownCandidate) -> list[ShownText]:
    parts = enumerate(candidate.segments, start=1)
    of_segments = [ShownText(f"{name} #{n}", text) for n, fields in parts for name, text in _texts(view, fields)]
    return _texts(view, candidate.fields) + of_segments


def _texts(view: StudyView, fields: Fields) -> list[ShownText]:
    found = []
    for name, value in fields.items():
        field = view.protocol.fields.get(name)
        if isinstance(value, dict) and field is not None and field.type in MEDIA_TYPES:
            value = value.get("name") or value.get("type") or ""
        found.append(ShownText(name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)))
    return found


def _said(run: Run, view: StudyView, item: int, made: dict[int, list[str]]) -> list[ShownAnswer]:
    """The newest answers of each assignment, first passes and repeats, rater by rater."""
    members = {m.id: (f"R{n}", m.name) for n, m in enumerate(people.memberships(run, view.id), start=1)}
    newest = {(said.assignment, said.stage): said for said in log.of_item(run, item)}
    found = []
    for said in sorted(newest.values(), key=lambda said: (said.membership, said.seq)):
        rater, name = members[said.membership]
        label = rater if said.purpose == "rating" else f"{rater} ({said.purpose})"
        if said.cannot is not None:
            found.append(ShownAnswer(label, name, view.stage(said.stage).id, "", "", said.cannot, "cannot"))
        for id, cells in said.answers.items():
            question = view.protocol.question(id)
            for target, answer in cells.items():
                value, text = value_and_text(question, answer)
                about = _about(question, target, made)
                by = "cannot" if answer.value is None else answer.by
                found.append(ShownAnswer(label, name, id, about, "" if value is None else f"{value}", text or "", by))
        if said.comment:
            found.append(ShownAnswer(label, name, "", "", "", said.comment, "rater"))
    return found


def _about(question: QuestionBase, target: str, made: dict[int, list[str]]) -> str:
    if question.about == "candidate":
        return ", ".join(made.get(int(target), [target]))
    return f"#{target}" if question.about == "segment" else ""
