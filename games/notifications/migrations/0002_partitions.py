import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.core.partitioning import partition


def partition_deliveries(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        partition(
            cursor,
            "notifications_delivery",
            "event_id",
            without=["notifications_delivery_pkey"],
            indexes=["CREATE INDEX delivery_by_id ON notifications_delivery (id)"],
        )


class Migration(migrations.Migration):
    """Deliveries are kept in partitions by the month of their event, so that one is still unique for an event."""

    dependencies = [("notifications", "0001_initial"), ("core", "0003_partitions")]

    operations = [
        migrations.RunPython(partition_deliveries),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "delivery",
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="core.event",
                        verbose_name="event",
                    ),
                ),
            ],
        ),
    ]
