"""The OpenAPI document: FastAPI writes the organiser's part, the rater's hot routes are described here by hand."""

import re
from typing import Any, NamedTuple

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from jurybox.core import JsonObject, NextWish
from jurybox.studies.adjudicating import RatersDecision
from jurybox.studies.rating import EnquiryWish
from jurybox.web.rater.panel import AcknowledgementWish, ConsentWish, QuestionnaireWish
from jurybox.web.rater.routes import DraftWish, JudgementWish, SessionWish


class _Described(NamedTuple):
    verb: str
    path: str
    summary: str
    body: type[msgspec.Struct] | None
    answers: dict[str, str]


ROUTES: list[_Described] = [_Described(*row) for row in (
    ("post", "/api/session", "Turn the token of a link into a cookie", SessionWish, {"200": "The study"}),
    ("delete", "/api/session", "Forget the cookie", None, {"204": "Forgotten"}),
    ("get", "/api/study", "The study as this rater may know it", None, {"200": "The study"}),
    ("post", "/api/next", "The next stages to do, leased to this rater", NextWish, {"200": "Packets and state"}),
    ("post", "/api/judgements", "One judgement; sending it again is harmless", JudgementWish,
     {"201": "Taken", "200": "Already there"}),
    ("put", "/api/drafts/{assignment}/{stage}", "Keep what is not submitted yet", DraftWish, {"204": "Kept"}),
    ("get", "/api/pace", "What the rater has done since a moment", None, {"200": "Tasks and time"}),
    ("get", "/api/assignments", "The rater's own assignments", None, {"200": "Assignments in order"}),
    ("get", "/api/glimpses", "First words, picture and own scores of some assignments", None, {"200": "Glimpses"}),
    ("get", "/api/summary", "What the rater has done in all", None, {"200": "Tasks, skipped ones and time"}),
    ("get", "/api/assignments/{assignment}/{stage}", "A stage again, with own answers", None, {"200": "A packet"}),
    ("get", "/api/before", "What is to be done before the first task", None, {"200": "The steps and the next one"}),
    ("post", "/api/before/consent", "Agree, or decline", ConsentWish, {"204": "Written down"}),
    ("post", "/api/before/questionnaire", "Answers about the rater", QuestionnaireWish, {"204": "Written down"}),
    ("post", "/api/before/calibration", "Begin with the worked examples, or once more", None, {"204": "Begun"}),
    ("get", "/api/examples", "Worked examples that this rater has done", None, {"200": "Examples with reasons"}),
    ("get", "/api/news", "Replies not read yet, guidelines that changed", None, {"200": "What is new"}),
    ("get", "/api/enquiries", "Own enquiries with replies, and published ones", None, {"200": "Enquiries"}),
    ("post", "/api/enquiries", "Ask the organiser; sending it again is harmless", EnquiryWish,
     {"201": "Taken", "200": "Already there"}),
    ("post", "/api/acknowledgements", "A revision or replies were read", AcknowledgementWish, {"204": "Written down"}),
    ("post", "/api/disputes/next", "The next dispute, for an appointed rater", None, {"200": "A dispute, or none"}),
    ("post", "/api/decisions", "Decide a dispute", RatersDecision, {"201": "Taken"}),
    ("get", "/api/decisions", "What was decided about own answers, after closing", None, {"200": "Decisions"}),
    ("get", "/guideline/{lang}", "The guideline as HTML, and what changed since it was read", None,
     {"200": "The guideline"}),
    ("get", "/media/{assignment}/{stage}/{part}", "A picture, sound or video of a packet, by byte range", None,
     {"200": "The file", "206": "A part of it"}),
)]  # fmt: skip


def describe_rater_routes(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema:
        return app.openapi_schema
    document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    bodies = [route.body for route in ROUTES if route.body is not None]
    _, schemas = msgspec.json.schema_components(bodies, ref_template="#/components/schemas/{name}")
    document.setdefault("components", {}).setdefault("schemas", {}).update(schemas)
    for route in ROUTES:
        verbs = document["paths"].setdefault(f"/rate/{{study}}{route.path}", {})
        verbs[route.verb] = _operation(route)
    document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{"token": []}]
    app.openapi_schema = document
    return document


def _operation(route: _Described) -> JsonObject:
    names = ["study", *(part[1:-1] for part in route.path.split("/") if part.startswith("{"))]
    problem: JsonObject = {
        "description": "Every fault",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problems"}}},
    }
    found: JsonObject = {
        "tags": ["rater"],
        "summary": route.summary,
        "operationId": "_".join(["rater", route.verb, *re.findall(r"\w+", route.path)]),
        "security": [],
        "parameters": [{"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in names],
        "responses": {**{status: {"description": text} for status, text in route.answers.items()}, "4XX": problem},
    }
    if route.body is not None:
        ref: JsonObject = {"$ref": f"#/components/schemas/{route.body.__name__}"}
        needed = any(one.required for one in msgspec.structs.fields(route.body))
        found["requestBody"] = {"required": needed, "content": {"application/json": {"schema": ref}}}
    return found
