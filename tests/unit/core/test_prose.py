"""What changed between two versions of a guideline, in pieces that a reader can follow."""

from jurybox.core.prose import MOST, changes, differences


def told(before: str, after: str) -> list[tuple[str, str]]:
    return [(change.kind, change.text) for change in changes(before, after)]


def test_nothing_changed_is_nothing_told():
    assert told("# A\n\nOne. Two.\n", "# A\n\nOne. Two.\n") == []
    assert told("One line\nwrapped.", "One line wrapped.") == [], "where lines break is no change"


def test_of_a_paragraph_only_the_sentences_that_differ_are_told():
    assert told("One. Two. Three.", "One. 2. Three.") == [("removed", "Two."), ("added", "2.")]
    assert told("看图。打分。", "看图。再打分。") == [("removed", "打分。"), ("added", "再打分。")]


def test_items_of_lists_and_rows_of_tables_stand_by_themselves():
    assert told("- one\n- two", "- one\n- three\n- two") == [("added", "- three")]
    table = "| a | b |\n|---|---|\n| 1 | good |\n"
    assert told(table, table + "| 2 | bad |\n") == [("added", "2 · bad")]


def test_paragraphs_come_and_go_in_the_order_of_the_new_text():
    assert told("A.\n\nB.\n\nC.", "A.\n\nC.\n\nD.") == [("removed", "B."), ("added", "D.")]


def test_a_new_text_is_not_told_without_end():
    assert len(told("", "\n\n".join(f"Paragraph {n}" for n in range(1000)))) == MOST


def parted(before: str, after: str) -> list[tuple[str, str]]:
    """Each difference as `same[-removed-]{+added+}`."""
    signs = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
    return [(one.kind, "".join(signs[p.kind].format(p.text) for p in one.words)) for one in differences(before, after)]


def test_of_a_changed_sentence_the_words_are_told_apart():
    before = "Read it twice. Mark only clear errors of grammar."
    after = "Read it twice. Mark all clear errors of grammar and spelling."
    assert parted(before, after) == [
        ("changed", "Mark [-only-]{+all+} clear errors of grammar{+ and spelling+}."),
    ]
    assert parted("看图。请打分一次。", "看图。请打分两次。") == [("changed", "请打分[-一-]{+两+}次。")]


def test_sentences_that_share_little_are_told_as_a_whole():
    assert parted("Look at the picture.", "Nobody may skip a task.") == [
        ("removed", "[-Look at the picture.-]"), ("added", "{+Nobody may skip a task.+}"),
    ]  # fmt: skip
    assert parted("One.", "One.\n\nFour.") == [("added", "{+Four.+}")]
    assert parted("A b c d.\n\nTwo.", "A b c e.") == [("changed", "A b c [-d-]{+e+}."), ("removed", "[-Two.-]")]
