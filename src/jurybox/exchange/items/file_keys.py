"""Keys by which people know pictures, sounds and films again: the names of their files, where a table has no ids.

Keys made of texts stay where a study has them already, and where the names don't tell all items apart.
"""

from collections.abc import Callable, Collection
from pathlib import PurePosixPath

from jurybox.core import MEDIA_TYPES, Protocol, is_made_key
from jurybox.exchange.items.rows_into_items import Gathered
from jurybox.exchange.items.shapes import JOINT
from jurybox.exchange.items.synonyms import needed_of_item


def key_by_files(gathered: Gathered, protocol: Protocol, known: Collection[str]) -> None:
    """Give items whose keys were made the names of their files instead, if all of them differ then."""
    field = next((name for name in needed_of_item(protocol) if protocol.fields[name].type in MEDIA_TYPES), None)
    made = [key for key in gathered.drafts if key not in known and is_made_key(key)]
    if field is None or not made:
        return
    taken = {key for key in gathered.drafts if not is_made_key(key)} | set(known)
    files = [str(gathered.drafts[key].values.get(field, "")).replace("\\", "/") for key in made]
    forms: tuple[Callable[[PurePosixPath], str], ...] = (
        lambda path: path.stem,
        lambda path: JOINT.join([*path.parts[:-1], path.stem]),
    )
    for form in forms:
        names = [form(PurePosixPath(file)).strip() for file in files]
        if all(names) and len({*names}) == len(names) and taken.isdisjoint(names):
            _rename(gathered, dict(zip(made, names, strict=True)))
            return


def _rename(gathered: Gathered, names: dict[str, str]) -> None:
    gathered.drafts = {names.get(key, key): draft for key, draft in gathered.drafts.items()}
    for key, draft in gathered.drafts.items():
        draft.key = key
    gathered.lengths = {names.get(key, key): length for key, length in gathered.lengths.items()}
    gathered.spoilt = {names.get(key, key) for key in gathered.spoilt}
    gathered.seen = {(names.get(key, key), *rest): place for (key, *rest), place in gathered.seen.items()}  # type: ignore[misc]
