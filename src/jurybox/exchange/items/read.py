"""Items, systems and outputs from tables: the plainest form, one rule for all tables.

Tables of other shapes (docs/files/tables.md) are put into this one first. Reserved columns are id, group, system, kind,
segment, start and end; every other column is a field of the protocol, and the field's `per` says where its value goes.
A row without a system speaks of the item alone. Several tables may speak of the same items. An empty cell means "not
said here". Nothing is stored before everything has been checked.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from jurybox.core import EmptyOutputs, Import, Protocol
from jurybox.exchange.files import Faults, collector_paused
from jurybox.exchange.items.attach import Attachments, StoreMedia
from jurybox.exchange.items.build import Builder
from jurybox.exchange.items.checks import Completion, Existing
from jurybox.exchange.items.file_keys import key_by_files
from jurybox.exchange.items.media_paths import Beside
from jurybox.exchange.items.reading import AS_GUESSED, Reading
from jurybox.exchange.items.rows_into_items import Gathered
from jurybox.exchange.items.tables_in import Arranged, Arranger, Watch
from jurybox.exchange.items.wrong_id import tell_wrong_id

Progress = Callable[[int, int], None]
"""Called with bytes done and bytes in all: those of the tables, then twice those of the media, checked and stored."""

NOTHING = Existing()


def read_import(
    protocol: Protocol,
    tables: list[Path],
    *,
    store_media: StoreMedia,
    media: Path | None = None,
    people: Path | None = None,
    empty: EmptyOutputs = "refuse",
    existing: Existing = NOTHING,
    progress: Progress | None = None,
    reading: Reading = AS_GUESSED,
    preview: bool = False,
    watch: Watch | None = None,
) -> Import:
    """Read and check everything, then store the media; Refused carries every fault with its file and line.

    A guess that must be said first is a fault; in a preview it is a note.
    """
    tell = progress or (lambda done, total: None)
    names = _names(tables)
    faults = Faults(names)
    with collector_paused():
        gathered = Gathered(protocol, faults)
        gathered.known = existing.items
        beside = Beside(protocol, media, tables)
        arranger = Arranger(protocol, reading, beside, existing, faults, watch)
        arranged, total = _read(tables, names, arranger, gathered, tell, preview)
        if any(layout.by_text for layout in arranged.layouts):
            key_by_files(gathered, protocol, existing.items)
        wrong_id = tell_wrong_id(gathered, arranged)
        for fault in () if preview else arranged.unsaid:
            faults.put(fault)
        attachments = Attachments(beside.folder, people, faults)
        completion = Completion(gathered, attachments, empty, existing)
        if faults.unread or wrong_id:
            completion.want_files()
        elif gathered.drafts:
            completion.check((names[0], 1))
        elif not faults:
            faults.add("import.no_rows", (names[0] if names else "", 1))
    size = attachments.find()
    if reading.missing == "leave-out":
        completion.leave_out_without(attachments.missing)
    else:
        attachments.refuse_missing()
    whole = total + 2 * size
    attachments.check(lambda done: tell(total + done, whole))
    faults.refuse()
    attachments.store(store_media, lambda done: tell(total + size + done, whole))
    tell(whole, whole)
    with collector_paused():
        batch = Builder(protocol, gathered, attachments, existing).build(completion)
    return replace(
        batch,
        repeated=tuple(arranged.repeats.left_out),
        notes=(*arranged.notes, *attachments.notes, *completion.notes),
        unsaid=tuple(arranged.unsaid),
        read_as=tuple(layout.as_data() for layout in arranged.layouts if not layout.is_as_named),
    )


def _names(tables: list[Path]) -> list[str]:
    """What the files are called in faults: by name, by path where two have one name."""
    count = Counter(path.name for path in tables)
    return [path.name if count[path.name] == 1 else str(path) for path in tables]


def _read(
    tables: list[Path], names: list[str], arranger: Arranger, gathered: Gathered, tell: Progress, preview: bool
) -> tuple[Arranged, int]:
    """Gather the rows of all tables; how they were arranged, and how many bytes they are."""
    sizes = [path.stat().st_size if path.is_file() else 0 for path in tables]
    total = sum(sizes)
    before = 0
    for path, name, size in zip(tables, names, sizes, strict=True):
        arranger.open(path, name, lambda done, before=before: tell(before + done, total))  # type: ignore[misc]
        before += size
    arranged = arranger.arrange(preview)
    gathered.nameless = arranged.nameless
    gathered.called = dict(called for layout in arranged.layouts for called in layout.called())
    for table in arranged.tables:
        gathered.read(table)
    tell(total, total)
    return arranged, total
