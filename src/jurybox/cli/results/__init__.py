"""jurybox analyse, jurybox report, jurybox results."""

from jurybox.cli.results.analyse import register as register_analyse
from jurybox.cli.results.frozen import app as results_app
from jurybox.cli.results.report import register as register_report

__all__ = ["register_analyse", "register_report", "results_app"]
