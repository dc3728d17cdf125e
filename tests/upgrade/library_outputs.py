"""What `import jurybox` gives for a data folder and for files."""

import json
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import asdict
from typing import Any

import jurybox
from tests.upgrade.doors import DATA, House
from tests.upgrade.plain import pretty

Output = tuple[str, str]
STUDIES = ("translation", "title", "pairs", "headlines-again")


def library(house: House) -> Iterator[Output]:
    """Studies, raters, ratings and findings of a folder; findings of a file; an error."""
    with chdir(house.work), jurybox.open(DATA) as data:
        yield "library/protocols", pretty(data.protocols())
        yield "library/studies", pretty(data.studies())
        for key in STUDIES:
            study = data.study(key)
            yield f"library/{key}/show", pretty(study.show())
            yield f"library/{key}/raters", pretty([asdict(rater) for rater in study.raters()])
            yield f"library/{key}/ratings", _lines(study.ratings().rows())
            yield f"library/{key}/whole log", _lines(study.ratings(everything=True).rows())
            yield f"library/{key}/findings", pretty(study.analyse().as_json())
        found = jurybox.analyse("examples/ratings/ratings.csv", by="language")
        yield "library/findings of a file", pretty(found.as_json())
        try:
            data.study("none")
        except jurybox.JuryboxError as error:
            yield "library/no such study", f"{type(error).__name__}: {error}"


def _lines(rows: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
