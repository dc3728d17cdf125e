"""Lists that come with their raters, as campaigns of other programs have them: who rates what, said beforehand.

They stand in the event that says that a rater was added, and become assignments when the study opens.
"""

from collections.abc import Sequence

from jurybox.core import EventKind
from jurybox.store import Run, items, studies, systems, units
from jurybox.studies.study import StudyView

LIST = "list"
"""In the event of a rater: the key of each item of the list, and the systems whose outputs are shown at once."""
GivenList = list[tuple[str, tuple[str, ...]]]


def lists_given(run: Run, study: int) -> dict[str, GivenList]:
    """By the id of the membership."""
    found: dict[str, GivenList] = {}
    for event in studies.events_of_kind(run, study, EventKind.RATER_ADDED):
        listed = event.data.get(LIST)
        if isinstance(listed, list):
            pairs = [entry for entry in listed if isinstance(entry, list) and len(entry) == 2]
            found[str(event.data["rater"])] = [
                (str(key), tuple(map(str, names)) if isinstance(names, list) else ()) for key, names in pairs
            ]
    return found


def units_named(run: Run, view: StudyView, lists: Sequence[GivenList]) -> list[list[int]]:
    """The units that the lists name, each once in a list; what has become of no unit is passed over."""
    ids = items.ids_by_key(run, view.id)
    makers = {id: {one.name for one in made} for id, made in systems.makers_of(run, view.id).items()}
    of_item: dict[int, list[units.UnitRow]] = {}
    for row in units.units_of(run, view.id):
        of_item.setdefault(row.item, []).append(row)

    def unit(key: str, names: tuple[str, ...]) -> int | None:
        for row in of_item.get(ids.get(key, 0), ()):
            shown = [makers[candidate] for candidate in row.candidates]
            if all(any(name in made for made in shown) for name in names):
                return row.id
        return None

    found = [[unit(key, names) for key, names in listed] for listed in lists]
    return [list(dict.fromkeys(id for id in listed if id is not None)) for listed in found]
