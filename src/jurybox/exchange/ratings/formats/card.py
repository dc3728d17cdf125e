"""The data card: what a data set holds, for the people who load it."""

from collections import Counter
from dataclasses import dataclass, field

from jurybox.exchange.ratings.formats.target import DataSetFacts

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
COLUMNS = {
    "item, system": "what was rated, and what made it",
    "rater": "who rated: a pseudonym, never a name",
    "stage, question, target": "what was asked, and about which part",
    "value": "the answer as text: a number, `a|b` for tags and options, JSON for marked spans and rankings",
    "number": "the answer as a number, where it is one",
    "text, comment": "what the rater wrote",
    "by": "`rater`, `rule`, `marks`, `override`, `cannot`, or of suggestions `kept`, `changed`, …",
    "purpose": "`rating`; `repeat` is the same unit once more; `calibration` and `check` are no ratings",
    "standing, pilot, supersedes": "whether it counts; without further choice only what counts is here",
    "answered_at, received_at, elapsed_ms, channel": "when, how long, and by which way it came in",
    "suggested, suggestion": "what was there to be corrected, and what became of it",
    "protocol, allowed": "the protocol and its version, and what could be answered",
    "source, output": "the texts, where they are texts",
}


@dataclass(slots=True)
class CardCounts:
    ratings: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    items: set[str] = field(default_factory=set)
    systems: set[str] = field(default_factory=set)
    raters: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)


def card(about: DataSetFacts, counts: CardCounts) -> str:
    lines = ["---", *_metadata(about, counts), "---", "", f"# {_line(about.title)}", ""]
    if about.description:
        lines += [about.description, ""]
    lines += [
        f"{counts.ratings:,} answers of {len(counts.raters):,} raters about {len(counts.items):,} items"
        f" and the outputs of {len(counts.systems - {''}):,} systems.",
        "",
        *([f"Protocol: `{about.protocol}`.", ""] if about.protocol else []),
        "| question | answers |",
        "|---|---|",
        *(f"| {_cell(question) or '(whole unit)'} | {n:,} |" for question, n in counts.questions.items()),
        "",
        "## Columns",
        "",
        "| column | what it holds |",
        "|---|---|",
        *(f"| {name} | {what} |" for name, what in COLUMNS.items()),
        "",
        "Places of marks are half-open and count code points.",
        "",
        "## Loading",
        "",
        "```python",
        "from datasets import load_dataset",
        'ratings = load_dataset("path/to/this/folder", split="train")',
        "```",
        "",
        "## People and rights",
        "",
        "Raters are pseudonyms. Free texts are as they were written: read them before you publish.",
        f"Licence: {_line(about.licence) if about.licence else 'not stated yet; say one before you publish.'}",
        "",
    ]
    return "\n".join(lines)


def _metadata(about: DataSetFacts, counts: CardCounts) -> list[str]:
    size = next((name for most, name in SIZES if counts.ratings < most), "1M<n<10M")
    languages = [f"- {_quoted(language)}" for language in about.languages]
    return [
        f"pretty_name: {_quoted(about.title)}",
        *(["language:", *languages] if languages else []),
        *([f"license: {_quoted(about.licence)}"] if about.licence else []),
        "tags:",
        "- human-evaluation",
        "size_categories:",
        f"- {size}",
        "configs:",
        "- config_name: default",
        "  data_files:",
        "  - split: train",
        "    path: data/train.parquet",
    ]


def _quoted(text: str) -> str:
    """A YAML scalar that is read as this text, whatever it holds."""
    escaped = "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in _line(text))
    return f'"{escaped}"'


def _line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return _line(text).replace("|", "\\|")
