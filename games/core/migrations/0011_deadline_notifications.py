"""Deadline notifications are not called reminders, which players send. The column keeps its name."""

from django.db import migrations, models
from django.db.models import Q

OLD, NEW = "game_to_remind", "game_deadline_notification"
RENAME = "ALTER INDEX {} RENAME TO {}"


class Migration(migrations.Migration):
    dependencies = [("core", "0010_notifications")]

    operations = [
        migrations.AlterField(
            "Game",
            "remind_at",
            models.DateTimeField(
                "next check for deadline notifications", blank=True, null=True, db_column="remind_at"
            ),
        ),
        migrations.RenameField("Game", "remind_at", "deadline_notification_at"),
        migrations.RunSQL(
            RENAME.format(OLD, NEW),
            RENAME.format(NEW, OLD),
            state_operations=[
                migrations.RemoveIndex("Game", OLD),
                migrations.AddIndex(
                    "Game",
                    models.Index(
                        fields=["deadline_notification_at"], name=NEW, condition=Q(finished_at=None)
                    ),
                ),
            ],
        ),
    ]
