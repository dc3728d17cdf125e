"""Files of Label Studio, read and checked as a whole: the items they add, and the judgements in them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path

from jurybox.core import EmptyOutputs, Fault, Import, Protocol
from jurybox.exchange.files import Faults, Place, collector_paused, list_in, short
from jurybox.exchange.items import (
    Attachments,
    Builder,
    Completion,
    Existing,
    Gathered,
    ItemColumns,
    StoreMedia,
)
from jurybox.exchange.label_studio import annotations, intake
from jurybox.exchange.label_studio.annotations import AnnotationReader, GivenAnnotation
from jurybox.exchange.label_studio.controls import Controls
from jurybox.exchange.label_studio.faults import TaskFaults
from jurybox.exchange.label_studio.intake import Duplicates, Lookup, TaskIntake
from jurybox.exchange.label_studio.mapping import SaidMapping, TaskLayout, lay_out
from jurybox.exchange.label_studio.offsets import ClipTimes, OffsetHint
from jurybox.exchange.label_studio.passes import Equals, RatingPass, Sorter
from jurybox.exchange.label_studio.paths import Path as DataPath
from jurybox.exchange.label_studio.preview import TaskPreview, preview_of
from jurybox.exchange.label_studio.tasks import Task, read_tasks
from jurybox.exchange.label_studio.times import RATE_KEYS, TimeReading, chosen_times, found_times
from jurybox.exchange.label_studio.units import TaskParts, TaskReader

SAMPLE = 200
"""How many tasks are looked at before the layout is guessed."""
PREVIEWED = 3
LONGEST_NAME = 200
"""Of a rater."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TaskOptions:
    """What the organiser said of the files."""

    layout: SaidMapping = field(default_factory=SaidMapping)
    timing: TimeReading = field(default_factory=TimeReading)
    controls: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    """What chosen labels mean: the id or name of a tag, option or level."""
    raters: Mapping[str, str] = field(default_factory=dict)
    """What accounts of Label Studio are called here; two with one name are one rater."""
    duplicates: Duplicates = "refuse"
    leave_out_incomplete: bool = False


@dataclass(slots=True)
class ReadFiles:
    """What the files hold."""

    layout: TaskLayout
    items: intake.IntakeCounts
    said: annotations.LeftOutCounts
    passes: list[RatingPass]
    left_out: list[str]
    names: dict[str, str]
    """Of each account."""
    previews: list[TaskPreview]
    lengths: dict[str, float] = field(default_factory=dict)
    """Of the clips, in seconds, by name."""
    offset: OffsetHint | None = None
    """What the offset may be, where the files speak for another than was said."""
    beyond: float = 0.0
    """By how many seconds segments end after their clips."""
    batch: Import | None = None
    """What is new; None where nothing is, or where nothing was to be stored."""


@dataclass(frozen=True, slots=True)
class Room:
    """What the study has, and where files are looked for."""

    protocol: Protocol
    existing: Existing
    lookup: Lookup | None = None
    media: Path | None = None
    people: Path | None = None
    empty: EmptyOutputs = "refuse"
    merge: str = "exact"
    """Which outputs are equal."""


def read_files(
    files: list[Path],
    room: Room,
    options: TaskOptions,
    store_media: StoreMedia | None,
    progress: Progress | None = None,
) -> ReadFiles:
    """Read and check everything, then store the media; Refused carries every fault with its file and line.

    Without `store_media` nothing is stored or built: that is how things are looked at beforehand.
    """
    names = [path.name for path in files]
    faults = TaskFaults(names)
    tasks = _all_tasks(files, names, faults, progress or (lambda done, total: None))
    sample = list(islice(tasks, SAMPLE))
    if not sample:
        faults.refuse()
    data = [task.data for task in sample]
    layout = _as_ours(lay_out(room.protocol, data, options.layout, room.people is not None), sample[0])
    reader = _Reader(room, options, layout, sample, faults)
    attachments = Attachments(room.media, room.people, faults)
    with collector_paused():
        gathered = Gathered(room.protocol, faults)
        reader.read(chain(sample, tasks), gathered, (names[0], 1))
        completion = Completion(gathered, attachments, room.empty, room.existing)
        if faults.unread:
            completion.want_files()
        elif gathered.drafts:
            completion.check((names[0], 1))
        found = reader.found()
    attachments.find()
    attachments.refuse_missing()
    attachments.check(lambda done: None)
    faults.refuse()
    found.lengths = attachments.lengths()
    found.offset, found.beyond = reader.clips.hint(found.lengths), reader.clips.beyond(found.lengths)
    if store_media is not None and gathered.drafts:
        attachments.store(store_media, lambda done: None)
        with collector_paused():
            found.batch = Builder(room.protocol, gathered, attachments, room.existing).build(completion)
    return found


def _all_tasks(files: list[Path], names: list[str], faults: Faults, progress: Progress) -> Iterator[Task]:
    sizes = [path.stat().st_size if path.is_file() else 0 for path in files]
    before, total = 0, sum(sizes)
    for path, name, size in zip(files, names, sizes, strict=True):
        yield from read_tasks(path, name, faults, lambda done, before=before: progress(before + done, total))  # type: ignore[misc]
        before += size
        progress(before, total)


class _Reader:
    """Takes tasks one after the other: rows go on, annotations and the first few units are kept."""

    def __init__(
        self, room: Room, options: TaskOptions, layout: TaskLayout, sample: list[Task], faults: Faults
    ) -> None:
        self.layout, self.options, self.faults = layout, options, faults
        self.tasks = TaskReader(room.protocol, layout, options.timing, room.media, faults)
        self.intake = TaskIntake(faults, room.lookup, options.duplicates)
        controls = Controls(room.protocol, options.controls, options.labels)
        self.annotations = AnnotationReader(room.protocol, controls, faults, options.leave_out_incomplete)
        self.annotations.learn(sample, _entries(layout, sample))
        self.used = _used(layout)
        self.given: list[GivenAnnotation] = []
        self.equals = Equals(room.merge)
        self.previews: list[TaskPreview] = []
        self.clips = ClipTimes(options.timing)
        videos = [name for name, spec in room.protocol.fields.items() if spec.type == "video" and spec.per == "item"]
        self._video = videos[0] if videos and room.protocol.unit.segments else ""

    def read(self, tasks: Iterable[Task], gathered: Gathered, header: Place) -> None:
        columns = gathered.know(self.tasks.columns(), header)
        for task in tasks:
            made = self.tasks.read(task)
            if made is None:
                continue
            self._look_at_times(task, made)
            for system, number in self.intake.take(made):
                _gather(made, system, number, gathered, columns)
            if task.annotations or task.completions:
                self.given += self.annotations.read(task, made, self.used)
                self.equals.learn(made)

    def _look_at_times(self, task: Task, made: TaskParts) -> None:
        timing = self.options.timing
        entries = DataPath(self.layout.each).get(task.data) if self.layout.each and made.segments else None
        times = found_times(task, entries, timing) if isinstance(entries, list) else {}
        clip, taken = made.item.get(self._video, ""), chosen_times(times, timing)
        if taken:
            self.clips.learn(clip, times, taken)
        if len(self.previews) < PREVIEWED:
            self.previews.append(preview_of(task, made, times, timing, clip))

    def found(self) -> ReadFiles:
        names = {account: self._name(account, called) for account, called in self.annotations.counts.accounts.items()}
        for name in names.values():
            if not 0 < len(name.strip()) <= LONGEST_NAME:
                self.faults.put(Fault("rater.bad_name", "--rater", short(name), LONGEST_NAME))
        sorter = Sorter(names, self.equals, self.options.duplicates, self.faults)
        sorter.sort(self.given)
        counts = self.annotations.counts
        unused = tuple(name for name in self.layout.unused if name not in counts.flat)
        for name in unused:  # in JSON-MIN they were taken for controls, and were none
            counts.not_carried.pop(name, None)
        return ReadFiles(
            replace(self.layout, unused=unused),
            self.intake.counts,
            counts,
            sorter.passes,
            sorter.left_out,
            names,
            self.previews,
        )

    def _name(self, account: str, called: str) -> str:
        return self.options.raters.get(account, self.options.raters.get(called, called))


def _gather(made: TaskParts, system: str, number: int, gathered: Gathered, columns: ItemColumns) -> None:
    """What a task says of one of its systems."""
    if made.segments:
        for row in made.rows_of(system, number):
            gathered.take(made.place, row, columns)
    else:
        named = system.strip() if columns.system else ""
        about = (made.place, made.key.strip(), named)
        gathered.take_whole(about, columns, made.item, made.outputs[number][0])


def _as_ours(layout: TaskLayout, first: Task) -> TaskLayout:
    """Files of our own name items, groups and systems beside the data: raters of Label Studio see the data."""
    ours = first.meta.get("jurybox") if isinstance(first.meta, dict) else None
    if not isinstance(ours, dict):
        return layout
    has_systems = any(name for names in list_in(ours, "systems") or () if isinstance(names, list) for name in names)
    return replace(layout, is_ours=True, has_systems=has_systems, system=(), group=None, id=None)


def _entries(layout: TaskLayout, sample: list[Task]) -> int:
    """How many entries the lists of the tasks have."""
    if layout.each is None:
        return max((len(paths) for paths in layout.fields.values()), default=1)
    lists = (DataPath(layout.each).get(task.data) for task in sample)
    return max((len(entries) for entries in lists if isinstance(entries, list)), default=1)


def _used(layout: TaskLayout) -> frozenset[str]:
    """The top-level names of the data that are shown or known."""
    paths = [path for chosen in layout.fields.values() for path in chosen]
    paths += [*layout.system, *(p for p in (layout.group, layout.id, layout.position) if p)]
    return frozenset({path.text.split("[")[0].split(".")[0] for path in paths} | {layout.each or "", *RATE_KEYS})
