"""Content hashes: the same document has the same hash, another one another."""

import hashlib
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core.hashing import canonical_bytes, canonical_texts, content_hash, hash_bytes
from jurybox.core.unit import Item

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()
)
DOCUMENTS = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4))
)


def shuffled(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict):
        keys = list(value)
        chance.shuffle(keys)
        return {key: shuffled(value[key], chance) for key in keys}
    return [shuffled(entry, chance) for entry in value] if isinstance(value, list) else value


@given(DOCUMENTS, st.integers(0, 2**32))
def test_the_order_of_keys_does_not_change_the_hash(document: Any, seed: int):
    assert content_hash("protocol", shuffled(document, random.Random(seed))) == content_hash("protocol", document)


@given(st.dictionaries(st.text(), st.text(), max_size=5))
def test_texts_by_name_have_the_same_bytes_the_quick_way(texts: dict[str, str]):
    assert canonical_texts(texts) == canonical_bytes(texts)


def test_every_character_is_written_alike_the_quick_way():
    texts = {str(n): chr(n) for n in range(0x110000) if not 0xD800 <= n < 0xE000}
    assert canonical_texts(texts) == canonical_bytes(texts)


@pytest.mark.parametrize("value", ["a text", {"file": "a.png", "width": 1.5}, [{"name": "Ann"}]])
def test_the_hash_of_an_item_is_that_of_its_document(value: Any):
    item = Item("key", "group", {"source": value, "context": "é"})
    assert item.hash() == content_hash("item", item.document())


@given(DOCUMENTS)
def test_canonical_bytes_are_json_of_the_same_document(document: Any):
    assert json.loads(canonical_bytes(document)) == document
    assert canonical_bytes(json.loads(canonical_bytes(document))) == canonical_bytes(document)


def test_the_order_of_a_list_does_change_the_hash():
    assert content_hash("protocol", [1, 2]) != content_hash("protocol", [2, 1])


def test_the_kind_is_part_of_the_hash():
    assert content_hash("protocol", {}) != content_hash("item", {})


def test_the_hash_is_sha256_of_kind_and_bytes():
    assert hash_bytes("protocol", b"{}") == hashlib.sha256(b"jurybox:protocol:1\n{}").hexdigest()


def test_a_hash_that_was_stored_once_stays_what_it_was():
    document = {"id": "a", "version": 1, "title": {"en": "Ä", "de": "Ä"}}
    assert canonical_bytes(document) == '{"id":"a","title":{"de":"Ä","en":"Ä"},"version":1}'.encode()
    assert content_hash("protocol", document) == "9727f58798d30794b88fd2c94e3c4ddc781d47b60d2b5b8c76bba7ae9abc9b4f"


def test_texts_are_not_normalised():
    assert content_hash("item", "\u00e9") != content_hash("item", "e\u0301")


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_json_can_not_hold_has_no_hash(number: float):
    with pytest.raises(ValueError):
        canonical_bytes({"x": number})
