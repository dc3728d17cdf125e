"""Findings in the words of the protocol: what questions and levels are called in the language of the reader."""

from dataclasses import replace
from random import Random

from jurybox.analysis import FindingList
from jurybox.protocols import load_protocol, shelf_ids
from jurybox.report import Wording, html_page
from jurybox.studies.results.spoken import LONGEST, in_words_of, systems_in_words, titles_of
from jurybox.texts import words_in
from tests.fixtures.each import each
from tests.unit.report.made import findings, ranked

LANGUAGES = ("de", "en", "es", "fr", "it", "pt", "zh")


@each("id", shelf_ids())
def test_every_question_on_the_shelf_has_a_short_title_of_its_own(id: str) -> None:
    protocol = load_protocol(id).protocol
    for lang in LANGUAGES:
        titles = titles_of(protocol, lang)
        questions = {question.id for _, question in protocol.questions()}
        assert questions <= titles.keys()
        assert all(0 < len(title) <= LONGEST + len(id) + 3 for id, title in titles.items())
        of_questions = [titles[id].casefold() for id in questions]
        assert len(set(of_questions)) == len(of_questions), (lang, of_questions)


def test_questions_and_levels_are_called_as_the_protocol_says_in_the_language_of_the_reader() -> None:
    protocol = load_protocol("caption-culture").protocol
    made = findings(systems=3)
    scale = {**made.questions[0], "id": "score", "labels": {"1": "Unusable", "5": "Excellent"}}
    ours = replace(made, questions=(scale,), ranking=FindingList(ranked("score", ("Alder", "Birch"), Random(1))))
    spoken = in_words_of(ours, protocol, "es")
    say = Wording.of(spoken, words_in("es"))
    assert say.question("score") == "Nota"
    assert spoken.questions[0]["labels"]["5"] not in ("Excellent", "")
    assert spoken.questions[0]["id"] == "score", "machines read the id"
    page = html_page(spoken, words_in("es"), "es")
    assert "Nota" in page
    assert "Unusable" not in page


def test_systems_whose_names_were_drawn_are_called_so_in_the_language_of_the_reader() -> None:
    ours = findings(systems=1)
    sealed = systems_in_words(ours, ("Alder-70B",), lambda key, n: f"Sistema {n}")
    assert {one.system for one in sealed.ranking} == {"Sistema Alder-70B"}
    assert systems_in_words(ours, ("System 1",), words_in("en")) is ours
