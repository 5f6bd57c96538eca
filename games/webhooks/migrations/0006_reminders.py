"""The event `nudged` is called `opponent_reminded`."""

from django.db import migrations

RENAME = "UPDATE webhooks_webhook SET types = array_replace(types, '{0}', '{1}') WHERE '{0}' = ANY(types)"


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0005_lasting_access")]

    operations = [
        migrations.RunSQL(RENAME.format("nudged", "opponent_reminded"), RENAME.format("opponent_reminded", "nudged"))
    ]
