import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.core.partitioning import drop_foreign_keys_to_partitioned


def drop_foreign_key(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        drop_foreign_keys_to_partitioned(cursor, "webhooks_webhookdelivery")


class Migration(migrations.Migration):
    """A month of the log could not be dropped with a foreign key to it."""

    dependencies = [("webhooks", "0001_initial"), ("core", "0003_partitions")]

    operations = [
        migrations.RunPython(drop_foreign_key),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "webhookdelivery",
                    "user_event",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="core.userevent",
                        verbose_name="event",
                    ),
                ),
            ],
        ),
    ]
