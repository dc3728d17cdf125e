"""The languages of what is rated: as its settings say them, as its groups do, or guessed from some of its texts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from jurybox.core import JsonValue, Protocol, Settings
from jurybox.store import Content, Run, items
from jurybox.studies.example_fit import Pair, fits_pair, pairs_of
from jurybox.studies.study import StudyView
from jurybox.texts import language_of, name_of

LOOKED_AT = 60
"""Items from which a language is guessed."""
LEAST_KNOWN, LEAST_SHARE = 0.5, 0.1
"""The share of items whose language must be clear before any is guessed, and that one language must have of them."""
LEAST_ITEMS = 2
"""That a second language must have: one item may only look like it."""
READ = 600
"""Characters of a text that tell its language."""


def said_pairs(settings: Settings) -> list[Pair]:
    """
    >>> said_pairs(Settings(texts_languages=("en-de", "es")))
    [Pair(source='en', target='de'), Pair(source=None, target='es')]
    """
    parts = (said.split("-") for said in settings.texts_languages)
    return [Pair(first if rest else None, rest[0] if rest else first) for first, *rest in parts]


def code_of(pair: Pair) -> str:
    """As settings say it.

    >>> code_of(Pair("en", "de")), code_of(Pair(None, "es"))
    ('en-de', 'es')
    """
    return "-".join(language for language in pair if language)


def tell_pair(pair: Pair) -> str:
    """
    >>> tell_pair(Pair("de", "en")), tell_pair(Pair(None, "es"))
    ('Deutsch → English', 'Español')
    """
    return " → ".join(name_of(language) for language in pair if language)


def tell_pairs(pairs: Iterable[Pair]) -> str:
    return ", ".join(map(tell_pair, pairs))


def rated_pairs(settings: Settings, groups: Iterable[str]) -> list[Pair]:
    """The languages of items in these groups: what was said, as far as it concerns them, or what the groups say."""
    said, named = said_pairs(settings), pairs_of(groups)
    return [pair for pair in said if any(fits_pair(pair, own) for own in named)] or said or named


def has_source(protocol: Protocol) -> bool:
    """Whether outputs may be made of texts in another language: its examples say so, or it has no examples."""
    if not protocol.examples:
        return bool(_texts_of(protocol, "item", "segment"))
    return any(example.source_lang for example in protocol.examples)


def named_languages(run: Run, view: StudyView) -> list[str]:
    """What a field for the language says of some of the items, each as it is written; the most frequent first."""
    specs = view.protocol.fields
    names = {spec.lang_field for spec in specs.values()} | {"language"}
    of_item = [name for name in sorted(filter(None, names)) if name in specs and specs[name].per == "item"]
    if not of_item:
        return []
    said = (content.fields.get(name) for content in _some(run, view) for name in of_item)
    found = Counter(value.strip() for value in said if isinstance(value, str) and value.strip())
    return [value for value, n in found.most_common() if n >= LEAST_ITEMS]


def _some(run: Run, view: StudyView) -> list[Content]:
    total = sum(shape.items for shape in view.item_shapes(run))
    return items.sample_contents(run, study=view.id, items=total, most=LOOKED_AT)


def guessed_pairs(run: Run, view: StudyView) -> list[Pair]:
    """What some of the texts are in, the most frequent first; nothing where that is not clear."""
    looked_at = _some(run, view)
    found = Counter(pair for content in looked_at if (pair := _pair_of(view.protocol, [content])))
    if found.total() < LEAST_KNOWN * len(looked_at):  # short ones say nothing by themselves
        found = Counter({pair: 1 for pair in [_pair_of(view.protocol, looked_at)] if pair})
    most = max(found.values(), default=0)
    least = min(most, max(LEAST_ITEMS, LEAST_SHARE * found.total()))
    pairs = [pair for pair, n in found.most_common() if n >= least]
    made_of = {pair.target for pair in pairs if pair.source}
    return [pair for pair in pairs if pair.source or pair.target not in made_of]


def _pair_of(protocol: Protocol, contents: Sequence[Content]) -> Pair | None:
    made = _texts_of(protocol, "system", "output")
    candidates = (candidate for content in contents for candidate in content.candidates.values())
    shown = (one for candidate in candidates for one in (candidate.fields, *candidate.segments))
    target = language_of(_read(shown, made))
    if target is None or not has_source(protocol):
        return Pair(None, target) if target else None
    given = _texts_of(protocol, "item", "segment")
    own = (one for content in contents for one in (content.fields, *(s.get("fields", {}) for s in content.segments)))
    source = language_of(_read(own, given))
    return Pair(None if source == target else source, target)


def _texts_of(protocol: Protocol, *per: str) -> list[str]:
    """The fields of plain prose."""
    fields = protocol.fields.items()
    return [name for name, spec in fields if spec.per in per and spec.type in ("text", "markdown") and not spec.guide]


def _read(pieces: Iterable[Mapping[str, JsonValue]], names: list[str]) -> str:
    def read() -> Iterator[str]:
        for piece in pieces:
            yield from (value[:READ] for name in names if isinstance(value := piece.get(name), str))

    return " ".join(read())
