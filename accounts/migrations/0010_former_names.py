"""Former display names, since when an account has its present one, and until when keys of former names are held."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_confirmed_addresses")]

    operations = [
        migrations.AddField(
            model_name="namekey",
            name="held_until",
            field=models.DateTimeField(blank=True, null=True, verbose_name='reserved until'),
        ),
        migrations.AddField(
            model_name="user",
            name="display_name_since",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="display name since"
            ),
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("name", models.CharField(blank=True, max_length=30, verbose_name="display name")),
                ("since", models.DateTimeField(blank=True, null=True, verbose_name="since")),
                ("until", models.DateTimeField(verbose_name="until")),
                (
                    "ended",
                    models.CharField(
                        choices=[
                            ("changed", "changed"),
                            ("corrected", 'corrected soon afterwards'),
                            ("taken_away", 'removed by staff'),
                        ],
                        max_length=10,
                        verbose_name='finished',
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_names",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "former display name",
                "verbose_name_plural": "former display names",
                "ordering": ["-until", "-id"],
            },
        ),
    ]
