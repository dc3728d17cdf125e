"""The demonstration: an open study for each protocol of the shelf, rated by pretend raters; its tables as samples."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.demo.build import build_demo, build_example, guest_path, shown_protocols
    from jurybox.studies.demo.sample_tables import sample_table, samples, write_sample
else:
    __getattr__ = door(__name__)

__all__ = [
    "build_demo",
    "build_example",
    "guest_path",
    "sample_table",
    "samples",
    "shown_protocols",
    "write_sample",
]
