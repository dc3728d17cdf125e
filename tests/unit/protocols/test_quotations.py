"""What a guideline quotes is there: the name of a button as the page has it, or words of the protocol itself."""

import re

from jurybox.protocols import LoadedProtocol, load_protocol
from jurybox.texts import catalogue
from tests.unit.protocols.test_shelf import every_protocol

QUOTED = re.compile("“([^”“]+)”|„([^“„]+)“|«([^»«]+)»")


def quotations(prose: str) -> list[str]:
    """
    >>> quotations("choose “Cannot judge” or „Nicht\\n  zu beurteilen“")
    ['Cannot judge', 'Nicht zu beurteilen']
    """
    return [" ".join("".join(groups).split()) for groups in QUOTED.findall(prose)]


def names_of_the_page(language: str) -> set[str]:
    """The texts of buttons, columns and lists."""
    entries = catalogue(language).values()
    return {text for entry in entries for text in (entry.values() if isinstance(entry, dict) else [entry])}


def words_of(loaded: LoadedProtocol) -> str:
    return " ".join((loaded.folder / "protocol.yaml").read_text(encoding="utf-8").split())


@every_protocol
def test_a_guideline_calls_buttons_as_the_page_does(name):
    loaded = load_protocol(name)
    protocol = words_of(loaded)
    strange = {
        (language, quoted)
        for language, prose in loaded.guidelines.items()
        for quoted in quotations(prose)
        if quoted not in names_of_the_page(language) and quoted not in protocol
    }
    assert strange == set()
