"""From findings to plain tables, pages and charts."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.report.datasheet import datasheet_markdown
    from jurybox.report.html import count_words, html_page, page_fragments, page_style, title_of
    from jurybox.report.latex import latex_table
    from jurybox.report.markdown import markdown_table
    from jurybox.report.markup import el, join, name_of
    from jurybox.report.sections import Section
    from jurybox.report.tables import PlainTable, tables_of
    from jurybox.report.wording import Wording
else:
    __getattr__ = door(__name__)

__all__ = [
    "PlainTable",
    "Section",
    "Wording",
    "count_words",
    "datasheet_markdown",
    "el",
    "html_page",
    "join",
    "latex_table",
    "markdown_table",
    "name_of",
    "page_fragments",
    "page_style",
    "tables_of",
    "title_of",
]
