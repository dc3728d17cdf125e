"""Findings in a notebook: the answer in words, and systems by questions."""

from jurybox.analysis import Findings


def notebook_html(findings: Findings) -> str:
    from jurybox.report import Wording, answers_of, el, join, know_before, name_of, systems_html
    from jurybox.texts import words_in

    say = Wording.of(findings, words_in("en"))
    answers = [
        el("li", {}, el("b", {}, name_of(say.question(question))), ": ", join(" " + sentence for sentence in sentences))
        for question, sentences in answers_of(findings, say)
    ]
    notes = [el("li", {}, note) for note in know_before(findings, say)]
    return str(join([el("ul", {}, *answers), systems_html(findings, say), el("ul", {}, *notes)]))
