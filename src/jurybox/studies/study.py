"""A study as the hot path needs it: protocol, settings and what follows from them, kept until the study changes."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from jurybox.core import EventKind, JsonObject, NotFound, Prefill, Protocol, Settings, Stage, SystemKind, stages_of
from jurybox.protocols import read_protocol
from jurybox.store import (
    Content,
    Revision,
    Run,
    StudyRow,
    checks,
    guidelines,
    onboarding,
    people,
    planning,
    studies,
    systems,
    units,
)
from jurybox.studies.telling_examples import telling_examples

LEAVE_TEXTS = frozenset({
    EventKind.SETTINGS, EventKind.RATER_ADDED, EventKind.RATER_GROUPS, EventKind.RATER_REVOKED, EventKind.LINK_RENEWED,
})  # fmt: skip
"""What happens to a draft again and again while its items stay as they are."""


@dataclass(frozen=True)
class StudyView:
    row: StudyRow
    protocol: Protocol
    settings: Settings
    guidelines: dict[str, Revision]
    withdrawn: frozenset[int]
    """Candidates that only withdrawn systems made."""
    has_reference: bool
    units_per_group: dict[str, int]
    raters: int
    examples: dict[int, Content]
    """What the worked examples show, by their place in the protocol."""
    is_revealed: bool
    """Whether the names of its systems were revealed."""
    checks: int
    """How many checks there are; none where the study has none among its tasks."""
    units_per_check: float
    """Of how many units a rater gets none for each check, because it was made from their item."""
    pairs_left: dict[str, int]
    """By group: how many pairs are still to be drawn, where pairs are drawn as the study goes."""
    news: int
    """Rises when a guideline or a reply is published: then a page asks what is new."""
    packets: dict[tuple[int, ...], JsonObject] = field(default_factory=dict, repr=False, compare=False)
    """What was sent last, for whom it comes to next; see `kept_packets`."""
    _telling: list[frozenset[int]] = field(default_factory=list, repr=False, compare=False)
    _closed: list[frozenset[int]] = field(default_factory=list, repr=False, compare=False)
    _shapes: list[list[planning.ItemShape]] = field(default_factory=list, repr=False, compare=False)

    @property
    def id(self) -> int:
        return self.row.id

    @cached_property
    def gate(self) -> int | None:
        """The first stage that waits for the batch, if there is one."""
        return next((n for n, stage in enumerate(self.protocol.stages) if stage.opens == "batch"), None)

    @cached_property
    def reveals(self) -> tuple[int | None, ...]:
        """For each stage, the later stage that shows what it hides: once that was sent, the stage is spoilt."""
        stages = self.protocol.stages
        return tuple(
            next((k for k in range(n + 1, len(stages)) if set(stages[k].show) & self.protocol.hidden_in(n)), None)
            for n in range(len(stages))
        )

    @cached_property
    def hides(self) -> bool:
        return any(stage is not None for stage in self.reveals)

    @cached_property
    def repeatable(self) -> list[int]:
        """The stages that can come again: those that hide nothing a rater has seen by then."""
        return [n for n, stage in enumerate(self.reveals) if stage is None]

    @cached_property
    def shows(self) -> tuple[tuple[str, ...], ...]:
        """The fields each stage shows in this study. A guide is hidden where the reference is itself rated."""
        guides = self.settings.guides and not self.has_reference
        return tuple(
            tuple(name for name in stage.show if guides or not self.protocol.fields[name].guide)
            for stage in self.protocol.stages
        )

    @cached_property
    def shows_texts_alone(self) -> tuple[bool, ...]:
        """For each stage, whether nothing that it shows is a file, which has another address for each rater."""
        return tuple(all(self.protocol.fields[name].type == "text" for name in shown) for shown in self.shows)

    @cached_property
    def without_suggestions(self) -> "StudyView":
        """The study as other tools have it: they show nothing that is to be corrected."""
        return replace(self, settings=self.settings.model_copy(update={"prefill": Prefill()}))

    @cached_property
    def needs_texts(self) -> bool:
        return self.protocol.needs_texts

    @cached_property
    def trials(self) -> dict[int, list[int]]:
        """The worked examples that come before the first task, each with its stages."""
        if not self.settings.calibration.on:
            return {}
        chosen = self.settings.calibration.chosen
        return {
            n: stages_of(self.protocol, example)
            for n, example in enumerate(self.protocol.examples)
            if example.calibration and n in self.examples and (chosen is None or example.id in chosen)
        }

    @cached_property
    def check_rate(self) -> float:
        """The share of a rater's tasks that are checks."""
        return self.settings.checks.rate if self.checks else 0

    @cached_property
    def asks_before(self) -> bool:
        """Whether anything stands before a rater's first task."""
        return bool(self.settings.consent or self.settings.questionnaire or self.trials)

    @property
    def compares_answers(self) -> bool:
        """Whether answers are compared with the guideline's, or tasks come twice: who consents is told so."""
        return bool(self.trials) or self.settings.repeats > 0

    def telling_examples(self, run: Run) -> frozenset[int]:
        """The worked examples that nobody of this study is shown; looked for when first asked for."""
        if not self._telling:
            self._telling.append(telling_examples(run, self.id, self.protocol, self.examples))
        return self._telling[0]

    def closed_units(self, run: Run) -> frozenset[int]:
        """The units that show withdrawn candidates alone; looked for when first asked for."""
        if not self.withdrawn:
            return frozenset()
        if not self._closed:
            found = (unit.id for unit in units.units_of(run, self.id) if self.withdrawn.issuperset(unit.candidates))
            self._closed.append(frozenset(found))
        return self._closed[0]

    def groups(self, run: Run) -> list[str]:
        """The groups that its items are in; the empty one is of items without."""
        return sorted(self.units_per_group or {shape.group for shape in self.item_shapes(run)})

    def item_shapes(self, run: Run) -> list[planning.ItemShape]:
        """Items by group and systems, which a plan goes by; looked for when first asked for."""
        if not self._shapes:
            self._shapes.append(planning.shapes(run, self.id))
        return self._shapes[0]

    def stage(self, number: int) -> Stage:
        return self.protocol.stages[number]

    def expected_units(self, groups: tuple[str, ...]) -> int:
        """How many units a rater of these groups may get at the most."""
        return self._all_units if not groups else sum(n for group, n in self.units_per_group.items() if group in groups)

    @cached_property
    def _all_units(self) -> int:
        return sum(self.units_per_group.values())

    def awaits_pairs(self, groups: tuple[str, ...]) -> bool:
        """Whether pairs are still to be drawn that a rater of these groups may get."""
        return any(not groups or group in groups for group, left in self.pairs_left.items() if left)

    def list_length(self, groups: tuple[str, ...]) -> int:
        """How many units a rater of a pool can expect when all take an even share."""
        quorum = max((self.settings.quorum_of(stage.id, "") for stage in self.protocol.stages), default=1)
        units = self.expected_units(groups)
        return min(units, -(-units * quorum // max(1, self.raters)))

    @cached_property
    def least_quorum(self) -> int:
        """How many raters every stage has room for."""
        return min(self._quorums, default=1)

    @cached_property
    def has_even_quorum(self) -> bool:
        """Whether every stage has room for the same number of raters."""
        return len(self._quorums) < 2

    @cached_property
    def _quorums(self) -> frozenset[int]:
        groups = {"", *self.settings.group_quorum}
        return frozenset(self.settings.quorum_of(stage.id, group) for stage in self.protocol.stages for group in groups)

    def guideline_hash(self, lang: str | None) -> str | None:
        for wanted in (lang, self.settings.language, "en"):
            if wanted in self.guidelines:
                return self.guidelines[wanted].hash
        return None


class Views:
    """Views by study, each good for one version of the study."""

    def __init__(self) -> None:
        self._kept: dict[int, StudyView] = {}

    def of(self, run: Run, study: int, version: int) -> StudyView:
        kept = self._kept.get(study)
        if kept is None or kept.row.version != version:
            new = load_view(run, study, kept)
            if kept is not None and kept.row.places == new.row.places > 0:  # the same items: not looked through again
                new = replace(new, _telling=kept._telling)
            if kept is not None and LEAVE_TEXTS.issuperset(studies.kinds_since(run, study, kept.row.version)):
                new = replace(new, _shapes=kept._shapes)
            kept = self._kept[study] = new
        return kept


def load_view(run: Run, study: int, earlier: StudyView | None = None) -> StudyView:
    """A study as it stands; what can't have changed since an earlier view is taken from that."""
    row = studies.study_by_id(run, study)
    if row is None:
        raise NotFound.of("study.unknown", given=study)
    is_known = earlier is not None and earlier.row.places == row.places > 0
    made_by = systems.systems_of(run, study)
    is_any_gone = any(system.withdrawn_at is not None for system in made_by)
    settings = Settings.model_validate_json(row.settings)
    return StudyView(
        row=row,
        protocol=read_protocol(row.protocol_content.encode()),
        settings=settings,
        guidelines=guidelines.newest(run, study),
        withdrawn=systems.withdrawn_candidates(run, study) if is_any_gone else frozenset(),
        has_reference=any(system.kind == SystemKind.REFERENCE for system in made_by),
        units_per_group=earlier.units_per_group if earlier and is_known else units.count_by_group(run, study),
        raters=sum(member.revoked_at is None for member in people.memberships(run, study)),
        examples=onboarding.examples(run, study),
        is_revealed=studies.has_event(run, study, EventKind.REVEALED),
        checks=(many := sum(n for _, _, n in checks.counts(run, study)) if settings.checks.on else 0),
        units_per_check=checks.units_barred(run, study) / many if many and settings.checks.degraded else 0,
        pairs_left=pairs_left(run, study) if settings.pairs.on else {},
        news=studies.last_news(run, study),
    )


def pairs_left(run: Run, study: int) -> dict[str, int]:
    """By group: how many pairs are still to be drawn, as the last batch left it."""
    last = studies.last_of_kind(run, study, EventKind.PAIRS_DRAWN)
    found = last.data["left"] if last is not None else {}
    return {group: left for group, left in found.items() if isinstance(left, int)} if isinstance(found, dict) else {}


def find_study(run: Run, key: str) -> StudyRow:
    """A study by its key; an unknown one is answered with those that exist."""
    row = studies.study_by_key(run, key)
    if row is None:
        raise NotFound.of("study.unknown", given=key, allowed=[s.key for s in studies.all_studies(run)])
    return row


ORIGIN, DOCUMENTS = "campaign", "documents"
"""In the event of a study that was made of a campaign: what that was, and whether its items are parts of documents."""


def origin_of(run: Run, study: int) -> JsonObject:
    """What a study was made of; empty where that was no campaign."""
    created = studies.events_of_kind(run, study, EventKind.CREATED)
    found = created[0].data.get(ORIGIN) if created else None
    return found if isinstance(found, dict) else {}
