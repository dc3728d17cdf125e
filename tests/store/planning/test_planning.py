"""The settings of a draft, what it would cost, what would go wrong, and the plan that is sealed when it opens."""

import pytest

from jurybox.core import Conflict, EventKind, Refused, canonical_bytes, hash_bytes
from jurybox.store import studies as study_rows
from jurybox.studies import based_on, planning, tell_history
from jurybox.studies.lifecycle import change_settings, raise_quorum
from jurybox.studies.planning import check_study, estimate_study, plan_of
from jurybox.studies.workbench import Workbench, view_in
from jurybox.texts import words_in
from tests.fixtures.studies import Played, lines, loaded, new_study, open_study


def codes(study: Played) -> list[str]:
    return [remark.code for remark in check_study(study.bench, study.key)]


def events(study: Played) -> list[study_rows.EventRow]:
    id = study.view.id
    return study.bench.database.read(lambda run: study_rows.events(run, id))


def test_the_settings_of_a_draft_change_and_what_is_not_wished_for_stays(bench: Workbench) -> None:
    study = new_study(bench, lines(3), order="sequential")
    change_settings(bench, study.key, {"quorum": 3, "calibration": {"share": 0.5}}, who="Ada")
    settings = study.view.settings
    assert (settings.quorum, settings.order, settings.calibration.share) == ({"rating": 3}, "sequential", 0.5)
    last = events(study)[-1]
    assert (last.kind, last.who, last.data["changed"]) == ("settings", "Ada", ["quorum", "calibration"])
    told = tell_history(bench, study.key, words_in("en"))[-1]["words"]
    assert told == "The settings were changed. Changed: Raters per stage, Calibration."


def test_what_there_is_of_a_draft_is_looked_through_again_only_when_its_texts_change(bench: Workbench) -> None:
    study = new_study(bench, lines(3))

    def shapes() -> object:
        return bench.database.read(lambda run: view_in(bench, run, study.key).item_shapes(run))

    first = shapes()
    change_settings(bench, study.key, {"quorum": 3})
    study.rater("Ada")
    assert shapes() is first
    study.add(lines(2, first=3))
    assert shapes() != first
    assert estimate_study(bench, study.key)["items"] == 5
    plan = plan_of(bench, study.key)
    assert plan is not None
    assert plan["document"]["items"] == 5


def test_what_changes_nothing_leaves_no_entry(bench: Workbench) -> None:
    study = new_study(bench, lines(3))
    before = len(events(study))
    change_settings(bench, study.key, {"quorum": dict(study.view.settings.quorum)}, {"spread": 25})
    assert len(events(study)) == before


def test_wrong_settings_are_refused_and_nothing_is_written(bench: Workbench) -> None:
    study = new_study(bench, lines(3))
    for wishes, intent in (
        ({"quorum": 0}, {}),
        ({"quorum": "three"}, {}),
        ({"colour": 1}, {}),
        ({"quorum": {"no-stage": 2}}, {}),
        ({}, {"raters": 0}),
        ({}, {"pay": "much"}),
    ):
        with pytest.raises(Refused):
            change_settings(bench, study.key, wishes, intent)
    with pytest.raises(Conflict, match=r"study\.cannot_decide"):
        change_settings(bench, study.key, {}, {"decides": "nothing"})
    assert events(study)[-1].kind == EventKind.IMPORTED


def test_the_settings_of_an_open_study_are_fixed(bench: Workbench) -> None:
    study = open_study(bench, lines(3))
    with pytest.raises(Conflict, match=r"study\.settings_fixed"):
        change_settings(bench, study.key, {"order": "sequential"})


def test_who_changes_settings_after_somebody_else_is_told(bench: Workbench) -> None:
    study = new_study(bench, lines(3))
    seen = study.view.row.version
    change_settings(bench, study.key, {"quorum": 2}, who="Ada")
    try:
        based_on(seen)
        with pytest.raises(Conflict, match=r"study\.changed_since") as refused:
            change_settings(bench, study.key, {"quorum": 5}, who="Ben")
        assert refused.value.faults[0].params["who"] == "Ada"
        study.add(lines(1, first=3))
        based_on(study.view.row.version - 1)
        change_settings(bench, study.key, {"quorum": 4}, who="Ben")
    finally:
        based_on(None)
    assert study.view.settings.quorum == {"rating": 4}


def test_an_estimate_is_what_opening_makes(bench: Workbench) -> None:
    study = new_study(bench, lines(12, "abc", groups=("es", "fr")), quorum=2)
    found = estimate_study(bench, study.key, wish={"raters": 4, "seconds": 30})
    assert (found["items"], found["units"], found["judgements"], found["units_per_rater"]) == (12, 36, 72, 18)
    assert planning.groups_of(bench, study.key) == ["es", "fr"]
    study.open()
    assert sum(quorum for quorum, _, _ in study.slots()) == found["judgements"]


def test_the_pace_comes_from_earlier_studies_of_the_protocol(bench: Workbench) -> None:
    earlier = open_study(bench, lines(12, "a"), key="earlier")
    rater = earlier.rater()
    for _ in range(12):
        rater.submit(rater.one(), elapsed_ms=20_000)
    study = new_study(bench, lines(3), key="later")
    found = estimate_study(bench, study.key)
    assert (found["pace"], found["past_judgements"], found["seconds"]) == ("past", 12, 20.0)
    change_settings(bench, study.key, {}, {"seconds": 60, "raters": 2})
    assert estimate_study(bench, study.key)["pace"] == "said"
    change_settings(bench, study.key, {}, {"seconds": None})
    assert estimate_study(bench, study.key)["raters"] == 2


def test_a_sound_study_has_nothing_against_it(bench: Workbench) -> None:
    study = new_study(bench, lines(60, "ab"), quorum=2)
    assert codes(study) == []


def test_an_empty_draft_cannot_open(bench: Workbench) -> None:
    study = new_study(bench, lines(1, "a"))
    assert codes(study)[:2] == ["one_system", "no_agreement"]
    from jurybox.studies.lifecycle import StudyDraft, create_study

    create_study(bench, loaded(), StudyDraft("empty", "Empty"))
    found = check_study(bench, "empty")
    assert (found[0].code, found[0].stops, found[0].step) == ("no_items", True, "texts")


def test_what_would_go_wrong_is_said(bench: Workbench) -> None:
    study = new_study(
        bench,
        lines(8, "ab", groups=("es", "fr")),
        loaded(least_raters=3),
        quorum=2,
        repeats=0.1,
        calibration=True,
        consent={"de": "Ja."},
        group_quorum={"it": {"rating": 2}},
        language="fr",
    )
    study.rater("Ana", groups=["es"])
    assert codes(study) == [
        "few_raters",
        "few_raters",
        "too_few_in_group",
        "group_without_raters",
        "unknown_group",
        "no_examples",
        "consent_languages",
        "guideline_language",
        "few_units_to_repeat",
    ]


def test_few_repeats_are_remarked_where_the_organiser_chose_them(bench: Workbench) -> None:
    of_protocol = new_study(bench, lines(65, "ab"), loaded(repeats=0.1), quorum=2, key="own")
    assert estimate_study(bench, "own")["repeats"] > 0
    change_settings(bench, "own", {}, {"raters": 4})
    assert "few_repeats" not in codes(of_protocol)
    change_settings(bench, "own", {"repeats": 0.05})
    remark = next(one for one in check_study(bench, "own") if one.code == "few_repeats")
    assert remark.params == {"repeats": 3, "enough": 10, "percent": 16}
    change_settings(bench, "own", {}, {"raters": 13})
    assert "few_units_to_repeat" in codes(of_protocol)


def test_how_much_one_rater_may_do_is_said_and_remarked(bench: Workbench) -> None:
    study = new_study(bench, lines(65, "ab"), quorum=2)

    def kind(**settings: object) -> str:
        change_settings(bench, study.key, settings)
        found = estimate_study(bench, study.key)
        share = planning.share_of(study.view.protocol, study.view.settings, found)
        assert "{" not in planning.tell_share(share, words_in("de"))
        return share.kind

    assert (kind(), codes(study)) == ("everybody", [])
    change_settings(bench, study.key, {}, {"raters": 4})
    assert (kind(), codes(study)) == ("free", ["pool_without_limit"])
    remark = check_study(bench, study.key)[0]
    assert remark.params == {"raters": 4, "even": 65, "suggested": 78}
    assert not remark.stops
    assert (kind(units_per_rater=78), codes(study)) == ("limited", [])
    assert (kind(units_per_rater=60), codes(study)) == ("short", ["limit_too_low"])
    assert (kind(assign="fixed"), codes(study)) == ("lists", [])


def test_every_remark_has_words(bench: Workbench) -> None:
    study = new_study(bench, lines(2, "ab"), quorum=1)
    for remark in check_study(bench, study.key):
        words = planning.tell_remark(remark, words_in("en"))
        assert "{" not in words
        assert remark.code in planning.CODES


def test_a_plan_is_sealed_when_the_study_opens(bench: Workbench) -> None:
    study = new_study(bench, lines(8, "ab"), quorum=2)
    draft = plan_of(bench, study.key)
    assert draft is not None
    assert (draft["sealed_at"], draft["document"]["decides"]) == (None, "quality")
    study.open()
    sealed = plan_of(bench, study.key)
    assert sealed is not None
    assert sealed["hash"] == draft["hash"] == hash_bytes("plan", canonical_bytes(sealed["document"]))
    assert (sealed["sealed_at"] is not None, sealed["changes"]) == (True, [])
    assert events(study)[-1].data["plan_hash"] == sealed["hash"]
    raise_quorum(bench, study.key, 3)
    changed = plan_of(bench, study.key)
    assert changed is not None
    assert (changed["hash"], len(changed["changes"])) == (sealed["hash"], 1)


def test_a_plan_names_no_system(bench: Workbench) -> None:
    study = open_study(bench, lines(8, "ab"), quorum=2)
    plan = plan_of(bench, study.key)
    assert plan is not None
    assert "system-a" not in str(plan["document"])


def test_an_estimate_in_words_is_the_same_in_every_language(bench: Workbench) -> None:
    study = new_study(bench, lines(60, "ab"), quorum=2)
    for lang, number in (("en", "0."), ("de", "0,")):
        told = planning.tell_estimate(study.view.protocol, estimate_study(bench, study.key), words_in(lang), lang)
        assert [value for _, value in told.figures[:2]] == ["120", "240"]
        assert number in (told.sentence or "")
        assert told.verdict
        assert "60" in (told.half or "")
