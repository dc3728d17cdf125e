"""Markdown as HTML, without raw HTML, sanitised all the same; and other texts that have a form, for templates."""

from functools import lru_cache

import nh3
from markdown_it import MarkdownIt

from jurybox.core import Refused, rows_of, turns_of

TAGS = {
    "h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "em", "strong", "code", "pre", "blockquote", "table", "thead",
    "tbody", "tr", "th", "td", "hr", "br", "a", "s",
}  # fmt: skip
_markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


@lru_cache(maxsize=64)
def guideline_html(prose: str) -> str:
    """The prose of a guideline as a fragment that is safe to put into a page."""
    return nh3.clean(
        _markdown.render(prose), tags=TAGS, attributes={"a": {"href"}}, url_schemes={"https", "http", "mailto"}
    )


def turns(text: str) -> list[tuple[str, str]]:
    """Who says what in a conversation; a text that is none as it is."""
    try:
        return [(turn.role, turn.text) for turn in turns_of(text)]
    except Refused:
        return [("", text)]


FORMS = {"prose": guideline_html, "turns": turns, "rows": rows_of}
"""Filters of the templates."""
