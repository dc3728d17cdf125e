"""Requests that the OpenAPI document allows, and requests that it forbids; every answer is held against it."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import httpx
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup

from tests.fixtures.web import Client

Document = dict[str, Any]
Known = dict[str, list[str]]
"""What stands in addresses: by the name of the part, what is there."""

HELD = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "negative_data_rejection",
)  # fmt: skip
UNSAID = ("it holds a null character", "two files have one name", "it must be one JSON object")
"""Why a body is refused that the document allows: JSON Schema has no words for it."""
REFUSED = ["400", "404", "405", "409", "413", "415", "422"]
"""How what is forbidden may be refused: 413 where it is too much of it, 404 where nothing is at its address."""
LONGEST_ADDRESS = 60_000
"""What is longer ends at the connection, and is no client's: see tests/web/test_connections.py."""
NOTHING_WRONG = ("violates `format`", " in query\n")
"""Every row of bytes is a file. In an address all is text: of what stands there twice the last is taken, and spaces
around a number are passed over."""
UNHURRIED = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def operations_of(document: Document) -> Iterator[Any]:
    """Who may ask is tested elsewhere, so here everybody who is signed in may ask for anything."""
    load_all_checks()
    open_to_all = {**document, "security": [], "components": {"schemas": document["components"]["schemas"]}}
    held = {"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}}
    config = schemathesis.Config.from_dict(held)
    result: Any
    for result in schemathesis.openapi.from_dict(open_to_all, config=config).get_all_operations():
        yield result.ok()


def faults_of(operation: Any, client: Client, known: Known, examples: int, number: int = 1) -> dict[str, str]:
    """Every way in which the answers to so many requests are not what the document says; each with one request."""
    found: dict[str, str] = {}
    for mode in schemathesis.GenerationMode:
        if mode.is_negative and not can_be_wrong(operation):
            continue

        @seed(number)
        @settings(
            max_examples=examples, database=None, deadline=None, phases=[Phase.generate],
            suppress_health_check=UNHURRIED,
        )  # fmt: skip
        @given(case=cases(operation, mode, known))
        def send(case: Any) -> None:
            for fault in faults_in(case, client):
                found.setdefault(f"{case.method} {operation.path}: {fault}", case.as_curl_command())

        with suppress(Unsatisfiable):  # where everything is allowed nothing is forbidden
            send()
    return found


def can_be_wrong(operation: Any) -> bool:
    """Whether the document forbids anything: an address of plain words can't be of another shape."""
    words = all(part.definition["schema"].get("type") == "string" for part in operation.path_parameters)
    return bool(operation.body or operation.query) or not words


def cases(operation: Any, mode: Any, known: Known) -> st.SearchStrategy[Any]:
    """Three times out of four the address leads somewhere."""
    names = [part.name for part in operation.path_parameters]
    there = [dict(zip(names, chosen, strict=True)) for chosen in product(*(known[name] for name in names))]
    somewhere = [operation.as_strategy(generation_mode=mode, path_parameters=chosen) for chosen in there]
    anywhere = operation.as_strategy(generation_mode=mode)
    return st.sampled_from([0, 1, 2, 3]).flatmap(
        lambda n: st.sampled_from(somewhere).flatmap(lambda one: one) if n else anywhere
    )


def faults_in(case: Any, client: Client) -> list[str]:
    answer = sent(case, client)
    found = []
    try:
        case.validate_response(answer, checks=CHECKS.get_by_names(HELD))
    except FailureGroup as failures:
        told = [failure for failure in failures.exceptions if not any(one in str(failure) for one in NOTHING_WRONG)]
        found += [f"{type(failure).__name__} {failure}" for failure in told]
    if case.meta.generation.mode.is_positive and answer.status_code == 422:
        first = answer.json()["error"]
        if first["code"] == "request.bad_body" and not any(reason in first["message"] for reason in UNSAID):
            found.append(f"allowed, but refused for its shape: {first['message']} ({first['where']})")
    return found


def sent(case: Any, client: Client) -> httpx.Response:
    given = case.as_transport_kwargs(base_url=client.site.config.url)
    names = ("method", "url", "headers", "params", "data", "json", "files", "cookies")
    made = requests.Request(**{name: given[name] for name in names if name in given}).prepare()
    assume(len(str(made.url)) < LONGEST_ADDRESS)
    return client.send(str(made.method), str(made.url), content=made.body, headers=dict(made.headers))
