"""All routes of the organiser's API, one module per noun, and the page that describes them."""

from fastapi import APIRouter

from jurybox.web.api import (
    archive,
    campaigns,
    changes,
    checks,
    disputes,
    docs,
    enquiries,
    erasing,
    findings,
    frozen,
    items,
    jobs,
    joining,
    organisers,
    pairs,
    planning,
    raters,
    roles,
    studies,
    suggestions,
    upload,
)
from jurybox.web.api.deps import PROBLEMS

PARTS = (
    studies,
    campaigns,
    items,
    planning,
    upload,
    changes,
    checks,
    suggestions,
    pairs,
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
    erasing,
    docs,
)
router = APIRouter(responses=PROBLEMS)
for part in PARTS:
    router.include_router(part.router)
