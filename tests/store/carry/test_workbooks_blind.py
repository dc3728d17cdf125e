"""A workbook tells a rater nothing that the page would not: every byte of every part is searched."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from python_calamine import CalamineWorkbook

from jurybox.core.errors import Refused
from jurybox.protocols import load_protocol
from jurybox.studies.carry.workbooks.read import read_workbooks
from jurybox.studies.carry.workbooks.write import write_workbooks
from jurybox.studies.lifecycle import ItemFiles, StudyDraft, create_filled
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, sql
from tests.fixtures.small import SCALE
from tests.fixtures.studies import Played, lines, loaded, open_study
from tests.fixtures.workbooks import Book, filled
from tests.web.rater.canaries import Canary
from tests.web.tables import Names, fill, table_for

HIDDEN = {place: Canary(place) for place in ("item", "system", "file", "rater", "seed", "reference")}
LATER = {place: Canary(place) for place in ("gold", "why")}
"""What a worked example shows and says in the second stage."""
SOURCE = Canary("source")
CARRIED = ("title", "summary", "translation", "sarcasm-interpretation", "caption-culture", "caption-counts")


def protocol() -> Any:
    """Two stages, the first without the source; pictures of the item and of each system; a guide that is off."""
    gold = {
        "id": "worked", "fields": {"source": str(LATER["gold"])}, "candidates": [{"fields": {"output": "an output"}}],
        "answers": [
            {"question": "fluency", "value": 1, "why": {"en": "It breaks off."}},
            {"question": "adequacy", "value": 2, "why": {"en": str(LATER["why"])}},
        ],
    }  # fmt: skip
    return loaded(
        id="blind",
        unit={"candidates": "all"},
        fields={
            "source": {"type": "text"}, "output": {"type": "text"}, "picture": {"type": "image"},
            "shot": {"type": "image", "per": "output"},
            "reference": {"type": "text", "guide": True, "optional": True},
        },
        stages=[
            {"id": "fluency", "show": ["picture", "shot", "output", "reference"], "ask": [{**SCALE, "id": "fluency"}]},
            {"id": "adequacy", "show": ["source", "output"], "opens": "batch", "ask": [{**SCALE, "id": "adequacy"}]},
        ],
        examples=[gold],
    )  # fmt: skip


def told_picture(number: int) -> bytes:
    """A picture whose metadata name everything there is."""
    made, info = io.BytesIO(), PngInfo()
    info.add_text("Title", str(HIDDEN["system"]))
    info.add_itxt("Comment", str(HIDDEN["item"]))
    Image.new("RGB", (900, 600), (number * 40 % 256, 90, 120)).save(made, "PNG", pnginfo=info)
    return made.getvalue()


@pytest.fixture
def study(new_bench: NewBench) -> Played:
    bench = new_bench("sqlite")
    made = table_for(protocol().protocol, 3, 2, Names(*(str(HIDDEN[place]) for place in ("item", "system", "file"))))
    for number, file in enumerate(made.files):
        made.files[file] = told_picture(number)
    for line in made.lines:
        for name, canary in (("source", SOURCE), ("reference", HIDDEN["reference"])):
            if line.get(name):
                line[name] = f"{canary} {line[name]}"
    fill(bench, protocol(), made, seed=str(HIDDEN["seed"]), quorum=2)
    for name in ("Ana", str(HIDDEN["rater"])):
        raters.add_rater(bench, "study", name)
    return Played(bench, "study")


def parts(path: Path) -> dict[str, bytes]:
    """Every part of a workbook under its name, the names too, and the bytes of the file as it lies there."""
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
        found["names"] = "\n".join(archive.namelist()).encode()
        found["comments"] = b"\n".join(entry.comment + entry.extra for entry in archive.infolist()) + archive.comment
    return found | {"file": path.read_bytes()}


def leaks(path: Path, canaries: list[Canary], texts: list[str] | None = None) -> list[str]:
    wanted = {form.lower(): str(canary) for canary in canaries for form in canary.forms()}
    wanted |= {text.encode().lower(): text for text in texts or []}
    return [
        f"{what} in {name}" for name, content in parts(path).items() for form, what in wanted.items()
        if form in content.lower()
    ]  # fmt: skip


def secrets(bench: Workbench) -> list[str]:
    """Hashes of items, and names of media as they are stored."""
    return [
        *(str(row[0]) for row in sql(bench, "SELECT hash FROM item")),
        *(path.name for path in bench.media.folder.rglob("*") if path.is_file()),
    ]


def test_no_part_of_a_workbook_names_what_a_rater_may_not_know(study: Played, tmp_path: Path) -> None:
    (first,) = write_workbooks(study.bench, "study", tmp_path / "1", ["Ana"]).files
    assert leaks(first.path, [*HIDDEN.values(), *LATER.values(), SOURCE], secrets(study.bench)) == []
    assert "→ 1 – Level 1. It breaks off." in guideline_of(first.path)
    assert b"Ana" not in b"".join(content for name, content in parts(first.path).items() if name != "file")
    read_workbooks(study.bench, [filled(first.path, "fluency", 4)])
    (second,) = write_workbooks(study.bench, "study", tmp_path / "2", ["Ana"]).files
    assert second.stage == "adequacy"
    assert leaks(second.path, list(HIDDEN.values()), secrets(study.bench)) == []
    assert leaks(second.path, [SOURCE]) != [], "the search finds what is there"


def test_pictures_are_in_the_sheet_small_and_without_metadata(study: Played, tmp_path: Path) -> None:
    (first,) = write_workbooks(study.bench, "study", tmp_path, ["Ana"]).files
    pictures = {name: content for name, content in parts(first.path).items() if name.startswith("xl/media/")}
    assert len(pictures) == 9, "three of the items, six of the outputs, each once however many rows show it"
    assert {Path(name).stem.rstrip("0123456789") for name in pictures} == {"image"}
    for content in pictures.values():
        with Image.open(io.BytesIO(content)) as shown:
            assert max(shown.size) == 480
            assert not shown.getexif()
            assert set(shown.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    drawing = parts(first.path)["xl/drawings/drawing1.xml"]
    assert drawing.count(b"<xdr:twoCellAnchor>") == 12, "both pictures in each of six rows, moving with the cells"


def test_the_dates_and_authors_of_the_file_say_nothing(study: Played, tmp_path: Path) -> None:
    (first,) = write_workbooks(study.bench, "study", tmp_path, ["Ana"]).files
    core = parts(first.path)["docProps/core.xml"]
    assert b"<dc:creator></dc:creator>" in core
    assert b"A study" in core


def test_letters_are_drawn_anew_for_every_rater_and_unit(study: Played, tmp_path: Path) -> None:
    files = write_workbooks(study.bench, "study", tmp_path).files
    orders = [[text.split(",")[0] for text in Book(file.path).texts("output")] for file in files]
    assert len({tuple(order[n : n + 2]) for order in orders for n in (0, 2, 4)}) == 2


@pytest.mark.parametrize("name", CARRIED)
def test_every_protocol_of_the_shelf_that_a_sheet_can_carry_is_carried_blind(
    name: str, new_bench: NewBench, tmp_path: Path
) -> None:
    bench = new_bench("sqlite")
    shelf = load_protocol(name)
    names = Names(*(str(HIDDEN[place]) for place in ("item", "system", "file")))
    fill(bench, shelf, table_for(shelf.protocol, 3, 2, names), seed=str(HIDDEN["seed"]))
    lang = shelf.protocol.languages[-1]
    raters.add_rater(bench, "study", str(HIDDEN["rater"]), language=lang)
    (file,) = write_workbooks(bench, "study", tmp_path).files
    later = [] if name != "sarcasm-interpretation" else ["The source of thing"]
    assert leaks(file.path, list(HIDDEN.values()), [*secrets(bench), *later]) == []
    guideline = Book(file.path).file.worksheets[0]
    said = "\n".join(str(row[0].value) for row in guideline.iter_rows(max_col=1) if row[0].value)
    first_words = next(line for line in shelf.guidelines[lang].splitlines() if line.startswith("# "))
    assert first_words.removeprefix("# ") in said
    rows_of_units = 3 if name == "caption-counts" else 0  # what the rater sees, before the captions
    assert file.rows == 6 + rows_of_units
    assert file.without_picture == []


def test_films_are_refused_by_the_name_of_their_field(new_bench: NewBench, tmp_path: Path) -> None:
    bench = new_bench("sqlite")
    shelf = load_protocol("audio-description")
    fill(bench, shelf, table_for(shelf.protocol, 1, 1))
    raters.add_rater(bench, "study", "Ana")
    with pytest.raises(Refused) as refused:
        write_workbooks(bench, "study", tmp_path)
    assert {(fault.code, fault.params["type"]) for fault in refused.value.faults} == {
        ("workbook.field_not_carried", "video"), ("workbook.field_not_carried", "people"),
    }  # fmt: skip


def guideline_of(path: Path) -> str:
    rows = CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python()
    return "\n".join(str(row[0]) for row in rows if row)


def test_the_guideline_sheet_has_the_worked_examples_of_its_stage_and_nothing_a_later_one_shows(
    new_bench: NewBench, tmp_path: Path
) -> None:
    bench = new_bench("sqlite")
    sarcasm = load_protocol("sarcasm-interpretation")
    study = open_study(bench, lines(1, "a"), sarcasm, quorum=2)
    study.rater("Ana")
    text = guideline_of(write_workbooks(bench, study.key, tmp_path).files[0].path)
    assert "Worked examples" in text
    examples = sarcasm.protocol.examples
    about_fluency = [e for e in examples if any(a.question == "fluency" for a in e.answers)]
    outputs = [str(c.fields["output"]) for e in about_fluency for c in e.candidates]
    assert outputs
    assert all(output in text for output in outputs)
    sources = {str(e.fields["source"]) for e in examples if e.fields.get("source")} - set(outputs)
    assert sources
    assert not any(source in text for source in sources)
    assert "→ 3 – Non-native English. " in text


def test_worked_examples_stand_in_the_sheet_with_their_pictures_and_reasons(
    new_bench: NewBench, tmp_path: Path
) -> None:
    bench = new_bench("sqlite")
    picture = tmp_path / "p.png"
    picture.write_bytes(told_picture(1))
    table = tmp_path / "items.csv"
    table.write_text("id,system,picture,language,output\n1,a,p.png,Bribri,x\n1,b,p.png,Bribri,y\n", encoding="utf-8")
    culture = load_protocol("caption-culture")
    draft = StudyDraft("x", "X", {"calibration": False, "language": "en"})
    create_filled(bench, culture, draft, ItemFiles([table], tmp_path))
    study = Played(bench, "x").open()
    study.rater("Ana")
    path = write_workbooks(bench, "x", tmp_path / "out").files[0].path
    text = guideline_of(path)
    example = culture.protocol.examples[0]
    whys = [answer.why["en"] for answer in example.answers if answer.why]
    assert whys
    assert all(why in text for why in whys)
    assert len([name for name in parts(path) if name.startswith("xl/media/")]) == 2
