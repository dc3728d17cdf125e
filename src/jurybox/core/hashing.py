"""Content hashes: sha256 over a kind and the canonical bytes of a document."""

import hashlib
import json
from collections.abc import Mapping

import msgspec

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_encode_texts = msgspec.json.Encoder(order="sorted").encode


def canonical_bytes(document: object) -> bytes:
    """JSON with keys by code point, no spaces, UTF-8, no Unicode normalisation.

    >>> canonical_bytes({"b": 1, "a": "é"})
    b'{"a":"\\xc3\\xa9","b":1}'
    """
    return _encode(document).encode("utf-8")


def canonical_texts(texts: Mapping[str, str]) -> bytes:
    """The canonical bytes of texts by name, in a tenth of the time: here, unlike with numbers, both write the same.

    >>> canonical_texts({"b": "1", "a": "é"})
    b'{"a":"\\xc3\\xa9","b":"1"}'
    """
    return _encode_texts(texts)


def hash_bytes(kind: str, content: bytes) -> str:
    """The hash of bytes that are kept beside it and never made again."""
    return hashlib.sha256(b"jurybox:" + kind.encode("ascii") + b":1\n" + content).hexdigest()


def content_hash(kind: str, document: object) -> str:
    """The hash of a document as parsed, before any default is filled in."""
    return hash_bytes(kind, canonical_bytes(document))
