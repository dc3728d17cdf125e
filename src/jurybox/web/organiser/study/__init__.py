"""The pages of one study: six tabs, and the way of a draft."""

from jurybox.web.organiser.study.check import CheckTab
from jurybox.web.organiser.study.design import DesignTab
from jurybox.web.organiser.study.disputes import DisputesPages
from jurybox.web.organiser.study.items import ItemsTab
from jurybox.web.organiser.study.overview import OverviewTab
from jurybox.web.organiser.study.questions import QuestionsTab
from jurybox.web.organiser.study.raters import RatersTab
from jurybox.web.organiser.study.results import ResultsTab, result_files
from jurybox.web.organiser.study.settings import SettingsTab
from jurybox.web.organiser.study.tab import STEPS, TABS
from jurybox.web.organiser.study.texts import TextsPage

TAB_PAGES = (
    OverviewTab,
    RatersTab,
    ItemsTab,
    DisputesPages,
    QuestionsTab,
    ResultsTab,
    SettingsTab,
    TextsPage,
    DesignTab,
    CheckTab,
)

__all__ = ["STEPS", "TABS", "TAB_PAGES", "result_files"]
