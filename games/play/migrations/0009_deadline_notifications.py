"""The constraint of deadline notifications is not named after reminders, which players send."""

from django.db import migrations, models

RENAME = "ALTER TABLE notifications_reminder RENAME CONSTRAINT {} TO {}"
OLD, NEW = "reminder_once_per_deadline_and_kind", "deadline_notification_once_per_kind"


class Migration(migrations.Migration):
    dependencies = [("play", "0008_reminders")]

    operations = [
        migrations.RunSQL(
            RENAME.format(OLD, NEW),
            RENAME.format(NEW, OLD),
            state_operations=[
                migrations.RemoveConstraint("DeadlineNotification", OLD),
                migrations.AddConstraint(
                    "DeadlineNotification",
                    models.UniqueConstraint(fields=["game", "ply", "kind", "deadline_at"], name=NEW),
                ),
            ],
        ),
    ]
