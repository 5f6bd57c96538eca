from django.db import migrations, models


class Migration(migrations.Migration):
    """Which challenges guests may accept."""

    dependencies = [("challenges", "0002_indexes_for_lists")]

    operations = [
        migrations.AddField(
            "challenge",
            "allows_guests",
            models.BooleanField(db_default=False, default=False, verbose_name="guests may accept it"),
        ),
        migrations.AddConstraint(
            "challenge",
            models.CheckConstraint(
                condition=models.Q(rated=False) | models.Q(allows_guests=False),
                name="challenge_of_guests_is_casual",
            ),
        ),
    ]
