"""The guideline of a study over time: its revisions, who has read which, and what was judged under each."""

from typing import TypedDict

from jurybox.core import NotFound, differences, rfc3339
from jurybox.store import Run, guidelines, people
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench


class RevisionLine(TypedDict):
    lang: str
    revision: int
    published_at: str
    judgements: int | None
    """That count and were made under it; None where it was not asked for."""
    is_newest: bool


class ReaderLine(TypedDict):
    """A rater, and the newest revision that they have acknowledged in each language."""

    name: str
    read: dict[str, int]
    at: str | None


class ToldWords(TypedDict):
    kind: str
    """`same`, `added` or `removed`."""
    text: str


class ProseChange(TypedDict):
    kind: str
    """`added` or `removed` as a whole, or `changed`."""
    words: list[ToldWords]


class GuidelineView(TypedDict):
    lang: str
    revision: int
    prose: str
    revisions: list[RevisionLine]
    readers: list[ReaderLine]


def list_revisions(bench: Workbench, study: str, counted: bool = False) -> list[RevisionLine]:
    """Every revision in every language; `counted` with how many judgements carry it."""

    def read(run: Run) -> list[RevisionLine]:
        row = find_study(run, study)
        newest = guidelines.newest(run, row.id)
        under = bench.revisions.judged_under(run, row.id) if counted else None
        return [
            {
                "lang": one.lang,
                "revision": one.revision,
                "published_at": rfc3339(one.published_at),
                "judgements": None if under is None else under.get(one.hash, 0),
                "is_newest": newest[one.lang].revision == one.revision,
            }
            for lang in newest
            for one in guidelines.revisions(run, study=row.id, lang=lang)
        ]

    return bench.database.read(read)


def list_readers(bench: Workbench, study: str) -> list[ReaderLine]:
    """Every rater of a study with what they have acknowledged; who has read nothing since the beginning too."""

    def read(run: Run) -> list[ReaderLine]:
        row = find_study(run, study)
        found: dict[str, ReaderLine] = {
            member.uid: {"name": member.name, "read": {}, "at": None}
            for member in people.memberships(run, row.id)
            if member.adjudicator != "organiser" and member.revoked_at is None
        }
        for one in guidelines.readers(run, row.id):
            if one.rater in found:
                line = found[one.rater]
                line["read"][one.lang] = one.revision
                line["at"] = max(line["at"] or "", rfc3339(one.at))
        return list(found.values())

    return bench.database.read(read)


def show_guideline(bench: Workbench, study: str, lang: str) -> GuidelineView:
    """The guideline in one language, to be edited: its prose, its past and its readers."""

    def read(run: Run) -> guidelines.Revision:
        newest = guidelines.newest(run, find_study(run, study).id)
        if lang not in newest:
            raise NotFound.of("guideline.unknown", given=lang, allowed=sorted(newest))
        return newest[lang]

    row = bench.database.read(read)
    of_lang = [line for line in list_revisions(bench, study, counted=True) if line["lang"] == lang]
    return {
        "lang": lang,
        "revision": row.revision,
        "prose": row.prose,
        "revisions": of_lang,
        "readers": list_readers(bench, study),
    }


def compare_guideline(bench: Workbench, study: str, lang: str, prose: str) -> list[ProseChange]:
    """What raters would be told has changed, if this prose were published."""
    before = show_guideline_prose(bench, study, lang)
    return [
        {"kind": one.kind, "words": [{"kind": part.kind, "text": part.text} for part in one.words]}
        for one in differences(before, prose)
    ]


def show_guideline_prose(bench: Workbench, study: str, lang: str, revision: int | None = None) -> str:
    """The prose of a revision, the newest where none is named."""

    def read(run: Run) -> str:
        known = {one.revision: one for one in guidelines.revisions(run, study=find_study(run, study).id, lang=lang)}
        wanted = max(known, default=0) if revision is None else revision
        if wanted not in known:
            raise NotFound.of("guideline.unknown_revision", "revision", wanted, sorted(known))
        return known[wanted].prose

    return bench.database.read(read)
