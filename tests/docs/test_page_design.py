"""docs/design/page.md names files and folders that are there, and every module that the rooms of the web share."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "jurybox" / "web"
TEXT = (ROOT / "docs" / "design" / "page.md").read_text(encoding="utf-8")
SCRIPTS = WEB / "rater" / "static"
PLACES = (WEB, WEB.parent, SCRIPTS, WEB / "static", ROOT)
FOLDERS = ("page", "screens", "elements", "elements/questions", "helpers", "models")


def is_there(name: str) -> bool:
    """A file may also be named without its folder, where the folder is named before it."""
    return any((place / name).exists() for place in (*PLACES, *(SCRIPTS / folder for folder in FOLDERS)))


def test_every_file_and_folder_that_is_named_is_there() -> None:
    named = set(re.findall(r"[`'\"]((?:\w+/)*\w+\.(?:py|js|html)|(?:\w+/)+)[`'\"]", TEXT))
    assert {"organiser/pages.py", "elements/questions/", "templates/base.html", "api/models.py"} <= named
    assert [name for name in named if not re.search("NAME|TYPE", name) and not is_there(name)] == []


def test_every_folder_of_the_rater_s_page_is_explained() -> None:
    folders = {path.parent.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.rglob("*.js")} - {"."}
    parts = {folder for folder in folders if (SCRIPTS / f"{folder}.js").exists()}  # those of one element
    assert folders - parts == set(FOLDERS)
    assert [folder for folder in FOLDERS if f"| `{folder}/` |" not in TEXT] == []


def test_the_plan_names_all_modules_that_the_rooms_share() -> None:
    plan = TEXT.partition("  app shell")[2].partition("\n")[0]
    shared = {path.stem for path in WEB.glob("*.py")} - {"__init__"}
    assert {"app", "shell", *plan.split()} == shared
