"""Which protocols of the shelf may ask what a campaign of another program asks; data, so that no code names one."""

import json
from collections.abc import Mapping
from pathlib import Path

ON_SHELF: Mapping[str, tuple[str, ...]] = {
    asked: tuple(protocols)
    for asked, protocols in json.loads(Path(__file__).with_name("shelf.json").read_text(encoding="utf-8")).items()
}
SCORE, SPANS, ERRORS, PREFERENCE = (ON_SHELF[name] for name in ("score", "spans", "errors", "preference"))
SPANS_SIDE_BY_SIDE = ON_SHELF["spans side by side"]
