"""The triggers of both databases: they keep the log append-only, and count what is added to it."""

from jurybox.store.schema import APPEND_ONLY
from jurybox.store.working_time import count_judgement

COUNT_JUDGEMENT = (
    "INSERT INTO tally (membership_id, stage, standing, judgements) "
    "VALUES (NEW.membership_id, NEW.stage, NEW.standing, 1) "
    "ON CONFLICT (membership_id, stage, standing) DO UPDATE SET judgements = tally.judgements + 1"
)
COUNT_DONE = "UPDATE membership SET done = done + 1 WHERE id = NEW.membership_id"
LATER = ("frozen",)
"""Tables of the log that came with a migration of their own, which makes their triggers too."""
IS_DONE = "NEW.state = 'done' AND OLD.state <> 'done' AND NEW.purpose = 'rating'"
COUNTS_ON_SQLITE = "CREATE TRIGGER judgement_counts AFTER INSERT ON judgement BEGIN {what}; END"
DONE_ON_SQLITE = (
    f"CREATE TRIGGER assignment_counts AFTER UPDATE OF state ON assignment WHEN {IS_DONE} BEGIN {COUNT_DONE}; END"
)
COUNTERS_ON_POSTGRESQL = (
    "CREATE TRIGGER judgement_counts AFTER INSERT ON judgement FOR EACH ROW EXECUTE FUNCTION count_judgement()",
    "CREATE TRIGGER assignment_counts AFTER UPDATE OF state ON assignment FOR EACH ROW "
    f"WHEN ({IS_DONE}) EXECUTE FUNCTION count_done()",
)
REFUSING = "BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END"
YIELDING = (
    "BEGIN "
    "IF TG_OP <> 'TRUNCATE' AND EXISTS (SELECT 1 FROM maintenance) THEN "
    "IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END IF; "
    "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END"
)


def _function(name: str, body: str, begin: str = "CREATE") -> str:
    """A trigger's function in PostgreSQL."""
    return f"{begin} FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$"


def _counting(what: str) -> str:
    return f"BEGIN {what}; RETURN NULL; END"


def _first() -> list[str]:
    return [table for table in APPEND_ONLY if table not in LATER]


def sqlite_triggers() -> list[str]:
    """REPLACE deletes before it inserts; with recursive_triggers on, the delete trigger sees that too."""
    return [
        *refusals("sqlite", *_first()),
        COUNTS_ON_SQLITE.format(what=COUNT_JUDGEMENT),
        DONE_ON_SQLITE,
    ]


def postgresql_triggers() -> list[str]:
    return [
        _function("refuse_change", REFUSING),
        _function("count_judgement", _counting(COUNT_JUDGEMENT)),
        _function("count_done", _counting(COUNT_DONE)),
        *COUNTERS_ON_POSTGRESQL,
        *refusals("postgresql", *_first()),
    ]


def refusals(dialect: str, *tables: str) -> list[str]:
    """What keeps tables append-only."""
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            for table in tables
            for verb in ("UPDATE", "DELETE")
        ]
    return [
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
        f"FOR EACH {'STATEMENT' if verb == 'TRUNCATE' else 'ROW'} EXECUTE FUNCTION refuse_change()"
        for table in tables
        for verb in ("UPDATE", "DELETE", "TRUNCATE")
    ]


def yielding_refusals(dialect: str, *tables: str) -> list[str]:
    """Since 0016: the same, but where `maintenance` has a row, which only an erasing transaction sees."""
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            "WHEN NOT EXISTS (SELECT 1 FROM maintenance) "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            for table in tables
            for verb in ("UPDATE", "DELETE")
        ]
    return refusals(dialect, *tables)


YIELDING_FUNCTION = _function("refuse_change", YIELDING, "CREATE OR REPLACE")


def newest_triggers(dialect: str) -> list[str]:
    """All of them as the newest migration leaves them, for a database that is made at once."""
    if dialect == "sqlite":
        return [
            *yielding_refusals("sqlite", *APPEND_ONLY),
            COUNTS_ON_SQLITE.format(what=count_judgement()),
            DONE_ON_SQLITE,
        ]
    return [
        _function("refuse_change", YIELDING),
        _function("count_judgement", _counting(count_judgement())),
        _function("count_done", _counting(COUNT_DONE)),
        *COUNTERS_ON_POSTGRESQL,
        *refusals("postgresql", *APPEND_ONLY),
    ]


def triggers_for(dialect: str) -> list[str]:
    return sqlite_triggers() if dialect == "sqlite" else postgresql_triggers()


def counting_with_times(dialect: str) -> list[str]:
    """Since 0010: the tally of a judgement holds how long its rater worked too."""
    if dialect == "sqlite":
        return ["DROP TRIGGER judgement_counts", COUNTS_ON_SQLITE.format(what=count_judgement())]
    return [_function("count_judgement", _counting(count_judgement()), "CREATE OR REPLACE")]
