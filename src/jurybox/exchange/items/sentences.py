"""Splitting a text into sentences, for the languages that our protocols rate: our own rules, no model, no data files.

A sentence ends with . ! ? or … (closing quotes and brackets go with it) where a space follows and what comes after can
begin one; with 。！？ without a space; and at a blank line. A point after an abbreviation, an initial, a number that
stands for "-th" or inside a name such as 3.5 or e.g. ends nothing. Nothing but the space between is lost.
"""

import re
from collections.abc import Iterator

ENDS = ".!?…"
FULL_ENDS = "。！？｡"
CLOSING = "\"'”’»›)]}」』）】》〉“"
OPENING = "\"'“„‘‚«‹([{「『（【《〈¿¡–—-"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ABBREVIATIONS = _words("""
    mr mrs ms dr prof sr jr st rev hon capt col gen lt sgt gov sen rep pres vs approx est dept inc ltd corp co
    e.g i.e cf viz al jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m u.s u.k u.n ph.d
    hr frl fr geb bzw ca usw ggf evtl inkl exkl zzgl vgl sog bsp z.b d.h u.a o.ä u.ä i.d.r s.o s.u z.t v.a bspw mio mrd
    tel abs bd hrsg aufl dipl ing mag allg z d u o v
    dl dna dra dvs str bl ap jud mun ș.a ş.a s.a
    sra srta ud uds ee.uu pág págs núm aprox av avda izq dcha d.c
    sig sigg dott prof.ssa avv ecc pag pagg es ad.es
    mme mlle av.j.-c
""")
"""Without their last point, in lower case."""

BEFORE_NUMBERS = _words("no nr nos num fig figs p pp pag pág art vol ch chap sec cap ed n abb s kap alin")
"""Abbreviations only where a number follows: "no" ends many a sentence."""

CLOSING_TOO = _words("etc usw ecc al inc ltd corp co a.m p.m ph.d jr")
"""These can end a sentence as well: they do where a new one clearly begins."""

MONTHS = _words("""
    januar februar märz april mai juni juli august september oktober november dezember jänner jahrhundert
    ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie
""")
"""After "3." they go on with a date. A German noun has a capital letter, so that says nothing."""

ARTICLES = _words("der die das dem den des am im vom zum zur beim bis seit ab nach vor ein eine einem einer")
"""A number after one of these stands for "-th"."""

_STOP = re.compile(
    rf"(?:[{re.escape(ENDS)}]+[{re.escape(CLOSING)}]*(?=\s|\Z))|(?:[{FULL_ENDS}]+[{re.escape(ENDS + FULL_ENDS)}]*"
    rf"[{re.escape(CLOSING)}]*)|(?:\n[^\S\n]*\n\s*)"
)
_NEXT = re.compile(rf"\s*[{re.escape(OPENING)}\s]*(\S)")
_NEXT_WORD = re.compile(r"\s*(\w+)")
_INITIAL = re.compile(r"[^\W\d_](\.[^\W\d_])*", re.UNICODE)
_ORDINAL = re.compile(r"\d{1,2}|[IVXL]{1,6}")


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, in order; a text of one sentence is a list of one, an empty one is empty.

    >>> split_sentences("Dr. Smith paid 3.5 million. “Why?” he asked. No.")
    ['Dr. Smith paid 3.5 million.', '“Why?” he asked.', 'No.']
    >>> split_sentences("今天下雨。他说：“走吧！”我们走了。")
    ['今天下雨。', '他说：“走吧！”', '我们走了。']
    """
    return [part for start, end in _spans(text) if (part := text[start:end].strip())]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _STOP.finditer(text):
        if _ends(text, start, stop):
            yield start, stop.end()
            start = stop.end()
    yield start, len(text)


def _ends(text: str, start: int, stop: re.Match[str]) -> bool:
    mark = stop.group()
    if "\n" in mark or mark[0] in FULL_ENDS:
        return True
    following = _NEXT.match(text, stop.end())
    if following is None:
        return True
    first = following.group(1)
    if first.islower():
        return False
    if mark[0] != "." or mark.startswith(".."):
        return True
    return not _goes_on(text, start, stop, first)


def _goes_on(text: str, start: int, stop: re.Match[str], first: str) -> bool:
    """Whether a point belongs to the word before it."""
    before = text[start : stop.start()].split()
    if not before:
        return True
    word = before[-1].lstrip(OPENING)
    low = word.casefold()
    if low in CLOSING_TOO:
        return not first.isupper()
    if low in ABBREVIATIONS or (low in BEFORE_NUMBERS and first.isdigit()):
        return True
    if _INITIAL.fullmatch(word) and (word.isupper() or "." in word):
        return word != "I" or len(before) == 1  # "So am I." ends; an initial seldom is an I
    if _ORDINAL.fullmatch(word):
        following = _NEXT_WORD.match(text, stop.end())
        is_date = following is not None and following.group(1).casefold() in MONTHS
        return is_date or len(before) == 1 or before[-2].casefold() in ARTICLES
    return False
