"""The database itself refuses to change or to delete what the audit log says."""

from django.db import migrations

REFUSE = """
CREATE FUNCTION games_audit_is_appended_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only appended to' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_is_appended_to BEFORE UPDATE OR DELETE ON games_auditentry
    FOR EACH ROW EXECUTE FUNCTION games_audit_is_appended_to();
"""
ALLOW = """
DROP TRIGGER audit_is_appended_to ON games_auditentry;
DROP FUNCTION games_audit_is_appended_to();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0025_disputes")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]
