"""`jurybox label-studio protocol`: a labeling configuration becomes a protocol file that passes the check."""

import io
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ruamel.yaml import YAML

from jurybox.core import Conflict, JsonObject, Refused, refuse
from jurybox.exchange.files import Faults
from jurybox.exchange.label_studio import DraftProtocol, DraftWishes, draft_protocol, read_config, read_tasks
from jurybox.protocols import lint_text

SAMPLE = 20
WIDTH = 110


@dataclass(frozen=True, slots=True)
class Drafted:
    path: Path
    name: str
    notes: list[str]
    """What was not carried, or not as it was, each with its line."""
    fields: dict[str, list[str]]
    """Where each field stands in the data of a task."""


def draft_from_config(
    config: Path, to: Path, wishes: DraftWishes, tasks: Path | None = None, force: bool = False
) -> Drafted:
    """Write a draft protocol. `tasks` is a file of tasks, which tells what a Repeater goes through."""
    if to.exists() and not force:
        raise Conflict.of("export.exists", given=str(to))
    draft = draft_protocol(read_config(config), wishes, _sample(tasks) if tasks else None)
    notes = [f"{config.name}:{line}: {what}" for line, what in draft.notes]
    text = _yaml(draft, config.name, notes)
    refuse(lint_text(text, str(to)))
    try:
        to.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused.of("label_studio.not_written", given=str(to), reason=error.strerror or str(error)) from error
    return Drafted(to, f"{wishes.id}@1", notes, draft.paths)


def _sample(tasks: Path) -> list[JsonObject]:
    faults = Faults()
    found = [task.data for task in islice(read_tasks(tasks, tasks.name, faults), SAMPLE)]
    faults.refuse()
    return found


def _yaml(draft: DraftProtocol, name: str, notes: list[str]) -> str:
    yaml = YAML(typ="rt")
    yaml.width, yaml.allow_unicode, yaml.default_flow_style = WIDTH, True, False
    stream = io.StringIO()
    yaml.dump(draft.document, stream)
    told = ["Not carried, or not as it was:", *(f"- {note}" for note in notes)] if notes else []
    head = [f"A draft made from {name}. Look at every text before you use it.", *told]
    return "".join(f"# {line}\n" for line in head) + "\n" + stream.getvalue()
