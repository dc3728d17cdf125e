"""Columns of tables from before, told by their headings."""

from jurybox.exchange.items import ScoreNames
from jurybox.exchange.workbooks import OldColumns
from jurybox.exchange.workbooks.old_columns import columns_in
from jurybox.protocols import load_protocol

COUNTS = ScoreNames(load_protocol("caption-counts").protocol)


def test_scores_after_the_column_of_a_system_are_that_systems() -> None:
    header = ["image_id", "模型一", "对象", "关系", "属性", "模型二", "对象.1", "关系.1", "属性.1"]
    known = OldColumns(COUNTS, usual={"item": {"imageid"}}, systems=("模型一", "模型二"), keys=("7",))
    layout = columns_in(header, ["7"], known)
    assert layout.places == {"item": 0}
    assert layout.wide == {
        "模型一": {"output": 1, "objects": 2, "relations": 3, "attributes": 4},
        "模型二": {"output": 5, "objects": 6, "relations": 7, "attributes": 8},
    }


def test_a_column_of_ids_is_one_only_where_the_study_has_them() -> None:
    known = OldColumns(COUNTS, usual={"item": {"id"}, "output": {"caption"}}, keys=("7",))
    header = ["id", "caption", "objects"]
    assert columns_in(header, ["7", "a", 1], known).places == {"objects": 2, "item": 0, "output": 1}
    assert columns_in(header, ["1", "a", 1], known).places == {"objects": 2, "output": 1}
