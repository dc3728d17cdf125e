"""The demonstration: an open study for each protocol of the shelf, rated by pretend raters."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.demo.build import build_demo
else:
    __getattr__ = door(__name__)

__all__ = [
    "build_demo",
]
