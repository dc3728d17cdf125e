"""Findings as plain tables: what people read, what machines read, and where the lines are."""

import csv
import io
import json
import re

from jurybox.analysis.rater_rows import WhatIf
from jurybox.report.latex import latex_table
from jurybox.report.markdown import markdown_table
from jurybox.report.tables.builders import tables_of
from jurybox.report.tables.plain import PlainTable, TableColumn
from jurybox.studies.results.report import csv_table
from jurybox.texts.words import words_in
from tests.unit.report.made import SIGNATURE, findings, ranked

ENGLISH = words_in("en")
ALL = {
    "systems", "ranking", "shares", "comparisons", "apart", "overall", "points", "agreement", "tag-agreement", "raters",
    "what-if", "tags", "distribution", "coverage", "disagreements", "over-time", "pairs-of-raters", "exclusions",
    "comments",
}  # fmt: skip


def table(name: str, lang: str = "en", **changes) -> PlainTable:
    return next(t for t in tables_of(findings(**changes), words_in(lang)) if t.name == name)


def rows_of_csv(name: str, lang: str = "en", **changes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_table(table(name, lang, **changes)))))


def test_every_list_of_findings_is_a_table_with_the_signature():
    found = tables_of(findings(), ENGLISH)
    assert {t.name for t in found} == ALL
    assert {t.signature for t in found} == {SIGNATURE}
    for one in found:
        assert all(len(row) == len(one.columns) for row in one.rows), one.name


def test_an_empty_list_is_no_table():
    bare = findings(agreement=(), tags=(), excluded={"missing": 0})
    assert not {"agreement", "tags", "exclusions"} & {t.name for t in tables_of(bare, ENGLISH)}


def test_the_ranking_is_read_question_by_question_with_a_line_between_clusters():
    parts = table("ranking").part_tables()
    assert [part.title for part in parts] == ["Ranking: fluency", "Ranking: adequacy"]
    assert parts[0].rules() == {2, 4}
    titles = [parts[0].columns[n].title for n in parts[0].shown()]
    assert titles == ["Ranks", "System", "Mean", "95% interval", "Ratings", "Items", "Mean z", "Severe"]


def test_parts_of_the_data_come_after_the_whole():
    from random import Random

    split = ranked("fluency", ("a", "b"), Random(1), by="language=Maya")
    made = findings(ranking=(*split, *ranked("fluency", ("a", "b"), Random(1))))
    parts = next(t for t in tables_of(made, ENGLISH) if t.name == "ranking").part_tables()
    assert [part.title for part in parts] == ["Ranking: fluency", "Ranking: fluency · language: Maya"]


def test_machines_read_codes_and_whole_numbers_in_every_language():
    assert rows_of_csv("agreement", "de") == rows_of_csv("agreement", "en")
    first = rows_of_csv("agreement", "de")[0]
    assert (first["question"], first["coefficient"], first["value"]) == ("fluency", "krippendorff_alpha", "0.702")
    assert (first["interval_low"], first["interval_high"]) == ("0.668", "0.731")
    assert first["signature"] == SIGNATURE


def test_people_read_words_and_numbers_of_their_language():
    text = markdown_table(table("agreement", "de"), words_in("de"))
    assert "Krippendorffs Alpha (ordinal)" in text
    assert "0,702" in text
    assert r"\[0,668; 0,731\]" in text


def test_what_is_undefined_is_empty_for_machines_and_a_dash_with_its_reason_for_people():
    row = next(row for row in rows_of_csv("agreement") if row["coefficient"] == "icc")
    assert (row["value"], row["interval_low"], row["note"]) == ("", "", "incomplete_design")
    line = next(line for line in markdown_table(table("agreement"), ENGLISH).splitlines() if "Intraclass" in line)
    assert "| – | – |" in line
    assert "not every rater rated every unit" in line


def test_a_name_that_looks_like_a_formula_stays_a_name():
    from random import Random

    made = findings(ranking=tuple(ranked("fluency", ("=1+1", "@x"), Random(1))), comparisons=())
    one = next(t for t in tables_of(made, ENGLISH) if t.name == "ranking")
    systems = [row["system"] for row in csv.DictReader(io.StringIO(csv_table(one)))]
    assert systems == ["'=1+1", "'@x"]


def test_latex_is_escaped_labelled_and_signed():
    from random import Random

    made = findings(ranking=tuple(ranked("flu_ency", ("A&B_50% {x}\\y", "[ref]", "C"), Random(1))), comparisons=())
    one = next(t for t in tables_of(made, ENGLISH) if t.name == "ranking")
    text = latex_table(one, ENGLISH)
    assert r"A\&B\_50\% \{x\}\textbackslash{}y" in text
    assert r"\label{tab:ranking-flu-ency}" in text
    assert text.count(r"\midrule") == 2, "one under the header, one between the clusters"
    assert "Signature: jurybox:0.1.0" in text
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 1


UNESCAPED = re.compile(r"(?<!\\\\)(?:\\\\\\\\)*[#%_^$~]")


def test_latex_is_sound_in_every_table():
    """Read strictly, as not every machine has an engine: what is opened is closed, and no sign of LaTeX is bare."""
    seen = 0
    for one in tables_of(findings(), ENGLISH):
        text = latex_table(one, ENGLISH)
        assert text.isascii() or all(letter.isalpha() or letter in "’·" for letter in text if not letter.isascii())
        assert sorted(re.findall(r"\\begin\{(\w+)\}", text)) == sorted(re.findall(r"\\end\{(\w+)\}", text))
        bare = re.sub(r"\\[{}]", "", text)
        assert bare.count("{") == bare.count("}")
        for part in text.split("% needs ")[1:]:
            rows = [line for line in part.splitlines() if line.endswith(r" \\") and not line.startswith(r"\caption")]
            assert len({len(re.findall(r"(?<!\\)&", line)) for line in rows}) == 1
            for line in rows:
                plain = re.sub(r"\$[^$]*\$", "", line)
                assert not re.search(r"(?<!\\)[#%_^$]", plain), line
            if "}p{" in part:
                assert "array" in part.splitlines()[0]
            if r"\begin{longtable}" in part:
                assert "longtable" in part.splitlines()[0]
            seen += 1
    assert seen > 10


def test_a_wide_latex_table_gets_broken_titles_wrapped_texts_and_smaller_letters():
    long = "no unit was rated by two people, and so nothing can be said"
    columns = (TableColumn("note", "Note"), *(TableColumn(f"c{n}", "Most frequent value", "number") for n in range(6)))
    text = latex_table(PlainTable("wide", "Wide", columns, ((long, *range(6)),), "s"), ENGLISH)
    assert r"\shortstack[r]{Most\\frequent\\value}" in text
    assert r"{>{\raggedright\arraybackslash}p{10em}rrrrrr}" in text
    assert r"\scriptsize" in text.split(r"\begin{tabular}")[0]
    narrow = latex_table(PlainTable("narrow", "Narrow", columns[:1], (("fine",),), "s"), ENGLISH)
    assert r"\begin{tabular}{l}" in narrow
    assert "size" not in narrow.split(r"\begin{tabular}")[0]


def test_a_table_longer_than_a_page_is_a_longtable():
    text = latex_table(table("comparisons", systems=12), ENGLISH)
    assert r"\begin{longtable}" in text
    assert r"\endhead" in text


def test_markdown_keeps_its_columns_whatever_a_name_holds():
    from random import Random

    made = findings(ranking=tuple(ranked("fluency", ("a|b\nc", "*d*"), Random(1))), comparisons=())
    one = next(t for t in tables_of(made, ENGLISH) if t.name == "ranking")
    lines = [line for line in markdown_table(one, ENGLISH).splitlines() if line.startswith("|")]
    assert len({line.replace(r"\|", "").count("|") for line in lines}) == 1
    assert any(r"a\|b c" in line for line in lines)


def test_who_is_left_out_twice_is_told_once():
    lines = rows_of_csv("what-if")
    assert [row["left_out"] for row in lines] == ["r02 r05", "r02", "r02"]
    assert [row["change"] for row in lines] == ["+0.039", "+0.033", "+0.033"]


def test_findings_that_came_back_from_json_give_the_same_tables():
    from jurybox.studies.results.findings import from_json, to_json

    made = findings()
    again = from_json(to_json(made))
    assert [csv_table(t) for t in tables_of(again, ENGLISH)] == [csv_table(t) for t in tables_of(made, ENGLISH)]
    assert json.loads(to_json(again)) == json.loads(to_json(made))


def test_a_what_if_says_how_many_ratings_were_left_out_and_no_order_where_nothing_is_ranked():
    assert "Ratings left out" in [column.title for column in table("what-if").columns]
    unranked = WhatIf(("someone",), "fluency", 0.059, -0.016, (), (), 420)
    told = {row["left_out"]: row for row in rows_of_csv("what-if", what_if=(unranked,))}["someone"]
    assert (told["ratings"], told["order"]) == ("420", "")
    read = [
        line
        for line in markdown_table(table("what-if", what_if=(unranked,)), ENGLISH).splitlines()
        if "someone" in line
    ]
    assert len(read) == 1
    assert "unchanged" not in read[0]
    assert "unchanged" in markdown_table(table("what-if"), ENGLISH)


def test_comparisons_are_read_option_by_option():
    titles = [part.title for part in table("comparisons").part_tables()]
    assert titles == [f"Comparisons of two systems: {about}" for about in ("fluency", "adequacy", "usable · yes")]
    first = rows_of_csv("comparisons")[0]
    assert (first["option"], first["method"], first["blocks"]) == ("", "sign_flip", "120")


def test_other_raters_stand_beside_only_where_they_make_a_difference():
    from dataclasses import replace

    title = "p, other raters"
    parts = table("comparisons").part_tables()
    assert title not in [parts[0].columns[n].title for n in parts[0].shown()]
    changed = tuple(replace(c, p_random=0.4) for c in findings().comparisons)
    parts = table("comparisons", comparisons=changed).part_tables()
    assert title in [parts[0].columns[n].title for n in parts[0].shown()]


def test_a_p_value_below_what_a_number_can_hold_says_so():
    from dataclasses import replace

    small = tuple(replace(c, p=0.0, p_adjusted=3e-80) for c in findings().comparisons)
    row = rows_of_csv("comparisons", comparisons=small)[0]
    assert (row["p"], row["p_adjusted"]) == ("<1e-300", "3e-80")
    assert "< 0.001" in markdown_table(table("comparisons", comparisons=small), ENGLISH).replace("\\", "")


def test_means_adjusted_for_the_items_stand_beside_the_plain_ones():
    from dataclasses import replace

    adjusted = tuple(replace(r, item_adjusted=4.0, item_adjusted_interval=(3.9, 4.1)) for r in findings().ranking)
    part = table("ranking", ranking=adjusted).part_tables()[0]
    titles = [part.columns[n].title for n in part.shown()]
    assert titles[2:6] == ["Mean", "95% interval", "Item-adjusted mean", "95% interval"]


def test_shares_have_a_row_for_each_option_and_system_and_one_for_all():
    rows = rows_of_csv("shares")
    assert len(rows) == 2 * 7
    assert (rows[0]["option"], rows[0]["system"], rows[0]["cluster"], rows[1]["cluster"]) == ("yes", "", "", "1")


def test_one_table_has_all_systems_by_all_questions():
    made = table("systems")
    assert [column.title for column in made.columns] == ["System", "fluency ↑", "adequacy ↑", "usable: yes"]
    assert len(made.rows) == 6
    first = markdown_table(made, ENGLISH).splitlines()[4]
    assert first.startswith(r"| Alder-70B | **4.55¹** \[4.")
    assert first.endswith(r"| 78.0%¹ \[68.0%, 88.0%\] |"), "more of an option is not better: nothing is bold"
    row = rows_of_csv("systems")[0]
    assert (row["system"], row["fluency_mean"], row["fluency_cluster"], row["fluency_best"]) == (
        "Alder-70B", "4.55", "1", "yes",
    )  # fmt: skip
    assert row["signature"] == SIGNATURE


def test_ties_for_the_best_are_all_bold_and_lower_can_be_better():
    from dataclasses import replace

    rows = [r for r in findings().ranking if r.question == "fluency"]
    tied = (*(replace(r, rank=1.5, mean=4.0) for r in rows[:2]), *rows[2:])
    lower = tuple({**question, "higher_is_better": False} for question in findings().questions)
    made = table("systems", ranking=tied, questions=lower, shares=())
    assert made.columns[1].title == "fluency ↓"
    lines = latex_table(made, ENGLISH).splitlines()
    assert [line.split(" & ")[0] for line in lines if r"\textbf{" in line] == ["Alder-70B", "Birch"]
    assert any(r"\textbf{4.00\textsuperscript{1}} [" in line for line in lines)


def test_the_table_for_a_paper_shows_the_means_that_the_order_comes_from():
    from dataclasses import replace

    adjusted = tuple(replace(r, item_adjusted=3.25, item_adjusted_interval=None) for r in findings().ranking[:6])
    text = markdown_table(table("systems", ranking=adjusted), ENGLISH)
    assert "**3.25¹**" in text
    assert "Adjusted for the items, because systems have different ones: fluency." in text


def test_where_no_difference_is_established_no_order_is_told_and_none_is_marked():
    from dataclasses import replace

    made = findings()
    lowest = tuple(replace(r, mean=6.0 if r.system == "Birch" else r.mean) for r in made.ranking)
    open_pairs = tuple(replace(c, p_adjusted=0.4) for c in made.comparisons)
    text = markdown_table(table("systems", ranking=lowest, comparisons=open_pairs), ENGLISH)
    names = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")][2:]
    assert names == sorted(names)
    assert not set("¹²³*") & set(text)
    assert "The order of the systems says nothing: no difference between them is established" in text
    assert "by name" not in text, "names may be hidden"


def test_comments_stand_word_for_word_question_by_question():
    made = table("comments")
    assert [part.title for part in made.part_tables()] == ["Comments: why", "Comments: about the unit"]
    assert made.notes == ("Further comments that are not listed, over all questions: 5.",)
    row = rows_of_csv("comments")[0]
    assert (row["item"], row["segment"], row["systems"], row["rater"], row["text"]) == (
        "maya-001", "2", "Alder-70B", "r10", "Too <long>.",
    )  # fmt: skip
