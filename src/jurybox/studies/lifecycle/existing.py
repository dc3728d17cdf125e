"""What a study has already, when more is added to it."""

from jurybox.core import SystemKind
from jurybox.exchange.items import Existing
from jurybox.store import Run, imports, items, systems


def existing_of(run: Run, study: int) -> Existing:
    """An item may get outputs of further systems, but its own texts are frozen."""
    return Existing(
        {item.key: item for item in items.items_of(run, study)},
        {system.name: SystemKind(system.kind) for system in systems.systems_of(run, study)},
        imports.has_outputs(run, study),
    )
