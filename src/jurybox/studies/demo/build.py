"""The demonstration: an open study for each protocol of the shelf, from content, rated by pretend raters."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jurybox.core import Conflict, JudgementDraft, NextWish, StudyState, rfc3339
from jurybox.protocols import load_protocol
from jurybox.store import Run, assignments, items, log, studies, systems
from jurybox.studies import rating
from jurybox.studies.demo.pretend import PretendRater, Seen, read_qualities
from jurybox.studies.lifecycle import ItemFiles, StudyDraft, create_filled, import_items, open_study, read_wishes
from jurybox.studies.people import RaterInfo, add_rater, list_raters
from jurybox.studies.progress import Progress, silent
from jurybox.studies.rating import letters_of
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench, view_of

CONTENT = Path(__file__).with_name("content")
SEED = "jurybox-demo"
WHO = "demo"
SETTINGS = {"quorum": 3, "batch": 10, "calibration": False}
SHARE = 2 / 3
"""How much of their units the pretend raters rate; the rest waits for the guest."""


@dataclass(frozen=True)
class DemoStudy:
    """A study of the demonstration as its folder describes it; the folder has the name of the protocol."""

    folder: Path

    @cached_property
    def about(self) -> dict[str, Any]:
        """name, key, raters [{name, groups, severity, about}], guest {name, groups}, and settings where they differ.

        `example` marks the one that stands for all of them.
        """
        return read_wishes(self.folder / "study.yaml").values

    @property
    def key(self) -> str:
        key: str = self.about["key"]
        return key

    @property
    def guest(self) -> str:
        name: str = self.about["guest"]["name"]
        return name

    def part(self, name: str) -> Path | None:
        return self.folder / name if (self.folder / name).exists() else None


def build_demo(bench: Workbench, progress: Progress = silent) -> list[tuple[str, str]]:
    """Build what is missing; each study's key with the path of the guest's link."""
    plans = _plans()
    known = {row.key for row in bench.database.read(studies.all_studies)}
    ours = {plan.key for plan in plans}
    if known - ours and ours - known:
        raise Conflict.of("demo.not_empty", given=str(bench.folder), studies=sorted(known - ours))
    for n, plan in enumerate(plans):
        _build(bench, plan, is_new=plan.key not in known)
        progress(n + 1, len(plans))
    return [(plan.key, _guest(bench, plan).path) for plan in plans]


def shown_protocols() -> list[str]:
    """The protocols that the demonstration has a study of."""
    return [plan.folder.name for plan in _plans()]


def build_example(bench: Workbench) -> str:
    """The one study of the demonstration that shows newcomers how a study looks; its key. Made once."""
    plan = next(plan for plan in _plans() if plan.about.get("example"))
    known = {row.key for row in bench.database.read(studies.all_studies)}
    _build(bench, plan, is_new=plan.key not in known)
    return plan.key


def guest_path(bench: Workbench, key: str) -> str:
    """The path of the guest's link in a study of the demonstration."""
    return _guest(bench, next(plan for plan in _plans() if plan.key == key)).path


def _plans() -> list[DemoStudy]:
    return [DemoStudy(path.parent) for path in sorted(CONTENT.glob("*/study.yaml"))]


def _guest(bench: Workbench, plan: DemoStudy) -> RaterInfo:
    return next(rater for rater in list_raters(bench, plan.key) if rater.name == plan.guest)


def _build(bench: Workbench, plan: DemoStudy, is_new: bool) -> None:
    """Go on from wherever an earlier start was cut off."""
    if is_new:
        loaded = load_protocol(plan.folder.name)
        settings = {**SETTINGS, **plan.about.get("settings", {})}
        tables, media, people = [plan.folder / "items.csv"], plan.part("media"), plan.part("people.json")
        draft = StudyDraft(plan.key, plan.about["name"], settings, SEED)
        create_filled(bench, loaded, draft, ItemFiles(tables, media, people), who=WHO)
    view = view_of(bench, plan.key)
    if view.row.state == StudyState.DRAFT:
        _open(bench, plan, view)
        view = view_of(bench, plan.key)
    if view.row.state == StudyState.OPEN:
        _rate(bench, plan, view)


def _open(bench: Workbench, plan: DemoStudy, view: StudyView) -> None:
    if not bench.database.read(lambda run: items.count(run, view.id)).items:
        files = ItemFiles([plan.folder / "items.csv"], plan.part("media"), plan.part("people.json"))
        import_items(bench, plan.key, files, who=WHO)
    open_study(bench, plan.key, WHO)


def _rate(bench: Workbench, plan: DemoStudy, view: StudyView) -> None:
    """All judgements of the pretend raters in one transaction: all there or none. The guest comes last."""
    members = {rater.name: rater for rater in list_raters(bench, plan.key)}
    _join(bench, plan, members, plan.about["raters"])
    if not bench.database.read(lambda run: log.count(run, view.id)):
        _pretend(bench, plan, members)
    _join(bench, plan, members, [{"language": "en", **plan.about["guest"]}])


def _join(bench: Workbench, plan: DemoStudy, members: dict[str, RaterInfo], people: list[dict[str, Any]]) -> None:
    for person in people:
        if person["name"] not in members:
            added = add_rater(
                bench, plan.key, person["name"], person.get("groups"), None, person.get("language"), who=WHO
            )
            members[added.name] = added


def _pretend(bench: Workbench, plan: DemoStudy, members: dict[str, RaterInfo]) -> None:
    qualities = read_qualities(plan.folder / "quality.csv")
    pretend = [PretendRater(p["name"], float(p.get("severity", 0)), qualities) for p in plan.about["raters"]]

    def write(run: Run) -> None:
        for rater, person in zip(pretend, plan.about["raters"], strict=True):
            session = _Session(bench, run, plan.key, members[rater.name])
            session.get_ready(person.get("about", {}))
            session.rate(rater)

    bench.database.write(write)


class _Session:
    """A pretend rater's visit, through the same door as everybody's."""

    def __init__(self, bench: Workbench, run: Run, study: str, info: RaterInfo) -> None:
        self.bench, self.run = bench, run
        self.link = rating.Link(study, info.path.partition("#")[2])
        visit = rating.admit(bench, run, self.link)
        self.member, self.view = visit.member, visit.view
        self.systems = systems.makers_of(run, self.view.id)
        self.items = items.keys_by_id(run, self.view.id)

    def get_ready(self, about: dict[str, str]) -> None:
        """Do what the study asks before the first task; worked examples are rated as the guideline says."""
        where = (self.bench, self.run, self.link)
        asked = rating.show_before(*where)
        if consent := asked.get("consent"):
            lang, text = next(iter(consent["texts"].items()))
            rating.give_consent(*where, lang, text["hash"], True)
        if "questionnaire" in asked:
            rating.answer_questionnaire(*where, about, self.view.settings.language)
        if "calibration" in asked:
            rating.begin_calibration(*where)
            while "example" in (packet := rating.next_units(*where, NextWish())["units"][0]):
                self._rate_example(packet)

    def _rate_example(self, packet: rating.Packet) -> None:
        a = assignments.by_uid(self.run, packet["assignment"], member=self.member.id)
        assert a is not None
        assert a.example is not None
        number = self.view.protocol.stage_number(packet["stage"])
        assert number is not None
        answers = rating.as_the_guideline_says(self.view, a, number)
        draft = JudgementDraft(self.bench.new_id(), a.uid, packet["stage"], {**answers})
        rating.submit(self.bench, self.run, self.link, draft, "demo")

    def rate(self, rater: PretendRater) -> None:
        """Rate a share of the units, and finish every unit that was begun."""
        wanted = round(self.view.expected_units(self.member.groups) * SHARE)
        while not self._is_done(wanted):
            units = rating.next_units(self.bench, self.run, self.link, NextWish())["units"]
            if not units:
                break
            self._judge(rater, units[0])

    def _is_done(self, wanted: int) -> bool:
        mine = assignments.all_of(self.run, self.member.id)
        finished = sum(a.state == "done" and a.purpose == "rating" for a in mine)
        return finished >= wanted and not any(a.state == "leased" for a in mine)

    def _judge(self, rater: PretendRater, packet: rating.Packet) -> None:
        a = assignments.by_uid(self.run, packet["assignment"], member=self.member.id)
        assert a is not None
        made_by = {letter: self.systems[candidate][0].name for letter, candidate in letters_of(a).items()}
        by_rule = {(made["question"], made["target"]) for made in packet["rules"]}
        rated = rating.span_of(self.view, a, rating.content_for(self.run, self.view, a)).rated
        seen = Seen(self.items[a.item], made_by, rated, by_rule, a.purpose)
        number = self.view.protocol.stage_number(packet["stage"])
        assert number is not None
        draft = JudgementDraft(
            id=self.bench.new_id(),
            assignment=a.uid,
            stage=packet["stage"],
            answers=rater.answers(self.view.stage(number), seen),
            answered_at=rfc3339(self.bench.now()),
            elapsed_ms=rater.elapsed_ms(packet["stage"], seen),
        )
        rating.submit(self.bench, self.run, self.link, draft, "demo")
