"""Findings on a terminal: one screen with the answer first, or every table."""

from typing import TYPE_CHECKING

from rich.console import Console

from jurybox.cli.results.findings_tables import show_tables
from jurybox.cli.results.said import show_answer, show_notes, show_source
from jurybox.cli.results.short_page import show_short
from jurybox.cli.results.terminal import Page
from jurybox.texts import words_in

if TYPE_CHECKING:
    from jurybox.studies.results import Findings


def show_findings(findings: "Findings", every_table: bool = False) -> None:
    from jurybox.studies.results import tell_findings

    page = Page(Console(soft_wrap=False), words_in("en"))
    told = tell_findings(findings, page.words)
    if not every_table:
        show_short(page, findings, told)
        return
    show_source(page, findings)
    show_answer(page, told)
    show_tables(page, findings)
    show_notes(page, findings, told)
    page.say()
    page.whole(findings.signature)
