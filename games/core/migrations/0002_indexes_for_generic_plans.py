from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Coalesce

# As the clocks compute it (games/play/clocks.py). What was reminded of already is not reminded of again.
MOMENTS = """
UPDATE core_game SET remind_at = LEAST(quarter_at, deadline_at - interval '24 hours') WHERE finished_at IS NULL
"""
ONGOING, ENDED = Q(finished_at=None), Q(finished_at__isnull=False)
INDEXES = [
    models.Index(fields=["deadline_at"], name="game_overdue", condition=ONGOING),
    models.Index(Coalesce("grace_until", "deadline_at"), name="game_due", condition=ONGOING),
    models.Index(fields=["on_move", "deadline_at"], name="game_on_move", condition=ONGOING),
    models.Index(fields=["white", "deadline_at"], name="game_ongoing_white", condition=ONGOING),
    models.Index(fields=["black", "deadline_at"], name="game_ongoing_black", condition=ONGOING),
    models.Index(fields=["white", "-finished_at"], name="game_ended_white", condition=ENDED),
    models.Index(fields=["black", "-finished_at"], name="game_ended_black", condition=ENDED),
    models.Index(fields=["-finished_at"], name="game_ended", condition=ENDED),
]


class Migration(migrations.Migration):
    """Indexes of games that go on, or have ended, have conditions without a value: a prepared statement uses them too.

    The sweep for reminders has an index of its own.
    """

    dependencies = [("core", "0001_initial")]

    operations = [
        migrations.AddField("game", "remind_at", models.DateTimeField("next check for reminders", null=True, blank=True)),
        migrations.RunSQL(MOMENTS, migrations.RunSQL.noop),
        *(migrations.RemoveIndex("game", index.name) for index in INDEXES),
        *(migrations.AddIndex("game", index) for index in INDEXES),
        migrations.AddIndex("game", models.Index(fields=["remind_at"], name="game_to_remind", condition=ONGOING)),
    ]
