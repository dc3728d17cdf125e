"""What a format cannot hold: counted while ratings pass, and said afterwards."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from jurybox.core import Fault
from jurybox.exchange.ratings.formats.rating import DEFAULTS, KINDS, VALUES, Kind, Rating

SILENT = frozenset(
    {
        "study",
        "protocol",
        "seq",
        "supersedes",
        "target",
        "judgement",
        "received_at",
        "channel",
        "allowed",
        "standing",
        "pilot",
        *VALUES,
    }
)
"""Where a rating was before, and not what was said; a format for ratings need not hold it."""
SELDOM = frozenset({"drawn"})
"""What few ratings have: said where it is lost, and not of a format as such."""


class Losses:
    """Counts; `said` has one sentence for each thing that was lost."""

    def __init__(self, format: str) -> None:
        self.format = format
        self._fields: Counter[str] = Counter()
        self._kinds: Counter[Kind] = Counter()
        self._other: Counter[str] = Counter()

    def watch(self, ratings: Iterable[Rating], holds: frozenset[str], kinds: frozenset[Kind]) -> Iterator[Rating]:
        """Let through what the format can hold, counting the rest and the fields for which it has no place."""
        unheld = [(name, DEFAULTS[name]) for name in DEFAULTS if name not in holds and name not in SILENT]
        for rating in ratings:
            if rating.kind not in kinds:
                self._kinds[rating.kind] += 1
                continue
            if "standing" not in holds and (rating.standing != "counted" or rating.pilot):
                self._other["formats.uncounted_lost"] += 1
                continue
            if "purpose" not in holds and rating.purpose != "rating":
                self._other["formats.purposes_lost"] += 1
                continue
            if rating.segment and "target" not in holds:
                self._other["formats.segments_lost"] += 1
                rating = replace(rating, item=f"{rating.item}:{rating.segment}", target="")
            for name, default in unheld:
                value = getattr(rating, name)
                if value != default and value != "" and value is not None:
                    self._fields[name] += 1
            yield rating

    def standing(self, ratings: Iterable[Rating]) -> Iterator[Rating]:
        """Without what a later one stands in place of: known only when all have been seen."""
        seen = list(ratings)
        gone = {rating.supersedes for rating in seen if rating.supersedes}
        for rating in seen:
            if rating.judgement in gone:
                self._other["formats.superseded_lost"] += 1
            else:
                yield rating

    def add(self, code: str, count: int = 1) -> None:
        """Something of the format's own; `code` has its words in texts/faults.en.json."""
        self._other[code] += count

    def __len__(self) -> int:
        return sum(self._fields.values()) + sum(self._kinds.values()) + sum(self._other.values())

    def said(self) -> list[Fault]:
        kinds = [Fault("formats.kind_lost", params=self._about(KINDS[kind], n)) for kind, n in self._kinds.items()]
        fields = [Fault("formats.field_lost", params=self._about(name, n)) for name, n in self._fields.items()]
        return kinds + fields + [Fault(code, params=self._about("", n)) for code, n in self._other.items()]

    def _about(self, what: str, count: int) -> dict[str, str]:
        return {"format": self.format, "what": what, "count": f"{count:,}"}
