"""What the OpenAPI document says of an answer is what the use case gives: the two are written down apart."""

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints, is_typeddict

from fastapi.routing import APIRoute
from pydantic import BaseModel

from jurybox.web import api


def inner(found: Any) -> Any:
    """The type in a list or beside None."""
    parts = [part for part in get_args(found) if part is not type(None)]
    return inner(parts[0]) if len(parts) == 1 else found


def routes(of: Any) -> Iterator[APIRoute]:
    for route in of.routes:
        if isinstance(route, APIRoute):
            yield route
        else:
            yield from routes(route.original_router)


def pairs() -> Iterator[tuple[str, type[BaseModel], Any]]:
    for route in routes(api.router):
        if route.response_model is not None:
            told, given = inner(route.response_model), inner(get_type_hints(route.endpoint).get("return"))
            if isinstance(told, type) and issubclass(told, BaseModel) and is_typeddict(given):
                yield f"{sorted(route.methods or ())[0]} {route.path}", told, given


def test_every_answer_has_the_fields_that_its_use_case_gives() -> None:
    found = list(pairs())
    assert len(found) > 20
    apart = {
        route: sorted(set(given.__annotations__) ^ set(told.model_fields))
        for route, told, given in found
        if set(told.model_fields) != set(given.__annotations__)
    }
    assert apart == {}
