"""The life of a data folder: its studies, and everything that happens in them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.fixtures.workbooks import Book
from tests.upgrade.making import Making
from tests.upgrade.material import HERE, rows_of
from tests.upgrade.opinions import Packet, worths

HOUR = 3600
CONSENT = "You may stop **at any time**."


def translation(m: Making) -> None:
    """Groups with quorums of their own, a reference among the systems, a pilot, a late judgement, the inbox."""
    m.create("translation", "translation", "translation", "--set", "quorum=2", "--set", "group_quorum.ro.rate=3")
    m.open("translation")
    ioana, felix = m.rater("translation", "Ioana", 0.2), m.rater("translation", "Felix", -0.4, "--group", "de")
    ioana.rate(3)
    m.do("study", "pilot", "translation")
    for name in ("Lena", "Max", "Nora", "Paul"):
        helpless = m.rater("translation", name, 0, "--group", "de")
        helpless.submit(helpless.next()[0], cannot="The source is broken.")
    (late,) = ioana.next()
    m.house.clock.forward(2 * HOUR)
    came = felix.rate()
    felix.correct(came[0], comment="I read it again.")
    for name, severity in (("Andrei", 0.6), ("Sam", -0.1), ("Mihai", 0.0)):
        m.rater("translation", name, severity, "--platform-id", f"5f-{name}", "--language", "en").rate()
    ioana.submit(late, comment="I was away for a while.")
    m.api("POST", "translation/quorum", {"to": 3, "group": "de"})
    ioana.rate(4)
    m.rater("translation", "Olga", 0.1, "--group", "de", "--group", "ro").rate(3)


def summary(m: Making) -> None:
    """Made over HTTP by jobs of the worker, one of which fails; fixed lists; drafts."""
    m.worth["summary"] = worths(rows_of("summary"))
    settings = {"assign": "fixed", "quorum": {"rate": 2}, "ways": "both", "batch": 5, "completion_code": "C0DE"}
    wish = {"key": "summary", "name": "Summaries", "protocol": "summary", "settings": settings, "seed": "lists"}
    m.organiser.ok("POST", "/api/studies", wish)
    bad = {"tables": ("items.csv", b"id,system,source,outptu\na,b,c,d\n")}
    assert m.job("summary/items", files=bad)["state"] == "failed"
    table = {"tables": ("items.csv", (HERE / "summary.csv").read_bytes())}
    assert m.job("summary/items", files=table)["state"] == "done"
    raters = [m.rater("summary", name, n / 4) for n, name in enumerate(("Grace", "Omar", "Wren"))]
    assert m.job("summary/open")["state"] == "done"
    grace, omar, wren = raters
    grace.rate()
    for _ in range(4):
        omar.submit(omar.next(way="stream")[0])
    omar.keep_draft(omar.next(3, way="stream")[-1])
    wren.keep_draft(wren.next()[0])


def title(m: Making) -> None:
    """A workbook beside browsers, repeats, enquiries, a new guideline, a renewed link, a revoked rater."""
    m.create("title", "title", "title", "--set", "quorum=2", "--set", "repeats=0.25", "--set", "language=en")
    m.open("title")
    ana, ben = m.rater("title", "Ana", 0.3), m.rater("title", "Ben", -0.2, certain=True)
    m.do("workbook", "write", "title", "--to", "workbooks", "--rater", "Ana", "--units", "7")
    _fill(m.house.work / "workbooks" / "title-Ana.xlsx")
    m.do("workbook", "read", "workbooks/title-Ana.xlsx")
    first = ben.rate(9)
    ben.correct(first[0], comment="Once more.")
    ben.submit(first[1], answers={}, cannot="After all I can't say.")
    ben.correct(first[1])
    asked = ben.enquire("Do subtitles count?", first[-1])
    ben.enquire("May I rest?")
    m.api("POST", f"title/enquiries/{asked}/replies", {"text": "Yes.", "publish": True, "question": "Subtitles?"})
    revised = "# Titles\n\nSubtitles count as part of the title.\n"
    m.api("POST", "title/guideline", {"lang": "en", "prose": revised, "note": "subtitles"})
    ben.ok("POST", "api/acknowledgements", {"lang": "en", "revision": 2})
    ben.rate()
    ana.ok("POST", "api/acknowledgements", {"replies": 1})
    cleo = m.rater("title", "Cleo", 0.5)
    cleo.rate(6)
    m.do("rater", "revoke", "title", "Cleo")
    link = m.do("rater", "link", "title", "Ana", "--renew").strip()
    m.come("title", link, "Ana", 0.3).rate(3)
    m.do("workbook", "write", "title", "--to", "workbooks-2", "--rater", "Ana", "--units", "14")


def _fill(path: Path) -> None:
    """A rater's work in a spreadsheet: all but the last row, and one that can't be judged."""
    book = Book(path)
    lines = list(book.rows())
    for line in lines[:-1]:
        book.put(line, "jurybox:ask:score", 1 + line * 7 % 5)
    columns = book.codes
    book.put(lines[0], "jurybox:ask:score", None)
    book.put(lines[0], next(code for code in columns if "cannot" in code), "No such language.")
    book.save()


def sarcasm(m: Making) -> None:
    """A stage that hides the source, the next one by batch; worked examples that let everyone through with a flag."""
    settings = ("--set", "batch=4", "--set", "quorum.fluency=2", "--set", "quorum.adequacy=3")
    flag = ("--set", "calibration.on=true", "--set", "calibration.share=0.95", "--set", "calibration.on_fail=flag")
    m.create("sarcasm", "sarcasm-interpretation", "sarcasm-interpretation", *settings, *flag)
    m.open("sarcasm")
    nadia, tom = (m.rater("sarcasm", name, severity) for name, severity in (("Nadia", 0.2), ("Tom", -0.3)))
    for rater in (nadia, tom):
        rater.calibrate()
    came = nadia.rate(20)
    tom.rate(9)
    first = next(packet for packet in came if packet["stage"] == "fluency")
    nadia.submit(first, comment="Too late: I have seen the tweet.")
    priya = m.rater("sarcasm", "Priya", 0.5, "--stage", "adequacy")
    priya.calibrate()
    priya.rate(4)


def caption_culture(m: Making) -> None:
    """Consent, a questionnaire, worked examples until they are right; an item and a system are withdrawn."""
    wish = {
        "quorum": 2, "empty": "rule", "guides": True, "language": "es", "completion_code": "AMERICAS",
        "consent": {"en": CONSENT, "es": "Puede dejarlo **cuando quiera**."},
        "questionnaire": [
            {"id": "first_language", "prompt": {"en": "What is your first language?"}},
            {"id": "reads", "prompt": {"en": "How well do you read?"}, "type": "choice", "required": False,
             "options": [{"id": "well", "label": {"en": "Well"}}, {"id": "some", "label": {"en": "A little"}}]},
        ],
        "calibration": {"on": True, "tolerance": 0, "share": 1, "on_fail": "again"},
    }  # fmt: skip
    (m.house.work / "settings.json").write_text(json.dumps(wish), encoding="utf-8")
    m.create("caption-culture", "caption-culture", "caption-culture", "--settings", "settings.json")
    m.open("caption-culture")
    shy = m.rater("caption-culture", "Luz", 0)
    shy.agree(given=False)
    rosa, diego = (m.rater("caption-culture", name, s) for name, s in (("Rosa", 0.3), ("Diego", -0.4)))
    for rater, reads in ((rosa, "well"), (diego, "some")):
        rater.agree(lang="es" if rater is rosa else "en")
        rater.tell(first_language=f"Language of {rater.opinion.rater}", reads=reads)
        rater.calibrate()
    rosa.tell(first_language="Español", reads="well")
    rosa.rate(3)
    (held,) = diego.next()
    for item in ("es-hamaca", "es-mate", "pt-jangada", "pt-frevo"):
        if _shows(held, item):
            m.do("study", "withdraw", "caption-culture", "--item", item, "--reason", "The picture is wrong.")
    diego.submit(held)
    diego.rate(1)
    m.api("POST", "caption-culture/withdrawals", {"system": "kestrel-mini", "reason": "It saw the test set."})
    diego.rate()
    shy.agree()


def _shows(packet: Packet, item: str) -> bool:
    shown = {candidate["fields"].get("output") for candidate in packet["candidates"]}
    return bool(shown & {row["output"] for row in rows_of("caption-culture") if row["id"] == item and row["output"]})


def caption_counts(m: Making) -> None:
    """Marks that add up and are overruled; outputs of the same words are one; a wide picture; a second language."""
    off = ("--set", "calibration=false")
    m.create("caption-counts", "caption-counts", "caption-counts", "--set", "quorum=4", *off)
    m.open("caption-counts")
    for n, name in enumerate(("Wei", "Lin", "Jun")):
        m.rater("caption-counts", name, n / 3 - 0.3, "--language", "en").rate()
    m.do("study", "guideline", "caption-counts", "material/every-candidate/guideline.en.md", "--lang", "de")


def films(m: Making) -> None:
    """Segments of a clip, with people; both versions of the protocol."""
    people = ("--people", "material/people.json", "--set", "quorum=2")
    for key, protocol in (("audio-description", "audio-description@2"), ("audio-description-1", "audio-description@1")):
        m.create(key, protocol, "audio-description", *people, "--set", "repeats=0")
        m.open(key)
        m.rater(key, "Katrin", 0.3, "--group", "de", "--language", "de").rate()
        m.rater(key, "Giulia", -0.2).rate()
        m.rater(key, "Marco", 0.1, "--group", "it", "--language", "it").rate(2)


def every_candidate(m: Making) -> None:
    """Every type of question about candidates and units in three stages; rules, merging, groups, guides, repeats."""
    settings = ("--set", "batch=2", "--set", "empty=rule")
    m.create("every-candidate", "material/every-candidate", "every-candidate", *settings)
    m.open("every-candidate")
    uma, vic = (m.rater("every-candidate", name, n / 3, certain=n == 0) for n, name in enumerate(("Uma", "Vic")))
    came = uma.rate()
    vic.rate()
    uma.correct(came[-1])


def every_segment(m: Making) -> None:
    """Every type of question about segments, candidates and units; a closed study."""
    m.create("every-segment", "material/every-segment", "every-segment")
    m.open("every-segment")
    uma, vic = (m.rater("every-segment", name, n / 3, certain=n == 0) for n, name in enumerate(("Uma", "Vic")))
    came = uma.rate()
    uma.correct(came[0])
    vic.rate(9)
    last = vic.next()[0]
    m.do("study", "close", "every-segment")
    vic.submit(last)


def known_faults(m: Making) -> None:
    """Nothing but what 0.1.0 computes wrongly."""
    m.create("known-faults", "material/known-faults", "every-candidate", "--ignore", "sound,picture,reference",
             "--set", "empty=leave-out")  # fmt: skip
    m.open("known-faults")
    for n, name in enumerate(("Uma", "Vic")):
        m.rater("known-faults", name, n / 2, certain=True).rate()


def examples(m: Making) -> None:
    """Protocols of our examples: two at a time, the best and the worst of four, errors with severities."""
    shelf, two = "examples/protocols", ("--set", "quorum=2")
    plain = ("--set", "calibration=false", "--set", "order=sequential", "--set", "merge=none")
    m.create("pairs", f"{shelf}/pairwise.yaml", "title", "--map", "prompt=source", *two)
    m.create("best-worst", f"{shelf}/best-worst.yaml", "title", "--map", "article=source", *two)
    m.create("mqm", f"{shelf}/mqm.yaml", "translation", "--ignore", "language", *plain)
    for key in ("pairs", "best-worst", "mqm"):
        m.open(key)
        for n, name in enumerate(("Yan", "Zoe")):
            rater = m.rater(key, name, n / 3)
            if key != "mqm":
                rater.calibrate()
            rater.rate(24)


def brought_in(m: Making) -> None:
    """Judgements that were made elsewhere: files of ratings, Label Studio, a workbook from before Jurybox."""
    ratings = "examples/files"
    for key, kind, file in (("shops", "wide-raters", "wide/raters.csv"), ("pearmut", "pearmut", "pearmut/log.jsonl")):
        m.do("import", "ratings", f"{ratings}/{file}", "--as", kind, "--study", key, "--protocol", "auto")
    m.do("study", "create", "bridges", "--protocol", "summary", "--set", "quorum=2", "--seed", "7")
    accounts = ("--rater", "1=Ana", "--rater", "2=Beto", "--open")
    m.do("label-studio", "import", "bridges", f"{ratings}/label-studio/export-min.json", *accounts)
    first = "examples/first-study"
    m.do("study", "create", "headlines", "--protocol", "title", "--items", f"{first}/items.csv", "--seed", "2026",
         "--settings", f"{first}/settings.yaml")  # fmt: skip
    m.open("headlines")
    m.do("workbook", "read", "--old", "headlines", f"{ratings}/workbooks/Ben.xlsx")
    m.rater("headlines", "Ana", 0.2).rate(8)
    m.do("study", "add", "headlines", f"{first}/more.csv")
    m.rater("headlines", "Eva", -0.2).rate(4)
    m.do("study", "close", "headlines")


def carried(m: Making) -> None:
    """A study from an archive, a copy of one, and drafts that nobody opened."""
    m.do("study", "archive", "headlines", "--to", "headlines.zip")
    m.do("study", "reopen", "headlines.zip", "--as", "headlines-again")
    m.do("study", "copy", "title", "title-next-year", "--seed", "2027")
    m.do("study", "create", "empty-draft", "--protocol", "translation", "--seed", "none")


def results(m: Making) -> None:
    """Findings and a report that the worker has made, which judgements since have made old."""
    wishes: tuple[tuple[str, Any], ...] = (
        ("translation", {"by": "group"}),
        ("translation", {}),
        ("caption-counts", {"half_is_zero": True}),
    )
    for key, wish in wishes:
        assert m.job(f"{key}/findings", json=wish)["state"] == "done"
    m.house.clock.forward(60)
    m.organiser.send("POST", "/studies/translation/results/report")
    m.house.work_off()
    m.do("study", "quorum", "translation", "4", "--group", "ro")
    assert m.rater("translation", "Petra", 0.2).rate(3)
    assert m.rater("caption-counts", "Ming", 0.2, "--language", "zh").rate(1)


def people(m: Making) -> None:
    """A second organiser, whose token is no longer good."""
    m.do("organiser", "add", "Bea")
    m.do("organiser", "token", "Bea", "--name", "old")
    m.do("organiser", "token", "Bea", "--name", "old", "--revoke")


PARTS: tuple[Callable[[Making], None], ...] = (
    translation, summary, title, sarcasm, caption_culture, caption_counts, films, every_candidate, every_segment,
    known_faults, examples, brought_in, carried, people, results,
)  # fmt: skip
