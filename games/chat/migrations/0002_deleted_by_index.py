from django.db import migrations, models


class Migration(migrations.Migration):
    """The clean-up reads an index instead of every message."""

    dependencies = [("chat", "0001_initial")]

    operations = [
        migrations.AddIndex(
            "spectatormessage",
            models.Index(
                fields=["deleted_at"], name="spectator_message_deleted", condition=models.Q(deleted_at__isnull=False)
            ),
        ),
    ]
