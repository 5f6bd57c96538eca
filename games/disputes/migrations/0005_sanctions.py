"""Measures are called sanctions, in the event `warned` and in the evidence that is kept with a dispute.

The audit log keeps the key `measure`: its rows are sealed.
"""

from django.db import migrations

EVENTS = """
    UPDATE core_event
    SET data = data - '{0}' || jsonb_build_object('{1}', data -> '{0}') WHERE type = 'warned' AND data ? '{0}'
"""
EVIDENCE = """
    UPDATE disputes_dispute
    SET evidence = jsonb_set(evidence, ARRAY['then', 'players'], (
        SELECT jsonb_agg(kept - '{0}' || jsonb_build_object('{1}', kept -> '{0}') ORDER BY place)
        FROM jsonb_array_elements(evidence -> 'then' -> 'players') WITH ORDINALITY AS of_players(kept, place)
    ))
    WHERE evidence -> 'then' -> 'players' -> 0 ? '{0}'
"""


class Migration(migrations.Migration):
    dependencies = [("disputes", "0004_audit_by_actor"), ("core", "0008_total_length")]

    operations = [
        migrations.RunSQL(EVENTS.format("measure", "sanction"), EVENTS.format("sanction", "measure")),
        migrations.RunSQL(EVIDENCE.format("measures", "sanctions"), EVIDENCE.format("sanctions", "measures")),
    ]
