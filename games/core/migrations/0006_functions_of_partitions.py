from django.db import migrations

from games.core.partitioning import FUNCTIONS


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0005_adjudicated_games"),
    ]

    operations = [
        # The code before it changes partitions itself, and may go on doing so.
        migrations.RunSQL(FUNCTIONS, migrations.RunSQL.noop),
    ]
