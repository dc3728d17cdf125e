"""The organiser's pages: signing in, studies, results."""

from jurybox.web.organiser.pages import add_pages
from jurybox.web.organiser.study import result_files

__all__ = ["add_pages", "result_files"]
