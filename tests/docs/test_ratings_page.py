"""docs/files/ratings.md describes the long table as the code does, column by column."""

import re
from pathlib import Path

from jurybox.exchange.ratings.export_columns import DRAWN, TEXT_COLUMNS, TYPED_COLUMNS

PAGE = (Path(__file__).parents[2] / "docs" / "files" / "ratings.md").read_text(encoding="utf-8")


def test_the_table_of_columns_is_made_from_their_description():
    part = PAGE.split("## Long table")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", part, re.MULTILINE)
    described = [(column.name, column.what.replace("|", "\\|")) for column in (*TYPED_COLUMNS, *TEXT_COLUMNS, DRAWN)]
    assert rows == described
