"""All routes of the organiser's API, one module per noun, and the page that describes them."""

from fastapi import APIRouter

from jurybox.web.api import (
    archive,
    changes,
    disputes,
    docs,
    enquiries,
    findings,
    frozen,
    items,
    jobs,
    joining,
    organisers,
    planning,
    raters,
    roles,
    studies,
    upload,
)
from jurybox.web.api.deps import PROBLEMS

PARTS = (
    studies,
    items,
    planning,
    upload,
    changes,
    raters,
    joining,
    enquiries,
    disputes,
    findings,
    frozen,
    archive,
    jobs,
    organisers,
    roles,
    docs,
)
router = APIRouter(responses=PROBLEMS)
for part in PARTS:
    router.include_router(part.router)
