"""An end for every personal token, and the kinds of mails about calendars and browsers."""

from datetime import timedelta
from typing import Any

from django.db import migrations, models

from accounts import database_time

BATCH = 2000


def give_ends(apps: Any, _schema_editor: Any) -> None:
    """Tokens without an end get one in a year, in pieces, so that no program waits long for its row."""
    ends_at = database_time.now() + timedelta(days=365)
    tokens, last = apps.get_model("accounts", "AccessToken").objects.filter(expires_at=None).order_by("pk"), 0
    while found := list(tokens.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        tokens.model.objects.filter(pk__in=found).update(expires_at=ends_at)
        last = found[-1]


class Migration(migrations.Migration):
    # Each piece is a transaction of its own.
    atomic = False

    dependencies = [
        ('accounts', '0007_scopes'),
    ]

    operations = [
        migrations.RunPython(give_ends, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name='securitymail',
            name='kind',
            field=models.CharField(choices=[('password_changed', 'The password was changed.'), ('password_reset', 'The password was replaced, by a link in a mail.'), ('address_added', 'The e-mail address %(detail)s was added; it is not confirmed yet.'), ('address_confirmed', 'The e-mail address %(detail)s was confirmed.'), ('address_removed', 'The e-mail address %(detail)s was removed.'), ('address_primary', 'Mails go to %(detail)s from now on.'), ('totp_added', 'An authenticator app was set up as second factor.'), ('totp_removed', 'The authenticator app was removed as second factor.'), ('key_added', 'A passkey or security key was added.'), ('key_removed', 'A passkey or security key was removed.'), ('codes_made', 'New recovery codes were made.'), ('token_made', 'The API token “%(detail)s” was created.'), ('token_ends', 'The API token “%(detail)s” expires in two weeks.'), ('app_connected', 'The app “%(detail)s” was allowed to act for you.'), ('app_registered', 'An app was registered: “%(detail)s”.'), ('app_changed', 'Your registered app “%(detail)s” was changed.'), ('webhook_set_up', 'A webhook was set up: your events are sent to %(detail)s.'), ('webhook_changed', 'A webhook was changed: your events are sent to %(detail)s.'), ('chat_app_set_up', 'A chat app was set up: your notices are sent to %(detail)s.'), ('feed_made', 'A secret address for your calendar was made.'), ('push_set_up', 'A browser was set up: your notices are sent to it through %(detail)s.'), ('export_requested', 'A copy of all your data was asked for.'), ('deleted', 'The account was deleted.'), ('secured', 'The account was secured by the link in a mail; everything was logged out.')], max_length=20, verbose_name='what was changed'),
        ),
    ]
