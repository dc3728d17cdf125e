"""All routes of the organiser's API, one module per noun, and the page that describes them."""

from fastapi import APIRouter

from jurybox.web.api import changes, docs, enquiries, findings, jobs, joining, organisers, raters, studies
from jurybox.web.api.deps import PROBLEMS

router = APIRouter(responses=PROBLEMS)
for part in (studies, changes, raters, joining, enquiries, findings, jobs, organisers, docs):
    router.include_router(part.router)
