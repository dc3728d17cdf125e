"""The answer in words: ties as ties, clusters beside what is established, means without systems, what it rests on."""

import re
from dataclasses import replace
from random import Random
from typing import Any

from jurybox.analysis import FindingList
from jurybox.analysis.finding_rows import Comparison, Ranked
from jurybox.analysis.findings import Findings
from jurybox.report.html import html_page
from jurybox.texts.words import words_in
from tests.unit.report.made import findings, ranked


def words(made: Findings) -> str:
    """The page as it is read, without its style."""
    page = re.sub(r"<style>.*?</style>", "", html_page(made, words_in("en"), "en"), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", "", re.sub(r"</t[dh]>", " ", page)).split())


def tied(names: tuple[str, ...], mean: float = 0.0) -> tuple[Ranked, ...]:
    middle = (1 + len(names)) / 2
    rows = ranked("fluency", names, Random(1))
    return tuple(
        replace(row, mean=mean, rank=middle, rank_low=1, rank_high=len(names), cluster=1, distribution={})
        for row in rows
    )


def open_pairs(made: Findings) -> FindingList[Comparison]:
    return FindingList(replace(c, p_adjusted=0.4, p_random=0.5) for c in made.comparisons)


def without_systems(**changes: Any) -> Findings:
    names = ("ranking", "comparisons", "points", "tags", "together", "what_if", "shares", "apart")
    empty: dict[str, Any] = dict.fromkeys(names, ())
    counts = {"items": 120, "systems": 0, "raters": 3, "ratings": 360}
    return findings(**{**empty, "counts": counts, "notes": ("no_systems",), **changes})


def test_a_best_mean_that_three_share_is_said_of_all_three():
    made = findings(ranking=tied(("a", "b", "c")), apart=())
    said = words(replace(made, comparisons=open_pairs(made)))
    assert "No difference between the systems is established. The best mean, 0.00, is shared by a, b, c." in said
    assert "The best mean is that of" not in said


def test_clusters_that_hide_most_of_what_is_established_say_so():
    names = tuple(f"s{n:02}" for n in range(1, 19))
    rows = [replace(r, cluster=1 if n < 16 else 2) for n, r in enumerate(ranked("fluency", names, Random(1)))]
    pairs = [(a, b) for n, a in enumerate(names) for b in names[n + 1 :]]
    compared = tuple(
        Comparison("fluency", a, b, 0.5, None, 120, 0.001, 0.001 if n < 100 else 0.5) for n, (a, b) in enumerate(pairs)
    )
    said = words(findings(ranking=tuple(rows), comparisons=compared, apart=(), shares=()))
    hidden = sum(b not in names[16:] for a, b in pairs[:100])
    assert "Established differences between systems: 100 of 153; clusters: 2." in said
    assert f"{hidden} of the established differences are between systems of one cluster" in said
    assert "the largest of which holds 16 systems" in said


def test_clusters_that_hide_nothing_are_not_complained_of():
    assert "The clusters hide much" not in words(findings())


def test_both_ways_of_taking_raters_stand_side_by_side_where_they_differ():
    made = findings()
    assert "hold also for other raters" not in words(made)
    some = FindingList(
        replace(c, p_random=0.3) if c.question == "fluency" and c.first == "Birch" else c for c in made.comparisons
    )
    assert "8 of the 12 established differences hold also for other raters like these." in words(
        replace(made, comparisons=some)
    )


def test_what_is_taken_as_drawn_by_chance_is_said_with_its_number_and_the_raters():
    made = findings()
    said = words(made)
    assert "Taken as drawn by chance: the items, 120 of them. Raters are those there were" in said
    documents = {"block": "document", "blocks": 4, "blocks_needed": 10, "raters": "random"}
    said = words(replace(made, design=documents, notes=("by_document", "too_few_blocks", "raters_sampled")))
    assert "Taken as drawn by chance: whole documents, 4 of them. Raters are taken as a sample" in said
    assert "With 4 of them no difference can be established, however large; it takes at least 10." in said
    assert said.count("however large") == 1, "the note says nothing more"
    by_film = {**documents, "block": "film"}
    assert "Taken as drawn by chance: the values of film, 4 of them." in words(replace(made, design=by_film))


def test_intervals_are_said_to_be_of_a_pair_and_p_values_of_all():
    assert "Intervals are of each pair by itself; adjusted p-values hold for all pairs together." in words(findings())


def test_without_systems_the_mean_is_the_answer():
    said = words(without_systems())
    assert "fluency How natural is this text? Mean 3.40 [3.10, 3.70] over 120 items." in said
    assert "Most often given: 3 (Acceptable)" in said
    assert "language: Maya" in said, "and the parts stand in the section"
    assert "Over all items" in said
    assert "Over all systems" not in said


def test_with_systems_the_means_over_all_are_folded_away():
    page = html_page(findings(), words_in("en"), "en")
    inside = page.split('id="overall"')[1].split("</section>")[0]
    assert inside.index("<details>") < inside.index("<table>")


def test_a_choice_is_answered_by_shares():
    said = words(findings())
    assert "usable Chosen over all: yes 80.0% [70.0%, 90.0%]; no 20.0% [10.0%, 30.0%]." in said
    assert "No difference between the systems in these shares is established." in said


def test_a_matrix_is_drawn_for_means_and_not_for_options():
    page = html_page(findings(), words_in("en"), "en")
    section = page.split('id="comparisons"')[1].split("</section>")[0]
    assert section.count("<figure>") == 2
    assert "usable · yes" in section


def test_systems_that_can_not_be_compared_say_who_rated_them_and_what_would_tell():
    said = words(findings())
    assert "Some systems can’t be compared at all, because they have raters of their own." in said
    assert "Alder-70B r01, r02" in said
    assert "one rater who rates all 6 systems on the same items. From 10 items on (60 ratings)" in said


def test_a_leader_by_adjusted_means_says_both_means():
    rows = ranked("fluency", ("Alder", "Birch"), Random(1))
    first = replace(rows[0], rank_high=1, item_adjusted=4.21, item_adjusted_interval=(4.1, 4.3))
    said = words(findings(ranking=(first, replace(rows[1], rank_low=2, item_adjusted=4.0)), apart=()))
    assert "Alder leads with a mean of 4.21 (4.10 to 4.30). This mean is adjusted for the items" in said
    assert "the plain one is 4.55." in said


def test_an_adjusted_mean_that_is_the_plain_one_is_not_told_twice():
    rows = ranked("fluency", ("Alder", "Birch"), Random(1))
    first = replace(rows[0], rank_high=1, item_adjusted=rows[0].mean, item_adjusted_interval=(4.1, 4.9))
    said = words(findings(ranking=(first, replace(rows[1], rank_low=2, item_adjusted=4.0)), apart=()))
    assert "This mean is adjusted" not in said


def test_who_alone_was_rated_does_not_lead():
    rows = ranked("fluency", ("Alder", "Birch"), Random(1))
    nothing: dict[str, Any] = {"rank": None, "rank_low": None, "rank_high": None, "cluster": None}
    alone = replace(rows[0], **nothing)
    rest = replace(rows[1], mean=None, interval=None, note="no_ratings", **nothing)
    said = words(findings(ranking=(alone, rest), comparisons=(), apart=()))
    assert "Only Alder was rated, with a mean of 4.55; there is nothing to compare it with." in said
    assert "leads" not in said


def test_systems_that_share_too_little_are_not_put_in_order():
    rows = ranked("fluency", ("Alder", "Birch"), Random(1))
    loose = replace(rows[0], item_adjusted=4.7, item_adjusted_interval=(1.0, 5.0), note="little_shared", rank_high=2)
    made = findings(ranking=(loose, replace(rows[1], item_adjusted=4.0, rank_low=1, rank_high=2)), apart=())
    pairs = (c for c in made.comparisons if (c.question, c.first, c.second) == ("fluency", "Alder-70B", "Birch"))
    made = replace(made, comparisons=FindingList(replace(c, p_adjusted=0.4) for c in pairs))
    said = words(made)
    assert "can’t be put in order yet: they were rated on different items" in said
    assert "too few of these are shared by Alder." in said
    assert "The best mean" not in said
    table = html_page(made, words_in("en"), "en").split('id="systems"')[1].split("</table>")[0]
    assert "<b>4.70" not in table


def test_a_range_of_one_number_is_one_number_and_pairs_without_any_are_told():
    made = findings()
    pairs = [c for c in made.comparisons if c.question == "fluency" and c.option is None and c.by is None][:3]
    sizes = (18.56, None, None)
    compared = tuple(replace(c, detectable=size) for c, size in zip(pairs, sizes, strict=True))
    said = words(replace(made, comparisons=FindingList(compared)))
    assert "a true difference between two systems of 18.56 would be found" in said
    assert "This does not hold for 2 of 3 pairs of systems" in said


def test_charts_draw_the_means_that_the_order_comes_from_and_say_so():
    rows = ranked("fluency", ("Alder", "Birch"), Random(1))
    adjusted = tuple(replace(r, item_adjusted=4.0 - n, item_adjusted_interval=None) for n, r in enumerate(rows))
    page = html_page(findings(ranking=adjusted, apart=()), words_in("en"), "en")
    forest = page.split('id="ranking"')[1].split("</figure>")[0]
    assert "4.00" in forest
    assert "4.55" not in forest
    assert "Mean of each system as if it had all items" in forest
    assert "Differences are those of a model" in page


def test_systems_that_lead_together_are_not_said_to_have_this_mean():
    rows = [replace(r, item_adjusted=4.0) for r in ranked("fluency", ("Alder", "Birch"), Random(1))]
    said = words(findings(ranking=tuple(rows), apart=()))
    assert "No system is established as better than these: Alder, Birch." in said
    assert "This mean is adjusted" not in said


def test_parts_of_the_data_are_folded_away_under_their_name():
    made = findings()
    maya = tuple(replace(c, by="language=Maya") for c in made.comparisons)
    page = html_page(replace(made, comparisons=FindingList((*made.comparisons, *maya))), words_in("en"), "en")
    section = page.split('id="comparisons"')[1].split("</section>")[0]
    assert section.count("<summary>language: Maya</summary>") == 1
    assert section.count("<summary>usable · yes</summary>") == 2


def test_why_there_is_no_agreement_does_not_speak_of_differences_between_systems():
    made = findings()
    alone = replace(made.agreement[0], value=None, interval=None, note="too_few_blocks")
    said = words(replace(made, agreement=FindingList([alone]), design={}))
    assert "too few items or documents" in said
    assert "no difference can be established" not in said
