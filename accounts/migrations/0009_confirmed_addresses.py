"""Only confirmed addresses belong to accounts: those that wait have a time, and are nobody's `User.email`."""

from typing import Any

import django.db.models.deletion
import django.db.models.functions.comparison
from django.db import migrations, models
from django.db.models import Exists, OuterRef
from django.db.models.functions import Lower

import kit.database_time

BATCH = 2000


def part_unconfirmed(apps: Any, _schema_editor: Any) -> None:
    """Let unconfirmed addresses wait from now on, and mark the accounts that have never confirmed one."""
    address, waiting = apps.get_model("account", "EmailAddress"), apps.get_model("accounts", "UnconfirmedAddress")
    user, confirmed = apps.get_model("accounts", "User"), apps.get_model("accounts", "ConfirmedAddress")
    unconfirmed = address.objects.filter(verified=False)
    rows = [waiting(address_id=pk) for pk in unconfirmed.values_list("pk", flat=True)]
    waiting.objects.bulk_create(rows, BATCH, ignore_conflicts=True)
    of_user = {"user": OuterRef("pk")}
    own = address.objects.filter(**of_user, verified=True)
    user.objects.filter(
        ~Exists(own),
        ~Exists(confirmed.objects.filter(**of_user)),
        Exists(unconfirmed.filter(**of_user, primary=True)),
    ).update(never_confirmed=True)
    user.objects.exclude(email="").filter(
        Exists(unconfirmed.filter(**of_user, email=Lower(OuterRef("email")))),
    ).update(email="")


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("accounts", "0008_lifetimes"),
    ]

    operations = [
        migrations.CreateModel(
            name="UnconfirmedAddress",
            fields=[
                (
                    "address",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="account.emailaddress",
                        verbose_name='email address',
                    ),
                ),
                (
                    "added_at",
                    models.DateTimeField(db_index=True, default=kit.database_time.now, verbose_name="added"),
                ),
            ],
            options={"verbose_name": "unconfirmed address", "verbose_name_plural": "unconfirmed addresses"},
        ),
        migrations.AddField(
            model_name="user",
            name="never_confirmed",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="has never confirmed an address"
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                django.db.models.functions.comparison.Coalesce("last_login", "date_joined"),
                condition=models.Q(("never_confirmed", True)),
                name="user_never_confirmed",
            ),
        ),
        migrations.RunPython(part_unconfirmed, migrations.RunPython.noop, elidable=True),
    ]
