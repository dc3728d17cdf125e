"""What a trial is made of: the first items of a study, a sample table, worked examples, or words in their place."""

from collections.abc import Iterable, Mapping
from itertools import islice, product
from pathlib import Path

from jurybox.core import MEDIA_TYPES, ROLES, Field, Fields, Import, Item, Output, Protocol, in_language
from jurybox.design import candidate_order, merge, units_of_item
from jurybox.exchange import media
from jurybox.exchange.files import tables_of
from jurybox.exchange.items import read_import
from jurybox.protocols import LoadedProtocol
from jurybox.store import Content, items, onboarding
from jurybox.studies import demo
from jurybox.studies.lifecycle import example_documents
from jurybox.studies.study import StudyView

MOST_UNITS = 10
PLACEHOLDER_SEGMENTS = 3
"""Of a document of which nothing is known."""
Units = dict[int, list[tuple[list[int], Content, int]]]
"""By item: the candidates of each unit in the order in which they are shown, what can be shown of it, its window."""


def units_of(view: StudyView, contents: Mapping[int, Content]) -> Units:
    """The first units as opening the study would make them of these items."""
    made: Units = {}
    left = MOST_UNITS
    for item, content in contents.items():
        outputs = [(id, (shown.fields, shown.segments)) for id, shown in content.candidates.items()]
        shown = [group[0] for group in merge(outputs, view.settings.merge)]
        chosen = units_of_item(range(len(shown)), view.protocol.unit, view.row.seed, item)
        made[item] = [
            (candidate_order([shown[n] for n in ns], view.row.seed, "preview", item), content, window)
            for ns, window in islice(product(chosen, view.protocol.unit.windows(len(content.segments))), left)
        ]
        left -= len(made[item])
        if left == 0:
            break
    return made


def sample_contents(loaded: LoadedProtocol) -> dict[int, Content]:
    """What the sample table of a protocol holds; nothing where there is none."""
    if loaded.protocol.id not in demo.samples():
        return {}
    table = demo.sample_table(loaded.protocol.id)
    batch = read_import(
        loaded.protocol,
        tables_of([table]),
        media=_if_there(table.with_name("media")),
        people=_if_there(table.with_name("people.json")),
        empty="leave-out",
        store_media=_looked_at,
        preview=True,
    )
    return _contents(batch)


def _if_there(path: Path) -> Path | None:
    return path if path.exists() else None


def _contents(batch: Import) -> dict[int, Content]:
    outputs: dict[str, list[Output]] = {}
    for output in batch.outputs:
        outputs.setdefault(output.item, []).append(output)
    return {n: _content(item, outputs[item.key]) for n, item in enumerate(batch.items) if item.key in outputs}


def _content(item: Item, outputs: Iterable[Output]) -> Content:
    shown = {
        n: items.ShownCandidate(dict(o.fields), [dict(part) for part in o.segments]) for n, o in enumerate(outputs)
    }
    return Content(
        fields=dict(item.fields),
        segments=[{"start": s.start, "end": s.end, "fields": dict(s.fields)} for s in item.segments],
        group=item.group,
        withdrawn=False,
        candidates=shown,
    )


def example_contents(loaded: LoadedProtocol) -> dict[int, Content]:
    """What the worked examples show."""
    documents = example_documents(loaded, _looked_at)
    return {n: onboarding.content_of(document) for n, document in enumerate(documents)}


def _looked_at(path: Path, longest: int) -> media.MediaFile:
    return media.look_at_media(path)


def placeholders(protocol: Protocol, lang: str) -> dict[int, Content]:
    """Where there is nothing to show, each text is what its field is called."""
    wanted = protocol.unit.candidates
    segments: list[items.StoredSegment] = [
        {"start": None, "end": None, "fields": _named(protocol, ("segment",), lang, n)}
        for n in range(protocol.unit.count(PLACEHOLDER_SEGMENTS))
    ]
    candidates = {
        n: items.ShownCandidate(
            _named(protocol, ("system",) if segments else ("system", "output"), lang, n),
            [_named(protocol, ("output",), lang, n, part) for part in range(len(segments))],
        )
        for n in range(wanted if isinstance(wanted, int) else 2)
    }
    return {0: Content(_named(protocol, ("item",), lang), segments, "", False, candidates)}


def _named(protocol: Protocol, per: tuple[str, ...], lang: str, *numbers: int) -> Fields:
    """The texts of a part; no picture, sound or film, for there is none."""
    words = {
        name: in_language(spec.label, [lang]) if spec.label else name
        for name, spec in protocol.fields.items()
        if spec.per in per and spec.type not in (*MEDIA_TYPES, "people")
    }
    named = {name: " ".join([text, *(str(n + 1) for n in numbers)]) for name, text in words.items()}
    return {name: _in_form(protocol.fields[name], text) for name, text in named.items()}


def _in_form(spec: Field, text: str) -> str:
    if spec.type == "conversation":
        role = next(iter(spec.roles or ROLES))
        return f"{role}: {text}"
    return f"{text}\n{text}" if spec.type == "table" else text
