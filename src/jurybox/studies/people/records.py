"""What was done on a server to people, links, roles and data: written down once, with ids; read with names."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields

from jurybox.core import CONCERNS_PEOPLE, JsonData, Refused, micros_of, rfc3339
from jurybox.exchange.files import table_lines
from jurybox.store import Run, audit, organisers
from jurybox.studies.workbench import Workbench
from jurybox.texts import Words

COMMAND_LINE = "command line"
MOST_SHOWN = 1_000
BESIDE = ("token_made", "token_revoked", "exported", "links_downloaded", "pay_downloaded", "backed_up")
"""What is written down beside what is done to organisers and what happens to a study."""
EVERYTHING = 2**62


@dataclass(frozen=True, slots=True)
class Record:
    """One line: who did what to whom, in which study."""

    number: int
    at: str
    who: str
    what: str
    words: str
    organiser: str
    """Whom it concerns, where that is an organiser."""
    rater: str
    """The id of the rater whom it concerns."""
    study: str


@dataclass(frozen=True, slots=True)
class RecordsWish:
    most: int = MOST_SHOWN
    before: int = EVERYTHING
    """Only what has a smaller number: the page that follows."""
    since: str | None = None
    study: str | None = None


def record(bench: Workbench, run: Run, who: str, what: str, **data: JsonData) -> None:
    """Write down what somebody did. Who is no organiser, such as the command line, stands under that name."""
    audit.record(run, who=organisers.uid_of(run, who) or who, what=what, data=data, now=bench.now())


def record_now(bench: Workbench, what: str, who: str = COMMAND_LINE, **data: JsonData) -> None:
    bench.database.write(lambda run: record(bench, run, who, what, **data))


def list_records(bench: Workbench, words: Words, wish: RecordsWish) -> list[Record]:
    """What was done, the newest first."""
    since = _moment(wish.since) if wish.since else 0

    def read(run: Run) -> tuple[list[audit.AuditEntry], dict[str, str]]:
        found = audit.page(run, before=wish.before, since=since, most=EVERYTHING if wish.study else wish.most)
        return found, organisers.names_by_uid(run)

    found, names = bench.database.read(read)
    told = (_told(entry, names, words) for entry in found)
    return [line for line in told if wish.study in (None, line.study)][: wish.most]


def _moment(text: str) -> int:
    try:
        return micros_of(text if "T" in text else f"{text}T00:00:00Z")
    except ValueError as error:
        raise Refused.of("history.bad_time", "since", text) from error


def _told(entry: audit.AuditEntry, names: dict[str, str], words: Words) -> Record:
    data = {name: str(value) for name, value in entry.data.items()}
    who, whom = names.get(entry.who, entry.who), data.get("organiser", "")
    whom = names.get(whom, whom)
    said = {"who": who, "whom": whom or data.get("study", "")}
    is_of_study = entry.what in CONCERNS_PEOPLE
    told = f"{who}: {words(f'org.event.{entry.what}')}" if is_of_study else words(f"org.history.{entry.what}", **said)
    at, study = rfc3339(entry.at), data.get("study", "")
    return Record(entry.id, at, who, entry.what, told, whom, data.get("rater", ""), study)


def records_file(lines: Iterable[Record]) -> Iterator[bytes]:
    """As csv, without words: codes do not change with the language."""
    columns = [field.name for field in fields(Record) if field.name != "words"]
    return table_lines("csv", columns, ([asdict(line)[name] for name in columns] for line in lines))
