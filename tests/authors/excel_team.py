"""The disk of the team that rates translations, summaries and titles in Excel, as it stood before Jurybox.

Written from the team's guideline alone, without a look at the readers: one file for each annotator, headers as people
type them, the index that pandas adds, scores that Excel keeps as numbers with decimals, rows nobody got to.
"""

from pathlib import Path

import xlsxwriter

Cell = str | int | float | None
TRANSLATIONS = [
    ("Guvernul a anunțat ieri o nouă lege a pensiilor.", "The government announced a new pension law yesterday.", 5, 5),
    ("Ploaia a oprit meciul după zece minute.", "The rain stopped the match after ten minutes.", 5, 4),
    ("Copiii au plantat doi nuci în spatele școlii.", "The children planted two nuts behind the school.", 3, 3),
    ("Trenul pleacă la prânz de la linia trei.", "The train leaves at lunch of line three.", 3, 2),
    ("Nu am văzut niciodată atâția oameni în piață.", "I saw many people in the market.", 1, 2),
    ("Medicul i-a spus să se odihnească.", "The doctor told him to rest.", 5, 5),
]
GERMAN = [
    ("Der Zug hält heute nicht in Fulda.", "The train does not stop in Fulda today.", 5, 5),
    ("Sie hat den Schlüssel auf dem Tisch liegen lassen.", "She let the key lie on the table.", 3, 4),
    ("Morgen wird es kälter als heute.", "Tomorrow it will be colder than today.", 5, 5),
    ("Die Bank an der Kirche ist frisch gestrichen.", "The bank by the church is freshly painted.", 2, 3),
]
SUMMARIES = [
    (
        "The council met on Monday. It voted to close the old bridge to cars, while cyclists may go on using it.",
        "The council closed the old bridge to cars but not to cyclists.",
        5,
        5,
    ),
    (
        "A storm cut the power of nine villages. Most had light again by the evening; two wait until Thursday.",
        "A storm cut the power of two villages.",
        2,
        2,
    ),
    (
        "The museum opens a new wing for children in May. Entry is free on the first weekend.",
        "A museum opens in May.",
        3,
        4,
    ),
]
# Source, the titles of two models, and per annotator their two scores. "budget vote delayed" came from both models.
TITLES = [
    (
        "lawmakers put off a vote on the budget until next week on friday .",
        "budget vote delayed",
        "budget vote delayed",
        (5, 5),
        (4, 4),
    ),
    (
        "a factory in the north will hire two hundred people this spring .",
        "factory to hire ###",
        "northern factory hires",
        (3, 4),
        (3, 5),
    ),
    (
        "rain is expected to return to the coast by sunday evening .",
        "rain expected",
        "sun to return to coast",
        (4, 1),
        (4, 1),
    ),
]


def sheet(path: Path, name: str, rows: list[list[Cell]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with xlsxwriter.Workbook(path) as book:
        page = book.add_worksheet(name)
        for at, row in enumerate(rows):
            page.write_row(at, 0, row)
    return path


def translations(disk: Path) -> list[Path]:
    """One file for each pair of languages and annotator; the second annotator did not get to the last Romanian row."""
    made = []
    for number in (1, 2):
        romanian: list[list[Cell]] = [["RO", "EN", "Score"]]
        romanian += [[row[0], row[1], float(row[1 + number])] for row in TRANSLATIONS]
        if number == 2:
            romanian[-1][2] = None
        german: list[list[Cell]] = [["DE", "EN", "Score", "Comments"]]
        german += [[row[0], row[1], row[1 + number], None] for row in GERMAN]
        german[2][3] = "left, not let lie"
        made.append(sheet(disk / "MT" / f"ro-en_annotator{number}.xlsx", "Sheet1", romanian))
        made.append(sheet(disk / "MT" / f"de-en_annotator{number}.xlsx", "Sheet1", german))
    return made


def summaries(disk: Path) -> list[Path]:
    """As `DataFrame.to_excel` writes them: a first column without a header that counts from 0."""
    made = []
    for number in (1, 2):
        rows: list[list[Cell]] = [[None, "Text", "Summary", "Annotation Score"]]
        rows += [[at, row[0], row[1], row[1 + number]] for at, row in enumerate(SUMMARIES)]
        made.append(sheet(disk / "Summarization" / f"summaries_annotator{number}.xlsx", "Sheet1", rows))
    return made


def titles(disk: Path) -> list[Path]:
    """Two models side by side in one file, each title with its score beside it."""
    made = []
    for number in (1, 2):
        rows: list[list[Cell]] = [["Article", "BART", "BART score", "T5", "T5 score"]]
        for source, bart, t5, *scores in TITLES:
            rows.append([source, bart, scores[number - 1][0], t5, scores[number - 1][1]])
        made.append(sheet(disk / "Gigaword" / f"titles_annotator{number}.xlsx", "gigaword", rows))
    return made
