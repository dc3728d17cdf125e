"""docs/design/page.md names files and folders that are there, and every module that the rooms of the web share."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "jurybox" / "web"
TEXT = (ROOT / "docs" / "design" / "page.md").read_text(encoding="utf-8")
PLACES = (WEB, WEB.parent, WEB / "rater" / "static", ROOT)


def test_every_file_and_folder_that_is_named_is_there() -> None:
    named = set(re.findall(r"[`'\"]((?:\w+/)*\w+\.(?:py|js|html)|(?:\w+/)+)[`'\"]", TEXT))
    assert {"organiser/pages.py", "rater/static/elements/questions/", "templates/base.html", "api/models.py"} <= named
    assert [name for name in named if not any((place / name).exists() for place in PLACES)] == []


def test_the_plan_names_all_modules_that_the_rooms_share() -> None:
    plan = TEXT.partition("  app shell")[2].partition("\n")[0]
    shared = {path.stem for path in WEB.glob("*.py")} - {"__init__"}
    assert {"app", "shell", *plan.split()} == shared
