"""All pages of one study."""

from jurybox.web.organiser.study.archive import ArchivePage
from jurybox.web.organiser.study.check import CheckTab
from jurybox.web.organiser.study.checks import ChecksPage
from jurybox.web.organiser.study.design import DesignTab
from jurybox.web.organiser.study.disputes import DisputesPages
from jurybox.web.organiser.study.frozen import FrozenPages
from jurybox.web.organiser.study.items import ItemsTab
from jurybox.web.organiser.study.join_link import JoinLinkForms
from jurybox.web.organiser.study.overview import OverviewTab
from jurybox.web.organiser.study.pairs import PairsPage
from jurybox.web.organiser.study.pay import PayPages
from jurybox.web.organiser.study.protocol import ProtocolStep
from jurybox.web.organiser.study.questions import QuestionsTab
from jurybox.web.organiser.study.raters import RatersTab
from jurybox.web.organiser.study.results import ResultsTab
from jurybox.web.organiser.study.settings import SettingsTab
from jurybox.web.organiser.study.suggestions import SuggestionForms
from jurybox.web.organiser.study.texts import TextsPage

TAB_PAGES = (
    OverviewTab,
    RatersTab,
    JoinLinkForms,
    PayPages,
    ChecksPage,
    ItemsTab,
    DisputesPages,
    QuestionsTab,
    ResultsTab,
    PairsPage,
    FrozenPages,
    SettingsTab,
    ArchivePage,
    ProtocolStep,
    TextsPage,
    DesignTab,
    SuggestionForms,
    CheckTab,
)
