"""Label Studio: tasks and annotations in and out, and a labeling configuration as a draft protocol.

Its formats: https://labelstud.io/guide/task_format (tasks, annotations, predictions), https://labelstud.io/guide/export
(JSON and JSON-MIN) and https://labelstud.io/tags (what each control writes).
"""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.label_studio.annotations import GivenAnnotation
    from jurybox.exchange.label_studio.config import read_config
    from jurybox.exchange.label_studio.draft import DraftProtocol, DraftWishes, draft_protocol
    from jurybox.exchange.label_studio.intake import Duplicates, Lookup, Stored
    from jurybox.exchange.label_studio.labeling_config import labeling_of
    from jurybox.exchange.label_studio.mapping import SaidMapping
    from jurybox.exchange.label_studio.passes import RatingPass
    from jurybox.exchange.label_studio.preview import TaskPreview
    from jurybox.exchange.label_studio.read import ReadFiles, Room, TaskOptions, read_files
    from jurybox.exchange.label_studio.tasks import read_tasks
    from jurybox.exchange.label_studio.times import TIME_SOURCES, TimeReading, TimeSource, exact_rate
    from jurybox.exchange.label_studio.units import seconds_text
    from jurybox.exchange.label_studio.write import OutJudgement, OutSegment, OutUnit, TaskWriter, encoded
else:
    __getattr__ = door(__name__)

__all__ = [
    "TIME_SOURCES",
    "DraftProtocol",
    "DraftWishes",
    "Duplicates",
    "GivenAnnotation",
    "Lookup",
    "OutJudgement",
    "OutSegment",
    "OutUnit",
    "RatingPass",
    "ReadFiles",
    "Room",
    "SaidMapping",
    "Stored",
    "TaskOptions",
    "TaskPreview",
    "TaskWriter",
    "TimeReading",
    "TimeSource",
    "draft_protocol",
    "encoded",
    "exact_rate",
    "labeling_of",
    "read_config",
    "read_files",
    "read_tasks",
    "seconds_text",
]
