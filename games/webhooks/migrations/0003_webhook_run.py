from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0002_events_without_foreign_key")]

    operations = [
        migrations.CreateModel(
            name="WebhookRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fence", models.PositiveBigIntegerField()),
                ("leased_until", models.DateTimeField()),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="webhook_run_is_one")],
            },
        ),
    ]
