"""The notification `plan_played` is called `conditional_moves_played`."""

from django.db import migrations

RENAME = """
    UPDATE notifications_noticesettings
    SET choices = choices - '{0}' || jsonb_build_object('{1}', choices -> '{0}') WHERE choices ? '{0}'
"""
OLD, NEW = "plan_played", "conditional_moves_played"


class Migration(migrations.Migration):
    dependencies = [("notifications", "0010_reminders")]

    operations = [migrations.RunSQL(RENAME.format(OLD, NEW), RENAME.format(NEW, OLD))]
