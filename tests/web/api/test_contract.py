"""The API keeps to what it says of itself: bodies of another shape are refused, and every answer is one it names."""

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import jsonschema
import pytest

from tests.fixtures.web import Client, Site, ok, problem
from tests.web.api.test_openapi import document_of, operations
from tests.web.conftest import Small

ODD: list[Any] = [None, True, False, 0, 1, -1, 1.5, "", "1", "true", "yes", [], {}, [1], {"a": 1}, "x" * 300, "1e3"]


def resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        found: dict[str, Any] = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return found
    return schema


def sample(document: dict[str, Any], schema: dict[str, Any]) -> Any:
    """The least that a schema allows."""
    schema = resolved(document, schema)
    if "default" in schema:
        return schema["default"]
    if options := schema.get("enum") or schema.get("anyOf"):
        return options[0] if "enum" in schema else sample(document, options[0])
    if schema.get("type") == "object":
        wanted = schema.get("required", ())
        return {name: sample(document, schema["properties"][name]) for name in wanted}
    if schema.get("type") == "array":
        return []
    return {"string": "x", "integer": schema.get("minimum", 1), "number": 1.0, "boolean": True}.get(
        str(schema.get("type"))
    )


def bodies(document: dict[str, Any], schema: dict[str, Any]) -> Iterator[Any]:
    """Bodies that the schema forbids: another shape as a whole, and one odd value in each place."""
    whole = resolved(document, schema)
    allowed = jsonschema.Draft202012Validator({**whole, "components": document["components"]})
    least = sample(document, schema)
    candidates = [*ODD, {**least, "unknown": 1}]
    candidates += [{**least, name: odd} for name in whole.get("properties", ()) for odd in ODD]
    yield from (body for body in candidates if not allowed.is_valid(body))


def filled(path: str) -> str:
    return re.sub(r"{(\w+)}", lambda part: "study" if part[1] == "study" else "x", path)


def asking(small: Small) -> dict[str, Client]:
    return {"/rate": small.ann.client, "/api": small.organiser()}


def test_a_body_that_the_document_forbids_is_refused(small: Small) -> None:
    document, clients, taken = document_of(small.site), asking(small), []
    for verb, path, operation in operations(document):
        expected = operation.get("requestBody", {})
        content = expected.get("content", {}).get("application/json")
        if content is None:
            continue
        for body in bodies(document, content["schema"]):
            if body is None and not expected["required"]:
                continue
            answer = clients[path[: path.index("/", 1)]].send(verb.upper(), filled(path), json=body)
            if answer.status_code < 400:
                taken.append((verb, path, body))
            assert answer.status_code < 500, (verb, path, body)
    assert taken == []


def test_every_answer_has_a_status_that_the_document_names(small: Small) -> None:
    document, clients = document_of(small.site), asking(small)
    for verb, path, operation in operations(document):
        if path in ("/api/studies/example",):
            continue
        client = clients[path[: path.index("/", 1)]]
        sent: list[dict[str, Any]] = [
            {}, {"content": b"{"}, {"content": b"\xff", "headers": {"content-type": "application/json"}},
            {"content": b"--x", "headers": {"content-type": "multipart/form-data; boundary=x"}},
            {"content": b"a", "headers": {"content-type": "multipart/form-data"}},
        ]  # fmt: skip
        for what in sent:
            answer = client.send(verb.upper(), filled(path), **what)
            named = operation["responses"]
            assert str(answer.status_code) in named or f"{answer.status_code // 100}XX" in named, (
                f"{verb} {path} {what}: {answer.status_code}"
            )


def test_an_address_says_everything_that_can_be_asked_for_there(site: Site) -> None:
    document = document_of(site)
    client = site.client()
    for path in document["paths"]:
        answer = client.send("TRACE", filled(path))
        assert answer.status_code == 405, path
        named = {
            verb.upper()
            for other, verbs in document["paths"].items()
            if re.fullmatch(re.sub(r"{\w+}", "[^/]+", other), filled(path))
            for verb in verbs
        }
        assert named == set(answer.headers["allow"].split(", ")) - {"HEAD"}, path


@pytest.mark.parametrize("field", ["name", "key"])
def test_what_a_study_is_called_has_a_length(site: Site, field: str) -> None:
    wish = {"key": "long", "name": "Long", "protocol": "title", field: "x" * 1_000_000}
    assert site.organiser().post("/api/studies", json=wish).status_code == 422
    wish = {"key": "long", "name": "x" * 200, "protocol": "title"}
    ok(site.organiser("Ben").post("/api/studies", json=wish), 201)


@pytest.mark.parametrize("password", [" " * 10, " " * 20 + "x", "x" * 1_001])
def test_a_password_of_spaces_is_none(site: Site, password: str) -> None:
    answer = site.organiser().put("/api/me/password", json={"new": password, "current": "correct horse battery"})
    assert answer.status_code == 422


@pytest.mark.parametrize("number", [3.0, 3])
def test_a_whole_number_may_be_written_with_a_point(small: Small, number: float) -> None:
    """JSON has one kind of number, and other programs write 3.0."""
    assert small.organiser().post("/api/studies/study/quorum", json={"to": number}).status_code == 200


@pytest.mark.parametrize("number", [3.5, "3", True])
def test_nothing_else_is_a_whole_number(small: Small, number: object) -> None:
    assert small.organiser().post("/api/studies/study/quorum", json={"to": number}).status_code == 422


@pytest.mark.parametrize("name", ["a%00.csv", "a" * 500 + ".csv", "ä" * 190 + ".csv"])
def test_a_name_that_no_file_can_have_is_refused(site: Site, name: str) -> None:
    organiser = site.organiser()
    ok(organiser.post("/api/studies", json={"key": "new", "name": "New", "protocol": "title"}), 201)
    assert organiser.post(f"/api/studies/new/checks?name={name}", content=b"a,b\n").status_code == 422


def test_a_form_with_a_hundred_faults_is_not_read_to_its_end(site: Site) -> None:
    organiser, read = site.organiser(), 0
    ok(organiser.post("/api/studies", json={"key": "new", "name": "New", "protocol": "title"}), 201)

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while read < 2_000:
            read += 1
            yield b'--x\r\nContent-Disposition: form-data; name="odd"\r\n\r\n\r\n' * 10

    kind = {"content-type": "multipart/form-data; boundary=x"}
    answer = organiser.post("/api/studies/new/items", content=endless(), headers=kind)
    assert answer.status_code == 422
    assert len(answer.json()["errors"]) == 100
    assert read < 100


@pytest.mark.parametrize("name", ["gold.parquet", "gold.zip", "gold", ".csv/x"])
def test_checks_of_a_kind_that_may_unpack_to_anything_are_not_read_by_the_server(site: Site, name: str) -> None:
    organiser = site.organiser()
    ok(organiser.post("/api/studies", json={"key": "new", "name": "New", "protocol": "title"}), 201)
    problem(organiser.post(f"/api/studies/new/checks?name={name}", content=b"x"), 422, "upload.wrong_type")
