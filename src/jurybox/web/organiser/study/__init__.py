"""The pages of one study: six tabs, and the way of a draft."""

from jurybox.web.organiser.study.pages import TAB_PAGES
from jurybox.web.organiser.study.results import result_files
from jurybox.web.organiser.study.tab import STEPS, TABS

__all__ = ["STEPS", "TABS", "TAB_PAGES", "result_files"]
from jurybox.web.organiser.study.items import ItemsTab
from jurybox.web.organiser.study.join_link import JoinLinkForms
from jurybox.web.organiser.study.overview import OverviewTab
from jurybox.web.organiser.study.pay import PayPages
from jurybox.web.organiser.study.questions import QuestionsTab
from jurybox.web.organiser.study.raters import RatersTab
from jurybox.web.organiser.study.results import ResultsTab
from jurybox.web.organiser.study.settings import SettingsTab

TAB_PAGES = (OverviewTab, RatersTab, JoinLinkForms, PayPages, ItemsTab, QuestionsTab, ResultsTab, SettingsTab)

__all__ = ["TABS", "TAB_PAGES", "result_files"]
