"""Where the outputs of today's code differ from those of a release, and which of these differences are meant."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from jurybox.store.migration import HEAD
from tests.upgrade.added_columns import without_columns
from tests.upgrade.point_values import moved
from tests.upgrade.record import Record

MOST_LINES = 60
MOST_OUTPUTS = 12
LONGEST_LINE = 300
NONE = "(no such output)"


@dataclass(frozen=True)
class Change:
    """One change in many outputs: what it makes of a text that was kept is what is expected now."""

    reason: str
    made_of: Callable[[str], str]


@dataclass(frozen=True)
class Remade:
    """Outputs that say findings in other words: all must be there, and no number may move but as `moves` say."""

    reason: str
    moves: tuple[str, ...] = ()
    """Patterns of the numbers that may."""


@dataclass(frozen=True)
class Added:
    """Tables that have more columns now: what they had is as it was."""

    reason: str
    columns: tuple[str, ...]


def _in_rooms(page: str) -> str:
    """Addresses of scripts and styles as they are since these stand beside the routes of their room."""
    return re.sub(r"(?<=/static/<hash>/)[\w/.]+", lambda path: STATIC_0_1_0.get(path[0], path[0]), page)


def _with_jobs(description: str) -> str:
    """A study as JSON, for which nothing is being done."""
    return re.sub(r"\n  \]\n}(?=\n?$)", '\n  ],\n  "jobs": []\n}', description)


def _with_rounds(description: str) -> str:
    """A study's settings of calibration with those that were added, and how far its quorum is below the guideline's."""
    line = re.sub(
        r'("share": [\d.]+), ("on_fail": "\w+")}',
        r'\1, "rounds": 1, \2, "examples": null, "completion_code": null}',
        description,
    )
    if '"coverage":' not in description:
        return line
    lines = re.sub(
        r'(\n +)("share": [\d.]+),\1("on_fail": "\w+")(?=\n)',
        r'\1\2,\1"rounds": 1,\1\3,\1"examples": null,\1"completion_code": null',
        line,
        count=1,  # the settings stand before the events that have set them
    )
    return re.sub(r'(\n +)("systems": \[)', r'\1"few_raters": [],\1\2', lines, count=1)


STATIC_0_1_0 = {
    "icon.svg": "static/icon.svg", "css/tokens.css": "static/css/tokens.css", "css/base.css": "static/css/base.css",
    "css/organiser.css": "static/css/frame.css", "css/results.css": "organiser/static/css/results.css",
    "css/findings.css": "organiser/static/css/findings.css", "organiser.js": "organiser/static/organiser.js",
    "results.js": "organiser/static/results.js", "rate.js": "rater/static/rate.js",
    "css/rate.css": "rater/static/css/rate.css", "api_docs.js": "api/static/api_docs.js",
    "css/docs.css": "api/static/css/docs.css",
}  # fmt: skip

FINDINGS = Remade(
    "Intervals, tests, ranges and clusters rest on blocks and on how items and raters were given; other words.",
    (
        "*audio-description*: ranking * severe: *",  # only a protocol that says which levels are severe has their share
        "*caption-culture*=*",  # nor is it split by group, with points, without being asked
        "*caption-culture*: points *",
        "*caption-counts half is zero*",  # only halves that were imported are noughts
        "*pairs*'reasons'*",  # what is said of two outputs was taken for one answer about their item
        "*'gwet_ac', 'interval'*",  # a scale of whole numbers has the levels that nobody chose too
        "*pearmut*'score', 'percent'* is now None",  # of a hundred points nobody is expected to give the same one
        "*known-faults*",
    ),
)
SITE = Remade("The organiser's site has a top bar, studies as cards, and words that explain themselves.")
ALLOWED_VALUES = Added(
    "An export says what could be answered, so that tables give the numbers of a study, and what was suggested.",
    ("allowed", "suggested", "suggestion"),
)
SHELF = "The shelf holds methods of the field too and is sorted by task; caption-culture is called as its guideline is."
CAMPAIGN = "A campaign is written from the study, with its raters, their lists, checks and suggestions."
LABELS = "Labels of marks are called in files as raters read them."
ROUNDS = Change(
    "A study says how often examples are rated, and whether fewer rate than the guideline asks for.", _with_rounds
)
RATERS = Added("An export of raters says how many rounds of examples they had.", ("calibration_rounds",))
QUOTES = Change("What was given stands between one pair of quotes.", lambda text: text.replace("''", "'"))
Entry = str | Change | Remade | Added
ALLOWED: dict[str, dict[str, Entry]] = {
    "0.1.0": {
        "api/openapi.json": Change(
            "The schema of an enquiry is called as those of a study and of a rater are.",
            lambda text: re.sub(r'(schemas/|^   "|^    "title": ")Enquiry"', r'\1EnquiryLine"', text, flags=re.M),
        ),
        "pages/*": Change("Scripts and styles stand beside the routes of their room.", _in_rooms),
        "overview/*": "Raters have numbers, studies settings for disputes, shares and sealing, and progress in parts.",
        "api/*": "The site of organisers: new settings, numbers of raters, progress in parts, protocols of one's own.",
        "library/*": "Studies have settings for disputes, shares of raters and sealing, and raters have numbers.",
        "raters/*": "A page of a rater who is done asks for disputes that they may decide.",
        "pages/*api docs": SITE,
        "pages/studies*": SITE,
        "pages/item of *": SITE,
        "pages/signed out sign-in": SITE,
        "pages/wrong password": SITE,
        "pages/*none": SITE,
        "pages/*rate title*": "The texts of a page come with the plural rules and numbers of its language.",
        "raters/*/api study": "A rater's own language stands by itself, and progress says whether it is sure.",
        "raters/*/api pace*": "The pace counts tasks, not steps.",
        "raters/*/next*": "What is left is what can still become the rater's, and whether that is sure.",
        "raters/*/api assignments": "The list of tasks names the steps that can still be changed, and no others.",
        "raters/*/assignment *": "What is final can't be opened from the list of tasks.",
        "overview/*/show --json": Change("What the server does or failed to do for a study is told.", _with_jobs),
        "overview/*/show*": ROUNDS,
        "api/GET api studies *": ROUNDS,
        "library/*/show": ROUNDS,
        "api/refused*": QUOTES,
        "exports/*raters*": RATERS,
        "api/GET api studies * export raters*": RATERS,
        "raters/*/api before": "A rater is told how a round of examples went, by question, and what happens now.",
        "raters/*/api examples": "Worked examples have the numbers that the page of results names.",
        "overview/*/workbooks/*": "The guideline sheet of a workbook ends with the worked examples.",
        "files/label-studio config*": "A heading of a configuration that nothing follows is named as lost.",
        "overview/caption-culture/show*": "Progress leaves out what was withdrawn.",
        "overview/studies*": "Progress leaves out what was withdrawn.",
        "library/studies": "Progress leaves out what was withdrawn.",
        "api/GET api studies": "Progress leaves out what was withdrawn.",
        "api/GET api studies caption-culture": "Progress leaves out what was withdrawn.",
        "api/GET api studies * history": "The history of a study is told in words.",
        "api/GET api studies * checks": "A study may have checks among its tasks.",
        "overview/*/archive/tables/*": "A study may have checks, and suggested answers.",
        "api/GET api studies * jobs": "What the server does or failed to do for a study is told.",
        "*known-faults*": "What is said of a unit stands for each candidate; the count of a choice counts its options.",
        "files/schema.json": "The grammar has keys for the option that is counted, severe levels, halves and points.",
        "files/check of a faulty protocol": "A text can be edited: the question type `edit`.",
        "files/check": "Protocols of the shelf say what the code knew of them, and conditions exactly.",
        "files/protocols*": SHELF,
        "api/GET api protocols": SHELF,
        "library/protocols": SHELF,
        "*/audio-description*": "Only a protocol that says which levels are severe has their share.",
        "pages/results of audio-description": "Only a protocol that says which levels are severe has their share.",
        "*/caption-culture*": "Only a protocol that says so has points and parts by group without being asked.",
        "pages/results of caption-counts": "Only a protocol that says so offers to read halves as zero.",
        "api/GET api records*": "What concerns people is recorded and can be read.",
        "api/GET api organisers*": "Organisers are listed, with the history of invitations, roles and removals.",
        "api/GET api protocols title": "A protocol is described: what it asks, its columns, its guideline.",
        "overview/*/archive/manifest*": Change(
            "The schema has grown since.",
            lambda text: text.replace('"schema": "0001"', f'"schema": "{HEAD}"'),
        ),
        "api/openapi*": "Results have more options: what is resampled, how raters are taken, rules of the field.",
        "files/dry run tweets": "A dry run without systems says how to name them.",
        "files/dry run semicolons": "It is noted that a system lacks an item that the other has.",
        "overview/*/archive/manifest.json": "A report has a table for a paper: systems by questions.",
        "exports/*/pearmut-campaign/*": CAMPAIGN,
        "files/convert * to pearmut-campaign/*": CAMPAIGN,
        "exports/*/mt-metrics-eval/*": LABELS,
        "exports/*/pearmut/*": LABELS,
        "exports/*/wmt-mqm/*": LABELS,
        "pages/signed *": "What is personal is not kept by the browser.",
        "exports/*": ALLOWED_VALUES,
        "api/GET api studies * export *": ALLOWED_VALUES,
        "library/*/ratings": ALLOWED_VALUES,
        "library/*/whole log": ALLOWED_VALUES,
        "files/convert *": ALLOWED_VALUES,
        "*/README.md": Change(
            "The data card describes the new column.",
            lambda text: text.replace(
                "| protocol | the protocol and its version |",
                "| suggested, suggestion | what was there to be corrected, and what became of it |\n"
                "| protocol, allowed | the protocol and its version, and what could be answered |",
            ).replace(
                "`rater`, `rule` (made by the software), `marks`, `override`, or `cannot` (could not judge)",
                "`rater`, `rule`, `marks`, `override`, `cannot`, or of suggestions `kept`, `changed`, …",
            ),
        ),
        "reports/*/tables/what-if.*": "A rater is called severe only where several blocks say so: fewer stand out.",
        "analyses/*": FINDINGS,
        "reports/*": FINDINGS,
        "library/*findings*": FINDINGS,
        "api/*/findings *": FINDINGS,
        "pages/results of *": FINDINGS,
        "pages/report of *": FINDINGS,
        "pages/old results of *": FINDINGS,
        "pages/studies * results in *": FINDINGS,
        "files/analyse *": FINDINGS,
        "files/report *": FINDINGS,
        "files/formats*": "The long table is written as a workbook too: the format xlsx.",
    },
}
"""What may differ from a release: names of outputs (`*` stands for anything), with what the changelog says of it.

How it may differ is said by a Change, or else stands in `<release>/allowed/<name>.diff`, which is written by
`python -m tests.upgrade.allow`. See README.md.
"""


@dataclass(frozen=True)
class Difference:
    """An output that is not as it was."""

    name: str
    kept: str
    now: str

    def lines(self) -> list[str]:
        """A unified diff, without the numbers of lines: what is above a change is no part of it."""
        found = unified_diff(self.kept.splitlines(), self.now.splitlines(), "kept", "now", lineterm="", n=1)
        return ["@@" if line.startswith("@@") else line for line in found]

    def text(self) -> str:
        return "\n".join(self.lines()) + "\n"


def differences(record: Record, now: Mapping[str, str], group: str) -> list[Difference]:
    """What differs between a group of outputs as it was kept and as it is now."""
    kept = {name: expected(record, name) for name in record.outputs if name.startswith(f"{group}/")}
    names = sorted(kept.keys() | now.keys())
    pairs = ((name, kept.get(name, NONE), _as_before(record, name, now.get(name, NONE))) for name in names)
    found = [Difference(name, before, after) for name, before, after in pairs if before != after]
    return [one for one in found if one.now == NONE or remade(record, one.name) is None]


def _as_before(record: Record, name: str, text: str) -> str:
    for entry in allowed(record, name):
        text = without_columns(text, entry.columns) if isinstance(entry, Added) else text
    return text


def faults(record: Record, now: Mapping[str, str], group: str) -> list[str]:
    """What is to be told of a group: differences that nobody meant, and meant ones that are not there."""
    found = differences(record, now, group)
    unmeant = [one for one in found if not is_allowed(record, one)]
    told = [shown(one) if n < MOST_OUTPUTS else f"== {one.name} too" for n, one in enumerate(unmeant)]
    differing = {one.name for one in found}
    written = [name for name in allowed_names(record) if name.startswith(f"{group}/") and name not in differing]
    told += [line for name in sorted(now) for line in _moved_in(record, name, now[name])][:MOST_LINES]
    return told + [f"{name} is as it was: delete {allowed_file(record, name).name}" for name in written]


def _moved_in(record: Record, name: str, now: str) -> list[str]:
    """Numbers of a remade output that moved, and nobody meant them to."""
    entry = remade(record, name)
    if entry is None or name not in record.outputs:
        return []
    found = moved(record.outputs[name], now)
    return [f"{name}: {one}" for one in found if not any(fnmatchcase(f"{name}: {one}", move) for move in entry.moves)]


def remade(record: Record, name: str) -> Remade | None:
    return next((entry for entry in allowed(record, name) if isinstance(entry, Remade)), None)


def is_allowed(record: Record, one: Difference) -> bool:
    file = allowed_file(record, one.name)
    return reason_of(record, one.name) is not None and file.exists() and file.read_text(encoding="utf-8") == one.text()


def allowed(record: Record, name: str) -> list[Entry]:
    known = ALLOWED.get(record.version, {})
    return [entry for pattern, entry in known.items() if fnmatchcase(name, pattern)]


def expected(record: Record, name: str) -> str:
    """A text as it was kept, with what was changed in many."""
    text = record.outputs[name]
    for entry in allowed(record, name):
        text = entry.made_of(text) if isinstance(entry, Change) else text
    return text


def reason_of(record: Record, name: str) -> str | None:
    """Why an output may differ by a diff, where it may."""
    return next((entry for entry in allowed(record, name) if isinstance(entry, str)), None)


def allowed_file(record: Record, name: str) -> Path:
    return record.place / "allowed" / f"{name}.diff"


def allowed_names(record: Record) -> list[str]:
    folder = record.place / "allowed"
    return sorted(path.relative_to(folder).as_posix().removesuffix(".diff") for path in folder.rglob("*.diff"))


def shown(one: Difference) -> str:
    """A difference as the failing test shows it."""
    lines = [line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…" for line in one.lines()]
    more = [f"… and {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
    return "\n".join([f"== {one.name}", *islice(lines, MOST_LINES), *more])
