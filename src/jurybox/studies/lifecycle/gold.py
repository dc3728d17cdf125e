"""Checks whose answers the organiser knows: read from a table or a document into a draft, all or nothing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from jurybox.core import (
    CheckKind,
    CheckSays,
    Conflict,
    EventKind,
    Example,
    ExampleAnswer,
    Fault,
    JsonObject,
    Refused,
    StudyState,
    UnitShape,
    refuse,
)
from jurybox.core.questions import parts_of
from jurybox.exchange.files import Faults
from jurybox.exchange.media import store_media as keep_media
from jurybox.protocols import Node, node_of, read_gold, read_tree
from jurybox.store import Run, checks, onboarding, studies
from jurybox.studies.lifecycle.examples import shown_document
from jurybox.studies.lifecycle.gold_table import KINDS, GoldDraft, GoldTable
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench, view_of

LONGEST_NAME = 200
FOLLOWS = ("protocol.example_lacks", "protocol.too_few", "protocol.example_candidates", "protocol.example_segments")
"""Faults of a check of which nobody knows what it shows; that is told already."""
SENT = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".xlsx", ".yaml", ".yml")
"""Kinds that the server reads itself, and not its worker: none that unpacks to thousands of times its size."""
DOCUMENTS = (".yaml", ".yml")
"""Files in which checks are written as worked examples are, under `checks`."""


def add_gold(bench: Workbench, key: str, file: Path, media: Path | None = None, who: str = "command line") -> int:
    """Add the checks of a file to a draft; how many there were. Every fault at once, and then nothing is added."""
    view = view_of(bench, key)
    if view.row.state != StudyState.DRAFT:
        raise Conflict.of("checks.not_draft", given=key, state=view.row.state)
    new = list(_made(bench, view, _read(bench, view, file, media or file.parent), media or file.parent))

    def write(run: Run) -> None:
        checks.add(run, view.id, new)
        data: JsonObject = {"checks": len(new), "file": file.name}
        row = find_study(run, key)
        studies.append_event(run, row, kind=EventKind.CHECKS_ADDED, data=data, who=who, now=bench.now())

    bench.database.write(write)
    return len(new)


def add_gold_text(bench: Workbench, key: str, name: str, data: bytes, who: str) -> int:
    """The same of a file that was sent; what it names beside it can only be items of the study."""
    if "\0" in name or len(name.encode()) > LONGEST_NAME:
        raise Refused.of("upload.bad_name", "name", name[:LONGEST_NAME])
    if Path(name).suffix.lower() not in SENT:
        raise Refused.of("upload.wrong_type", "name", name, list(SENT))
    with TemporaryDirectory(dir=bench.folder) as folder:
        path = Path(folder) / Path(name).name
        path.write_bytes(data)
        return add_gold(bench, key, path, who=who)


def remove_gold(bench: Workbench, key: str, names: Sequence[str], who: str = "command line") -> int:
    """Take checks out of a draft again; all where none is named."""
    view = view_of(bench, key)
    if view.row.state != StudyState.DRAFT:
        raise Conflict.of("checks.not_draft", given=key, state=view.row.state)

    def write(run: Run) -> int:
        known = [one.name for one in checks.of_study(run, view.id)]
        refuse(Fault("checks.unknown", "name", name, known) for name in names if name not in known)
        gone = [name for name in names or known if checks.drop_named(run, view.id, name)]
        data: JsonObject = {"checks": len(gone)}
        row = find_study(run, key)
        studies.append_event(run, row, kind=EventKind.CHECKS_REMOVED, data=data, who=who, now=bench.now())
        return len(gone)

    return bench.database.write(write)


def _read(bench: Workbench, view: StudyView, file: Path, media: Path) -> list[tuple[GoldDraft, Example]]:
    faults = Faults([file.name])
    is_document = file.suffix.lower() in DOCUMENTS
    drafts = _from_document(file, faults) if is_document else _from_table(bench, view, file, faults)
    if not drafts and not faults:
        faults.add("checks.none", (file.name, 1))
    examples: dict[int, Example] = {}
    for of_study in (True, False):
        some = [n for n, (draft, _) in enumerate(drafts) if (draft.material is not None) == of_study]
        folder = None if of_study else media
        sound, wrong = read_gold(view.row.protocol_content, [drafts[n][1] for n in some], file.name, folder)
        examples |= dict(zip(some, sound, strict=False))
        lost = {drafts[n][0].line for n in some if drafts[n][0].is_lost}
        for fault in wrong:
            if fault.line not in lost or fault.code not in FOLLOWS:
                faults.put(fault)
    _check_names(bench, view, [draft for draft, _ in drafts], file.name, faults)
    faults.refuse()
    return [(draft, examples[n]) for n, (draft, _) in enumerate(drafts)]


def _from_table(bench: Workbench, view: StudyView, file: Path, faults: Faults) -> list[tuple[GoldDraft, Node]]:
    def known(item: str) -> checks.CheckMaterial | None:
        return bench.database.read(lambda run: checks.material(run, view.id, item))

    found = GoldTable(view.protocol, known, view.settings.merge, faults).read(file)
    return [(draft, node_of(draft.document, draft.line)) for draft in found]


def _from_document(file: Path, faults: Faults) -> list[tuple[GoldDraft, Node]]:
    try:
        root, wrong = read_tree(file.read_bytes().decode("utf-8"), file.name)
    except (OSError, UnicodeDecodeError) as error:
        faults.add("import.unreadable", (file.name, 1), getattr(error, "strerror", None) or "it is not UTF-8")
        return []
    for fault in wrong:
        faults.put(fault)
    listed = root.child("checks") if root is not None else None
    if root is None or listed is None or not isinstance(listed.value, list):
        faults.add("checks.none", (file.name, 1))
        return []
    return [_written(node, file.name, faults) for node in listed.value]


def _written(node: Node, file: str, faults: Faults) -> tuple[GoldDraft, Node]:
    """A check of a document: a worked example, with `kind` and `group` beside it."""
    own = {name: child.plain() for name in ("id", "kind", "group") if (child := node.child(name)) is not None}
    kind = str(own.get("kind", KINDS[0]))
    if kind not in KINDS:
        faults.add("checks.unknown_kind", (file, node.line), kind, KINDS)
    if isinstance(node.value, dict):
        kept = {name: child for name, child in node.value.items() if name not in ("kind", "group")}
        node = Node(node.loc, node.line, kept)
    return GoldDraft(str(own.get("id", "")), node.line, kind, str(own.get("group", "")), {}), node


def _check_names(bench: Workbench, view: StudyView, drafts: Sequence[GoldDraft], file: str, faults: Faults) -> None:
    there = {one.name for one in bench.database.read(lambda run: checks.of_study(run, view.id))}
    often = Counter(draft.name for draft in drafts)
    groups = sorted({shape.group for shape in bench.database.read(view.item_shapes)})
    for draft in drafts:
        if draft.name in there or often[draft.name] > 1:
            faults.add("checks.name_taken", (file, draft.line), draft.name)
        if draft.group and draft.group not in groups:
            faults.add("checks.unknown_group", (file, draft.line), draft.group, groups)


def _made(
    bench: Workbench, view: StudyView, found: Sequence[tuple[GoldDraft, Example]], media: Path
) -> Iterator[checks.NewCheck]:
    for draft, example in found:
        shown = draft.material
        content = (
            shown_document(view.protocol, example, media, partial(keep_media, bench.media))
            if shown is None
            else _of_study(shown, draft.systems)
        )
        source, kind = shown.id if shown else None, CheckKind(draft.kind)
        for window, answers in _by_window(view.protocol.unit, len(content["segments"]), example.answers):
            name = f"{draft.name} ({window})" if window > 1 else draft.name
            if window:
                content = {**content, "window": window}
            yield checks.NewCheck(name, kind, draft.group, source, content, CheckSays(answers=answers))


def _by_window(
    shape: UnitShape, segments: int, answers: Sequence[ExampleAnswer]
) -> Iterator[tuple[int, tuple[ExampleAnswer, ...]]]:
    """A long document is checked window by window, as it is rated: where an answer about a segment is known.

    What is said of the whole is said of each; where nothing else is said, of the first.
    """
    named = {parts_of(answer.target)[1] for answer in answers} - {0}
    for window in shape.windows(segments):
        rated = shape.span(window, segments).rated
        if named & {*rated} or (window <= 1 and not named):
            yield window, tuple(answer for answer in answers if parts_of(answer.target)[1] in (0, *rated))


def _of_study(shown: checks.CheckMaterial, systems: Sequence[Sequence[str]]) -> onboarding.ExampleContent:
    return {
        "fields": shown.fields,
        "segments": shown.segments,
        "candidates": [
            {"fields": shown.outputs[name].fields, "segments": shown.outputs[name].segments} for name, *_ in systems
        ],
    }
