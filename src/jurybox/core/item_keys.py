"""Keys of items whose table has none: made of the texts that tell them apart, so that equal texts are one item."""

import hashlib
import re
from collections.abc import Iterable

_MADE = re.compile(r"t[0-9a-f]{16}(\.\d+)?")


def made_key(texts: Iterable[str]) -> str:
    digest = hashlib.sha256("\x1f".join(texts).encode("utf-8", "surrogatepass"))
    return f"t{digest.hexdigest()[:16]}"


def is_made_key(key: str) -> bool:
    """Whether a key was made of texts, perhaps for one sentence of them: it tells people nothing.

    >>> is_made_key(made_key(["boat"])), is_made_key(made_key(["boat"]) + ".2"), is_made_key("boat")
    (True, True, False)
    """
    return _MADE.fullmatch(key) is not None
