"""A study made of a whole campaign: protocol, items, raters with their lists, and what was said already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from jurybox.core import Conflict, Fault, JsonObject, Refused, refuse
from jurybox.exchange.campaigns import CAMPAIGNS, Campaign, Listed
from jurybox.store import Run, studies
from jurybox.studies.carry.campaigns.beside import add_checks, add_suggestions
from jurybox.studies.carry.campaigns.items import listed_units
from jurybox.studies.carry.campaigns.prepare import prepared
from jurybox.studies.carry.campaigns.source import CampaignSource, NewCampaign
from jurybox.studies.carry.ratings import Bringing, Brought, Twice, bring
from jurybox.studies.lifecycle import (
    KEY,
    StudyDraft,
    create_study,
    open_study,
    write_import,
)
from jurybox.studies.people import NewRater, enrol
from jurybox.studies.progress import Progress, silent
from jurybox.studies.study import DOCUMENTS, ORIGIN, find_study
from jurybox.studies.workbench import Workbench, view_of


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
    ready = prepared(bench, source, new, progress)
    campaign, loaded, batch = ready.campaign, ready.loaded, ready.batch
    draft = StudyDraft(new.key, ready.title, ready.wishes, new.seed)
    create_study(bench, loaded, draft, who, origin={ORIGIN: _origin(source, campaign)})
    named = replace(ready.files, tables=[source.path])
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
        notes=ready.notes,
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
