"""The report as one page that needs nothing else: no script, no request; light and dark, phone and paper."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import jinja2
from markupsafe import Markup

from jurybox.analysis import Findings
from jurybox.report.sections import PARTS, Section, answer_section, section, sections_of
from jurybox.report.tables import moment
from jurybox.report.wording import Wording, facts
from jurybox.texts import Words

HERE = Path(__file__).parent


def html_page(findings: Findings, words: Words, language: str) -> str:
    """The whole report in a language."""
    say = Wording.of(findings, words)
    sections = sections_of(findings, words)
    return (
        _templates()
        .get_template("page.html")
        .render(
            t=words,
            language=language,
            name=title_of(findings),
            kind=words("report.kind.study" if findings.source.get("kind") == "study" else "report.kind.file"),
            as_of=as_of(findings),
            counts=count_words(findings, say),
            answer=answer_section(findings, say),
            sections=sections,
            bodies=[section(found) for found in sections],
            version=findings.settings.get("version", ""),
            signature=findings.signature,
            styles=[Markup(page_style(name)) for name in ("tokens", "findings", "page")],  # ours, no data in it
        )
    )


def answer_fragment(findings: Findings, words: Words) -> Markup:
    """The answer for a page in the browser; styled by page_style("findings")."""
    return answer_section(findings, Wording.of(findings, words))


def page_fragments(findings: Findings, words: Words, part: str) -> list[Section]:
    """The sections of one page of the results in the browser; styled by page_style("findings")."""
    return sections_of(findings, words, PARTS[part])


def title_of(findings: Findings) -> str:
    return str(facts(findings).get("title") or findings.source.get("name") or "")


def as_of(findings: Findings) -> str:
    """The moment of the last judgement: a date of the data, never today's."""
    last = facts(findings).get("last_judgement_at")
    if last:
        return str(last)[:16].replace("T", " ")
    return max((moment(m.at) for m in findings.over_time), default="")


class CountWords(NamedTuple):
    """A number of how much there is: what it is called, how it reads, and what was counted."""

    name: str
    number: str
    what: str


def count_words(findings: Findings, say: Wording) -> list[CountWords]:
    """How much there is, of how much; one judgement of a study answers several questions, so both are told."""
    told, counts, judged = facts(findings), findings.counts, findings.judgements
    known: list[tuple[str, int | None, int | None]] = [
        ("systems", counts.get("systems"), None),
        ("items", counts.get("items"), told["items"] - told.get("items_withdrawn", 0) if told.get("items") else None),
        ("raters", counts.get("raters"), told.get("raters_invited")),
    ]
    answered, expected = counts.get("answers", counts.get("ratings")), counts.get("expected")
    if judged:
        known += [("judgements", judged, findings.expected_judgements), ("answers", answered, expected)]
    else:
        known.append(("ratings", answered, expected))
    return [_count(name, n, of, say) for name, n, of in known if n]


def _count(name: str, n: int, of: int | None, say: Wording) -> CountWords:
    number = say.numbers.count(n)
    if of is not None and of > n:
        number = say("report.count.of", n=number, of=say.numbers.count(of))
    return CountWords(say(f"report.count.{name}"), number, say(f"report.count.what.{name}"))


@cache
def page_style(name: str) -> str:
    """One of tokens (colours and sizes), findings (tables and charts) and page (the page around them)."""
    return (HERE / "styles" / f"{name}.css").read_text(encoding="utf-8")


@cache
def _templates() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(HERE / "templates")
    return jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
