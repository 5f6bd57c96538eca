"""An end for every personal token, and the kinds of mails about calendars and browsers."""

from datetime import timedelta
from typing import Any

from django.db import migrations, models

from kit import database_time

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
            field=models.CharField(choices=[('password_changed', 'The password was changed.'), ('password_reset', 'The password was reset with the link in an email.'), ('address_added', 'The email address %(detail)s was added; it is not confirmed yet.'), ('address_confirmed', 'The email address %(detail)s was confirmed.'), ('address_removed', 'The email address %(detail)s was removed.'), ('address_primary', 'Emails now go to %(detail)s.'), ('totp_added', 'An authenticator app was set up as a second factor.'), ('totp_removed', 'The authenticator app was removed as a second factor.'), ('key_added', 'A passkey or security key was added.'), ('key_removed', 'A passkey or security key was removed.'), ('codes_made', 'New recovery codes were created.'), ('token_made', 'The API token “%(detail)s” was created.'), ('token_ends', 'The API token “%(detail)s” expires in two weeks.'), ('app_connected', 'The app “%(detail)s” was allowed to act for you.'), ('app_registered', 'An app was registered: “%(detail)s”.'), ('app_changed', 'Your registered app “%(detail)s” was changed.'), ('webhook_set_up', 'A webhook was set up: your events are sent to %(detail)s.'), ('webhook_changed', 'A webhook was changed: your events are sent to %(detail)s.'), ('chat_app_set_up', 'A chat app was set up: your notifications are sent to %(detail)s.'), ('feed_made', 'A secret address for your calendar was created.'), ('push_set_up', 'Push notifications were switched on in a browser; they are sent through %(detail)s.'), ('export_requested', 'A copy of all your data was requested.'), ('deleted', 'The account was deleted.'), ('secured', 'The account was secured with the link in an email; all devices and programs were logged out.')], max_length=20, verbose_name='what was changed'),
        ),
    ]
