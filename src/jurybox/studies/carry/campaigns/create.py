"""A study made of a whole campaign: protocol, items, raters with their lists, and what was said already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from jurybox.core import Conflict, Fault, Import, JsonObject, Protocol, Refused, Settings, refuse
from jurybox.exchange.campaigns import CAMPAIGNS, Campaign, HowRead, Listed, read_campaign
from jurybox.exchange.files import Form, checked_encoding
from jurybox.protocols import LoadedProtocol, load_protocol
from jurybox.store import Run, studies
from jurybox.studies.carry.campaigns.beside import add_checks, add_suggestions, check_share, misfits
from jurybox.studies.carry.campaigns.fit import protocol_for
from jurybox.studies.carry.campaigns.items import listed_units, read_items
from jurybox.studies.carry.ratings import Bringing, Brought, Twice, bring, quorum_on_paper
from jurybox.studies.lifecycle import (
    KEY,
    ItemFiles,
    StudyDraft,
    checked_settings,
    create_study,
    open_study,
    write_import,
)
from jurybox.studies.people import NewRater, enrol
from jurybox.studies.progress import Progress, silent
from jurybox.studies.study import DOCUMENTS, ORIGIN, find_study
from jurybox.studies.workbench import Workbench, view_of

LEAST_LISTED = 1
"""Units of given lists begin with one slot; each list that names one opens another."""


@dataclass(frozen=True, slots=True)
class CampaignSource:
    """A file or folder of a campaign, and how it is read."""

    path: Path
    format: str
    how: HowRead = field(default_factory=HowRead)
    encoding: str | None = None
    ratings: bool = True
    """Whether what was said already comes in too."""
    twice: Twice = "refuse"

    def read(self) -> tuple[Campaign, list[Fault]]:
        return read_campaign(self.path, self.format, self.how, Form(checked_encoding(self.encoding)))


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """What a study of a campaign is called, what is wished for it, and whether it opens at once."""

    key: str
    name: str | None = None
    protocol: str | None = None
    wishes: Mapping[str, object] = field(default_factory=dict)
    seed: str | None = None
    opened: bool = False
    paths: bool = True
    """Whether the protocol may be a file: not where it is named over the network."""


@dataclass(slots=True)
class CreatedCampaign:
    """What became of a campaign."""

    study: str
    protocol: str
    is_made: bool
    """Whether the protocol was made to fit."""
    state: str = "draft"
    items: int = 0
    documents: int = 0
    outputs: int = 0
    systems: int = 0
    raters: int = 0
    lists: int = 0
    judgements: int = 0
    checks: int = 0
    suggestions: int = 0
    brought: Brought | None = None
    notes: list[Fault] = field(default_factory=list)


def create_from(
    bench: Workbench, source: CampaignSource, new: NewCampaign, progress: Progress = silent, who: str = "command line"
) -> CreatedCampaign:
    """All or nothing: Refused names every fault, and then nothing was created.

    Where something was said already the study is open, since only then judgements can be taken.
    """
    if bench.database.read(lambda run: studies.study_by_key(run, new.key)):
        raise Conflict.of("study.key_taken", "key", new.key)
    campaign, notes = source.read()
    title = new.name or campaign.id or new.key
    own = bench.protocols
    if new.protocol:
        loaded = load_protocol(new.protocol, own, new.paths)
    else:
        loaded = protocol_for(campaign, new.key, title, own)
    if not source.ratings:
        campaign.ratings = []
    wishes = {**_wishes(loaded, campaign, source.twice), **new.wishes}
    settings = checked_settings(loaded, new.key, wishes, bench.texts)
    batch, files = _items(bench, loaded.protocol, settings, campaign, source, progress)
    draft = StudyDraft(new.key, title, wishes, new.seed)
    create_study(bench, loaded, draft, who, origin={ORIGIN: _origin(source, campaign)})
    named = replace(files, tables=[source.path])
    write_import(bench, view_of(bench, new.key), batch, named, progress, who)
    lists = {name: listed_units(loaded.protocol, campaign, name) for name in campaign.raters}
    bench.database.write(lambda run: _add_raters(run, bench, new.key, lists, who))
    made = CreatedCampaign(
        study=new.key,
        protocol=loaded.protocol.name,
        is_made=not new.protocol and loaded.folder == Path(),
        items=len(batch.items),
        documents=len({part.document for part in campaign.parts}),
        outputs=len(batch.outputs),
        systems=len(batch.systems),
        raters=len(campaign.raters),
        lists=len(campaign.lists),
        notes=notes,
    )
    made.checks, untaken = add_checks(bench, new.key, campaign, who)
    made.suggestions, unsaid = add_suggestions(bench, source.path, new.key, campaign, who)
    made.notes += (*untaken, *unsaid)
    if new.opened or campaign.ratings:
        open_study(bench, new.key, who, progress)
    if campaign.ratings:
        made.brought = Brought(new.key, made.protocol, True)
        bring(bench, campaign.ratings, made.brought, Bringing(source.path, source.twice, who=who), progress)
        made.judgements, made.raters = made.brought.judgements, made.raters + made.brought.raters
    made.state = view_of(bench, new.key).row.state
    return made


def _items(
    bench: Workbench, protocol: Protocol, settings: Settings, campaign: Campaign, source: CampaignSource,
    progress: Progress,
) -> tuple[Import, ItemFiles]:  # fmt: skip
    """The items, unless something is wrong with them or with what stands beside them: all of it is told at once."""
    wrong = list(misfits(campaign, protocol))
    try:
        found = read_items(bench, protocol, settings, campaign, source.how.media, progress)
    except Refused as error:
        raise Refused(*error.faults, *wrong) from error
    refuse(wrong)
    return found


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


def _origin(source: CampaignSource, campaign: Campaign) -> JsonObject:
    """In the event of the study: what it was made of, and what is written back as it was."""
    return {
        "format": source.format,
        "id": campaign.id,
        "file": source.path.name,
        DOCUMENTS: campaign.in_documents,
        "kept": campaign.kept,
    }


def _add_raters(run: Run, bench: Workbench, key: str, lists: Mapping[str, Sequence[Listed]], who: str) -> None:
    row = find_study(run, key)
    for name, units in lists.items():
        enrol(bench, run, row, NewRater(name, units=units), who)


def check_sent(bench: Workbench, key: str, format: str, count: int = 1) -> None:
    """Refused before anything is read: a key that is none or taken, and what does not come as a file."""
    allowed = [one.id for one in CAMPAIGNS.values() if not one.is_folder]
    is_key = KEY.fullmatch(key) or (count > 1 and not key)
    faults = [] if is_key else [Fault("study.bad_key", "key", key)]
    if format not in allowed:
        faults.append(Fault("campaign.unknown_format", "format", format, allowed))
    refuse(faults)
    if bench.database.read(lambda run: studies.study_by_key(run, key)):
        raise Conflict.of("study.key_taken", "key", key)


def key_of(key: str, file: Path, count: int) -> str:
    """The key of the study that a file becomes: what was said, and of several also the file's name.

    >>> key_of("wmt", Path("wmt25_#_en-cs_CZ.json"), 1), key_of("wmt", Path("wmt25_#_en-cs_CZ.json"), 2)
    ('wmt', 'wmt-wmt25-en-cs-cz')
    """
    signs = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in file.stem.lower())
    return key if count == 1 else "-".join(filter(None, [key, *signs.split("-")]))


def duplicates_of(said: str | None) -> Twice:
    """What becomes of a rater's second rating of the same."""
    allowed: tuple[Twice, ...] = ("refuse", "first", "repeat")
    for one in allowed:
        if (said or "refuse") == one:
            return one
    raise Refused.of("campaign.not_one_of", given=said, allowed=list(allowed), name="duplicates")
