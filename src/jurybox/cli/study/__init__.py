"""jurybox study: create, fill, open, change, archive and show studies."""

from jurybox.cli.study.commands import app as study_app

__all__ = ["study_app"]
