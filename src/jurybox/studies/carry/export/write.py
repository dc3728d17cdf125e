"""Judgements out: one row per answer and system, streamed from the log a page at a time; or any format of ratings."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from jurybox.core import Fault, in_language, rfc3339
from jurybox.core.questions import Choice, Marks, Preference, QuestionBase, Ranking, Scale, Slider, Stepper, Tags
from jurybox.exchange.ratings import COLUMNS, long_table
from jurybox.exchange.ratings.formats import DataSetFacts, Mark, QuestionFacts, Rating, write_file
from jurybox.store import Logged, onboarding, people
from jurybox.studies.carry.export.lines import Times, head_line, told, value_and_text
from jurybox.studies.carry.export.log import GivenAnswer, Log, RatedTexts
from jurybox.studies.carry.export.pieces import piece_lines
from jurybox.studies.rating import outcome
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

__all__ = [
    "export_as",
    "export_lines",
    "export_ratings",
    "export_rows",
    "rater_lines",
    "rater_rows",
    "value_and_text",
]

Row = dict[str, Any]
TEXTS = ("source", "output")


def export_rows(bench: Workbench, key: str, everything: bool = False) -> Iterator[Row]:
    """Long rows of a study: what counts, stands and was not withdrawn; `everything` gives the whole log."""
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        yield from _rows(Log(run, view, everything))


def export_lines(
    bench: Workbench, key: str, kind: str, everything: bool = False, texts: bool = False, processes: int = 1
) -> Iterator[bytes]:
    """The export as the bytes of a csv, tsv or jsonl file, a piece at a time; a large one by several processes."""
    between = {"csv": ",", "tsv": "\t"}.get(kind)
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        if between and not texts:
            yield head_line(between)
            yield from piece_lines(run, bench.database.address, view, everything, between, processes)
            return
        log = Log(run, view, everything)
        rows = _rows(log, RatedTexts(run, view.protocol) if texts else None)
        yield from long_table(rows, kind, (*COLUMNS, *TEXTS) if texts else COLUMNS)


def _rows(log: Log, texts: RatedTexts | None = None) -> Iterator[Row]:
    time = Times()
    for entry in log.judgements():
        base = _base(log, entry, time)
        for said in log.said(entry):
            value, text, by = told(log, said)
            shown = {} if texts is None else dict(zip(TEXTS, texts.of(entry, said), strict=True))
            base |= {"question": said.id or None, "target": said.target, "value": value, "text": text, "by": by}
            for name in said.systems:
                yield {**base, **shown, "system": name}


def _base(log: Log, entry: Logged, time: Times) -> Row:
    """What all answers of a judgement share."""
    view = log.view
    return {
        "study": view.row.key, "protocol": view.protocol.name, "item": log.item(entry), "group": entry.group or "",
        "rater": log.raters[entry.membership], "stage": view.stage(entry.stage).id, "purpose": entry.purpose,
        "standing": entry.standing, "pilot": entry.seq <= view.row.pilot_seq, "seq": entry.seq, "judgement": entry.id,
        "supersedes": entry.supersedes, "answered_at": time.of(entry.answered_at) or None,
        "received_at": time.of(entry.received_at) or None, "elapsed_ms": entry.elapsed_ms, "channel": entry.channel,
        "comment": entry.comment,
    }  # fmt: skip


def export_ratings(bench: Workbench, key: str, everything: bool = False) -> Iterator[Rating]:
    """The same as ratings, with their texts: what every format is written from."""
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        log, time, shown = Log(run, view, everything), Times(), RatedTexts(run, view.protocol)
        for entry in log.judgements():
            base = {name: value for name, value in _base(log, entry, time).items() if value is not None}
            for said in log.said(entry):
                yield from _ratings(log, shown.of(entry, said), said, base)


def _ratings(log: Log, texts: tuple[str | None, str | None], said: GivenAnswer, base: Row) -> Iterator[Rating]:
    one = {
        **base, **_answer(log, said), **dict(zip(TEXTS, texts, strict=True)), "question": said.id,
        "target": "" if said.target == "unit" else said.target,
        "by": "cannot" if "cannot" in said.cell else said.cell["by"],
    }  # fmt: skip
    for name in said.systems:
        yield Rating(**one, system=name)


def _answer(log: Log, said: GivenAnswer) -> dict[str, Any]:
    cell, question = said.cell, said.question
    if "cannot" in cell:
        return {"text": cell["cannot"]}
    value, reason = cell["value"], cell.get("reason")
    if isinstance(question, Scale | Slider | Stepper):
        return {"value": value, "text": reason}
    if isinstance(question, Preference | Ranking):
        return {"order": tuple(map(tuple, log.order(value, said.candidates)))}
    if isinstance(question, Marks):
        field: Literal["source", "output"] = "source" if question.field == "source" else "output"
        marks = (Mark(m["start"], m["end"], m["label"], m.get("weight"), m.get("count", 1), field) for m in value)
        return {"marks": tuple(marks)}
    if isinstance(question, Tags):
        texts = [tag["text"] for tag in value if tag.get("text")]
        return {"labels": tuple(tag["id"] for tag in value), "text": "\n".join(texts) or None}
    return {"labels": tuple(value)} if isinstance(question, Choice) else {"text": value}


def export_as(
    bench: Workbench, key: str, format: str, to: Path, everything: bool = False, pair: str = "", licence: str = ""
) -> list[Fault]:
    """Write a study's ratings in a format; what it could not hold is returned in words."""
    view = bench.database.read(lambda run: load_view(run, find_study(run, key).id))
    ratings = export_ratings(bench, key, everything)
    return write_file(to, format, ratings, _about(view, pair, licence), settled=not everything)


def _about(view: StudyView, pair: str, licence: str) -> DataSetFacts:
    protocol = view.protocol
    return DataSetFacts(
        title=view.row.name,
        protocol=protocol.name,
        description=in_language(protocol.description, ["en"]) or "",
        pair=pair,
        licence=licence,
        questions={question.id: _asked(question) for _, question in protocol.questions()},
    )


def _asked(question: QuestionBase) -> QuestionFacts:
    prompt = in_language(question.prompt, ["en"]) or ""
    if isinstance(question, Scale):
        values = [level.value for level in question.levels]
        return QuestionFacts(prompt, min(values), max(values))
    if isinstance(question, Slider):
        return QuestionFacts(prompt, question.min, question.max)
    return QuestionFacts(prompt, labels=tuple(o.id for o in question.options) if isinstance(question, Choice) else ())


def rater_rows(bench: Workbench, key: str) -> Iterator[Row]:
    """One row per rater, without names: consent, calibration, and the answers to the questionnaire."""
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        for m in people.memberships(run, view.id):
            said, about = onboarding.consent_of(run, m.id), onboarding.about_rater(run, m.id)
            went = outcome(run, view, m.id)
            yield {
                "study": view.row.key, "rater": m.uid, "groups": "|".join(m.groups), "done": m.done,
                "consent": None if said is None else "given" if said.given else "declined",
                "consent_hash": said.hash if said else None, "consent_at": rfc3339(said.at) if said else None,
                "calibration": None if went is None else "passed" if went.passed else "short",
                "calibration_agrees": went.agrees if went else None,
                "calibration_within": went.within if went else None, "calibration_of": went.of if went else None,
                "answered_at": rfc3339(about.at) if about else None, "lang": about.lang if about else None,
                **{f"about.{q.id}": about.answers.get(q.id) if about else None for q in view.settings.questionnaire},
            }  # fmt: skip


def rater_lines(bench: Workbench, key: str, kind: str) -> Iterator[bytes]:
    """The table of raters as the bytes of a csv, tsv or jsonl file."""
    rows = list(rater_rows(bench, key))
    return long_table(rows, kind, tuple(rows[0]) if rows else ("study", "rater"))
