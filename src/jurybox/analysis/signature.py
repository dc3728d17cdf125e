"""One line that says what a number was made from and how, as sacreBLEU prints one; equal lines, equal numbers."""

from collections.abc import Iterable, Mapping
from hashlib import blake2b

import numpy as np

from jurybox import __version__
from jurybox.analysis.options import Options
from jurybox.analysis.parts import asked_in
from jurybox.analysis.table import Comparisons, Table, TagRepeats
from jurybox.core import canonical_bytes
from jurybox.stats import Ints


def signature(
    table: Table, options: Options, block: str, levels: Iterable[str], counted: int, left_out: Mapping[str, int]
) -> str:
    """The parts stand in a fixed order; those that say nothing are not there."""
    source = table.source
    parts = {
        "jurybox": __version__,
        "source": _plain(source.name),
        "protocol": (source.protocol_hash or "")[:12],
        "seq": "" if source.last_seq is None else str(source.last_seq),
        "counted": str(counted),
        "left out": ",".join(f"{cause}={number}" for cause, number in sorted(left_out.items()) if number) or "0",
        "alpha": ",".join(sorted(set(levels))) + (",pooled" if options.pool else ""),
        "blocks": _plain(block),
        "raters": options.raters,
        "ci": f"{100 * options.confidence:g}",
        "rank": "mean-of-item-means" + ("-of-z" if options.by_z else ""),
        "clusters": "permutation,holm",
        "rule": "" if options.cluster_rule == "permutation" else options.cluster_rule,
        "by": _plain(options.by or ""),
        **{name.replace("_", " "): _plain(value) for name, value in sorted(table.settings.items())},
        "raters by": _plain(options.raters_by or ""),
        "models": "full" if options.full else "",
        "position": "taken-out" if options.position and any(one.by_position for one in table.comparisons) else "",
        "seed": str(options.seed),
        "content": digest(table),
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items() if value)


def _plain(text: str) -> str:
    """A name that can't be taken for another part of the line."""
    return " ".join(text.replace("|", "/").split())[:80]


def digest(table: Table) -> str:
    """Of everything that was rated, whatever order the rows come in: 12 hexadecimal digits."""
    mixed = blake2b(digest_size=6)
    mixed.update(canonical_bytes(_names(table)))
    for one in table.ratings:
        rule = np.zeros(len(one.unit)) if one.by_rule is None else one.by_rule
        mixed.update(_any_order(one.unit, one.rater, one.value, rule))
    for tag in table.tags:
        spans = [column[...] for column in (tag.start, tag.end, tag.weight) if column is not None]
        mixed.update(_any_order(tag.unit, tag.rater))
        mixed.update(_any_order(tag.unit[tag.row], tag.rater[tag.row], tag.tag, *spans))
    for pair in table.comparisons:
        mixed.update(_any_order(pair.item, pair.rater, pair.first, pair.second, _outcome(pair)))
    for passes in (*table.repeats, *table.gold):
        mixed.update(_any_order(passes.unit, passes.rater, passes.before, passes.after))
    for again in table.tag_repeats:
        mixed.update(_any_order(again.unit, again.rater))
        mixed.update(_twice(again))
    mixed.update(_any_order(table.made_unit, table.made_system))
    return mixed.hexdigest()


def _outcome(pair: Comparisons) -> Ints:
    """A tie of two bad ones is another answer than a tie."""
    return pair.outcome if pair.both_bad is None else np.where(pair.both_bad, 2, pair.outcome)


def _names(table: Table) -> dict[str, list[str]]:
    return {
        "items": list(table.items),
        "systems": list(table.systems),
        "raters": list(table.raters),
        "questions": [asked.id for asked in asked_in(table)],
    }


def _twice(again: TagRepeats) -> bytes:
    passes = again.passes
    spans = [column for column in (passes.start, passes.end, passes.weight) if column is not None]
    pair = passes.unit[passes.row]
    return _any_order(again.unit[pair], again.rater[pair], passes.rater[passes.row], passes.tag, *spans)


def _any_order(*columns: np.ndarray) -> bytes:
    """A sum of the mixed rows (splitmix64's finaliser, Steele et al. 2014): the same for every order of them."""
    total: Ints = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        total = _mix(total + _bits(column))
    return int(total.sum(dtype=np.uint64)).to_bytes(8, "big") + len(total).to_bytes(8, "big")


def _bits(column: np.ndarray) -> Ints:
    if column.dtype.kind == "f":
        return (column.astype(np.float64) + 0.0).view(np.uint64)  # + 0.0: minus zero is zero
    return column.astype(np.int64).view(np.uint64)


def _mix(number: Ints) -> Ints:
    number = number + np.uint64(0x9E3779B97F4A7C15)
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))
