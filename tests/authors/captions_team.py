"""The disk of the shared task on captions in Indigenous languages: pictures and references in one place, a folder for
each language, what the teams sent in another, and the ratings of the speakers in a table."""

import csv
import json
from pathlib import Path

from PIL import Image

LANGUAGES = {"bribri": "bzd", "guarani": "grn"}
TEAMS = ("north_v1", "south_v2")
PICTURES = ("0001.jpg", "0002.jpg", "0003.jpg")
SCORES = {
    ("bribri", "north_v1"): [5, 4, 3], ("bribri", "south_v2"): [2, 3, 3],
    ("guarani", "north_v1"): [4, 4, 4], ("guarani", "south_v2"): [1, 2, 5],
}  # fmt: skip


def record(language: str, number: int) -> dict[str, str]:
    iso = LANGUAGES[language]
    return {
        "id": f"{iso}-{number + 1}", "filename": PICTURES[number], "split": "test", "culture": language,
        "language": language, "iso_lang": iso, "target_caption": f"{language} reference {number + 1}",
    }  # fmt: skip


def lines(path: Path, records: list[dict[str, str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records), encoding="utf-8")


def task(disk: Path) -> Path:
    """`data/test/LANGUAGE/` with pictures of the same names in each."""
    for place, language in enumerate(LANGUAGES):
        folder = disk / "data" / "test" / language
        lines(folder / f"{language}.jsonl", [record(language, n) for n in range(len(PICTURES))])
        for number, name in enumerate(PICTURES):
            Image.new("RGB", (40, 30), (60 * number, 80 * place, 120)).save(folder / name)
    return disk / "data" / "test"


def submissions(disk: Path) -> Path:
    """`submissions/LANGUAGE/TEAM.jsonl`, without pictures; one team sent a line twice."""
    for language in LANGUAGES:
        for team in TEAMS:
            rows = [
                {**record(language, n), "predicted_caption": f"{team} on {language} {n + 1}"}
                for n in range(len(PICTURES))
            ]
            if team == "north_v1" and language == "bribri":
                rows.append({**rows[0], "predicted_caption": "north once more"})
            lines(disk / "submissions" / language / f"{team}.jsonl", rows)
    return disk / "submissions"


def ratings(disk: Path) -> Path:
    """One row for each caption and speaker, as their form exported it."""
    path = disk / "ratings.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["image_id", "language", "team", "annotator", "score", "timestamp"])
        for (language, team), given in SCORES.items():
            for number, score in enumerate(given):
                writer.writerow(
                    [f"{LANGUAGES[language]}-{number + 1}", language, team, f"{language} 1", score, "2026-05-01"]
                )
    return path
