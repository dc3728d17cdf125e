"""Whether a workbook that came back is one of ours, of this study, and still shows what was written into it."""

from collections.abc import Iterator
from dataclasses import replace

from jurybox.core import Assignment, Fault, Member
from jurybox.exchange.workbooks import SHOW, Filled, FilledRow, Speaker, bare
from jurybox.store import Content
from jurybox.studies.carry.workbooks.rows import TaskRows
from jurybox.studies.rating import letters_of
from jurybox.studies.study import StudyView


def about_faults(filled: Filled, view: StudyView, member: Member, guidelines: set[str]) -> Iterator[Fault]:
    """What the hidden sheet says must be so: the study, the protocol, a revision of the guideline."""
    line = filled.rows[0].line
    if filled.about.get("study", view.row.uid) != view.row.uid:
        yield filled.fault("workbook.other_study", line)
    elif filled.about.get("protocol", view.row.protocol_hash) != view.row.protocol_hash:
        yield filled.fault("workbook.other_version", line, given=filled.about["protocol"], allowed=view.protocol.name)
    elif filled.about.get("guideline") and filled.about["guideline"] not in guidelines:
        yield filled.fault("workbook.other_version", line, given=filled.about["guideline"], allowed=view.protocol.name)
    if member.revoked:
        yield filled.fault("workbook.rater_revoked", line, given=filled.file)


def text_faults(
    filled: Filled, view: StudyView, a: Assignment, number: int, content: Content, row: FilledRow
) -> Iterator[Fault]:
    """Every text of a row that is not what was written, beside what was. The sum alone only says that one is."""
    if row.changed is None:
        return
    shown = shown_texts(view, a, number, content).get(row.id.target)
    if shown is None:
        yield filled.fault("workbook.unknown_part", row.line, given=row.id.target, allowed=[*letters_of(a)])
        return
    for name in {**shown, **row.changed}:
        written, found = shown.get(name, ""), row.changed.get(name, "")
        if bare(written) != bare(found):
            yield filled.fault("workbook.text_changed", row.line, SHOW + name, found, written[:80], field=name)


def shown_texts(view: StudyView, a: Assignment, number: int, content: Content) -> dict[str, dict[str, str]]:
    """What a stage shows, by target; withdrawn candidates may have been shown before."""
    speaker = Speaker(("en",), lambda key, **parameters: key)
    rows = TaskRows(replace(view, withdrawn=frozenset()), number, speaker).of(a, content, 0)
    return {row.target: dict(row.texts) for row in rows}
