"""jurybox serve, jurybox demo, and the hidden worker that the server starts."""

from jurybox.cli.server.commands import register as register_serve
from jurybox.cli.server.doctor import register as register_doctor

__all__ = ["register_doctor", "register_serve"]
