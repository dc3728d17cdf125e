"""The page: complete, escaped, without script, style attribute or request, in every language."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from random import Random

import pytest

from jurybox.analysis import FindingList, analyse
from jurybox.analysis.finding_rows import Agreement
from jurybox.analysis.findings import Findings
from jurybox.analysis.rater_rows import Flag
from jurybox.report.html import answer_fragment, count_words, html_page, page_fragments
from jurybox.report.markup import el, rich
from jurybox.report.sections import PARTS
from jurybox.report.wording import Wording
from jurybox.texts.words import words_in
from tests.unit.analysis.test_choices import shown_first
from tests.unit.report.made import SIGNATURE, findings, ranked

LANGUAGES = ("en", "es", "de", "it", "zh", "pt", "fr")


def english(made: Findings) -> str:
    return html_page(made, words_in("en"), "en")


class Tags(HTMLParser):
    """Opens and closes in pairs; every attribute is kept."""

    VOID = ("meta", "link", "br", "hr", "img", "wbr")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.ids: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_sound_in_every_language(language: str):
    text = html_page(findings(), words_in(language), language)
    tags = Tags(text)
    assert len(tags.ids) == len(set(tags.ids))
    assert not re.search(r"\{[a-z_]+\}", re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)), "an unfilled word"
    assert f'<html lang="{language}">' in text


def test_the_page_asks_nobody_for_anything_and_runs_nothing():
    tags = Tags(english(findings()))
    assert not [a for a in tags.attributes if a[1] == "style" or a[1].startswith("on")]
    assert not [a for a in tags.attributes if a[0] in ("script", "iframe", "img")]
    links = [value for _, name, value in tags.attributes if name in ("href", "src")]
    assert all(link.startswith(("#", "data:")) for link in links)


def test_every_heading_of_the_contents_is_there():
    text = english(findings())
    tags = Tags(text)
    targets = [value[1:] for tag, name, value in tags.attributes if tag == "a" and name == "href"]
    assert targets[:3] == ["answer", "systems", "ranking"]
    assert set(targets) <= set(tags.ids)


def test_every_table_has_a_caption_and_a_signature_below():
    text = english(findings())
    assert text.count("<table>") == text.count("<caption") > 10
    for after in text.split("</table>")[1:]:
        assert SIGNATURE in after[:600]


def test_the_fragments_for_the_results_page_have_no_style_and_no_data_sheet():
    words = words_in("de")
    answer = answer_fragment(findings(), words)
    sections = [section for part in PARTS for section in page_fragments(findings(), words, part)]
    assert len({section.id for section in sections}) == len(sections) > 10
    assert "datasheet" not in {section.id for section in sections}
    for body in (answer, *(section.body for section in sections)):
        assert " style=" not in body
        Tags(body)


def test_names_from_the_data_are_escaped():
    evil = "<script>alert(1)</script>"
    made = findings(ranking=tuple(ranked("fluency", (evil, "b"), Random(1))), comparisons=())
    text = english(replace(made, source={"name": evil, "kind": "file"}))
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_a_clear_leader_is_named_with_mean_and_interval():
    rows = ranked("fluency", ("Alder", "Birch"), Random(1))
    rows = [replace(rows[0], rank_high=1), replace(rows[1], rank_low=2)]
    text = english(findings(ranking=tuple(rows)))
    assert "<b><bdi>Alder</bdi></b> leads with a mean of <b>4.55</b> (4.46 to 4.63)." in text


def test_systems_that_nobody_beats_are_named_together():
    text = english(findings())
    assert (
        "No system is established as better than these: <b><bdi>Alder-70B</bdi></b>, <b><bdi>Birch</bdi></b>." in text
    )
    assert "Established differences between systems: 12 of 15; clusters: 3." in text


def test_nothing_established_is_said_first():
    made = findings()
    open_pairs = FindingList(replace(c, p_adjusted=0.4) for c in made.comparisons)
    text = english(replace(made, comparisons=open_pairs))
    assert (
        "No difference between the systems is established. The best mean is that of <b><bdi>Alder-70B</bdi></b>" in text
    )


def test_agreement_is_told_by_krippendorffs_limits():
    text = english(findings())
    assert "well enough for tentative conclusions: Krippendorff’s alpha (ordinal) 0.70" in text
    assert "too little to rely on single ratings: Krippendorff’s alpha (ordinal) 0.54" in text


def test_provisional_results_say_how_much_is_in():
    assert "2,400 of 2,520 expected answers are in." in english(findings())
    done = findings(
        ranking=tuple(replace(r, provisional=False) for r in findings().ranking),
        counts={**findings().counts, "expected": 2400},
    )
    assert "provisional:" not in english(done)


def test_judgements_of_a_study_are_counted_as_its_progress_counts_them_and_every_count_says_what_it_counts():
    told = {"judgements": 480, "judgements_to_come": 24, "items": 130, "items_withdrawn": 1, "raters_invited": 8}
    of_study = replace(findings(), source={**findings().source, "kind": "study", "facts": told})
    text = english(of_study)
    assert "480 of 504 judgements are in." in text
    assert "expected answers" not in text
    found = {one.name: one for one in count_words(of_study, Wording.of(of_study, words_in("en")))}
    assert found["Judgements"].number == "480 of 504"
    assert found["Answers"].number == "2,400 of 2,520"
    assert found["Items"].number == "120 of 129"
    assert found["Raters"].number == "8", "all of them"
    assert all(one.what in text for one in found.values())


def test_one_system_without_anybody_to_compare_with():
    made = findings(systems=1, raters=1, comparisons=(), agreement=(
        Agreement("fluency", "krippendorff_alpha", "ordinal", None, None, 0, 120, note="one_rater"),
    ))  # fmt: skip
    text = english(made)
    assert "Only <b><bdi>Alder-70B</bdi></b> was rated" in text
    assert "Agreement is not defined: only one rater." in text


def test_ratings_without_systems_are_about_agreement():
    empty: dict = dict.fromkeys(("ranking", "comparisons", "points", "tags", "together", "what_if"), ())
    made = findings(**empty, counts={"items": 9, "systems": 0, "raters": 3, "ratings": 27})
    text = english(made)
    assert "The ratings name no systems, so nothing is ranked" in text
    assert 'id="ranking"' not in text


def test_nothing_at_all_still_makes_a_page():
    bare = Findings(SIGNATURE, {"name": "x.csv", "kind": "file"}, (), {"items": 0, "systems": 0}, {})
    assert "Nothing was left out" in english(bare)


def test_why_this_number_says_what_was_counted_left_out_and_how():
    text = english(findings())
    assert "Counted: 2,088 ratings of 696 things that at least two raters rated." in text
    words = words_in("en")
    single, ruled = (words(f"finding.excluded.{cause}") for cause in ("single_rating", "rule_made"))
    assert f"Left out: {single}: 24; {ruled}: 180." in text
    assert "Interval: 95%, by resampling of units." in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_subtracted_is_told_where_systems_were_compared(language: str):
    words = words_in(language)
    first = shown_first([(f"i{n}", "x", *(("A", "B") if n % 2 else ("B", "A")), (1, -1, 0)[n % 3]) for n in range(30)])
    page = html_page(analyse(first), words, language)
    assert words("report.caption.pairs_strengths", level="5%")[:30] in page
    assert words("report.caption.pairs", level="5%")[:24] not in page
    assert words("report.position.effect", value="", interval="", p="", share="")[:8] in page
    always = html_page(analyse(shown_first([(f"i{n}", "x", "A", "B", 1) for n in range(9)])), words, language)
    assert words("report.caption.pairs_points", level="5%")[:24] in always
    assert words("report.position.unknown", reason="")[:10] in always
    assert words("finding.note.win_points")[:20] in always


def test_a_style_attribute_can_not_even_be_asked_for():
    with pytest.raises(ValueError, match="style"):
        el("p", {"style": "color: red"})
    with pytest.raises(ValueError, match="onclick"):
        el("p", {"onclick": "x"})


def test_words_are_escaped_around_markup_that_is_given():
    made = rich(lambda key, **given: "1 < {a} & {b}".format(**given), "any", a=el("b", {}, "<"), b="<i>")
    assert made == "1 &lt; <b>&lt;</b> &amp; &lt;i&gt;"


def test_judgements_of_a_study_and_their_answers_are_told_apart():
    text = english(findings(source={"name": "titles", "kind": "study", "facts": {"judgements": 39}}))
    assert re.search(r"<dt>Judgements</dt>\s*<dd>39</dd>", text)
    assert re.search(r"<dt>Answers</dt>", text)
    assert not re.search(r"<dt>Ratings</dt>", text)


def test_raters_of_whom_a_flag_says_the_same_share_a_line():
    made = findings()
    one = next(q for q in made.raters if not q.flags)
    flag = Flag("few_ratings", 2.0, 10.0)
    raters = FindingList(replace(one, rater=name, question="fluency", flags=(flag,)) for name in ("r1", "r2", "r3"))
    text = re.sub(r"<[^>]+>", "", english(replace(made, raters=raters)))
    assert "r1, r2, r3: Has few ratings: 2 (limit 10) (fluency)" in text
