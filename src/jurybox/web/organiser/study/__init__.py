"""The pages of one study: six tabs, and the way of a draft."""

from jurybox.web.organiser.study.pages import TAB_PAGES
from jurybox.web.organiser.study.results import result_files
from jurybox.web.organiser.study.tab import STEPS, TABS

__all__ = ["STEPS", "TABS", "TAB_PAGES", "result_files"]
