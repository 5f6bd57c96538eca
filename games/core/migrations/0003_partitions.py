import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.core.partitioning import partition


def partition_log(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        partition(cursor, "core_event", "id")
        partition(
            cursor,
            "core_userevent",
            "id",
            without=["user_event_seq_unique_in_stream"],
            indexes=["CREATE INDEX user_event_of_stream ON core_userevent (user_id, seq)"],
        )


class Migration(migrations.Migration):
    """The log is kept in partitions by month."""

    dependencies = [("core", "0002_indexes_for_generic_plans")]

    operations = [
        migrations.RunPython(partition_log),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("userevent", "user_event_seq_unique_in_stream"),
                migrations.AddIndex("userevent", models.Index(fields=["user", "seq"], name="user_event_of_stream")),
                migrations.AlterField(
                    "userevent",
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="user_events",
                        to="core.event",
                        verbose_name="event",
                    ),
                ),
            ],
        ),
    ]
