"""What a study knows about itself, for the data sheet: title, dates, languages, people, consent, calibration, seed."""

from collections import Counter

from jurybox.core import CheckStanding, Ready, SystemKind, rfc3339, share_interval
from jurybox.store import Run, checks, items, log, onboarding, people, systems
from jurybox.studies.planning import plan_facts
from jurybox.studies.results.spoken import names_of
from jurybox.studies.results.table.awaited import Awaited
from jurybox.studies.results.table.passes import TakenLog
from jurybox.studies.study import StudyView

FEWEST = 3
"""What fewer raters than this said about themselves is counted as other: a report must not point at anyone."""
OTHER = "other"
NOT_TOLD: dict[str, bool | set[str]] = {
    "consent": True,
    "questionnaire": True,
    "completion_code": True,
    "calibration": {"completion_code", "review_code"},
    "checks": {"completion_code"},
}
"""Settings that are no part of a report: it is read by others than the organiser."""


def facts_of(run: Run, view: StudyView, awaited: Awaited, lang: str) -> dict[str, object]:
    """Judgements are those that fill slots, as the progress of the study counts them."""
    row, settings, taken = view.row, view.settings, awaited.taken
    members = [m for m in people.memberships(run, view.id) if m.merged_into is None and m.adjudicator != "organiser"]
    count = items.count(run, view.id)
    known = systems.systems_of(run, view.id)
    plan = plan_facts(run, view.id)
    return {
        "title": row.name,
        "created_at": rfc3339(row.created_at),
        "opened_at": rfc3339(row.opened_at),
        "closed_at": rfc3339(row.closed_at),
        "first_judgement_at": rfc3339(taken.began),
        "last_judgement_at": rfc3339(taken.ended),
        "languages": sorted(view.guidelines),
        "guideline_revisions": {lang: found.revision for lang, found in sorted(view.guidelines.items())},
        "items": count.items,
        "items_withdrawn": count.withdrawn,
        "groups": {name: count for name, count in sorted(view.units_per_group.items()) if name},
        "units": row.places,
        "systems_withdrawn": sum(system.withdrawn_at is not None for system in known),
        "references": [s.name for s in known if s.kind == SystemKind.REFERENCE and s.withdrawn_at is None],
        "raters_invited": len(members),
        "raters_revoked": sum(member.revoked_at is not None for member in members),
        "raters_rating": len(set(taken.first.rater)),
        "raters_done": sum(member.done > 0 for member in members),
        "judgements": len(taken.first.rater) - awaited.ruled_judgements,
        "judgements_to_come": awaited.judgements,
        "standings": dict(sorted(log.count_by_standing(run, view.id).items())),
        "consent": None if settings.consent is None else sorted(settings.consent),
        "questionnaire": _questionnaire(run, view),
        "calibration": _calibration(run, view, [member.ready for member in members], taken),
        "credit": None if view.protocol.credit is None else view.protocol.credit.model_dump(mode="json"),
        "seed": row.seed,
        "settings": settings.model_dump(mode="json", exclude=NOT_TOLD),
        "names": names_of(view.protocol, lang),
        **({} if plan is None else {"plan": plan}),
        **({"checks": _checks(run, view)} if view.checks else {}),
    }


def _checks(run: Run, view: StudyView) -> dict[str, object]:
    """How many checks there are by kind, and how each rater did on them, with an interval."""
    kinds: Counter[str] = Counter()
    for _, kind, many in checks.counts(run, view.id):
        kinds[kind] += many
    results, raters = checks.results(run, view.id), []
    for number, member in enumerate(people.memberships(run, view.id), start=1):
        judged, passed = (sum(one[n] for one in results.get(member.id, {}).values()) for n in (0, 1))
        if judged:
            standing = CheckStanding(member.checked or 0).name.lower()
            raters.append(
                {"rater": f"R{number}", "judged": judged, "passed": passed, "standing": standing}
                | {"interval": share_interval(passed, judged)}
            )
    wish = view.settings.checks
    return {"kinds": dict(sorted(kinds.items())), "raters": raters, "pass_share": wish.pass_share, "share": wish.rate}


def _questionnaire(run: Run, view: StudyView) -> dict[str, dict[str, int]]:
    """How many raters gave each answer."""
    given = onboarding.answers_of_all(run, view.id)
    return {
        question.id: pooled(Counter(answers[question.id].strip() for answers in given if answers.get(question.id)))
        for question in view.settings.questionnaire
    }


def pooled(answers: Counter[str]) -> dict[str, int]:
    """Answers with how many gave them; rare ones together.

    >>> pooled(Counter({"es": 4, "gn": 1, "bzd": 1}))
    {'es': 4, 'other': 2}
    """
    found = {answer: many for answer, many in sorted(answers.items()) if many >= FEWEST}
    rare = sum(answers.values()) - sum(found.values())
    return {**found, OTHER: found.get(OTHER, 0) + rare} if rare else found


def _calibration(run: Run, view: StudyView, ready: list[int], taken: TakenLog) -> dict[str, object] | None:
    if not view.trials:
        return None
    wanted = view.settings.calibration
    return {
        "examples": len(view.trials.keys() - view.telling_examples(run)),
        "tolerance": wanted.tolerance,
        "share": wanted.share,
        "on_fail": wanted.on_fail,
        "raters": len({trial.rater for trial in taken.trials}),
        "rounds": None if wanted.on_fail == "again" else wanted.rounds,
        "flagged": ready.count(Ready.FLAGGED),
        "stopped": ready.count(Ready.STOPPED),
    }
