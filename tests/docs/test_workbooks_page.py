"""docs/files/workbooks.md: its commands run and print what the page says, and its faults are worded as on the page."""

import re
import shutil
from pathlib import Path

from tests.docs.test_commands_run import ROOT, commands, matches
from tests.fixtures.command_line import Jurybox

PAGE = ROOT / "docs" / "files" / "workbooks.md"


def test_the_sample_is_read_as_the_page_says(jurybox: Jurybox, in_folder: Path) -> None:
    shutil.copytree(ROOT / "examples", in_folder / "examples")
    found = list(commands(PAGE))
    assert len(found) == 4
    for command in found:
        ended = jurybox(*command.line.split()[1:])
        assert ended.status == 0, ended.err
        assert command.prints is not None
        assert matches(command.prints, ended.out), f"{command.line}\nprinted:\n{ended.out}"


def test_the_types_of_questions_on_the_page_are_those_that_a_sheet_carries() -> None:
    from jurybox.exchange.workbooks.columns import RULES

    words = re.findall(
        r"[a-z]+", " ".join(re.findall(r"^\| ([a-z, ]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    )
    carried = {asked.model_fields["type"].default for asked, rule in RULES.items() if rule is not None}
    assert carried <= set(words)
