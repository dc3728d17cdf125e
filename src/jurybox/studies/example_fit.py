"""Which worked examples fit what is rated, as far as its languages are known."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from jurybox.core import Example, Protocol

_CODES = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el
    en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu
    ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na
    nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so
    sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
CODES = frozenset(_CODES.split())
"""Languages with a code of two letters, as groups are often called by them: `de-en`, `en-zh_CN`, `es`."""


class Pair(NamedTuple):
    """The language of the output, and of what it was made of, where that is said."""

    source: str | None
    target: str


def pair_of(group: str) -> Pair | None:
    """The languages that the name of a group says.

    >>> pair_of("en-zh_CN"), pair_of("ES"), pair_of("film 3")
    (Pair(source='en', target='zh'), Pair(source=None, target='es'), None)
    """
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", group) if part]
    if any(part.islower() for part in parts):
        parts = [part for part in parts if not re.fullmatch(r"[A-Z]{2}|[A-Z][a-z]{3}", part)]
    codes = [part.lower() for part in parts]
    if not 1 <= len(codes) <= 2 or not CODES.issuperset(codes):
        return None
    return Pair(codes[0] if len(codes) == 2 else None, codes[-1])


def pairs_of(groups: Iterable[str]) -> list[Pair]:
    """The languages of a study; none where not every group says its own: `it` among domains is no Italian."""
    found = [pair_of(group) for group in sorted(set(groups) - {""})]
    return [pair for pair in found if pair] if all(found) else []


def pair_of_example(example: Example) -> Pair | None:
    return None if example.lang is None else Pair(example.source_lang, example.lang)


def fits(example: Example, pair: Pair) -> bool:
    """Whether who rates this pair can judge an example; one that names no language is for everybody."""
    own = pair_of_example(example)
    return own is None or fits_pair(own, pair)


def fits_pair(own: Pair, pair: Pair) -> bool:
    same_source = own.source is None or pair.source is None or _base(own.source) == pair.source
    return same_source and _base(own.target) == pair.target


Trials = Mapping[int, list[int]]


def fitting(protocol: Protocol, trials: Trials, pairs: Sequence[Pair]) -> dict[int, list[int]]:
    """The examples that fit the languages that are rated; none where these are not known, or no example fits."""
    return {n: of for n, of in trials.items() if any(fits(protocol.examples[n], pair) for pair in pairs)}


def _base(language: str) -> str:
    return language.split("-")[0]


def closeness(protocol: Protocol, numbers: Iterable[int]) -> tuple[float, float] | None:
    """How near numbers must come to agree, where examples say so themselves: the least and the most."""
    found = [a.within for n in numbers for a in protocol.examples[n].answers if a.within is not None]
    return (min(found), max(found)) if found else None
