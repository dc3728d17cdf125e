"""Looking at one item: what was shown, which system made it, and what each rater said."""

import json
from dataclasses import dataclass
from typing import Any

from jurybox.core import MEDIA_TYPES, NotFound
from jurybox.store import items, people
from jurybox.store.statement import Run
from jurybox.studies.carry.export import value_and_text
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


def show_item(bench: Workbench, study: str, key: str) -> dict[str, Any]:
    """An item as an organiser sees it, systems and raters named."""
    return bench.database.read(lambda run: _item(run, load_view(run, find_study(run, study).id), key))


def _item(run: Run, view: StudyView, key: str) -> dict[str, Any]:
    row = items.item_row(run, view.id, key)
    if row is None:
        raise NotFound.of("item.not_there", given=key)
    id, group, fields, segments, withdrawn_at = row
    made: dict[int, list[str]] = {}
    for candidate, system in items.systems_of(run, id):
        made.setdefault(candidate, []).append(system)
    shown: dict[int, list[tuple[str, str]]] = {candidate: [] for candidate in made}
    for candidate, segment, content in items.outputs_of(run, id):
        shown[candidate] += [(f"{name} #{segment}" if segment else name, text) for name, text in _texts(view, content)]
    return {
        "key": key, "group": group, "withdrawn": withdrawn_at is not None, "fields": _texts(view, fields),
        "segments": [_texts(view, json.dumps(part.get("fields", {}))) for part in json.loads(segments)],
        "candidates": [{"systems": made[c], "texts": shown[c]} for c in made],
        "said": _said(run, view, id, made),
    }  # fmt: skip


def _texts(view: StudyView, fields: str) -> list[tuple[str, str]]:
    """Names and texts; of a picture or clip the name of its file."""
    found = []
    for name, value in json.loads(fields).items():
        field = view.protocol.fields.get(name)
        if isinstance(value, dict) and field is not None and field.type in MEDIA_TYPES:
            value = value.get("name") or value.get("type") or ""
        found.append((name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)))
    return found


def _said(run: Run, view: StudyView, item: int, made: dict[int, list[str]]) -> list[ShownAnswer]:
    """The newest answers of each assignment, first passes and repeats, rater by rater."""
    members = {m.id: (f"R{n}", m.name) for n, m in enumerate(people.memberships(run, view.id), start=1)}
    newest = {(row[6], row[2]): row for row in items.said_of(run, item)}
    found = []
    for _, member, stage, answers, cannot, comment, _, purpose in sorted(newest.values(), key=lambda r: (r[1], r[0])):
        rater, name = members[member]
        label = rater if purpose == "rating" else f"{rater} ({purpose})"
        if cannot is not None:
            found.append(ShownAnswer(label, name, view.stage(stage).id, "", "", cannot, "cannot"))
        for question, cells in json.loads(answers).items():
            for target, cell in cells.items():
                value, text = value_and_text(cell)
                about = _about(view, question, target, made)
                by = "cannot" if "cannot" in cell else cell["by"]
                found.append(
                    ShownAnswer(label, name, question, about, "" if value is None else f"{value}", text or "", by)
                )
        if comment:
            found.append(ShownAnswer(label, name, "", "", "", comment, "rater"))
    return found


def _about(view: StudyView, question: str, target: str, made: dict[int, list[str]]) -> str:
    about = view.protocol.question(question).about
    if about == "candidate":
        return ", ".join(made.get(int(target), [target]))
    return f"#{target}" if about == "segment" else ""
