"""Guests, who play without an account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_closed_accounts")]

    operations = [
        migrations.AddField(
            "user",
            "is_guest",
            models.BooleanField(db_default=False, default=False, editable=False, verbose_name="a guest"),
        ),
        migrations.AddIndex(
            "user",
            models.Index(fields=["date_joined"], name="user_guest", condition=models.Q(is_guest=True)),
        ),
    ]
