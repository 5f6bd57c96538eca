"""The events `plan_played` and `plan_stopped` are called after conditional moves."""

from django.db import migrations

RENAME = "UPDATE webhooks_webhook SET types = array_replace(types, '{0}', '{1}') WHERE '{0}' = ANY(types)"


def _renamed(old: str, new: str) -> migrations.RunSQL:
    return migrations.RunSQL(RENAME.format(old, new), RENAME.format(new, old))


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0006_reminders")]

    operations = [
        _renamed("plan_played", "conditional_moves_played"),
        _renamed("plan_stopped", "conditional_moves_stopped"),
    ]
