"""Keys of names without the signs in them. Those with signs stay: the code before still looks for them."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone

BATCH = 2000
HELD_FOR = timedelta(days=30)


def add_keys(apps: Any, _schema_editor: Any) -> None:
    """Of two accounts whose names look alike, the older one has the key, and both keep their names."""
    user, former = apps.get_model("accounts", "User"), apps.get_model("accounts", "FormerName")
    names = user.objects.order_by("pk").values_list("pk", "username", "display_name")
    _add(apps, ((pk, each, None) for pk, *both in names.iterator(BATCH) for each in both))
    held = former.objects.filter(until__gt=timezone.now() - HELD_FOR).exclude(ended="corrected").exclude(name="")
    rows = held.order_by("user_id", "pk").values_list("user_id", "name", "until")
    _add(apps, ((pk, name, until + HELD_FOR) for pk, name, until in rows))


def _add(apps: Any, names: Iterable[tuple[int, str, Any]]) -> None:
    from accounts.look_alikes import keys_of

    name_key = apps.get_model("accounts", "NameKey")
    rows: list[Any] = []
    for pk, name, held_until in names:
        rows += [name_key(key=key, user_id=pk, held_until=held_until) for key in sorted(keys_of(name)) if key]
        if len(rows) >= BATCH:
            name_key.objects.bulk_create(rows, ignore_conflicts=True)
            rows.clear()
    name_key.objects.bulk_create(rows, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_former_names")]

    operations = [migrations.RunPython(add_keys, migrations.RunPython.noop, elidable=True)]
