from django.db import migrations

from games.core.partitioning import FUNCTIONS


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0006_functions_of_partitions"),
    ]

    operations = [
        migrations.RunSQL(FUNCTIONS, migrations.RunSQL.noop),
    ]
