"""What the numbers rest on, in words: what was taken as drawn by chance, which raters, and how much it takes."""

from collections.abc import Mapping
from typing import Any

from jurybox.analysis import Findings
from jurybox.report.wording import Wording

NAMED = ("item", "document")
TOLD: Mapping[str, str] = {"by_document": "document", "raters_sampled": "random"}
"""Notes that a sentence of the design says as well, and the word of the design that makes it do so."""


def design_sentences(findings: Findings, say: Wording) -> list[str]:
    """One sentence on blocks and raters, and one where there are too few blocks; nothing where nothing is known."""
    design = findings.design
    if not design.get("blocks"):
        return []
    raters = "random" if design.get("raters") == "random" else "fixed"
    said = [f"{blocks_words(design, say)} {say(f'report.design.{raters}')}"]
    if _has_too_few(findings):
        needed = say.numbers.count(design["blocks_needed"])
        said.append(say("report.design.too_few", blocks=say.numbers.count(design["blocks"]), needed=needed))
    return said


def blocks_words(design: Mapping[str, Any], say: Wording) -> str:
    block, number = str(design["block"]), say.numbers.count(design["blocks"])
    if block in NAMED:
        return say(f"report.design.{block}", number=number)
    return say("report.design.column", column=block, number=number)


def told_by_design(findings: Findings) -> set[str]:
    """The notes that these sentences make needless."""
    if not findings.design.get("blocks"):
        return set()
    words = {findings.design.get("block"), findings.design.get("raters")}
    told = {note for note, word in TOLD.items() if word in words}
    return told | ({"too_few_blocks"} if _has_too_few(findings) else set()) | {"random_differs"}


def _has_too_few(findings: Findings) -> bool:
    needed = findings.design.get("blocks_needed")
    return bool(findings.comparisons) and needed is not None and findings.design["blocks"] < needed
