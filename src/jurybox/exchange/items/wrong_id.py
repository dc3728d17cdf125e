"""A column that is taken for the id and is not: most rows clash, and to keep one of each would lose the others."""

from jurybox.core import Fault
from jurybox.exchange.files import at
from jurybox.exchange.items.rows_into_items import Gathered
from jurybox.exchange.items.tables_in import Arranged

FEWEST = 4
"""So many rows must clash: of fewer it can't be said what is usual."""
FOLLOWING = ("import.duplicate", "import.same_row", "import.conflict", "import.segment_missing")
"""What is found of such rows, and says nothing of its own."""


def tell_wrong_id(gathered: Gathered, arranged: Arranged) -> bool:
    """Tell it once, in place of what follows from it; whether it is so."""
    if gathered.repeated < FEWEST or 2 * gathered.repeated <= gathered.rows:
        return False
    layout = arranged.layouts[0]
    column = "+".join(layout.from_.get("id") or layout.by_text)
    gathered.faults.drop(*FOLLOWING)
    lacks_segment = bool(gathered.protocol.unit.segments) and "segment" not in gathered.columns
    params = {"column": column, "segment": "segment" if lacks_segment else None}
    place = layout.place
    gathered.faults.put(Fault("import.wrong_id", at(place), gathered.repeated, gathered.rows, params, *place))
    return True
