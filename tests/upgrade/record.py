"""The record of a release: what is kept of it, and how it is opened again.

folder.zip          a data folder: database, media, secret
kept.json           what only the maker of the data knows: a token of the API, the ids of jobs
backup.zip          the same by `jurybox backup`
archives/*.zip      some of its studies by `jurybox study archive`
examples.zip        our examples as they were: tables, protocols and files of ratings such as users have
outputs.tar.xz      everything that users get out of it, as texts (see outputs.py)
"""

import io
import shutil
import tarfile
import zipfile
from functools import cached_property
from pathlib import Path

from tests.upgrade.doors import Clock, House

HERE = Path(__file__).parent
LOOKED_AT = "2031-01-01T00:00:00"
"""When outputs are made, whenever that is: long after every lease of the data has run out."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)


class Record:
    def __init__(self, version: str, place: Path = HERE) -> None:
        self.version, self.place = version, place / version

    @cached_property
    def outputs(self) -> dict[str, str]:
        """The outputs of that release, by name."""
        with tarfile.open(self.place / "outputs.tar.xz") as archive:
            found = {member.name: archive.extractfile(member) for member in archive}
            return {name: file.read().decode() for name, file in found.items() if file}

    def keep_outputs(self, outputs: dict[str, str]) -> None:
        with tarfile.open(self.place / "outputs.tar.xz", "w:xz") as archive:
            for name in sorted(outputs):
                content = outputs[name].encode()
                about = tarfile.TarInfo(name)
                about.size = len(content)
                archive.addfile(about, io.BytesIO(content))

    def keep_folder(self, folder: Path, name: str) -> None:
        with zipfile.ZipFile(self.place / name, "w") as archive:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    about = zipfile.ZipInfo(path.relative_to(folder).as_posix(), LONG_AGO)
                    archive.writestr(about, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)

    def unpacked(self, work: Path) -> House:
        """The data folder in a working folder."""
        house = self.empty_house(work)
        shutil.unpack_archive(self.place / "folder.zip", house.data)
        return house

    def empty_house(self, work: Path) -> House:
        """A working folder without data, at the time of looking, with the examples in it."""
        work.mkdir(parents=True, exist_ok=True)
        shutil.unpack_archive(self.place / "examples.zip", work / "examples")
        shutil.copy(self.place / "kept.json", work)
        return House(work, Clock(LOOKED_AT, stands=True))


def records() -> list[Record]:
    """All releases that are kept, oldest first."""
    kept = [path.parent.name for path in HERE.glob("*/outputs.tar.xz")]
    return [Record(version) for version in sorted(kept, key=lambda name: [int(part) for part in name.split(".")])]
