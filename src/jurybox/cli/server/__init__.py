"""jurybox serve, jurybox demo, and the hidden worker that the server starts."""

from jurybox.cli.server.commands import register as register_serve

__all__ = ["register_serve"]
