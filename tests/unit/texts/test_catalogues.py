"""The words of the pages: the same keys in every language, each used, and no words outside the catalogues."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jinja2
import pytest
from jinja2 import nodes

from jurybox.analysis import disputes, vocabulary
from jurybox.core import RESERVED_COLUMNS, TASKS, CheckKind, CheckStanding
from jurybox.core.study import EventKind, Settings, StudyRole, StudyState
from jurybox.studies import item_list, jobs, planning, rehearsal
from jurybox.studies.carry.suggestions import SUGGEST_JOB
from jurybox.studies.lifecycle.other_protocol import CODES
from jurybox.studies.lifecycle.usual_questions import USUAL
from jurybox.studies.people.own_tokens import SCOPES
from jurybox.studies.people.records import BESIDE
from jurybox.studies.people.roles import DEEDS
from jurybox.studies.results.page import RESULT_PARTS
from jurybox.texts import Catalogue, facts_of, languages
from jurybox.web.organiser.protocols import TERMS
from jurybox.web.organiser.study import STEPS, TABS, overview
from jurybox.web.organiser.study.disputes import WHICH
from jurybox.web.organiser.study.reading_form import OFFERED
from tests.fixtures.each import each
from tests.paths import ROOT

SOURCE = ROOT / "src" / "jurybox"
TEXTS = SOURCE / "texts"
TEMPLATES = sorted((SOURCE / "web").rglob("*.html"))
SCRIPTS = sorted((SOURCE / "web").rglob("*.js"))

SPELT_OUT = {"one"}
"""A form that may do without the number: "one task", "una tarea"."""
DYNAMIC = {
    "org.state.": {state.value for state in StudyState},
    "org.dispute.kind.": set(WHICH),
    "org.dispute.none.": set(WHICH),
    "org.dispute.best.": {"low", "high"},
    "org.dispute.measured.": set(disputes.USUAL),
    "org.dispute.is.": {"rater", "organiser"},
    "org.tab.": {*TABS, "protocol", "design", "check"},
    "org.change.": {"lead", "do", "anyway", "keep", "would", *CODES},
    "org.next.": {"texts", "check", "open", "resume", "raters", "links", "answer", "results"},
    "org.design.step.": set(STEPS),
    "org.design.pace.": {"said", "past", "usual"},
    "org.check.remark.": set(planning.CODES),
    "org.check.outcome.": set(rehearsal.OUTCOMES),
    "org.check.step.": {"texts", "design", "raters"},
    "org.plan.figure.": set(planning.FIGURES),
    "org.plan.told.": set(planning.TOLD),
    "org.plan.half.": {"items", "documents"},
    "org.plan.enough.": set(planning.SIZES),
    "org.roles.role.": {role.value for role in StudyRole},
    "org.event.": {kind.value for kind in EventKind},
    "org.items.filter.": set(item_list.FILTERS),
    "org.design.share_": set(planning.SHARES),
    "org.overview.part.": set(overview.PARTS),
    "org.overview.waits.": set(overview.WAITS_AT),
    "org.results.part.": set(RESULT_PARTS),
    "org.results.arrows": {""},
    "org.results.sealed_system": {""},
    "org.join.unnamed": {""},
    "org.frozen.what.": {"mean", "rank", "agreement"},
    "org.task.": {*TASKS, "other"},
    "org.setting.": set(Settings.model_fields),
    "org.job.failed.": set(jobs.KINDS),
    "org.job.working.": {jobs.IMPORT_JOB, jobs.OPEN_JOB, SUGGEST_JOB},
    "org.preview.kind.": {"protocol", "written", "study", "drive", "as"},
    "org.word.": set(TERMS),
    "org.means.": set(TERMS),
    "org.history.": {*DEEDS, *BESIDE},
    "org.tokens.scope.": set(SCOPES),
    "org.server.check.": {"database", "space", "secret", "worker", "media"},
    "org.texts.about.": set(OFFERED),
    "org.texts.choice.": {f"{name}.{value.replace('-', '_')}" for name, values in OFFERED.items() for value in values},
    "org.texts.advice.": {"columns", "encoding", "media"},
    "org.texts.use.": set(RESERVED_COLUMNS) | {"none", "outputs", "reference"},
    "org.texts.systems.": {"file", "folder", "none"},
    "org.raters.mail_": {"subject", "text"},
    "org.join.state.": {"open", "full", "ended", "closed", "waiting"},
    "org.checks.state.": {state.name.lower() for state in CheckStanding},
    "org.checks.kind.": {kind.value for kind in CheckKind},
    "org.pay.ended.": {"not_begun", "under_way", "done", "screened_out", "revoked"},
    "join.not.": {
        "unknown",
        "full",
        "ended",
        "closed",
        "waiting",
        "over",
        "revoked",
        "preview",
        "consent",
        "bad_id",
    },
    "finding.reason.": set(vocabulary.REASONS),
    "finding.note.": set(vocabulary.NOTES),
    "finding.flag.": set(vocabulary.FLAGS),
    "finding.coefficient.": set(vocabulary.COEFFICIENTS),
    "finding.excluded.": set(vocabulary.EXCLUDED),
}
"""Keys that are put together while a page is made: the beginning, and everything that may follow."""
SPOKEN_ATTRIBUTES = {"aria-label", "title", "placeholder", "alt", "data-confirm", "data-copied"}
KEY = re.compile(r"(?:rate|error|org|docs|language)\.[a-z_.]+")
LETTER = re.compile(r"[^\W\d_]")


def read(language: str) -> Catalogue:
    found: Catalogue = json.loads((TEXTS / f"{language}.json").read_text(encoding="utf-8"))
    return found


CATALOGUES = {language: read(language) for language in languages()}
ENGLISH = CATALOGUES["en"]


def test_every_catalogue_is_looked_at_here():
    assert set(CATALOGUES) == {path.stem for path in TEXTS.glob("*.json") if not path.stem.startswith("faults")}
    assert {"en", "de", "es", "it", "pt", "fr", "zh"} <= set(CATALOGUES)


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_language_has_the_same_keys_in_the_same_order(language: str) -> None:
    assert list(CATALOGUES[language]) == list(ENGLISH)


@pytest.mark.parametrize("language", CATALOGUES)
def test_plurals_have_the_forms_of_their_language(language: str) -> None:
    rules = CATALOGUES[language]["language.plural"]
    for key, english in ENGLISH.items():
        entry = CATALOGUES[language][key]
        assert isinstance(entry, dict) == isinstance(english, dict), key
        if isinstance(entry, dict):
            assert set(entry) == set(rules), key


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_language_uses_the_same_parameters(language: str) -> None:
    for key in ENGLISH:
        for form, words in forms(CATALOGUES[language][key]):
            optional = {"n"} if form in SPELT_OUT else set()
            assert parameters_of(key) - optional <= placeholders(words) <= parameters_of(key), (key, form)


@pytest.mark.parametrize("language", CATALOGUES)
def test_no_words_are_empty_or_have_loose_spaces(language: str) -> None:
    for key, entry in CATALOGUES[language].items():
        for _, words in forms(entry):
            assert words, key
            assert words == words.strip(), key
            assert "  " not in words, key


def forms(entry: str | dict[str, str]) -> list[tuple[str, str]]:
    return list(entry.items()) if isinstance(entry, dict) else [("", entry)]


def placeholders(words: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", words))


def parameters_of(key: str) -> set[str]:
    entry = ENGLISH[key]
    return placeholders(entry["other"] if isinstance(entry, dict) else entry)


def test_every_key_that_a_page_uses_is_there() -> None:
    assert {key for key in used_keys() if key not in ENGLISH.keys() | facts_of("en")} == set()
    for beginning, endings in DYNAMIC.items():
        assert {key.removeprefix(beginning) for key in ENGLISH if key.startswith(beginning)} == endings


def test_every_key_is_used() -> None:
    dynamic = (
        "error.",
        "org.settings.told.",
        "history.",
        "report.",
        "workbook.",
        *DYNAMIC,
    )  # they have tests of their own words
    unused = {key for key in set(ENGLISH) - used_keys() if not key.startswith(dynamic)}
    assert {key for key in unused if not key.startswith("questionnaire.")} == {"language.name", "language.apostrophe"}
    assert {key.removeprefix("questionnaire.") for key in unused if key.startswith("questionnaire.")} == set(USUAL)


def test_every_error_that_has_words_exists() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    known = [key.removeprefix("error.") for key in ENGLISH if key.startswith("error.")]
    assert known
    assert [key for key in known if f'"{key}"' not in code] == []


def used_keys() -> set[str]:
    scripts = {literal for path in SCRIPTS for literal in literals(path) if KEY.fullmatch(literal)}
    scripts = {key for literal in scripts for key in begun(literal)}
    calls = {key for path in TEMPLATES for key, _ in calls_of_t(path) if key not in DYNAMIC}
    attributes = {value for path in TEMPLATES for name, value in page(path).attributes if name.startswith("data-t")}
    return scripts | calls | attributes


def begun(literal: str) -> list[str]:
    """The keys that a script means: by a whole key this one, by the beginning of one all that begin so."""
    if not literal.endswith((".", "_")):
        return [literal]
    return [key for key in ENGLISH if key.startswith(literal)] or [literal]


@each("path", TEMPLATES)
def test_templates_give_every_parameter(path: Path) -> None:
    for key, given in calls_of_t(path):
        if key not in DYNAMIC:
            assert given == parameters_of(key), key


@each("path", TEMPLATES)
def test_templates_hold_no_words_of_their_own(path: Path) -> None:
    made = page(path)
    assert [text for text in made.texts if LETTER.search(text)] == []
    spoken = [(name, value) for name, value in made.attributes if name in SPOKEN_ATTRIBUTES]
    assert [pair for pair in spoken if LETTER.search(pair[1])] == []


@each("path", TEMPLATES)
def test_templates_hold_no_inline_style_and_no_inline_script(path: Path) -> None:
    made = page(path)
    assert [name for name, _ in made.attributes if name == "style" or name.startswith("on")] == []
    inline = re.findall("<script>(.*?)</script>", path.read_text(encoding="utf-8"), re.DOTALL)
    assert inline == (["{{ early | safe }}"] if path.name == "rate.html" else [])  # early.js, named in the policy
    assert made.scripts <= {"application/json", *("" for _ in inline)}


def page(path: Path) -> "Page":
    """A template as HTML, with everything that Jinja fills in left out."""
    tree = jinja2.Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
    made = Page()
    made.feed("".join(data.data for data in tree.find_all(nodes.TemplateData)))
    return made


class Page(HTMLParser):
    """The texts and attributes of a page; what stands in <code> and <script> is not for reading aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.scripts: set[str] = set()
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag == "script":
            self.scripts |= set() if "src" in dict(attrs) else {dict(attrs).get("type") or ""}
        if tag in ("code", "script"):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside and data.strip():
            self.texts.append(data.strip())


def calls_of_t(path: Path) -> Iterator[tuple[str, set[str]]]:
    """(key, or the beginning of one, and the names of the parameters) of every t(…) in a template."""
    tree = jinja2.Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "t":
            yield beginning_of(call.args[0]), {argument.key for argument in call.kwargs}


def beginning_of(argument: nodes.Expr) -> str:
    first: Any = argument.nodes[0] if isinstance(argument, nodes.Concat) else argument
    assert isinstance(first, nodes.Const), "t(…) takes a key, or the beginning of one and a name"
    return str(first.value)


TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`""", re.DOTALL)


def literals(path: Path) -> list[str]:
    """The string literals of a script; of template literals, what stands between the insertions, and inside them."""
    found = []
    for match in TOKEN.finditer(path.read_text(encoding="utf-8")):
        plain = match[1] if match[1] is not None else match[2]
        if plain is not None:
            found.append(plain)
        elif match[3] is not None:
            found += re.split(r"\$\{[^}]*\}", match[3])
            found += [
                inner for part in re.findall(r"\$\{(.*?)\}", match[3]) for inner in re.findall(r"'([^']*)'", part)
            ]
    return found


SPOKEN_IN_SCRIPTS = re.compile(
    r"""(?:\btext|\btitle|\bplaceholder|\balt|'aria-label'|'aria-valuetext'|textContent)\s*[:=]\s*(['"`])(.*?)\1"""
    r"""|\bbutton\(\s*(['"`])(.*?)\3"""
)
SENTENCE = re.compile(r"^[A-ZÀ-Þ][^\W\d_]*[,.!?]?\s+\w+.*[^\W\d_]")


@each("path", SCRIPTS)
def test_scripts_hold_no_words_of_their_own(path: Path) -> None:
    code = TOKEN.sub(
        lambda match: "" if match[0].startswith(("//", "/*")) else match[0], path.read_text(encoding="utf-8")
    )
    spoken = [a or b for _, a, _, b in SPOKEN_IN_SCRIPTS.findall(code)]
    assert [words for words in spoken if LETTER.search(re.sub(r"\$\{.*?\}", "", words))] == []
    assert [words for words in literals(path) if SENTENCE.match(words)] == []


@each("path", SCRIPTS)
def test_scripts_never_parse_markup_of_data(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\.style\b|'style'", code
    )
