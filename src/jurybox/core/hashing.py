"""Content hashes: sha256 over a kind and the canonical bytes of a document."""

import hashlib
import json
from typing import Any

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical_bytes(document: Any) -> bytes:
    """JSON with keys by code point, no spaces, UTF-8, no Unicode normalisation.

    >>> canonical_bytes({"b": 1, "a": "é"})
    b'{"a":"\\xc3\\xa9","b":1}'
    """
    return _encode(document).encode("utf-8")


def hash_bytes(kind: str, content: bytes) -> str:
    """The hash of bytes that are kept beside it and never made again."""
    return hashlib.sha256(b"jurybox:" + kind.encode("ascii") + b":1\n" + content).hexdigest()


def content_hash(kind: str, document: Any) -> str:
    """The hash of a document as parsed, before any default is filled in."""
    return hash_bytes(kind, canonical_bytes(document))
