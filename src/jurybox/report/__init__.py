"""From findings to plain tables, pages and charts."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.report.datasheet import datasheet_markdown
    from jurybox.report.html import (
        CountWords,
        answer_fragment,
        count_words,
        html_page,
        page_fragments,
        page_style,
        title_of,
    )
    from jurybox.report.latex import latex_table
    from jurybox.report.markdown import markdown_table
    from jurybox.report.markup import el, join, name_of
    from jurybox.report.numbers import Numbers
    from jurybox.report.sections import (
        PARTS,
        Section,
        answers_of,
        know_before,
        main_agreement,
        provisional,
        systems_html,
    )
    from jurybox.report.stands_out import Flagged, flagged
    from jurybox.report.tables import PlainTable, plan_line, strong_and_rest, systems_table, tables_of
    from jurybox.report.wording import Wording
else:
    __getattr__ = door(__name__)

__all__ = [
    "PARTS",
    "CountWords",
    "Flagged",
    "Numbers",
    "PlainTable",
    "Section",
    "Wording",
    "answer_fragment",
    "answers_of",
    "count_words",
    "datasheet_markdown",
    "el",
    "flagged",
    "html_page",
    "join",
    "know_before",
    "latex_table",
    "main_agreement",
    "markdown_table",
    "name_of",
    "page_fragments",
    "page_style",
    "plan_line",
    "provisional",
    "strong_and_rest",
    "systems_html",
    "systems_table",
    "tables_of",
    "title_of",
]
