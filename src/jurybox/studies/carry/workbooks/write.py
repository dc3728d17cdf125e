"""`jurybox workbook write`: one workbook for every rater and stage, with the slots behind it reserved."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from jurybox.core import Assignment, AssignmentState, Conflict, Fault, Member, Refused, StudyState, refuse
from jurybox.exchange.workbooks import MOST_ROWS, Book, BookExample, BookIdentity, Speaker, TaskRow, write_book
from jurybox.store import Content, MembershipRow, Run, items, people
from jurybox.studies import rating
from jurybox.studies.carry.workbooks.examples import examples_of
from jurybox.studies.carry.workbooks.reserve import hold, reserve
from jurybox.studies.carry.workbooks.rows import TaskRows, does_not_fit, fields_of
from jurybox.studies.carry.workbooks.sheet_limits import carry_faults, left_out
from jurybox.studies.people import rater_named
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench
from jurybox.texts import words_in

SUFFIX = ".xlsx"


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A workbook that was written."""

    path: Path
    rater: str
    stage: str
    units: int
    rows: int
    without_picture: list[int] = field(default_factory=list)
    """Tasks whose picture can't be shown in a sheet."""


@dataclass(frozen=True, slots=True)
class WrittenWorkbooks:
    files: list[WrittenFile]
    nothing_for: list[str]
    """Raters for whom there is nothing to do now."""
    not_asked: list[str]
    """Questions that need no answer and that a sheet can't carry."""
    too_long: dict[str, int]
    """By rater, how many units have a text that a cell has no room for: left out, to be rated in the browser."""
    without_suggestions: bool = False
    """Whether the study has suggestions: a sheet shows none."""


@dataclass(slots=True)
class _Plan:
    path: Path
    rater: str
    book: Book
    units: int


def write_workbooks(
    bench: Workbench, key: str, to: Path, raters: list[str] | None = None, units: int | None = None, force: bool = False
) -> WrittenWorkbooks:
    """Write the workbooks of some raters, or of all. When anything is refused, nothing was reserved or written.

    `units` is how many units a rater is to have in all, an even share by default.
    """

    def plan(run: Run) -> tuple[list[_Plan], WrittenWorkbooks]:
        plans, written = _plan_all(run, bench, key, to, raters or [], units)
        if not force:
            _refuse_existing(plan.path for plan in plans)
        return plans, written

    plans, written = bench.database.write(plan)
    try:
        to.mkdir(parents=True, exist_ok=True)
        written.files.extend(_write(bench, plan) for plan in plans)
    except OSError as error:
        raise Refused.of("workbook.not_written", given=str(to), reason=error.strerror or str(error)) from error
    return written


def _write(bench: Workbench, plan: _Plan) -> WrittenFile:
    """Under another name first: a file that was cut off must not look like one that is whole."""
    part = plan.path.with_name(f".{plan.path.name}.part")
    try:
        unseen = write_book(part, plan.book, bench.media.find)
        part.replace(plan.path)
    finally:
        part.unlink(missing_ok=True)
    rows = len(plan.book.rows)
    return WrittenFile(plan.path, plan.rater, plan.book.stage.id, plan.units, rows, unseen)


def _plan_all(
    run: Run, bench: Workbench, key: str, to: Path, names: list[str], units: int | None
) -> tuple[list[_Plan], WrittenWorkbooks]:
    view = load_view(run, find_study(run, key).id)
    if view.row.state != StudyState.OPEN:
        raise Conflict.of("study.not_open", given=key, state=view.row.state)
    refuse(carry_faults(view))
    chosen = _chosen(run, bench, view, names)
    refuse(_not_ready(run, view, chosen))
    plans: list[_Plan] = []
    written = WrittenWorkbooks([], [], left_out(view), {}, view.settings.prefill.on)
    taken: set[str] = set()
    for row in chosen:
        planner = _Planner(run, bench, view, row, units)
        stem = file_stem(f"{view.row.key}-{row.name}", taken)
        found = list(planner.plans(to, stem))
        plans += found
        if not found:
            written.nothing_for.append(row.name)
        if planner.too_long:
            written.too_long[row.name] = planner.too_long
    return plans, written


def _refuse_existing(paths: Iterable[Path]) -> None:
    there = [path for path in paths if path.exists()]
    if there:
        raise Conflict(*(Fault("workbook.file_there", given=str(path)) for path in there))


def _chosen(run: Run, bench: Workbench, view: StudyView, names: list[str]) -> list[MembershipRow]:
    members = people.memberships(run, view.id)
    if names:
        ids = {rater_named(run, bench, view.row.key, name).id for name in names}
        members = [m for m in members if m.uid in ids]
        refuse(Fault("workbook.rater_revoked", given=m.name) for m in members if m.revoked_at is not None)
    active = [m for m in members if m.revoked_at is None]
    if not active:
        raise Conflict.of("workbook.no_raters", given=view.row.key)
    return active


def _not_ready(run: Run, view: StudyView, members: list[MembershipRow]) -> Iterator[Fault]:
    """Consent, questionnaire and worked examples come before the first task, and are done in the browser."""
    for m in members if view.asks_before else ():
        step, _ = rating.step_of(run, view, m.id, m.stages)
        if step is not None:
            yield Fault("workbook.not_ready", given=m.name, params={"step": step})


class _Planner:
    """Reserves the units of one rater and lays out their workbooks."""

    def __init__(self, run: Run, bench: Workbench, view: StudyView, row: MembershipRow, units: int | None) -> None:
        self.run, self.bench, self.view, self.row, self.units = run, bench, view, row, units
        member = people.member_to_write(run, row.uid)
        assert member is not None
        self.member: Member = member
        self.too_long = 0
        self.lang = row.language or view.settings.language
        languages = tuple(dict.fromkeys((self.lang, view.settings.language)))
        self.speaker = Speaker(languages, words_in(self.lang, bench.texts))

    def plans(self, to: Path, stem: str) -> Iterator[_Plan]:
        view, several = self.view, len(self.view.protocol.stages) > 1
        ready = reserve(self.run, view, self.member, self.units, self.bench.server())
        contents = items.open_contents(self.run, self.member.id)
        for number in sorted({a.stage for a in ready if a.stage is not None}):
            stage = view.stage(number)
            maker = TaskRows(view, number, self.speaker)
            mine, rows = self._laid_out(maker, [a for a in ready if a.stage == number], contents)
            if not mine:
                continue
            hold(self.run, mine)
            book = self._book(number, rows, len(mine), examples_of(view, number, maker, self.speaker))
            name = f"{stem}-{stage.id}" if several else stem
            yield _Plan(to / f"{name}{SUFFIX}", self.row.name, book, len(mine))

    def _laid_out(
        self, maker: TaskRows, ready: list[Assignment], contents: dict[int, Content]
    ) -> tuple[list[Assignment], list[TaskRow]]:
        """The assignments that fit into a sheet, with their rows. Those with a text that does not fit go back."""
        mine: list[Assignment] = []
        rows: list[TaskRow] = []
        for a in ready:
            content = contents[a.item] if a.check_item is None else rating.content_for(self.run, self.view, a)
            made = maker.of(a, content, len(mine) + 1)
            if does_not_fit(made):
                self.too_long += 1
                if a.state == AssignmentState.LEASED:
                    rating.release(self.run, a)
            elif len(rows) + len(made) <= MOST_ROWS:
                mine.append(a)
                rows += made
        return mine, rows

    def _book(self, number: int, rows: list[TaskRow], units: int, examples: list[BookExample]) -> Book:
        view, stage = self.view, self.view.stage(number)
        lang = next((x for x in (self.lang, view.settings.language, "en") if x in view.guidelines), "")
        guideline = view.guidelines.get(lang)
        about = BookIdentity(
            view.row.uid,
            self.row.uid,
            stage.id,
            view.row.protocol_hash,
            guideline.hash if guideline else "",
            self.lang,
            units,
        )
        title = f"{view.row.name} – {self.speaker.say(stage.title)}" if stage.title else view.row.name
        made_at = datetime.fromtimestamp(self.bench.now() / 1_000_000, UTC).replace(tzinfo=None)
        fields = fields_of(view, number, self.speaker)
        prose = guideline.prose if guideline else ""
        return Book(title, about, self.speaker, prose, stage, fields, rows, made_at, examples)


def file_stem(wanted: str, taken: set[str]) -> str:
    """A name that every system takes for a file, each once whatever the case; `taken` learns it.

    >>> taken = set()
    >>> file_stem("titles-Ana María/2", taken), file_stem("titles-ana maría 2", taken)
    ('titles-Ana-María-2', 'titles-ana-maría-2-2')
    """
    plain = "-".join("".join(c if c.isalnum() or c in "-_" else " " for c in wanted).split())[:80].strip("-") or "rater"
    name, n = plain, 1
    while name.casefold() in taken:
        n += 1
        name = f"{plain}-{n}"
    taken.add(name.casefold())
    return name
