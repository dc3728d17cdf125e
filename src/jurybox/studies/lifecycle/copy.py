"""A study once more, without its judgements: for next year, or for other raters."""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from jurybox.core import Conflict, Fault, Import, JsonObject, Refused, refuse
from jurybox.exchange.files import collector_paused
from jurybox.protocols import LoadedProtocol
from jurybox.store import StudyRow, imports, onboarding, studies
from jurybox.studies.lifecycle.create import ItemFiles, StudyDraft, create_study, write_import
from jurybox.studies.progress import Progress, silent
from jurybox.studies.sealing import behind_seal, under_seal
from jurybox.studies.study import ORIGIN, StudyView, origin_of
from jurybox.studies.workbench import Workbench, view_of

MOST_FAULTS = 100


@dataclass(frozen=True, slots=True)
class StudyCopy:
    """How a copy is called. Without a name it has that of the study; without a seed, a new one."""

    key: str
    name: str | None = None
    seed: str | None = None
    items: Collection[str] | None = None
    """The keys of the items to take; all of them where none are said."""
    systems: Collection[str] | None = None
    """The systems to take, by the names under which they may be seen; all of them where none are said."""


@collector_paused()
def copy_study(
    bench: Workbench, key: str, copy: StudyCopy, progress: Progress = silent, who: str = "command line"
) -> tuple[StudyRow, Import]:
    """A new draft with the protocol, newest guideline, settings, items and outputs of a study, or just some of them.

    Raters, judgements, suggestions and what was withdrawn stay behind, and so does the completion code: it is the
    platform's for one study. The seed is a new one, so that every order is drawn anew.
    """
    view = view_of(bench, key)
    if bench.database.read(lambda run: studies.study_by_key(run, copy.key)):
        raise Conflict.of("study.key_taken", "key", copy.key)
    batch, examples = bench.database.read(
        lambda run: (imports.copyable(run, view.id), onboarding.example_documents(run, view.id))
    )
    batch = selected(batch, copy)
    left: dict[str, bool | set[str]] = {"completion_code": True, "calibration": {"review_code"}, "prefill": True}
    wishes = view.settings.model_dump(exclude=left)
    origin: JsonObject = {"copied_from": {"key": key, "study": view.row.uid}}
    if campaign := bench.database.read(lambda run: origin_of(run, view.id)):
        origin[ORIGIN] = campaign
    draft = StudyDraft(copy.key, copy.name or view.row.name, wishes, copy.seed)
    row = create_study(bench, loaded_of(view), draft, who, examples, origin)
    if batch.items:
        write_import(bench, view_of(bench, copy.key), batch, ItemFiles([]), progress, who)
    return row, batch


def selected(batch: Import, copy: StudyCopy) -> Import:
    """Just the items and systems that are wanted; every key and name that is not there is a fault."""
    if copy.items is None and copy.systems is None:
        return batch
    keys = {item.key for item in batch.items}
    makers = {system.name for system in batch.systems}
    wanted = keys if copy.items is None else set(copy.items)
    chosen = makers if copy.systems is None else {behind_seal(name) for name in copy.systems}
    faults = [Fault("copy.unknown_item", "items", key) for key in sorted(wanted - keys)[:MOST_FAULTS]]
    allowed = under_seal(sorted(makers))
    faults += [Fault("copy.unknown_system", "systems", name, allowed) for name in _strangers(copy, makers)]
    refuse(faults)
    outputs = tuple(made for made in batch.outputs if made.item in wanted and made.system in chosen)
    left = {made.item for made in outputs}
    if not left:
        raise Refused.of("copy.nothing", "items")
    return replace(
        batch,
        items=tuple(item for item in batch.items if item.key in left),
        systems=tuple(system for system in batch.systems if system.name in chosen),
        outputs=outputs,
    )


def _strangers(copy: StudyCopy, makers: Collection[str]) -> list[str]:
    return [name for name in copy.systems or () if behind_seal(name) not in makers]


def read_keys(text: str) -> list[str]:
    """Keys of items as they are pasted, or stand in a file: one to a line, each once.

    >>> read_keys("t1\\n\\n t2 \\nt1")
    ['t1', 't2']
    """
    return list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))


def loaded_of(view: StudyView) -> LoadedProtocol:
    """The protocol of a study as if it had just been read, with the prose that raters read now."""
    content = view.row.protocol_content.encode()
    return LoadedProtocol(
        protocol=view.protocol,
        document=json.loads(content),
        content=content,
        hash=view.row.protocol_hash,
        guidelines={lang: found.prose for lang, found in view.guidelines.items()},
        guideline_hashes={lang: found.hash for lang, found in view.guidelines.items()},
        folder=Path(),
    )
