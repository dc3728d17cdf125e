"""What was read, in words: the mapping of columns, what was left out, and the first units of a dry run."""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jurybox.cli.output import plural, say, tell_faults

if TYPE_CHECKING:
    from jurybox.core import Import
    from jurybox.studies.lifecycle import Preview, PreviewedStage

SHOWN = 10
NO_SYSTEMS = (
    "No systems are named, so nothing will be ranked. To compare systems, name them in a column 'system', or by --wide "
    "or --system-from."
)


def tell_import(batch: "Import") -> None:
    """How the tables were read, where that was not plain, and what they brought."""
    tell_reading(batch)
    systems = [system.name for system in batch.systems if system.kind.value != "none"]
    by = f" of {plural(len(systems), 'new system')} ({', '.join(systems)})" if systems else ""
    say(f"{plural(len(batch.items), 'new item')}, {plural(len(batch.outputs), 'output')}{by}.")
    if batch.systems and not systems:
        say(NO_SYSTEMS)
    if batch.lost:
        segments = sum(many for _, _, many in batch.lost)
        said = f"{plural(len(batch.lost), 'output')} with {plural(segments, 'segment')} in all"
        say(f"Left out because a segment is empty: {said} ({_some(batch.left_out)}).")
    elif batch.left_out:
        say(f"Left out as empty: {plural(len(batch.left_out), 'output')} ({_some(batch.left_out)}).")
    if batch.repeated:
        say(f"Left out as repeated: {plural(len(batch.repeated), 'row')} ({_some(batch.repeated)}).")


def _some(places: tuple[str, ...]) -> str:
    return ", ".join(places[:SHOWN]) + (", …" if len(places) > SHOWN else "")


def tell_reading(batch: "Import") -> None:
    """Each mapping once, with the files that it is for; warnings go where faults go."""
    tell_faults(batch.notes, sys.stderr)
    by_words: dict[str, list[str]] = {}
    for layout in batch.read_as:
        by_words.setdefault(_layout(layout), []).append(str(layout["file"]))
    for words, files in by_words.items():
        say(f"{_some(tuple(files))} read as: {words}.")


def _layout(layout: Mapping[str, Any]) -> str:
    """One table's mapping; what was guessed has a question mark.

    >>> _layout({"columns": {"id": "id", "output": "mt"}, "guessed": ["output"], "unused": ["date"]})
    'id, output = mt (guessed); not used: date'
    """
    columns = [
        name if column == name else f"{name} = {column}{' (guessed)' if name in layout['guessed'] else ''}"
        for name, column in layout["columns"].items()
    ]
    if wide := layout.get("wide"):
        columns.append(f"outputs of {', '.join(_renamed(column, system) for column, system in wide.items())}")
    parts = [", ".join(columns)]
    if layout.get("header") is False:
        parts.append("no header, columns by number")
    if "system" in layout:
        parts.append("the system of each file by its name" if layout["system"] else "")
    if "by_text" in layout:
        parts.append(f"no ids, so equal {' and '.join(layout['by_text'])} is one item")
    if "split" in layout:
        parts.append(f"{' and '.join(layout['split'])} split into sentences")
    if "unused" in layout:
        parts.append(f"not used: {', '.join(layout['unused'])}")
    return "; ".join(filter(None, parts))


def _renamed(column: str, system: str) -> str:
    return system if column == system else f"{system} ({column})"


def tell_preview(preview: "Preview") -> None:
    """The mapping, the counts, and the first units as a rater would see them."""
    tell_import(preview.batch)
    for number, unit in enumerate(preview.units, 1):
        say()
        say(f"Unit {number}")
        for stage in unit:
            _tell_stage(stage, len(unit) > 1)
    say()
    if preview.batch.unsaid:
        say("This was guessed and must be said before the tables are used:")
        tell_faults(preview.batch.unsaid, sys.stdout)
    say("Nothing was written: this was a dry run.")


def _tell_stage(stage: "PreviewedStage", one_of_several: bool) -> None:
    if one_of_several:
        say(f"  Stage {stage.id}")
    for line in stage.fields:
        say(f"  {line.label}: {line.text}")
    for letter, lines in stage.candidates:
        before = f"{letter}  " if len(stage.candidates) > 1 else ""
        for line in lines:
            say(f"  {before}{line.label}: {line.text}")
