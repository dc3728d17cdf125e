"""The disk of the team that rates interpretations of sarcastic tweets: two columns without header and ids, a tweet on
several lines, and for each annotator a table with both scores."""

import csv
from pathlib import Path

TWEETS = [
    (
        "love my fans xoxo 💕",
        ["hate my fans xoxo", "I hate my fans.", "love my fans xoxo 💕"],
        [(3, 3), (5, 5), (4, 1)],
    ),
    ("just great, rain\nagain", ["It is raining again, and I dislike it.", "rain bad"], [(5, 5), (2, 2)]),
]
"""Each with its interpretations, and the first annotator's fluency and adequacy of each."""


def interpretations(disk: Path) -> Path:
    path = disk / "interpretations.csv"
    disk.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([tweet, text] for tweet, texts, _ in TWEETS for text in texts)
    return path


def scored(disk: Path, annotator: str, milder: int = 0) -> Path:
    """`milder` is how much the second annotator adds to a fluency below 5."""
    path = disk / "scores" / f"{annotator}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Tweet", "Interpretation", "Fluency", "Adequacy"])
        for tweet, texts, given in TWEETS:
            for text, (fluency, adequacy) in zip(texts, given, strict=True):
                writer.writerow([tweet, text, min(5, fluency + milder), adequacy])
    return path
