"""The files that a draft's texts came from: kept until it opens, so that they can be read for another protocol."""

import shutil

from jurybox.core import JsonObject, StudyState
from jurybox.studies.lifecycle.upload import TYPES, Tray, drop_upload, tray_of
from jurybox.studies.workbench import Workbench, view_of

READING = "reading"


def put_aside(bench: Workbench, key: str, reading: JsonObject) -> None:
    """Files whose texts are in wait no more; those of a draft lie aside, those of an open study are thrown away."""
    tray = tray_of(bench, key)
    is_draft = view_of(bench, key).row.state == StudyState.DRAFT
    if is_draft and tray.folder.is_dir():
        aside = Tray(tray.aside / f"{len(_asides(tray)) + 1}")
        aside.folder.mkdir(parents=True)
        for kind in TYPES:
            if (tray.folder / kind).is_dir():
                (tray.folder / kind).replace(aside.folder / kind)
        aside.write(READING, reading)
    drop_upload(bench, key)


def has_all_aside(bench: Workbench, key: str, imports: int) -> bool:
    """Whether the files of so many imports are all there, and can lie side by side."""
    tray = tray_of(bench, key)
    asides = [*_asides(tray), tray]
    names = [(file["kind"], file["name"]) for one in asides for file in one.listed()]
    return len(asides) - 1 == imports > 0 and len(names) == len(set(names))


def fetch_aside(bench: Workbench, key: str) -> JsonObject:
    """Let the files wait once more; how those that came last were read."""
    tray = tray_of(bench, key)
    reading: JsonObject = {}
    for aside in _asides(tray):
        reading = aside.read(READING) or reading
        for kind in TYPES:
            for path in aside.files(kind):
                place = tray.folder / kind / path.relative_to(aside.folder / kind)
                place.parent.mkdir(parents=True, exist_ok=True)
                path.replace(place)
    shutil.rmtree(tray.aside, ignore_errors=True)
    tray.forget_look()
    return reading


def _asides(tray: Tray) -> list[Tray]:
    folders = tray.aside.iterdir() if tray.aside.is_dir() else ()
    return [Tray(folder) for folder in sorted(folders, key=lambda folder: int(folder.name))]
