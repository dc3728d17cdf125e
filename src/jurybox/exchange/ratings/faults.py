"""Faults of a table of ratings: sorted by kind, the first of each kind shown, the rest counted."""

from collections import Counter

from jurybox.core import Fault, Refused
from jurybox.exchange.files import Faults

LISTED_PER_KIND = 20


class RatingFaults(Faults):
    """A table that is wrong in a million rows is wrong in a few ways: each is shown, with how often."""

    def __init__(self, files: tuple[str, ...] = ()) -> None:
        super().__init__(files)
        self._seen: Counter[str] = Counter()

    def put(self, fault: Fault) -> None:
        if fault.code == "import.unnamed_column":  # the row numbers that pandas writes: of no use, and no harm
            return
        self._seen[fault.code] += 1
        if self._seen[fault.code] <= LISTED_PER_KIND:
            super().put(fault)

    def more(self, code: str, count: int) -> None:
        """So many more of this kind were found, beyond those that were put."""
        self._seen[code] += count

    def refuse(self) -> None:
        """Raise Refused with what was found, if anything was."""
        if not self._found:
            return
        faults: list[Fault] = []
        kinds = dict.fromkeys(fault.code for fault in sorted(self._found, key=self._rank))
        for code in kinds:
            faults += sorted((fault for fault in self._found if fault.code == code), key=self._rank)
            beyond = self._seen[code] - sum(fault.code == code for fault in self._found)
            if beyond:
                faults.append(Fault("ratings.more_like_this", given=beyond))
        raise Refused(*faults)
