"""jurybox rater, jurybox organiser."""

from jurybox.cli.people.organiser import app as organiser_app
from jurybox.cli.people.rater import app as rater_app

__all__ = ["organiser_app", "rater_app"]
