"""The notification `nudge` is called `reminder`."""

from django.db import migrations

RENAME = """
    UPDATE notifications_noticesettings
    SET choices = choices - '{0}' || jsonb_build_object('{1}', choices -> '{0}') WHERE choices ? '{0}'
"""


class Migration(migrations.Migration):
    dependencies = [("notifications", "0009_notification_settings")]

    operations = [migrations.RunSQL(RENAME.format("nudge", "reminder"), RENAME.format("reminder", "nudge"))]
