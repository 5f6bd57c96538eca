from django.db import migrations


class Migration(migrations.Migration):
    """Reminders are the deadline notifications of the app play; the table stays as it is."""

    dependencies = [("notifications", "0002_partitions"), ("play", "0002_deadline_notifications")]

    operations = [migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Reminder")])]
