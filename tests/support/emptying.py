"""Which tables are emptied after a test that commits: all but those that migrating fills and no test changes.

A web process may still read for a request that nobody waits for any more: a stream's reads have threads of their own.
So all tables are locked first, without waiting while others are held, which could be a deadlock. What reads later finds
nothing.
"""

from typing import Any

from django.conf import settings

from tests.support.database_roles import OWNER

KEPT = frozenset({"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"})

AUDIT = "disputes_auditentry"
# How often the locks are tried, a twentieth of a second apart, before the test fails.
TRIES = 1200
LOCK = """
DO $$ BEGIN
    FOR attempt IN 1..{tries} LOOP
        BEGIN
            LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE NOWAIT;
            RETURN;
        EXCEPTION WHEN lock_not_available THEN
            IF attempt = {tries} THEN RAISE; END IF;
        END;
        PERFORM pg_sleep(0.05);
    END LOOP;
END $$
"""
# Most tables are empty, and emptying one by TRUNCATE takes a hundred times as long as finding it so. Foreign keys are
# looked at when all is deleted; the audit log refuses to be deleted from.
DELETE = """
DO $$ DECLARE name text; is_filled boolean; BEGIN
    FOREACH name IN ARRAY ARRAY[{names}] LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO is_filled;
        CONTINUE WHEN NOT is_filled;
        IF name = '{audit}' THEN ALTER TABLE {audit} DISABLE TRIGGER USER; END IF;
        EXECUTE format('DELETE FROM %I', name);
        IF name = '{audit}' THEN ALTER TABLE {audit} ENABLE TRIGGER USER; END IF;
    END LOOP;
END $$
"""


def emptied(style: Any, connection: Any, reset_sequences: bool = True, allow_cascade: bool = False) -> list[str]:
    """In the place of Django's sql_flush: its SQL, as a list of statements. Sequences go on."""
    present = connection.introspection.django_table_names(include_views=False)
    names = sorted(set(present) - KEPT)
    return [
        # The server may not do this.
        *([f"SET LOCAL ROLE {OWNER}"] if settings.DATABASE_SERVER_ROLE else []),
        LOCK.format(tables=", ".join(map(connection.ops.quote_name, names)), tries=TRIES),
        DELETE.format(names=", ".join(f"'{name}'" for name in names), audit=AUDIT),
    ]
