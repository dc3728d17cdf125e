"""Studies worth archiving, and archives that were changed by hand."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from jurybox.analysis.findings import Findings
from jurybox.protocols import LoadedProtocol
from jurybox.studies.lifecycle import change, create
from jurybox.studies.people import enquiries, organisers
from jurybox.studies.people.raters import add_rater
from jurybox.studies.rating import EnquiryWish, panel
from jurybox.studies.rating.onboarding import consent_hash
from jurybox.studies.results.analyse import analyse_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.small import MARKS, PREFERENCE, RANKING, SCALE, TAGS
from tests.fixtures.studies import Played, PlayedRater, judgement_id, lines, loaded, open_study

CANARIES = ("Canary Ana", "canary-platform", "canary-language", "canary-code", "Canary private?", "Canary Ada")
"""What must not be in an archive: names, platform ids, answers about oneself, the completion code, private words."""
CONSENT = {"en": "We keep your answers."}


def every_kind() -> LoadedProtocol:
    """A protocol whose answers name candidates in every way there is."""
    ask = [SCALE, {**TAGS, "required": False}, {**MARKS, "required": False}, PREFERENCE, RANKING]
    return loaded(
        id="kinds", unit={"candidates": "all"}, stages=[{"id": "rating", "show": ["source", "output"], "ask": ask}]
    )


def answers(packet: dict[str, Any], turn: int) -> dict[str, Any]:
    letters = [candidate["letter"] for candidate in packet["candidates"]]
    order = letters[turn % len(letters) :] + letters[: turn % len(letters)]
    return {
        "quality": {letter: 1 + (turn + n) % 5 for n, letter in enumerate(letters)},
        "errors": {letters[0]: [{"id": "other", "text": "odd 👩‍👩‍👧"}]},
        "spans": {letters[0]: [{"start": 0, "end": 3, "label": "object", "weight": "half"}]},
        "better": {"unit": {"better": letters[0] if turn % 3 else "tie"}},
        "order": {"unit": [[letter] for letter in order]},
    }


def full_study(bench: Workbench) -> Played:
    """Three raters, corrections, a pilot, a withdrawn item, repeats, consent, enquiries, a second guideline."""
    study = open_study(
        bench, lines(6, "abc", ["one", "two"]), every_kind(), quorum=2, consent=CONSENT, questionnaire="standard",
        completion_code="canary-code", repeats=0.3,
    )  # fmt: skip
    organisers.add_organiser(bench, "Canary Ada")
    raters = [_through(study, name, n) for n, name in enumerate(("Canary Ana", "Ben", "Carla"))]
    _rate(raters[0], 2)
    change.mark_pilot(bench, study.key, "Canary Ada")
    for turn, rater in enumerate(raters):
        rated = _rate(rater, 2, turn)
    raters[2].submit(rated[0], answers=answers(rated[0], 4))
    raters[1].cannot(raters[1].one(), "It is cut off.")
    _rate(raters[2], 1, 2)
    change.withdraw_item(bench, study.key, "item-5", "A double.", "Canary Ada")
    change.revise_guideline(bench, study.key, "en", "Rate with more care.", "More.", "Canary Ada")
    _ask_and_reply(study, raters)
    return study


def _through(study: Played, name: str, n: int) -> PlayedRater:
    info = add_rater(study.bench, study.key, name, [], [], "en", f"canary-platform-{n}")
    rater = study.raters[name] = PlayedRater(study, info.id, info.path.partition("#")[2])
    rater.call(panel.give_consent, "en", consent_hash(CONSENT["en"]), True)
    rater.call(panel.answer_questionnaire, {"first_language": f"canary-language-{n}"}, "en")
    return rater


def _rate(rater: PlayedRater, times: int, turn: int = 0) -> list[dict[str, Any]]:
    rated = []
    for n in range(times):
        packet = rater.one()
        rater.submit(packet, answers=answers(packet, turn + n), comment="Ein Kommentar.", elapsed_ms=4_000 + n)
        rated.append(packet)
    return rated


def _ask_and_reply(study: Played, raters: list[PlayedRater]) -> None:
    mine, ours, last = judgement_id(), judgement_id(), judgement_id()
    raters[0].call(panel.enquire, EnquiryWish(mine, "Canary private?", lang="en"))
    raters[0].call(panel.enquire, EnquiryWish(ours, "Canary private? And for all?", lang="en"))
    raters[1].call(panel.enquire, EnquiryWish(last, "Canary private? No answer.", lang="en"))
    enquiries.reply(study.bench, study.key, mine, enquiries.ReplyDraft("Canary private? Yes."), who="Canary Ada")
    enquiries.reply(study.bench, study.key, ours, enquiries.ReplyDraft("For all.", True, "And for all?"), "Canary Ada")
    raters[2].call(panel.acknowledge, None, None, 2)


def picture_study(bench: Workbench, folder: Path) -> Played:
    """A study with a picture large enough to have a smaller copy."""
    folder.mkdir()
    Image.effect_mandelbrot((1900, 1400), (-2, -1.2, 1, 1.2), 30).convert("RGB").save(folder / "a.jpg")
    protocol = loaded(id="seen", fields={"picture": "image", "output": "text"}, stages=[
        {"id": "rating", "show": ["picture", "output"], "ask": [SCALE]}])  # fmt: skip
    create.create_study(bench, protocol, create.StudyDraft("study", "Seen", {"calibration": False}, "seed"))
    table = folder / "items.csv"
    table.write_text("id,system,picture,output\n1,a,a.jpg,A cat\n1,b,a.jpg,A dog\n", encoding="utf-8")
    create.import_items(bench, "study", create.ItemFiles([table], folder))
    study = Played(bench, "study").open()
    study.rater("Ana").rate(1)
    return study


def findings(bench: Workbench, key: str = "study") -> Findings:
    return analyse_study(bench, key)


def elsewhere(found: Findings) -> dict[str, Any]:
    """Findings without what says where they were made: the key, and the number of the last judgement on a server."""
    source = {**found.source, "name": "", "last_seq": 0}
    parts = [part for part in found.signature.split("|") if not part.startswith(("source:", "seq:"))]
    return replace(found, source=source, signature="|".join(parts)).as_json()


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as source:
        return {name: source.read(name) for name in source.namelist()}


def repacked(parts: dict[str, bytes], to: Path, rehash: bool = True) -> Path:
    """An archive of these parts; with `rehash` its manifest says what they are, as somebody would who means harm."""
    parts = dict(parts)
    if rehash:
        manifest = json.loads(parts["manifest.json"])
        manifest["parts"] = {
            name: {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in parts.items()
            if name != "manifest.json"
        }
        parts["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in parts.items():
            out.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return to


def changed_row(
    parts: dict[str, bytes], table: str, change: Callable[[dict[str, Any]], Any], number: int = 1
) -> dict[str, bytes]:
    """The parts with one row of a table changed; `change` gets it by the names of its columns."""
    name = f"tables/{table}.jsonl"
    columns = json.loads(parts["manifest.json"])["columns"][table]
    rows = [json.loads(line) for line in io.BytesIO(parts[name])]
    row = dict(zip(columns, rows[number - 1], strict=True))
    change(row)
    rows[number - 1] = [row[column] for column in columns]
    return {**parts, name: b"".join(json.dumps(row).encode() + b"\n" for row in rows)}
