"""The disk of the team that counts objects, relations and attributes in the captions of five models.

Written from the team's guideline alone, without a look at the readers: headers in Chinese, one table with everything,
references as a list, the scores of their tool, which had no zero and wrote 0.5 for it, and no column for the tick of
the whole sentence, because the tool had none.
"""

import csv
import json
from pathlib import Path

import xlsxwriter
from PIL import Image

MODELS = ("模型一", "模型二", "模型三", "模型四", "模型五")
CRITERIA = ("对象", "关系", "属性")
REFERENCES = {
    23873: ["a tall clock tower next to a hotel", "A clock tower stands above the street."],
    18473: ["a dog sleeps on a couch near a fireplace", "A living room with books on the desk."],
    10858: ["a hot dog wrapped in foil with toppings"],
}
# For each picture the captions of the five models with the scores of the guideline, as the tool wrote them.
RATED: dict[int, list[tuple[str, tuple[float, float, float]]]] = {
    23873: [
        ("a large clock tower in the middle of a city.", (3, 0.5, 1)),
        ("a clock on the side of a building on a city street.", (2, 1.5, 1)),
        ("a clock tower in the middle of a city.", (3, 0.5, 0.5)),
        ("a clock on the side of a building.", (1, 0.5, 0.5)),
        ("a view of a city with a clock tower in the background.", (3, 2, 1)),
    ],
    18473: [
        ("A living room with a couch and a fireplace .", (3, 1, 1)),
        ("A living room with a couch and a tv", (2, 1, 1)),
        ("a dog laying on a bed in a room.", (3, 2.5, 0.5)),
        ("A living room with a couch and a fireplace", (3, 1, 1)),
        ("A living room with a couch and a table .", (3, 1, 1)),
    ],
    10858: [
        ("a  hot dog covered in foil and mustard .", (2.5, 1.5, 0.5)),
        ("a hot dog with lots of toppings on a foil wrapper .", (3, 2, 2)),
        ("a close up of a hot dog on a bun", (1.5, 0.5, 1)),
        ("a hot dog covered in toppings sitting on aluminum foil.", (3, 3, 1)),
        ("a hot dog on a bun in a wrapper .", (3, 1.5, 0.5)),
    ],
}
ANNOTATORS = ("张伟", "李娜")
Row = dict[str, object]


def pictures(disk: Path) -> Path:
    folder = disk / "images"
    folder.mkdir(parents=True, exist_ok=True)
    for at, image_id in enumerate(RATED):
        Image.new("RGB", (64, 48), (40 * at, 120, 200 - 40 * at)).save(folder / f"{image_id}.jpg")
    return folder


def captions(*, references: bool = True) -> list[Row]:
    """One row for each picture: `image_id, 图片, 参考, 模型一 … 模型五`."""
    rows = []
    for image_id, rated in RATED.items():
        row: Row = {"image_id": image_id, "图片": f"images/{image_id}.jpg"}
        if references:
            row["参考"] = REFERENCES[image_id]
        rows.append(row | {model: caption for model, (caption, _) in zip(MODELS, rated, strict=True)})
    return rows


def scores(image_id: int, annotator: str) -> list[tuple[float, ...]]:
    """Both annotators agree, but for the relations of one caption."""
    given: list[tuple[float, ...]] = [scored for _, scored in RATED[image_id]]
    if annotator == "李娜" and image_id == 10858:
        given[3] = (3, 2.5, 1)
    return given


def scored(annotator: str) -> list[Row]:
    """The same rows, with three columns of scores after each model: `模型一_对象`, `模型一_关系`, `模型一_属性`."""
    rows = []
    for row in captions():
        wide: Row = {name: row[name] for name in ("image_id", "图片", "参考")}
        for model, given in zip(MODELS, scores(int(str(row["image_id"])), annotator), strict=True):
            wide[model] = row[model]
            wide |= {f"{model}_{criterion}": score for criterion, score in zip(CRITERIA, given, strict=True)}
        rows.append(wide)
    return rows


def log() -> list[Row]:
    """What the tool exports from its database: a line for each caption and annotator."""
    lines: list[Row] = []
    for annotator in ANNOTATORS:
        for image_id, rated in RATED.items():
            for model, (caption, _), given in zip(MODELS, rated, scores(image_id, annotator), strict=True):
                line: Row = {"编号": len(lines) + 1, "image_id": image_id, "模型": model, "描述": caption}
                line |= dict(zip(CRITERIA, given, strict=True))
                lines.append(line | {"标注人": annotator, "时间": f"2020-07-20 08:{len(lines):02}:00"})
    return lines


def as_csv(path: Path, rows: list[Row], *, index: bool = True) -> Path:
    """As `DataFrame.to_csv(path, encoding="utf-8-sig")` writes it: an index without header, lists as text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([""] * index + list(rows[0]))
        for at, row in enumerate(rows):
            writer.writerow([at] * index + list(row.values()))
    return path


def as_json(path: Path, rows: list[Row]) -> Path:
    """As `DataFrame.to_json(path, orient="records", force_ascii=False, indent=2)` writes it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows, ensure_ascii=False, indent=2), encoding="utf-8")
    return path


def as_xlsx(path: Path, rows: list[Row]) -> Path:
    """As people keep it: references one below the other in their cell."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with xlsxwriter.Workbook(path) as book:
        page = book.add_worksheet("标注")
        page.write_row(0, 0, list(rows[0]))
        for at, row in enumerate(rows, start=1):
            cells = ["\n".join(value) if isinstance(value, list) else value for value in row.values()]
            page.write_row(at, 0, cells)
    return path
