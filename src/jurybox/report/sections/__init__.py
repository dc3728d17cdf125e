"""The sections of a report. Each is a function of the findings and the words."""

from jurybox.report.sections.answer import answer_section, answers_of, know_before, main_agreement, provisional
from jurybox.report.sections.in_order import ALL, PARTS, sections_of
from jurybox.report.sections.shared import Section, section
from jurybox.report.sections.systems import systems_html

__all__ = [
    "ALL",
    "PARTS",
    "Section",
    "answer_section",
    "answers_of",
    "know_before",
    "main_agreement",
    "provisional",
    "section",
    "sections_of",
    "systems_html",
]
