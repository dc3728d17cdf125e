"""Published sets come in, are annotated again beside what was marked, and are analysed."""

import csv
from collections import Counter
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from jurybox.exchange.ratings.formats.column_names import ColumnNames
from jurybox.studies.carry import RatingsSource
from jurybox.studies.carry.campaigns import CampaignSource, NewCampaign, create_from
from jurybox.studies.carry.ratings.read import import_ratings
from jurybox.studies.carry.suggestions import SuggestionWish, suggest
from jurybox.studies.lifecycle import StudyCopy, copy_study, open_study
from jurybox.studies.results import analyse_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import Packet, Played
from tests.paths import ROOT

LABELS = ROOT / "tests" / "data" / "mqm-ted-en-de.csv"
LOG = ROOT / "examples" / "files" / "pearmut" / "log.jsonl"
SYSTEMS, ITEMS = ("ref", "Nemo", "VolcTrans-GLAT"), 16
WEIGHT = {"neutral": 0, "minor": 1, "major": 5}
HEAD = ("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity")
Said = dict[tuple[str, int], list[list[dict[str, Any]]]]
"""By system and item, the marks of each rater."""


def published(folder: Path) -> tuple[Path, Counter[tuple[str, int]]]:
    """Labels of TED en-de (Freitag et al. 2021) on texts of our own, and what they weigh on each output."""
    weights: Counter[tuple[str, int]] = Counter()
    lines = ["\t".join(HEAD)]
    with LABELS.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            item, system = int(row["item"]), row["system"]
            if item > ITEMS or system not in SYSTEMS:
                continue
            is_error = row["category"] != "No-error"
            weights[system, item] += WEIGHT[row["severity"].lower()] if is_error else 0
            text = f"{'<v>Output</v>' if is_error else 'Output'} {item} of {system}"
            cells = (system, f"talk-{item // 8}", item, item, row["rater"], f"Source {item}", text)
            lines.append("\t".join(map(str, (*cells, row["category"], row["severity"]))))
    path = folder / "ted.tsv"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path, weights


def which(packet: Packet) -> tuple[str, int]:
    """The output that a rater sees: its text says of which item and system it is."""
    words = packet["candidates"][0]["fields"]["output"].split()
    return words[3], int(words[1])


def annotated(study: Played, question: str, is_strict: bool, said: Said) -> Counter[str]:
    """One rater keeps every suggested mark, another removes those that are minor; alone, both mark nothing."""
    acts: Counter[str] = Counter()
    rater = study.rater()
    while units := rater.next():
        packet, marks, answer = units[0], list[dict[str, Any]](), cast(Any, [])
        if "suggested" not in packet:
            acts["held_out"] += 1
        else:
            shown = packet["suggested"][question]["A"]
            left = [n for n, mark in enumerate(shown) if is_strict or mark["weight"] != "minor"]
            marks, gone = [shown[n] for n in left], [n for n in range(len(shown)) if n not in left]
            by = "changed" if gone else "kept"
            answer = {"value": marks, "by": by, "from_suggested": left, "removed": gone}
            acts += Counter(kept=len(left), removed=len(gone))
        said.setdefault(which(packet), []).append(marks)
        rater.submit(packet, answers={question: {"A": answer}})
    return acts


def test_a_published_set_of_errors_is_annotated_again(bench: Workbench, tmp_path: Path) -> None:
    path, weights = published(tmp_path)
    first = create_from(bench, CampaignSource(path, "wmt-mqm"), NewCampaign("first"))
    again = create_from(
        bench,
        CampaignSource(path, "wmt-mqm", ratings=False),
        NewCampaign("again", wishes={"quorum": 2, "calibration": False}),
    )
    assert first.protocol == again.protocol
    assert (first.judgements, again.judgements, again.outputs) == (len(weights), 0, len(weights))
    brought = suggest(bench, "again", SuggestionWish(file=RatingsSource(path, "wmt-mqm"), hold_out=0.3))
    open_study(bench, "again")
    study = Played(bench, "again")
    (question,) = (one.id for _, one in study.view.protocol.questions() if one.marked_field)
    assert brought.questions == {question: len(weights)}

    said: Said = {}
    acts = annotated(study, question, True, said) + annotated(study, question, False, said)
    assert {len(both) for both in said.values()} == {2}
    assert min(acts.values()) > 0

    found = {key: analyse_study(bench, key) for key in ("first", "again")}
    score = next(one.id for one in study.view.protocol.scores if one.rule == "marks" and one.preset in (None, "even"))
    for key, of_output in (
        ("first", lambda output: weights[output]),
        ("again", lambda output: np.mean([sum(WEIGHT[m["weight"]] for m in marks) for marks in said[output]])),
    ):
        means = {one.system: one.mean for one in found[key].ranking if one.question == score and one.by is None}
        expected = {name: np.mean([of_output(one) for one in weights if one[0] == name]) for name in SYSTEMS}
        assert means == pytest.approx(expected), key
    whole = next(one for one in found["again"].suggestions if one.rater is None)
    assert (whole.held_out, whole.removed) == (acts["held_out"], acts["removed"])
    assert whole.shown + whole.held_out == 2 * len(weights)


def test_scores_and_spans_of_a_log_are_annotated_again(bench: Workbench) -> None:
    """ESA, as two users of a campaign of Pearmut left it."""
    source = RatingsSource(LOG, "pearmut", columns=ColumnNames(ignore=("textfield",)))
    brought = import_ratings(bench, source, "first", "esa")
    assert [note.code for note in brought.notes] == ["formats.voided", "campaign.ignored"]
    copy_study(bench, "first", StudyCopy("again"))
    suggest(bench, "again", SuggestionWish(study="first", rater="quiet-fox-12", hold_out=0.0))
    open_study(bench, "again")
    study, said = Played(bench, "again"), dict[str, float]()
    rater = study.rater()
    while units := rater.next():
        shown = units[0]["suggested"]
        spans, quality = shown["spans"]["A"], shown["quality"]["A"]
        said[units[0]["candidates"][0]["fields"]["output"]] = quality
        account = {"value": spans, "by": "kept", "from_suggested": [*range(len(spans))], "removed": []}
        rater.submit(units[0], answers={"spans": {"A": account}, "quality": {"A": {"value": quality, "by": "kept"}}})
    assert sorted(said.values()) == [40, 80, 95]
    means = {one.system: one.mean for one in analyse_study(bench, "again").ranking if one.question == "quality"}
    assert set(means) == {"north", "south"}
