"""All routes of the organiser's API, one module per noun, and the page that describes them."""

from fastapi import APIRouter

from jurybox.web.api import changes, docs, enquiries, findings, jobs, organisers, raters, roles, studies
from jurybox.web.api.deps import PROBLEMS

router = APIRouter(responses=PROBLEMS)
for part in (studies, changes, raters, enquiries, findings, jobs, organisers, roles, docs):
    router.include_router(part.router)
