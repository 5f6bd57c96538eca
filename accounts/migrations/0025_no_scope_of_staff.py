"""Tokens lose the scope of the API for arbiters, which is gone; those that had no other are revoked."""

from typing import Any

import django.contrib.postgres.fields
from django.db import migrations, models

from kit import database_time


def remove_scope(apps: Any, _schema_editor: Any) -> None:
    for token in apps.get_model("accounts", "AccessToken").objects.filter(scopes__contains=["moderate"]):
        token.scopes.remove("moderate")
        if not token.scopes and token.revoked_at is None:
            token.revoked_at = database_time.now()
        token.save(update_fields=["scopes", "revoked_at"])


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0024_computers'),
    ]

    operations = [
        migrations.RunPython(remove_scope, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name='accesstoken',
            name='scopes',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('game:read', 'Read your games, messages, notes and events, including what only you can see'), ('game:play', 'Play your games: move, offer and claim draws, resign; set conditional moves, plan leave, and write notes'), ('bot:play', 'Play automatically if this is a bot account, and turn a new account into a bot account'), ('challenge:read', 'Read your challenges'), ('challenge:write', 'Send, accept and decline challenges for you; create invitation links'), ('message:write', 'Write messages in your name, to opponents and spectators'), ('dispute:write', 'Open disputes about your games, report players, appeal decisions and acknowledge warnings for you'), ('preference:read', 'Read your preferences and see who you have blocked or muted'), ('preference:write', 'Change your display name, language and appearance, and which notifications you get by bell, email and push'), ('relation:write', 'Block and mute players for you, and undo this'), ('record:read', 'Read your imported games'), ('record:write', 'Import, rename and delete games for you'), ('email:read', 'Read your email address'), ('webhook:write', 'Have your events and deadlines sent elsewhere, including what only you can see: by webhooks, push, chat apps and the calendar feed')], max_length=32), size=None, verbose_name='permissions'),
        ),
    ]
