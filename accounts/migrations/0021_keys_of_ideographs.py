"""Keys of names with letters that were taken for signs, and left out: of 小山 nothing was left."""

from datetime import timedelta
from importlib import import_module
from typing import Any

from django.db import migrations
from django.utils import timezone

BATCH = 2000
HELD_FOR = timedelta(days=30)


def renew_keys(apps: Any, schema_editor: Any) -> None:
    """Keys of before are held as those of former names are: the code before still looks for them."""
    from accounts.look_alikes import keys_of

    import_module("accounts.migrations.0011_keys_without_signs").add_keys(apps, schema_editor)
    user, name_key = apps.get_model("accounts", "User"), apps.get_model("accounts", "NameKey")
    names = user.objects.exclude(display_name="").order_by("pk").values_list("pk", "username", "display_name")
    for pk, username, display_name in names.iterator(BATCH):
        if not display_name.isascii():
            stale = name_key.objects.filter(user=pk, held_until=None)
            stale = stale.exclude(key__in=keys_of(username) | keys_of(display_name))
            stale.update(held_until=timezone.now() + HELD_FOR)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0020_former_languages")]

    operations = [migrations.RunPython(renew_keys, migrations.RunPython.noop, elidable=True)]
