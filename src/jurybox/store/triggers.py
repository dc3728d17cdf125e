"""The triggers that keep the log append-only, for both databases."""

from jurybox.store.schema import APPEND_ONLY


def sqlite_triggers() -> list[str]:
    """REPLACE deletes before it inserts; with recursive_triggers on, the delete trigger sees that too."""
    return [
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for table in APPEND_ONLY
        for verb in ("UPDATE", "DELETE")
    ]


def postgresql_triggers() -> list[str]:
    function = (
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    return [
        function,
        *(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"FOR EACH {'STATEMENT' if verb == 'TRUNCATE' else 'ROW'} EXECUTE FUNCTION refuse_change()"
            for table in APPEND_ONLY
            for verb in ("UPDATE", "DELETE", "TRUNCATE")
        ),
    ]


def triggers_for(dialect: str) -> list[str]:
    return sqlite_triggers() if dialect == "sqlite" else postgresql_triggers()
