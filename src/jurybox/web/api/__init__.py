"""The organiser's HTTP API, one module per noun: each route loads, hands on, answers."""

from fastapi import APIRouter

from jurybox.web.api import changes, enquiries, findings, jobs, raters, studies
from jurybox.web.deps import PROBLEMS

router = APIRouter(responses=PROBLEMS)
for part in (studies, changes, raters, enquiries, findings, jobs):
    router.include_router(part.router)
