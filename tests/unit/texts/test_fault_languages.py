"""Faults in every language: what a page can show has words in each, with the same parameters as in English."""

import re
import string

import pytest

from jurybox.core.errors import Fault
from jurybox.texts import hint_of, languages, message_of
from jurybox.texts.faults import own_templates, templates
from tests.paths import ROOT

SRC = ROOT / "src" / "jurybox"
ONLY_ENGLISH = {
    "doctor": "the command line",
    "analyse": "the command line",
    "answer": "the wire of the rater's page, which has its own words",
    "archive": "the command line",
    "backup": "the command line",
    "before": "the wire of the rater's page",
    "client": "the Python library",
    "config": "the command line",
    "demo": "the command line",
    "erase": "the command line",
    "export": "the command line",
    "film": "the command line",
    "folder": "the command line",
    "formats": "the command line",
    "glimpse": "the wire of the rater's page",
    "imported": "the command line",
    "judgement": "the wire of the rater's page",
    "label_studio": "the command line",
    "ratings": "the command line",
    "report": "the command line",
    "sample": "the command line",
    "secret": "the command line, when a server does not start",
    "serve": "the command line",
    "workbook": "the command line",
}
"""The first part of codes that no page of ours words, with who says them instead."""
ALSO_ONLY_ENGLISH = {
    "enquiry.bad_id",
    "enquiry.id_taken",
    "guideline.not_read",
    "protocol.no_path",
    "protocol.unreadable",
    "protocol.wrong_folder",
    "quorum.item_and_group",
    "quorum.system_alone",
    "restore.one_of",
    "store.empty",
    "store.newer_schema",
    "store.no_postgres_driver",
    "store.damaged",
    "store.not_opened",
    "store.unknown_address",
    "study.not_a_setting",
    "study.settings_unreadable",
    "withdraw.one_of",
}
"""Codes of which only programs and the command line hear."""
OTHERS = [language for language in languages() if language != "en"]
every_language = pytest.mark.parametrize("language", OTHERS)


ROOMS_OF_IMPORT = ("exchange/items", "exchange/media", "exchange/files")
WRITTEN_ONLY = {"export.not_written", "export.too_many_rows"}
"""What these rooms say where files are written."""


def of_import() -> list[str]:
    """The codes, their hints and what pages say instead, that an import of texts can come to."""
    texts = [path.read_text(encoding="utf-8") for room in ROOMS_OF_IMPORT for path in (SRC / room).rglob("*.py")]
    named = {code for text in texts for code in re.findall(r'"([a-z_]+\.[a-z0-9_]+)"', text)} - WRITTEN_ONLY
    return [code for code in templates() if code.removesuffix(".page").removesuffix(".hint") in named]


def shown() -> list[str]:
    """The codes, and their hints, that a page can show."""
    return [code for code in templates() if code.split(".")[0] not in ONLY_ENGLISH and code not in ALSO_ONLY_ENGLISH]


def parameters(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@every_language
def test_what_a_page_can_show_has_words(language):
    assert [code for code in shown() if not own_templates(language).get(code)] == []


@every_language
def test_whatever_an_import_can_come_to_has_words(language):
    found = of_import()
    assert len(found) > 80
    assert [code for code in found if not own_templates(language).get(code)] == []


@pytest.mark.parametrize("language", languages())
def test_no_page_names_options_of_the_command_line(language):
    for code in of_import():
        fault = Fault(code.removesuffix(".page").removesuffix(".hint"), "where", "given", ["allowed"], {"option": "o"})
        said = message_of(fault, language, page=True)
        assert said, code
        assert "--" not in said + (hint_of(fault, language, page=True) or ""), code


@every_language
def test_no_words_are_left_of_a_code_that_is_gone(language):
    assert set(own_templates(language)) - set(templates()) == set()


@every_language
def test_words_say_the_same_parameters_as_in_english(language):
    english = templates()
    own = own_templates(language)
    assert [code for code, words in own.items() if parameters(words) != parameters(english[code])] == []


@every_language
def test_words_are_not_english(language):
    english = templates()
    assert [code for code, words in own_templates(language).items() if words == english[code]] == []


def test_a_fault_is_said_in_the_language_that_is_asked_for():
    fault = Fault("study.unknown", given="x", allowed=[], params={"nearest": None})
    assert message_of(fault, "de") == "Es gibt keine Studie 'x'. Erlaubt: keine."
    assert message_of(Fault("job.unknown"), "es-MX") == "No hay ningún trabajo nada."
    assert message_of(fault, "yua") == message_of(fault) == "There is no study 'x'. Allowed: none."


def test_a_long_list_and_a_hint_are_said_in_it_too():
    fault = Fault("study.unknown", given="x", allowed=[f"s{n}" for n in range(30)], params={"nearest": "s1"})
    assert message_of(fault, "de").endswith("s19, … (insgesamt 30).")
    assert hint_of(fault, "de") == "Meinten Sie „s1“?"


def test_a_language_of_an_address_names_no_file():
    assert own_templates("../en") == {}
