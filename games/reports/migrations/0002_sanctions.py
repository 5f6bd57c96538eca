"""A measure is called a sanction in the event `sanctioned`."""

from django.db import migrations

RENAME = """
    UPDATE core_event
    SET data = data - '{0}' || jsonb_build_object('{1}', data -> '{0}') WHERE type = 'sanctioned' AND data ? '{0}'
"""


class Migration(migrations.Migration):
    dependencies = [("reports", "0001_initial"), ("core", "0008_total_length")]

    operations = [migrations.RunSQL(RENAME.format("measure", "sanction"), RENAME.format("sanction", "measure"))]
