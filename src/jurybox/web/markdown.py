"""Guidelines as HTML: Markdown without raw HTML, sanitised all the same."""

from functools import lru_cache

import nh3
from markdown_it import MarkdownIt

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
