"""A study once more, without its judgements: for next year, or for other raters."""

import json
from dataclasses import dataclass
from pathlib import Path

from jurybox.core import Conflict, Import, JsonObject
from jurybox.exchange.files import collector_paused
from jurybox.protocols import LoadedProtocol
from jurybox.store import StudyRow, imports, onboarding, studies
from jurybox.studies.lifecycle.create import ItemFiles, StudyDraft, create_study, write_import
from jurybox.studies.progress import Progress, silent
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench, view_of


@dataclass(frozen=True, slots=True)
class StudyCopy:
    """How a copy is called. Without a name it has that of the study; without a seed, a new one."""

    key: str
    name: str | None = None
    seed: str | None = None


@collector_paused()
def copy_study(
    bench: Workbench, key: str, copy: StudyCopy, progress: Progress = silent, who: str = "command line"
) -> tuple[StudyRow, Import]:
    """A new draft with the protocol, newest guideline, settings, items and outputs of a study.

    Raters, judgements and what was withdrawn stay behind, and so does the completion code: it is the platform's for
    one study. The seed is a new one, so that every order is drawn anew.
    """
    view = view_of(bench, key)
    if bench.database.read(lambda run: studies.study_by_key(run, copy.key)):
        raise Conflict.of("study.key_taken", "key", copy.key)
    batch, examples = bench.database.read(
        lambda run: (imports.copyable(run, view.id), onboarding.example_documents(run, view.id))
    )
    wishes = view.settings.model_dump(exclude={"completion_code": True, "calibration": {"review_code"}})
    origin: JsonObject = {"copied_from": {"key": key, "study": view.row.uid}}
    draft = StudyDraft(copy.key, copy.name or view.row.name, wishes, copy.seed)
    row = create_study(bench, loaded_of(view), draft, who, examples, origin)
    if batch.items:
        write_import(bench, view_of(bench, copy.key), batch, ItemFiles([]), progress, who)
    return row, batch


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
