"""Everything that users get out of a data folder: one list, by which a record is made and later code is compared."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.upgrade.doors import DATA, ROOT, House, at
from tests.upgrade.library_outputs import library
from tests.upgrade.plain import Normal, as_text, files_of, manifest_text, pretty
from tests.upgrade.record import Record
from tests.upgrade.web_outputs import api, pages, raters

Output = tuple[str, str]
"""A name such as `exports/title/csv`, and a text."""
ARCHIVED = ("headlines", "every-candidate", "caption-culture")
ENDINGS = {
    "csv": ".csv", "tsv": ".tsv", "jsonl": ".jsonl", "parquet": ".parquet", "all": ".csv", "texts": ".jsonl",
    "raters": ".csv", "items": ".jsonl", "wide-raters": ".csv", "wide-questions": ".csv", "appraise": ".csv",
    "wmt-mqm": ".tsv", "judge-bench": ".json", "pearmut-campaign": ".json", "pearmut": ".jsonl", "summeval": ".jsonl",
    "thumb": ".jsonl",
}  # fmt: skip
"""How the files of each format are called; the others are folders."""
READABLE = {
    "csv": "long/ratings.csv", "wide-raters": "wide/raters.csv", "wide-questions": "wide/questions.csv",
    "judge-bench": "judge-bench/ratings.json", "wmt-mqm": "wmt-mqm/errors.tsv", "mt-metrics-eval": "mt-metrics-eval",
    "pearmut": "pearmut/log.jsonl", "pearmut-campaign": "pearmut/campaign.json", "appraise": "appraise/scores.csv",
    "summeval": "summeval/annotations.jsonl", "thumb": "thumb/captions.jsonl",
}  # fmt: skip
"""Files of ratings among our examples, by format."""
OPTIONS: dict[str, tuple[str, ...]] = {
    "translation by group": ("translation", "--by", "group"),
    "translation without R2": ("translation", "--without", "R2", "--disagreements", "5"),
    "title nominal": ("title", "--level", "nominal", "--seed", "3", "--resamples", "200", "--confidence", "0.9"),
    "title in full": ("title", "--full"),
    "sarcasm pooled": ("sarcasm", "--pool"),
    "caption-counts half is zero": ("caption-counts", "--half-is-zero"),
    "audio-description by group": ("audio-description", "--by", "group", "--level", "interval"),
    "mqm by wmt24": ("mqm", "--cluster-rule", "wmt24"),
    "pairs by wmt22": ("pairs", "--cluster-rule", "wmt22"),
}
TABLES: dict[str, tuple[str, ...]] = {
    "ratings": ("ratings.csv", "--scale", "1-5"),
    "ratings by language": ("ratings.csv", "--by", "language", "--level", "ordinal"),
    "errors": ("errors.csv",),
    "errors weighted": ("errors.csv", "--weight", "Major=3", "--weight", "Minor=1"),
}
DRY_RUNS: dict[str, tuple[str, ...]] = {
    "tweets": ("sarcasm-interpretation", "tweets.csv", "--no-header"),
    "wide": ("translation", "wide.tsv", "--wide", "alpha,beta,gamma"),
    "semicolons": ("translation", "semicolons.csv"),
    "latin1": ("translation", "latin1.csv", "--encoding", "latin-1"),
    "systems": ("title", "systems", "--system-from", "file"),
    "sentences": ("summary", "sentences.csv", "--split-sentences", "source"),
    "americasnlp": (
        "caption-culture",
        "americasnlp",
        "--system-from",
        "file",
        "--duplicates",
        "first",
        "--empty",
        "rule",
    ),
}


def studies_of(house: House, judged: bool = False) -> list[str]:
    """The keys of all studies, or of those with judgements."""
    listed = json.loads(house.done("study", "list", "--json", "--data", DATA))
    return [study["key"] for study in listed if study["judgements"] or not judged]


def said(house: House, *arguments: str | Path) -> str:
    """What a command on the data says, as a text."""
    return house.jurybox(*arguments, "--data", DATA).text


def written(house: House, name: str, to: Path, *arguments: str | Path) -> Iterator[Output]:
    """What a command says and every file that it writes."""
    to.parent.mkdir(exist_ok=True)
    yield f"{name}/printed", house.jurybox(*arguments).text
    files = files_of(to) if to.exists() else {}
    for file, content in files.items():
        text = as_text(file or to.name, content)
        yield f"{name}/{file or to.name}", manifest_text(files, text) if file == "manifest.json" else text


NEW_FORMATS = ("xlsx", "arena", "appraise-batches")
"""Those that no record has yet: what they hold is compared from the next release on."""


def _written_formats(house: House) -> list[str]:
    found = [one["id"] for one in json.loads(house.done("formats", "--json")) if one["writes"]]
    return [name for name in found if name not in NEW_FORMATS]


def exports(house: House) -> Iterator[Output]:
    """Every study in every format, its whole log, its texts, and its raters."""
    formats = _written_formats(house)
    options: dict[str, tuple[str, ...]] = {name: ("--format", name) for name in formats}
    options |= {"all": ("--all",), "texts": ("--texts", "--format", "jsonl"), "raters": ("--raters",)}
    for study in studies_of(house):
        for name, option in options.items():
            to = f"exports/{study}-{name}{ENDINGS.get(name, '')}"
            command = ("export", study, *option, "--to", to, "--data", DATA)
            yield from written(house, f"exports/{study}/{name}", house.work / to, *command)
    yield "exports/raters as tsv", said(house, "export", "caption-culture", "--raters", "--format", "tsv")
    yield "exports/raters as jsonl", said(house, "export", "caption-culture", "--raters", "--format", "jsonl")
    yield "exports/to standard output", said(house, "export", "title")


def analyses(house: House) -> Iterator[Output]:
    """What is found in every study, in words and as data; some of it with other options."""
    asked = {study: (study,) for study in studies_of(house)} | OPTIONS
    for name, arguments in asked.items():
        yield f"analyses/{name}", said(house, "analyse", *arguments)
        found = house.jurybox("analyse", *arguments, "--json", "--data", DATA)
        yield f"analyses/{name} as json", pretty(json.loads(found.out)) if found.status == 0 else found.text


def reports(house: House) -> Iterator[Output]:
    """Every file of the report of every study; two in other words."""
    asked: dict[str, tuple[str, ...]] = {study: (study,) for study in studies_of(house, judged=True)}
    asked |= {
        "translation in de": ("translation", "--lang", "de", "--by", "group"),
        "title in zh": ("title", "--lang", "zh"),
    }
    for name, arguments in asked.items():
        to = f"reports/{name}"
        command = ("report", *arguments, "--to", to, "--data", DATA)
        yield from written(house, f"reports/{name}", house.work / to, *command)


def overview(house: House) -> Iterator[Output]:
    """Studies, raters and enquiries as the command line shows them; archives, Label Studio, workbooks."""
    for way in ((), ("--json",)):
        yield " ".join(("overview/studies", *way)), said(house, "study", "list", *way)
        for study in studies_of(house):
            yield " ".join((f"overview/{study}/show", *way)), said(house, "study", "show", study, *way)
            yield " ".join((f"overview/{study}/raters", *way)), said(house, "rater", "list", study, *way)
    yield "overview/title/enquiries", said(house, "study", "enquiries", "title")
    yield "overview/title/enquiries --waiting", said(house, "study", "enquiries", "title", "--waiting")
    for study in ARCHIVED:
        to = f"{study}.zip"
        command = ("study", "archive", study, "--to", to, "--data", DATA)
        for name, text in written(house, f"overview/{study}/archive", house.work / to, *command):
            if "/report/" not in name:  # the same as under reports
                yield name, text
    for study in ("title", "summary", "audio-description", "every-candidate"):
        to = f"label-studio/{study}"
        command = ("label-studio", "export", study, "--to", to, "--data", DATA)
        yield from written(house, f"overview/{study}/label-studio", house.work / to, *command)
    for study in ("title", "summary", "sarcasm", "mqm", "bridges"):
        to = f"workbooks/{study}"
        command = ("workbook", "write", study, "--to", to, "--data", DATA)
        yield from written(house, f"overview/{study}/workbooks", house.work / to, *command)


def files(house: House) -> Iterator[Output]:
    """What needs no data folder: protocols, formats, our examples read, converted and analysed."""
    for asked in ("protocols", "protocols --json", "formats", "formats --json"):
        yield f"files/{asked}", house.jurybox(*asked.split()).text
    shelf = [one["id"] for one in json.loads(house.done("protocols", "--json"))]
    own = sorted(path.relative_to(house.work).as_posix() for path in (house.work / "examples/protocols").iterdir())
    yield "files/check", house.jurybox("check", *shelf, "audio-description@1", *own).text
    (house.work / "faulty.yaml").write_text(FAULTY, encoding="utf-8")
    yield "files/check of a faulty protocol", house.jurybox("check", "faulty.yaml").text
    yield "files/schema.json", as_text("schema.json", (ROOT / "src/jurybox/protocols/schema.json").read_bytes())
    yield from _converted(house)
    for name, (file, *options) in TABLES.items():
        table = f"examples/ratings/{file}"
        yield f"files/analyse {name}", house.jurybox("analyse", table, *options).text
        to = f"reports/{name}"
        yield from written(house, f"files/report {name}", house.work / to, "report", table, *options, "--to", to)
    for name, (protocol, file, *options) in DRY_RUNS.items():
        options += ["--items", f"examples/files/tables/{file}", "--seed", "1", "--dry-run", "--data", "none"]
        yield f"files/dry run {name}", house.jurybox("study", "create", "x", "--protocol", protocol, *options).text
    for name in ("config", "pairs"):
        command = ("label-studio", "protocol", f"examples/files/label-studio/{name}.xml", "--to", f"{name}.yaml")
        yield from written(house, f"files/label-studio {name}", house.work / f"{name}.yaml", *command)


def _converted(house: House) -> Iterator[Output]:
    targets = _written_formats(house)
    for source, file in READABLE.items():
        for target in targets:
            to = f"converted/{source}-to-{target}{ENDINGS.get(target, '')}"
            command = ("convert", f"examples/files/{file}", to, "--from", source, "--to", target)
            yield from written(house, f"files/convert {source} to {target}", house.work / to, *command)
        yield f"files/analyse {source}", house.jurybox("analyse", f"converted/{source}-to-csv.csv").text


FAULTY = """id: faulty
version: 0
title: {en: Faulty}
description: {en: Every kind of fault at once.}
fields: {source: text, output: text}
stages:
  - id: rating
    show: [sorce, output]
    ask:
      - {type: scale, id: quality, prompt: {en: How good?}, levels: [{value: 1, label: {en: Bad}}]}
      - {type: choise, id: kind, prompt: {en: Which?}}
      - {type: ranking, id: order, prompt: {en: Order?}}
scores:
  - {id: quality, rule: value, of: qualty}
"""
Group = Callable[[House], Iterator[Output]]
GROUPS: dict[str, Group] = {
    "exports": exports, "analyses": analyses, "reports": reports, "overview": overview, "files": files,
    "api": api, "raters": raters, "pages": pages, "library": library,
}  # fmt: skip


def outputs_of(record: Record, work: Path, group: str) -> dict[str, str]:
    """A group of outputs of the data of a release, without what differs for no reason of ours."""
    house = record.unpacked(work)
    with at(house.clock):
        today = house.done("--version").split()[-1]
        normal = Normal({today, record.version}, house.clock)
        return {normal(name): normal(text) for name, text in GROUPS[group](house)}
