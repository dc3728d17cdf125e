"""What systems made is kept in little memory, and says what its row said."""

import tracemalloc
from functools import partial
from pathlib import Path

from jurybox.exchange.items.kept_rows import KeptRows
from jurybox.exchange.items.read import read_import
from jurybox.exchange.media.files import store_media
from jurybox.exchange.media.folder import MediaFolder
from tests.fixtures.small import protocol

ROWS, SYSTEMS = 6_000, 5


def test_a_kept_row_says_what_it_said_and_where() -> None:
    rows = KeptRows()
    one = rows.keep(("a.csv", 2), {"output": 'é "🎬"\n'})
    other = rows.keep(("b.csv", 70_000), {})
    third = rows.keep(("a.csv", 3), {"output": "x", "start": 0.1})
    assert (one.place, one.values) == (("a.csv", 2), {"output": 'é "🎬"\n'})
    assert (other.place, other.values) == (("b.csv", 70_000), {})
    assert (third.where("output"), third.values) == (("a.csv", 3), {"output": "x", "start": 0.1})


def test_what_is_left_empty_on_purpose_stays_in_its_place() -> None:
    rows = KeptRows()
    one, other = rows.keep(("a.csv", 2), {"note": "n"}), rows.keep(("a.csv", 3), {"output": "x"})
    one.leave_empty("output")
    assert (one.place, one.values) == (("a.csv", 2), {"note": "n", "output": ""})
    assert other.values == {"output": "x"}


def test_reading_a_large_table_takes_little_memory_beside_its_texts(tmp_path: Path) -> None:
    path = tmp_path / "items.csv"
    lines = (f"i{n // SYSTEMS},s{n % SYSTEMS},Source {n // SYSTEMS},Output {n}\n" for n in range(ROWS))
    path.write_text("id,system,source,output\n" + "".join(lines))
    tracemalloc.start()
    try:
        batch = read_import(protocol(), [path], store_media=partial(store_media, MediaFolder(tmp_path)))
        stays, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(batch.outputs) == ROWS
    assert (stays - path.stat().st_size) / ROWS < 320, "bytes for a row; with objects of its own for each it was 390"
