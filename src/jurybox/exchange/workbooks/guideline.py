"""A guideline as rows of a sheet: Markdown in, plain lines out, each with what it is."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

Kind = Literal["title", "heading", "text", "strong", "picture"]
LONGEST = 8_000
"""Characters of a line. A longer paragraph goes on in the next row: rows are no higher than a page."""
BULLET = "• "


class GuidelineLine(NamedTuple):
    kind: Kind
    text: str
    picture: str | None = None
    """The name of a stored file."""


def lines_of(prose: str) -> list[GuidelineLine]:
    """Headings, paragraphs, list items and rows of tables, one to a line.

    >>> [line.text for line in lines_of("# Rate\\n\\nWith *care*:\\n\\n1. read\\n")]
    ['Rate', 'With care:', '1. read']
    """
    tokens = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).parse(prose)
    return [line for found in _walk(tokens) for line in in_pieces(found)]


def _walk(tokens: list[Token]) -> Iterator[GuidelineLine]:
    lists: list[int | None] = []
    mark, tag, cells, in_header, in_cell = "", "", list[str](), False, False
    for token in tokens:
        match token.type:
            case "bullet_list_open":
                lists.append(None)
            case "ordered_list_open":
                lists.append(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
                mark = ""
            case "list_item_open":
                mark, lists[-1] = _marked(lists)
            case "heading_open":
                tag = token.tag
            case "thead_open" | "thead_close":
                in_header = token.type == "thead_open"
            case "td_open" | "th_open" | "td_close" | "th_close":
                in_cell = token.type.endswith("open")
            case "tr_close":
                yield GuidelineLine("strong" if in_header else "text", " · ".join(cell for cell in cells if cell))
                cells = []
            case "code_block" | "fence":
                yield GuidelineLine("text", token.content.rstrip("\n"))
            case "inline" if in_cell:
                cells.append(_plain(token))
            case "inline":
                yield GuidelineLine(_kind(tag), mark + _plain(token))
                mark, tag = " " * len(mark), ""


def _marked(lists: list[int | None]) -> tuple[str, int | None]:
    """What stands before an item, and the number of the next."""
    number, indent = lists[-1], "   " * (len(lists) - 1)
    return (indent + BULLET, None) if number is None else (f"{indent}{number}. ", number + 1)


def _kind(tag: str) -> Kind:
    return "title" if tag == "h1" else "heading" if tag else "text"


def _plain(inline: Token) -> str:
    """Text without its marks; a link is followed by its address."""
    said: list[str] = []
    addresses: list[str] = []
    for token in inline.children or []:
        if token.type in ("softbreak", "hardbreak"):
            said.append(" " if token.type == "softbreak" else "\n")
        elif token.type == "link_open":
            addresses.append(str(token.attrs.get("href", "")))
        elif token.type == "link_close":
            address = addresses.pop()
            said.append(f" ({address})" if address and address != said[-1] else "")
        else:
            said.append(token.content)
    return "".join(said).strip()


def in_pieces(line: GuidelineLine) -> Iterator[GuidelineLine]:
    """As many lines as it takes."""
    for start in range(0, max(len(line.text), 1), LONGEST):
        yield line._replace(text=line.text[start : start + LONGEST])
