"""Everything that a study of a campaign needs, before anything of it is written; or all that is wrong, at once."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from jurybox.core import Fault, Import, JuryboxError, Refused, Settings
from jurybox.exchange.campaigns import Campaign
from jurybox.exchange.files import Faults
from jurybox.protocols import LoadedProtocol, load_protocol
from jurybox.studies.carry.campaigns.beside import check_share, misfits
from jurybox.studies.carry.campaigns.fit import protocol_for
from jurybox.studies.carry.campaigns.items import read_items
from jurybox.studies.carry.campaigns.source import CampaignSource, NewCampaign
from jurybox.studies.carry.ratings import Twice, quorum_on_paper
from jurybox.studies.lifecycle import ItemFiles, checked_settings
from jurybox.studies.progress import Progress
from jurybox.studies.workbench import Workbench

LEAST_LISTED = 1
"""Units of given lists begin with one slot; each list that names one opens another."""
SOUND = "campaign"
"""A key that is one, where that of the study is not."""


@dataclass(frozen=True, slots=True)
class ReadyCampaign:
    """A campaign as it was read, with the protocol, the settings and the items of its study."""

    campaign: Campaign
    notes: list[Fault]
    title: str
    loaded: LoadedProtocol
    wishes: dict[str, object]
    batch: Import
    files: ItemFiles


def prepared(bench: Workbench, source: CampaignSource, new: NewCampaign, progress: Progress) -> ReadyCampaign:
    """Refused names what is wrong with the file, its items, what stands beside them, and what was wished for.

    What only follows from another fault is not told: where a file could not be read to its end, or does not say what
    is asked, nothing is known of the rest.
    """
    campaign, notes, faults = source.look()
    if faults.unread or not campaign.parts or not _says_what_is_asked(campaign, new):
        faults.refuse()
    title = new.name or campaign.id or new.key
    with _besides(faults):
        loaded = _protocol(bench, campaign, new, title)
        if not source.ratings:
            campaign.ratings = []
        asked = _wishes(loaded, campaign, source.twice)
    for misfit in misfits(campaign, loaded.protocol, source.path.name):
        faults.put(misfit)
    settings = _settings(bench, loaded, new, asked, faults)
    with _besides(faults):
        batch, files = read_items(bench, loaded.protocol, settings, campaign, source, progress)
    faults.refuse()
    return ReadyCampaign(campaign, notes, title, loaded, {**asked, **new.wishes}, batch, files)


def _says_what_is_asked(campaign: Campaign, new: NewCampaign) -> bool:
    asked = campaign.asked
    return bool(new.protocol or campaign.ratings or asked.shelf or asked.numbers or asked.marks)


@contextmanager
def _besides(faults: Faults) -> Iterator[None]:
    """What comes up inside is told with what was found before."""
    try:
        yield
    except JuryboxError as error:
        if not faults:
            raise
        for one in error.faults:
            faults.put(one)
        faults.refuse()


def _protocol(bench: Workbench, campaign: Campaign, new: NewCampaign, title: str) -> LoadedProtocol:
    if new.protocol:
        return load_protocol(new.protocol, bench.protocols, new.paths)
    return protocol_for(campaign, new.key, title, bench.protocols)


def _settings(
    bench: Workbench, loaded: LoadedProtocol, new: NewCampaign, asked: Mapping[str, object], faults: Faults
) -> Settings:
    """As they are wished for; where some wishes are none, what is wrong is noted and the items are read by the rest."""
    try:
        return checked_settings(loaded, new.key, {**asked, **new.wishes}, bench.texts)
    except Refused as error:
        for one in error.faults:
            faults.put(one)
        wrong = {one.where.partition(".")[0] for one in error.faults}
    sound = {name: wish for name, wish in new.wishes.items() if name not in wrong}
    with _besides(faults):
        return checked_settings(loaded, SOUND, {**asked, **sound}, bench.texts)
    raise AssertionError  # whatever is wrong with the rest is told


def _wishes(loaded: LoadedProtocol, campaign: Campaign, twice: Twice) -> dict[str, object]:
    """The settings that a campaign asks for; an organiser's own wishes go before them."""
    wishes: dict[str, object] = {}
    if campaign.lists:
        wishes |= {"assign": "fixed", "order": "sequential", "ways": "list", "repeats": 0, "merge": "none"}
        wishes["quorum"] = dict.fromkeys((stage.id for stage in loaded.protocol.stages), LEAST_LISTED)
    if campaign.ratings:
        wishes |= {"merge": "none", "calibration": False, "repeats": 0}
        wishes["quorum"] = quorum_on_paper(loaded, campaign.ratings, twice)
    if campaign.units_per_rater is not None:
        wishes["units_per_rater"] = campaign.units_per_rater
    if campaign.completion_code:
        wishes["completion_code"] = campaign.completion_code
    if "reference" in loaded.protocol.fields and any(part.reference is not None for part in campaign.parts):
        wishes["guides"] = True
    if campaign.checks:
        wishes["checks"] = {"share": check_share(campaign)}
    known = Settings.model_fields
    return {name: value for name, value in wishes.items() if name in known}
