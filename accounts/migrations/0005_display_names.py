"""Display names, and the keys of the names that exist."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

BATCH = 2000


def keep_keys(apps: Any, _schema_editor: Any) -> None:
    """Store the keys of all usernames; of two that look alike, the older account has them."""
    from accounts.look_alikes import keys_of

    user, name_key = apps.get_model("accounts", "User"), apps.get_model("accounts", "NameKey")
    rows: list[Any] = []
    for pk, username in user.objects.order_by("pk").values_list("pk", "username").iterator(BATCH):
        rows += [name_key(key=key, user_id=pk) for key in sorted(keys_of(username))]
        if len(rows) >= BATCH:
            name_key.objects.bulk_create(rows, ignore_conflicts=True)
            rows.clear()
    name_key.objects.bulk_create(rows, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_token_warnings")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="display_name",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=30, verbose_name="display name"
            ),
        ),
        migrations.CreateModel(
            name="NameKey",
            fields=[
                (
                    "key",
                    models.CharField(max_length=120, primary_key=True, serialize=False, verbose_name="key"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={"verbose_name": "key of a name", "verbose_name_plural": "keys of names"},
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop, elidable=True),
    ]
