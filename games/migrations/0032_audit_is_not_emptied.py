"""The database itself refuses to empty the audit log, as it refuses to change what the log says."""

from django.db import migrations

REFUSE = """
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON games_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION games_audit_is_appended_to();
"""
ALLOW = "DROP TRIGGER audit_is_not_emptied ON games_auditentry;"


class Migration(migrations.Migration):
    dependencies = [("games", "0031_appeals_beside_disputes")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]
