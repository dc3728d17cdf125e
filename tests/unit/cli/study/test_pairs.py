"""jurybox study pairs: strengths so far, which pairs come next, and more of them."""

import json
from pathlib import Path

from tests.fixtures.command_line import Jurybox

ROWS = "".join(
    f"item-{n}\t{name}\tRequest {n}\tWhat {name} says of {n}\n" for n in range(10) for name in ("ada", "bea")
)


def arena(jurybox: Jurybox, *settings: str) -> Jurybox:
    table = Path("arena.tsv")
    table.write_text(f"id\tsystem\tprompt\toutput\n{ROWS}", encoding="utf-8")
    create = ("study", "create", "arena", "--protocol", "pairwise", "--items", table)
    assert jurybox(*create, *(part for one in settings for part in ("--set", one))).status == 0
    return jurybox


def test_an_arena_says_what_comes_next_and_draws_more(jurybox: Jurybox) -> None:
    arena(jurybox, "pairs=uncertain", "pairs.batch=10", "quorum=1")
    assert jurybox("study", "open", "arena").status == 0
    told = jurybox("study", "pairs", "arena", "--refresh")
    assert told.status == 0
    assert "Drawn where they teach most, a fifth evenly: 10 pairs in 1 batch." in told.out
    assert "No strengths yet: no ratings." in told.out
    assert any(line.split() == ["ada", "bea", "10", "10"] for line in told.lines)
    shown = json.loads(jurybox("study", "pairs", "arena", "--json").out)
    assert (shown["left"], shown["strengths"]["until"]) == (0, 0)
    assert jurybox("study", "pairs", "arena", "--draw").status == 0


def test_a_study_of_all_pairs_says_so(jurybox: Jurybox) -> None:
    arena(jurybox)
    assert "compares every pair of every item" in jurybox("study", "pairs", "arena").out
    refused = jurybox("study", "pairs", "arena", "--refresh")
    assert refused.status == 1
    assert "pairs=uncertain" in refused.err


def test_what_an_arena_cannot_be_is_refused_in_words(jurybox: Jurybox) -> None:
    refused = jurybox("study", "create", "x", "--protocol", "title", "--set", "pairs=even", "--set", "assign=fixed")
    assert refused.status == 1
    assert "Pairs can be drawn as the study goes only where" in refused.err
    assert "Fixed lists are dealt before" in refused.err
    assert "--set pairs=even" in refused.err
    refused = jurybox("study", "create", "x", "--protocol", "pairwise", "--set", "pairs=often")
    assert "'all', 'even' or 'uncertain'" in refused.err
