"""A folder that `datasets.load_dataset` loads: data/train.parquet and README.md, the data card.

By the rules of the Hugging Face Hub the block between --- at the top of README.md is YAML; `configs` names the files
of each split.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from jurybox.exchange.ratings.formats import parquet
from jurybox.exchange.ratings.formats.card import CardCounts, card
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target

DATA = Path("data") / "train.parquet"


def read(source: RatingsFile) -> Iterator[Rating]:
    files = sorted(source.path.rglob("*.parquet")) if source.path.is_dir() else []
    if not files:
        source.fault("formats.no_folder", 1, str(source.path), str(DATA))
    for path in files:
        inner = RatingsFile(path, source.form)
        inner.faults = source.faults
        yield from parquet.read(inner)


def write(target: Target, ratings: Iterable[Rating]) -> None:
    counts = CardCounts()
    with target.folder() as folder:
        (folder / DATA).parent.mkdir()
        with (folder / DATA).open("wb") as file:
            parquet.write_ratings(file, target.path.name, _counted(ratings, counts))
        (folder / "README.md").write_text(card(target.about, counts), encoding="utf-8")


def _counted(ratings: Iterable[Rating], counts: CardCounts) -> Iterator[Rating]:
    questions: Counter[str] = counts.questions
    for rating in ratings:
        counts.ratings += 1
        questions[rating.question] += 1
        counts.items.add(rating.item)
        counts.systems.add(rating.system)
        counts.raters.add(rating.rater)
        counts.groups.add(rating.group)
        yield rating
