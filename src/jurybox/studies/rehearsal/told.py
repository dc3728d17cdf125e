"""What came of a rehearsal, in words."""

from typing import NamedTuple

from jurybox.core import JsonObject, Protocol, in_language
from jurybox.studies.planning import decider_of
from jurybox.texts import Words

OUTCOMES = ("done", "missing", "agreement", "no_agreement", "apart", "none_apart", "no_pairs", "part")


class Outcome(NamedTuple):
    """A sentence, and whether it speaks for the study."""

    is_good: bool
    words: str


def tell_rehearsal(found: JsonObject, protocol: Protocol, words: Words, lang: str) -> list[Outcome]:
    """Whether everybody got enough, whether agreement can be computed, and whether systems came apart."""
    decides = found.get("decides")
    decider = decider_of(protocol, decides) if isinstance(decides, str) else None
    codes = [("missing", False) if found.get("missing") else ("done", True)]
    if decider is not None:
        codes.append(("agreement", True) if found.get("agreement") is not None else ("no_agreement", False))
    if not found.get("pairs"):
        codes.append(("no_pairs", False))
    else:
        codes.append(("apart", True) if found.get("apart") else ("none_apart", False))
    if found.get("is_part"):
        codes.append(("part", True))
    said = {**found, "question": in_language(decider.label, [lang]) if decider else ""}
    return [Outcome(is_good, words(f"org.check.outcome.{code}", **said)) for code, is_good in codes]
