"""jurybox serve, jurybox demo."""

from jurybox.cli.server.commands import register as register_serve

__all__ = ["register_serve"]
