"""Checks in the store: brought in, handed out among other units, judged, and what follows."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from jurybox.core import Conflict, Refused
from jurybox.studies.lifecycle import add_gold, open_study, remove_gold
from jurybox.studies.people import pardon_rater, show_checks, withdraw_check
from jurybox.studies.planning import check_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.small import RANKING, SCALE
from tests.fixtures.studies import HIDING, Packet, Played, PlayedRater, lines, loaded, new_study

GOLD = "id,source,output,expected.quality\n" + "".join(
    f"gold-{n},Source gold {n},Output gold of {n},{1 + n % 2}\n" for n in range(30)
)


def gold(study: Played, text: str = GOLD, name: str = "gold.csv") -> Played:
    path = study.bench.folder / name
    path.write_text(text, encoding="utf-8")
    add_gold(study.bench, study.key, path)
    return study


def with_gold(bench: Workbench, items: int = 40, **settings: Any) -> Played:
    wish = {"share": 0.1, **settings.pop("checks", {})}
    return gold(new_study(bench, lines(items, "a"), checks=wish, quorum=settings.pop("quorum", 1), **settings)).open()


def checks_met(study: Played) -> dict[str, list[int]]:
    """By rater, the numbers of their checks, from 0."""
    rows = sql(
        study.bench,
        "SELECT m.uid, a.position FROM assignment a JOIN membership m ON m.id = a.membership_id "
        "WHERE a.purpose = 'check' ORDER BY a.position",
    )
    found: dict[str, list[int]] = {}
    for rater, position in rows:
        found.setdefault(rater, []).append(position)
    return found


def is_check(study: Played, packet: Packet) -> bool:
    found = sql(study.bench, f"SELECT purpose FROM assignment WHERE uid = '{packet['assignment']}'")
    return bool(found[0][0] == "check")


def right(study: Played, packet: Packet) -> int:
    """The known answer of a check of GOLD."""
    return 1 + int(packet["fields"]["source"].split()[-1]) % 2


def rate_all(rater: PlayedRater, misses: bool = False, most: int = 200) -> list[Packet]:
    """Rate until nothing comes; checks right, or wrong."""
    came: list[Packet] = []
    while len(came) < most and (units := rater.next()):
        packet = units[0]
        known = is_check(rater.study, packet)
        rater.submit(packet, (5 if misses else right(rater.study, packet)) if known else 3)
        came.append(packet)
    return came


def test_checks_stand_where_the_seed_says_and_each_comes_once_to_a_rater(bench: Workbench):
    study = with_gold(bench, quorum=2)
    for name in ("Ana", "Bo"):
        came = rate_all(study.rater(name))
        assert [packet["number"] for packet in came] == list(range(1, len(came) + 1))
        assert len({packet["fields"]["source"] for packet in came}) == len(came)
    for met in checks_met(study).values():
        assert len(met) in (4, 5)
        assert met[0] >= 3
        assert all(after - before > 1 for before, after in pairwise(met))


def test_nothing_of_a_check_touches_slots_quorum_or_the_counts_of_ratings(bench: Workbench):
    study = with_gold(bench)
    rater = study.rater()
    before = study.slots()
    rate_all(rater)
    assert [(quorum, free) for quorum, free, _ in study.slots()] == [(quorum, 0) for quorum, _, _ in before]
    assert sql(bench, "SELECT done FROM membership") == [(40,)]
    kept = study.projections()
    passed = sql(bench, "SELECT id, passed FROM assignment ORDER BY id")
    study.rebuild()
    assert study.projections() == kept
    assert sql(bench, "SELECT id, passed FROM assignment ORDER BY id") == passed


def test_progress_counts_checks_like_any_other_unit(bench: Workbench):
    study = with_gold(bench)
    rater = study.rater()
    seen = []
    while True:
        answer = rater.ask()
        seen.append((answer["progress"]["done"], answer["progress"]["left"]))
        if not answer["units"]:
            break
        rater.submit(answer["units"][0])
    total = seen[0][1]
    assert total in (44, 45)
    assert seen == [(n, total - n) for n in range(total + 1)]


def test_with_units_fetched_ahead_the_places_are_the_same(bench: Workbench):
    study = with_gold(bench, quorum=2)
    rate_all(study.rater("Ana"))
    bo = study.rater("Bo")
    while units := bo.next(5):
        for packet in units:
            bo.submit(packet)
    assert all(len(met) in (4, 5) and met[0] >= 3 for met in checks_met(study).values())


def test_a_fixed_list_has_its_checks_from_the_start_and_so_has_a_share_dealt_anew(bench: Workbench):
    study = gold(new_study(bench, lines(40, "a"), assign="fixed", checks={"share": 0.1}, quorum=1))
    first = study.rater("Ana")
    study.open()
    assert [met[0] >= 3 for met in checks_met(study).values()] == [True]
    first.rate(5)
    study.rater("Bo")
    met = checks_met(study)
    assert len(met) == 2
    assert all(after - before > 1 for found in met.values() for before, after in pairwise(found))
    numbers = sql(bench, "SELECT membership_id, position FROM assignment ORDER BY membership_id, position")
    for member in {member for member, _ in numbers}:
        mine = [position for one, position in numbers if one == member]
        assert mine == list(range(len(mine)))
    for rater in study.raters.values():
        rate_all(rater)
    assert all(free == 0 for _, free, _ in study.slots())


def test_batches_with_a_hidden_source_take_checks_through_every_stage(bench: Workbench):
    text = "id,source,output,expected.fluency,expected.adequacy\n" + "".join(
        f"g{n},Source g {n},Output g of {n},3,3\n" for n in range(12)
    )
    study = new_study(bench, lines(20, "ab"), loaded(**HIDING), batch=10, checks={"every": 8}, quorum=1)
    gold(study, text).open()
    rater = study.rater()
    came = []
    while units := rater.next():
        rater.submit(units[0])
        came.append(units[0])
    assert all(free == 0 for stage in (0, 1) for _, free, _ in study.slots(stage))
    judged = sql(bench, "SELECT passed FROM assignment WHERE purpose = 'check'")
    assert judged
    assert set(judged) == {(1,)}


def test_who_surely_fails_is_flagged_and_who_passes_is_not(bench: Workbench):
    study = with_gold(bench, items=60, quorum=2, checks={"share": 0.2})
    rate_all(study.rater("Ana"))
    rate_all(study.rater("Bo"), misses=True)
    states = {one.name: one.checks for one in show_checks(bench, study.key).raters}
    assert states["Ana"].state == "fine"
    assert states["Ana"].passed == states["Ana"].judged == 15
    assert states["Bo"].state == "flagged"
    assert (states["Bo"].passed, states["Bo"].judged) == (0, 15)
    assert states["Bo"].high is not None
    assert states["Bo"].high < 0.3


def test_who_is_paused_gets_nothing_new_finishes_what_was_sent_and_goes_on_when_pardoned(bench: Workbench):
    study = with_gold(bench, items=60, checks={"share": 0.25, "on_fail": "pause"})
    rater = study.rater("Ana")
    came = rate_all(rater, misses=True)
    assert rater.ask()["state"] == "wait"
    assert sum(is_check(study, packet) for packet in came) == 4
    assert pardon_rater(bench, study.key, "Ana", "The guideline was unclear.") == "Ana"
    assert rater.ask()["state"] == "rate"
    with pytest.raises(Conflict):
        pardon_rater(bench, study.key, "Ana", "")


def test_units_fetched_ahead_by_who_is_screened_out_count_and_others_get_the_rest(bench: Workbench):
    study = with_gold(bench, items=60, checks={"share": 0.25, "on_fail": "screen_out", "completion_code": "FAILED"})
    rater = study.rater("Ana")
    last: list[Packet] = []
    while units := rater.next(5):
        last = units
        for packet in units:
            rater.submit(packet, 5)
    answer = rater.ask(5)
    assert (answer["state"], answer["completion_code"], answer["units"]) == ("done", "FAILED", [])
    assert {row["standing"] for row in study.log()} == {"counted"}
    assert last
    rate_all(study.rater("Bo"))
    assert all(free == 0 for _, free, _ in study.slots())


def test_a_plan_that_excludes_opens_every_slot_again_and_what_still_comes_counts_no_more(bench: Workbench):
    wish = {"share": 0.25, "on_fail": "screen_out", "exclude": True}
    study = with_gold(bench, items=40, checks=wish)
    rater = study.rater("Ana")
    held: list[Packet] = []
    while units := rater.next(5):
        held = units
        for packet in units[:-1]:
            rater.submit(packet, 5)
        if rater.ask()["state"] == "done" or show_checks(bench, study.key).raters[0].checks.state == "excluded":
            break
        rater.submit(units[-1], 5)
    assert show_checks(bench, study.key).raters[0].checks.state == "excluded"
    assert all(free == quorum for quorum, free, _ in study.slots())
    kept = study.projections()["slot"]
    study.rebuild()
    assert study.projections()["slot"] == kept
    late = held[-1]
    if not is_check(study, late):
        assert rater.submit(late).standing in ("surplus", "counted")
    rate_all(study.rater("Bo"))
    assert all(free == 0 for _, free, _ in study.slots())
    with pytest.raises(Conflict):
        pardon_rater(bench, study.key, "Ana", "")


def test_a_wrong_check_is_withdrawn_and_counts_for_nobody(bench: Workbench):
    study = with_gold(bench, items=60, checks={"share": 0.25, "on_fail": "pause"})
    rater = study.rater("Ana")
    rate_all(rater, misses=True)
    failed = [one.name for one in show_checks(bench, study.key).checks if one.judged]
    withdraw_check(bench, study.key, failed[0], "Both are right.")
    assert show_checks(bench, study.key).raters[0].checks.state == "fine"
    assert rater.ask()["state"] == "rate"
    with pytest.raises(Refused):
        withdraw_check(bench, study.key, failed[0], "Again.")


def first_check(rater: PlayedRater) -> Packet:
    while not is_check(rater.study, packet := rater.one()):
        rater.submit(packet)
    return packet


def test_a_corrected_answer_to_a_check_is_judged_anew(bench: Workbench):
    study = with_gold(bench)
    rater = study.rater()
    packet = first_check(rater)
    rater.submit(packet, 5)
    assert sql(bench, "SELECT passed FROM assignment WHERE purpose = 'check'") == [(0,)]
    rater.submit(packet, right(study, packet))
    assert sql(bench, "SELECT passed FROM assignment WHERE purpose = 'check'") == [(1,)]


def test_who_could_not_judge_a_check_neither_passed_nor_failed(bench: Workbench):
    study = with_gold(bench)
    rater = study.rater()
    packet = first_check(rater)
    assert rater.cannot(packet).state == "cannot"
    assert sql(bench, "SELECT passed FROM assignment WHERE purpose = 'check'") == [(None,)]
    assert all(cannot == 0 for _, _, cannot in study.slots())


LONG = "The {} of {} was about the weather near the river bank in spring"


def outputs(items: int, systems: str = "a") -> list[dict[str, str]]:
    return [{**line, "output": LONG.format(line["output"], line["id"])} for line in lines(items, systems)]


def test_outputs_are_made_worse_of_items_that_the_rater_neither_had_nor_will_get(bench: Workbench):
    study = new_study(bench, outputs(60), checks={"share": 0.2, "degraded": True}, quorum=1)
    ana, bo = study.rater("Ana"), study.rater("Bo")
    study.open()
    for turn in range(40):
        rater = (ana, bo)[turn % 2]
        for packet in rater.next():
            rater.submit(packet, 1)
    rows = sql(bench, "SELECT membership_id, item_id, purpose FROM assignment WHERE item_id IS NOT NULL")
    assert sum(purpose == "check" for *_, purpose in rows) >= 6
    assert len({(member, item) for member, item, _ in rows}) == len(rows)
    made = [one for one in show_checks(bench, study.key).checks if one.kind == "degraded"]
    assert all(one.item for one in made)
    assert all(one.checks.passed == one.checks.judged for one in show_checks(bench, study.key).raters)


def test_beside_others_a_worse_output_stands_next_to_the_one_it_was_made_from(bench: Workbench):
    ranked = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": [RANKING]}], unit={"candidates": 2})
    study = new_study(bench, outputs(60, "ab"), ranked, checks={"share": 0.2, "degraded": {}}, quorum=1)
    rater = study.rater()
    study.rater("Bo")
    study.open()
    for _ in range(25):
        (packet,) = rater.next()
        texts = {one["letter"]: one["fields"]["output"] for one in packet["candidates"]}
        by_length = sorted(texts, key=lambda letter: not texts[letter].startswith("The Output"))
        rater.submit(packet, answers={"order": {"unit": [[letter] for letter in by_length]}})
    assert show_checks(bench, study.key).raters[0].checks.judged >= 3


def test_a_study_without_enough_checks_for_its_raters_does_not_open(bench: Workbench):
    study = new_study(bench, lines(40, "a"), checks={"share": 0.2}, quorum=1)
    gold(study, "\n".join(GOLD.splitlines()[:4]))
    study.rater()
    with pytest.raises(Conflict) as refused:
        open_study(bench, study.key)
    assert [(f.code, f.given, f.allowed) for f in refused.value.faults] == [("checks.too_few", 3, 10)]


def test_a_study_of_which_too_few_outputs_can_be_made_worse_does_not_open(bench: Workbench):
    """Of two words a rule may leave what is as good."""
    table = [{**line, "output": line["id"] if n % 30 else LONG.format("Long", n)} for n, line in enumerate(lines(60))]
    study = new_study(bench, table, checks={"share": 0.2, "degraded": True}, quorum=1)
    study.rater("Ana")
    study.rater("Bo")
    with pytest.raises(Conflict) as refused:
        open_study(bench, study.key)
    assert [(f.code, f.allowed) for f in refused.value.faults] == [("checks.too_few", 8)]
    assert (study.view.row.state, sql(bench, "SELECT count(*) FROM check_item")) == ("draft", [(0,)])


@pytest.mark.parametrize(
    ("wish", "codes"),
    [
        ({"share": 0.4}, ["study.bad_setting"]),
        ({"share": 0.1, "every": 10}, ["checks.share_and_every"]),
        ({"every": 2}, ["study.bad_setting"]),
        ({"share": 0.1, "degraded": {"question": "beauty"}}, ["checks.unknown_question"]),
        ({"share": 0.1, "on_fail": "shout"}, ["study.bad_setting"]),
    ],
)
def test_settings_that_make_no_sense_are_refused(bench: Workbench, wish: dict[str, Any], codes: list[str]):
    with pytest.raises(Refused) as refused:
        new_study(bench, lines(4, "a"), checks=wish)
    assert [fault.code for fault in refused.value.faults] == codes


BAD = """id,system,source,output,kind,expected.quality,within.quality,beauty
one,,A source,An output,gold,9,,x
two,,A source,An output,silver,3,,
item-99,,,,,3,,
item-1,system-z,,,,3,,
,,A source,An output,gold,3,,
three,,A source,,gold,3,,
"""


def test_every_fault_of_a_file_of_checks_is_told_at_once_with_its_line(bench: Workbench):
    study = new_study(bench, lines(4, "a"))
    with pytest.raises(Refused) as refused:
        gold(study, BAD)
    found = {(fault.line, fault.code) for fault in refused.value.faults}
    assert found >= {
        (1, "checks.unknown_column"), (2, "answer.not_a_level"), (3, "checks.unknown_kind"), (4, "checks.unknown_item"),
        (5, "checks.unknown_system"), (6, "checks.no_id"), (7, "protocol.example_lacks"),
    }  # fmt: skip
    for line in (4, 5):  # what is not there lacks no texts
        assert len([fault for fault in refused.value.faults if fault.line == line]) == 1
    assert sql(bench, "SELECT count(*) FROM check_item") == [(0,)]


def test_known_answers_of_the_studys_own_items_and_documents_are_taken(bench: Workbench):
    study = new_study(bench, lines(4, "ab"))
    gold(study, "id,system,expected.quality,within.quality\nitem-1,system-b,4,\nitem-2,system-a,2,1\n")
    document = (
        "checks:\n- id: look\n  kind: attention\n  fields: {source: Please answer 2.}\n"
        "  candidates: [{fields: {output: Please answer 2.}}]\n  answers: [{question: quality, value: 2}]\n"
    )
    gold(study, document, "checks.yaml")
    found = show_checks(bench, study.key).checks
    assert [(one.name, one.kind, one.item) for one in found] == [
        ("item-1", "gold", "item-1"), ("item-2", "gold", "item-2"), ("look", "attention", None),
    ]  # fmt: skip
    with pytest.raises(Refused):
        gold(study, document, "again.yaml")
    assert remove_gold(bench, study.key, ["look"]) == 1
    with pytest.raises(Refused):
        remove_gold(bench, study.key, ["look"])


def test_equal_outputs_are_one_candidate_of_a_check_as_of_any_unit(bench: Workbench):
    table = lines(8, "abc")
    table[4]["output"] = table[3]["output"]
    asked = [{"id": "order", "show": ["source", "output"], "ask": [RANKING]}]
    study = new_study(bench, table, loaded(unit={"candidates": "all"}, stages=asked), checks={"share": 0.2}, quorum=1)
    gold(study, "id,system,expected.order\nitem-1,,system-a > system-c\nitem-2,,A > B > C\n")
    ((shown,), *_) = sql(bench, "SELECT content FROM check_item WHERE name = 'item-1'")
    assert [one["fields"]["output"] for one in json.loads(shown)["candidates"]] == ["Output a of 1", "Output c of 1"]


@pytest.mark.parametrize(("shown", "codes"), [("ABC", []), ("AB", ["checks_differ"])])
def test_that_checks_show_another_number_of_candidates_than_any_task_is_said_before_opening(
    bench: Workbench, shown: str, codes: list[str]
):
    asked = [{"id": "order", "show": ["source", "output"], "ask": [RANKING]}]
    protocol = loaded(unit={"candidates": "all"}, stages=asked)
    study = new_study(bench, lines(8, "abc"), protocol, checks={"share": 0.2}, quorum=1)
    order = " > ".join(shown)
    gold(study, "id,source,output,expected.order\n" + "".join(f"one,Source,Text {n},{order}\n" for n in shown))
    found = [remark for remark in check_study(bench, study.key) if remark.code == "checks_differ"]
    assert [remark.code for remark in found] == codes
    assert all(remark.params == {"checks": 1, "shown": "2", "usual": "3"} for remark in found)


def test_rows_that_say_two_things_of_one_candidate_are_refused(bench: Workbench):
    study = new_study(bench, lines(4, "a"))
    with pytest.raises(Refused) as refused:
        gold(study, "id,system,expected.quality\nitem-1,system-a,4\nitem-1,system-a,2\n")
    assert [(fault.line, fault.code) for fault in refused.value.faults] == [(3, "checks.says_two_things")]


def test_after_opening_no_check_is_added(bench: Workbench, tmp_path: Path):
    study = with_gold(bench)
    with pytest.raises(Conflict):
        gold(study, GOLD.replace("gold-", "more-"))


def in_windows(bench: Workbench, **checks: Any) -> Played:
    fields = {"source": {"type": "text", "per": "segment"}, "output": {"type": "text", "per": "output"}}
    asked = {"id": "rating", "show": ["source", "output"], "ask": [{**SCALE, "about": "segment"}]}
    unit = {"segments": "all", "window": {"size": 3, "before": 1, "after": 1}}
    table = [
        {"id": f"doc-{n}", "system": "s", "segment": str(k), "source": f"Source {n} {k}", "output": LONG.format(k, n)}
        for n in range(24)
        for k in range(1, 7)
    ]
    return new_study(bench, table, loaded(unit=unit, stages=[asked], fields=fields), quorum=1, checks=checks)


def look_alike_in_windows(study: Played) -> None:
    raters = [study.rater(name) for name in ("Ana", "Bo", "Cy", "Di")]
    study.open()
    keys: dict[bool, set[str]] = {True: set(), False: set()}
    for turn in range(40):
        for packet in raters[turn % 4].next():
            keys[is_check(study, packet)].add(repr(sorted(packet)) + repr([sorted(s) for s in packet["segments"]]))
            rated = range(packet["window"]["first"], packet["window"]["last"] + 1)
            raters[turn % 4].submit(packet, answers={"quality": {str(n): 1 for n in rated}})
    assert keys[True]
    assert keys[True] <= keys[False]
    assert all(one.checks.passed == one.checks.judged > 0 for one in show_checks(study.bench, study.key).raters)


def test_a_worse_window_of_a_document_looks_like_any_other_window(bench: Workbench):
    look_alike_in_windows(in_windows(bench, share=0.2, degraded={"question": "quality"}))


def test_known_answers_about_segments_are_checks_in_their_windows(bench: Workbench):
    known = "".join(f"doc-{n},{k},1\n" for n in range(16) for k in ([2, 4] if n % 2 else [6]))
    study = gold(in_windows(bench, share=0.2), "id,segment,expected.quality\n" + known)
    names = [one.name for one in show_checks(bench, study.key).checks]
    assert names[:4] == ["doc-0 (2)", "doc-1", "doc-1 (2)", "doc-2 (2)"]
    look_alike_in_windows(study)
