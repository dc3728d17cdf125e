"""The API describes itself: a valid OpenAPI document that names every route, and a page that shows it."""

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
from fastapi.routing import APIRoute

from jurybox.web.api.routes import PARTS
from tests.fixtures.web import Site, ok
from tests.web.conftest import Small

VERBS = {"get", "put", "post", "delete", "patch", "head", "options"}


def document_of(site: Site) -> dict[str, Any]:
    document: dict[str, Any] = ok(site.client().get("/api/openapi.json"))
    return document


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            assert verb in VERBS
            yield verb, path, operation


def inside(value: Any) -> Iterator[dict[str, Any]]:
    """Every object of a document, at any depth."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from inside(inner)


def test_the_document_is_openapi_3_1(site: Site) -> None:
    document = document_of(site)
    assert document["openapi"].startswith("3.1")
    assert set(document) <= {"openapi", "info", "servers", "paths", "components", "security", "tags"}
    assert document["info"]["title"] == "Jurybox"
    assert document["info"]["version"]


def test_every_reference_leads_somewhere(site: Site) -> None:
    document = document_of(site)
    references = {value["$ref"] for value in inside(document) if isinstance(value.get("$ref"), str)}
    assert "#/components/schemas/JudgementWish" in references
    for reference in references:
        target: Any = document
        for part in reference.removeprefix("#/").split("/"):
            target = target[part]


def test_every_schema_is_a_schema(site: Site) -> None:
    document = document_of(site)
    schemas = list(document["components"]["schemas"].values())
    schemas += [value["schema"] for value in inside(document["paths"]) if isinstance(value.get("schema"), dict)]
    assert len(schemas) > 20
    for schema in schemas:
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_operation_is_described(site: Site) -> None:
    ids = []
    for verb, path, operation in operations(document_of(site)):
        where = f"{verb} {path}"
        assert operation["summary"], where
        assert operation["tags"], where
        named = {p["name"] for p in operation.get("parameters", ()) if p["in"] == "path"}
        assert named == set(re.findall(r"\{(\w+)\}", path)), where
        assert all(p["required"] for p in operation.get("parameters", ()) if p["in"] == "path"), where
        assert any(status.startswith("2") for status in operation["responses"]), where
        assert any(status.startswith("4") for status in operation["responses"]), where
        assert all(answer["description"] for answer in operation["responses"].values()), where
        ids.append(operation["operationId"])
    assert len(ids) == len(set(ids))


def test_every_route_is_in_the_document(site: Site) -> None:
    described = {(verb.upper(), path) for verb, path, _ in operations(document_of(site))}
    rater = {(verb, route.path) for route in site.app.app.routes for verb in route.methods - {"HEAD"}}  # type: ignore[attr-defined]
    organiser = {
        (verb, route.path)
        for module in PARTS
        for route in module.router.routes
        if isinstance(route, APIRoute) and route.include_in_schema
        for verb in route.methods or ()
    }
    assert rater
    assert described == rater | organiser


def test_what_a_rater_really_sends_fits_the_document(small: Small) -> None:
    schemas = document_of(small.site)["components"]["schemas"]
    body = small.ann.judgement(small.ann.one())
    schema = {"$ref": "#/components/schemas/JudgementWish", "components": {"schemas": schemas}}
    jsonschema.validate(body, schema)
    assert not jsonschema.Draft202012Validator(schema).is_valid({**body, "id": 1})
    assert not jsonschema.Draft202012Validator(schema).is_valid({"id": "x"})


def test_answers_of_the_api_fit_the_document(small: Small) -> None:
    document = document_of(small.site)
    organiser = small.organiser()
    for path in ("/api/studies", "/api/protocols", "/api/studies/{study}", "/api/studies/{study}/raters"):
        answer = document["paths"][path]["get"]["responses"]["200"]
        schema = {**answer["content"]["application/json"]["schema"], "components": document["components"]}
        jsonschema.validate(ok(organiser.get(path.format(study="study"))), schema)
    error = small.site.client().get("/api/studies").json()
    jsonschema.validate(error, {"$ref": "#/components/schemas/Problems", "components": document["components"]})


def test_the_docs_page_asks_no_other_server(site: Site) -> None:
    client = site.client(accept="text/html")
    page = client.get("/api/docs")
    assert page.status_code == 200
    addresses = re.findall(r'(?:src|href|action)="([^"]+)"', page.text)
    assert addresses
    for address in addresses:
        assert address.startswith(("/", "#")), address
        assert not address.startswith("//"), address
        if address.startswith("/static/"):
            served = client.get(address)
            assert served.status_code == 200, address
            assert not re.search(r"""["'(]\s*(https?:)?//[a-z]""", served.text.replace("http://www.w3.org", "")), (
                address
            )
    assert "/api/openapi.json" in page.text
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert client.get(path).status_code == 404
