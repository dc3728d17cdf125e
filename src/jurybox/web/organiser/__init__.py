"""The organiser's pages: signing in, studies, results."""

from jurybox.web.organiser.live import Watchers, ended_by_signals
from jurybox.web.organiser.pages import add_pages
from jurybox.web.organiser.study import result_files

__all__ = ["Watchers", "add_pages", "ended_by_signals", "result_files"]
