"""What a judgement adds to the tally of its rater: one rule for the triggers, and for making tallies again."""

IDLE_MS = 5 * 60 * 1000
"""Nobody looks at one task for longer without a pause: what is beyond is not counted as work."""
PAUSE_US = 10 * 60 * 1_000_000
"""The time between two contacts counts as work unless it is longer."""
KEY = ("membership_id", "stage", "standing")
SUMS = ("judgements", "elapsed_ms", "active_ms", "answered_us", "contact_us")
FIRST, LAST = ("begun_at", "first_at"), ("last_at",)
COLUMNS = (*KEY, *SUMS, *FIRST, *LAST)


def _gap(start: str, end: str) -> str:
    return f"CASE WHEN {end} - {start} BETWEEN 0 AND {PAUSE_US} THEN {end} - {start} ELSE 0 END"


def added_by(judgement: str, before: str, given: str) -> dict[str, str]:
    """SQL by column: `before` is when the rater's last judgement came in, `given` when this one's unit was given."""
    at, elapsed = f"{judgement}.received_at", f"coalesce({judgement}.elapsed_ms, 0)"
    is_between = f"{given} > coalesce({before}, 0) AND {given} <= {at}"
    return {
        **{name: f"{judgement}.{name}" for name in KEY},
        "judgements": "1",
        "elapsed_ms": elapsed,
        "active_ms": f"CASE WHEN {elapsed} > {IDLE_MS} THEN {IDLE_MS} ELSE {elapsed} END",
        "answered_us": _gap(before, at),
        "contact_us": f"CASE WHEN {is_between} THEN {_gap(before, given)} + {_gap(given, at)} "
        f"ELSE {_gap(before, at)} END",
        "begun_at": f"CASE WHEN {given} <= {at} THEN {given} ELSE {at} END",
        "first_at": at,
        "last_at": at,
    }


def count_judgement() -> str:
    """What the trigger does for each judgement that is appended."""
    sums = [f"{name} = tally.{name} + excluded.{name}" for name in SUMS]
    bounds = [
        f"{name} = CASE WHEN excluded.{name} {sign} tally.{name} THEN excluded.{name} ELSE tally.{name} END"
        for names, sign in ((FIRST, "<"), (LAST, ">"))
        for name in names
    ]
    return (
        f"INSERT INTO tally ({', '.join(COLUMNS)}) "
        f"SELECT {', '.join(added_by('NEW', 'known.earlier', 'known.given').values())} "
        "FROM (SELECT (SELECT max(last_at) FROM tally WHERE membership_id = NEW.membership_id) AS earlier, "
        "(SELECT created_at FROM assignment WHERE id = NEW.assignment_id) AS given) AS known WHERE true "
        f"ON CONFLICT ({', '.join(KEY)}) DO UPDATE SET {', '.join([*sums, *bounds])}"
    )


def tallies_again(where: str) -> str:
    """All tallies of the judgements for which `where` holds, as the trigger would have made them."""
    added = ", ".join(f"{sql} AS {name}" for name, sql in added_by("j", "j.earlier", "a.created_at").items())
    sums = [f"sum({name})" for name in SUMS]
    bounds = [*(f"min({name})" for name in FIRST), *(f"max({name})" for name in LAST)]
    return (
        f"INSERT INTO tally ({', '.join(COLUMNS)}) SELECT {', '.join([*KEY, *sums, *bounds])} FROM (SELECT {added} "
        "FROM (SELECT judgement.*, max(received_at) OVER (PARTITION BY membership_id ORDER BY seq "
        f"ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS earlier FROM judgement WHERE {where}) AS j "
        f"JOIN assignment AS a ON a.id = j.assignment_id) AS each_one GROUP BY {', '.join(KEY)}"
    )
