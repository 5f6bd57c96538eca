import django.db.models.deletion
from django.db import migrations, models

import kit.database_time


class Migration(migrations.Migration):
    """The model of deadline notifications comes from the app of notifications; its table keeps its name and rows."""

    dependencies = [("play", "0001_initial"), ("notifications", "0002_partitions")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    "DeadlineNotification",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                        ),
                        ("ply", models.PositiveIntegerField(verbose_name="half-moves played")),
                        (
                            "kind",
                            models.CharField(
                                choices=[("quarter", "a quarter of the time is left"), ("day", "a day is left")],
                                max_length=8,
                                verbose_name="kind",
                            ),
                        ),
                        ("deadline_at", models.DateTimeField(blank=True, null=True, verbose_name="deadline")),
                        (
                            "created_at",
                            models.DateTimeField(default=kit.database_time.now, verbose_name="created"),
                        ),
                        (
                            "game",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="deadline_notifications",
                                to="core.game",
                                verbose_name="game",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "deadline notification",
                        "verbose_name_plural": "deadline notifications",
                        "db_table": "notifications_reminder",
                        "ordering": ["id"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=["game", "ply", "kind", "deadline_at"],
                                name="reminder_once_per_deadline_and_kind",
                            )
                        ],
                    },
                ),
            ],
        ),
    ]
