"""What runs on both databases each time, and what only in soak."""

import pytest

ON_SQLITE = {
    "test_archive_hostile", "test_calibration", "test_campaigns", "test_cannot_judge", "test_chosen_pairs", "test_copy",
    "test_enquiries", "test_exports", "test_findings", "test_fixed_lists", "test_letters_and_drafts", "test_onboarding",
    "test_repeats", "test_ratings_in", "test_rules_and_marks", "test_table", "test_workbooks", "test_workbooks_old",
}  # fmt: skip
"""Files about what is done with rows, not how they are kept: their PostgreSQL half takes a minute and runs in soak."""


def pytest_itemcollected(item: pytest.Item) -> None:
    if "postgresql" in item.name and item.path.stem in ON_SQLITE:
        item.add_marker("soak")
