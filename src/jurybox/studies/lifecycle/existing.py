"""What a study has already, when more is added to it."""

from jurybox.core import SystemKind
from jurybox.exchange.items import Existing
from jurybox.store import imports
from jurybox.store import studies as rows
from jurybox.store.statement import Run


def existing_of(run: Run, study: int) -> Existing:
    """An item may get outputs of further systems, but its own texts are frozen."""
    return Existing(
        {item.key: item for item in imports.items(run, study)},
        {system.name: SystemKind(system.kind) for system in rows.systems(run, study)},
        {(key, name) for key, name in run.all(imports.HAS_OUTPUT, study=study)},
    )
