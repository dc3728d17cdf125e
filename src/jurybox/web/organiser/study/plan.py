"""The sealed plan of a study in words, for the page of its results."""

from jurybox import studies
from jurybox.core import in_language
from jurybox.studies import Workbench, planning
from jurybox.texts import Words


def told_plan(bench: Workbench, study: str, words: Words, lang: str) -> dict[str, object] | None:
    """What study/plan.html is given; None where no plan was sealed."""
    plan = planning.plan_of(bench, study)
    if plan is None or plan["sealed_at"] is None:
        return None
    named = {
        one.id: in_language(one.label, [lang]) for one in planning.deciders(studies.view_of(bench, study).protocol)
    }
    changed = set(plan["changes"])
    return {
        "hash": plan["hash"],
        "decides": named.get(str(plan["document"].get("decides"))),
        "sealed_at": plan["sealed_at"],
        "changes": [entry for entry in studies.tell_history(bench, study, words) if entry["number"] in changed],
    }
