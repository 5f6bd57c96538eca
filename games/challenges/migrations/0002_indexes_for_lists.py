import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


UNANSWERED = models.Q(answered_at=None)
INDEXES = [
    models.Index(fields=["kind", "-number"], name="challenge_lobby", condition=UNANSWERED),
    models.Index(fields=["expires_at"], name="challenge_running_out", condition=UNANSWERED),
]
NEW_INDEXES = [
    models.Index(fields=["challenger", "number"], name="challenge_of_challenger"),
    models.Index(fields=["opponent", "number"], name="challenge_of_opponent"),
    models.Index(fields=["challenger"], name="challenge_open_sent", condition=UNANSWERED),
    models.Index(fields=["opponent"], name="challenge_open_received", condition=UNANSWERED),
]


class Migration(migrations.Migration):
    """Lists of challenges are read in their order by an index, and open ones by indexes of their own."""

    dependencies = [("challenges", "0001_initial"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        *(migrations.RemoveIndex("challenge", index.name) for index in INDEXES),
        *(migrations.AddIndex("challenge", index) for index in (*INDEXES, *NEW_INDEXES)),
        migrations.AddConstraint(
            "challenge",
            models.CheckConstraint(
                condition=models.Q(status="open", answered_at=None)
                | (~models.Q(status="open") & models.Q(answered_at__isnull=False)),
                name="challenge_unanswered_iff_open",
            ),
        ),
        migrations.AlterField(
            "challenge",
            "challenger",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="challenges_sent",
                to=settings.AUTH_USER_MODEL,
                verbose_name="challenger",
            ),
        ),
        migrations.AlterField(
            "challenge",
            "opponent",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="challenges_received",
                to=settings.AUTH_USER_MODEL,
                verbose_name="opponent",
            ),
        ),
        # Nearly all open challenges are seats: without this, PostgreSQL takes the two for independent.
        migrations.RunSQL(
            "CREATE STATISTICS challenge_seats (mcv) ON answered_at, kind FROM challenges_challenge",
            "DROP STATISTICS challenge_seats",
        ),
    ]
