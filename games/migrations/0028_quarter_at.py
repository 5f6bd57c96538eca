"""When three quarters of a turn have run is stored with its deadline.

Turns that run already are reminded as they were, by the time to the deadline. A turn that the code before begins while
it is being replaced is reminded a day before its deadline alone.
"""

from django.db import migrations, models

AS_BEFORE = """
UPDATE games_game SET quarter_at = deadline_at
    - interval '1 second' * (CASE ply % 2 WHEN 0 THEN white_seconds ELSE black_seconds END) / 4
WHERE status = 'ongoing'
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0027_notes_of_staff")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="quarter_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="a quarter of the time is left"),
        ),
        migrations.RunSQL(AS_BEFORE, migrations.RunSQL.noop),
    ]
