import django.db.models.deletion
import kit.database_time
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('core', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveSmallIntegerField(verbose_name='half-move')),
                ('text', models.CharField(max_length=1000, verbose_name='text')),
                ('canned', models.CharField(blank=True, choices=[('good_luck', 'Good luck, have fun!'), ('nice_move', 'Nice move!'), ('sorry', 'Sorry I took so long.'), ('soon', 'I’ll move as soon as I can.'), ('good_game', 'Good game!'), ('thanks', 'Thanks for the game!'), ('another', 'Another game?')], db_default='', default='', max_length=20, verbose_name='ready-made sentence')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='created')),
                ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='core.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=4000, verbose_name='text')),
                ('revealed', models.BooleanField(default=False, verbose_name='for everyone when the game is over')),
                ('updated_at', models.DateTimeField(default=kit.database_time.now, verbose_name='changed')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='core.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'note',
                'verbose_name_plural': 'notes',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('game', 'author'), name='note_one_a_player_and_game'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='note_has_a_text')],
            },
        ),
        migrations.CreateModel(
            name='SpectatorMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveSmallIntegerField(verbose_name='half-move')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='created')),
                ('deleted_at', models.DateTimeField(blank=True, null=True, verbose_name='deleted')),
                ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='spectator_messages', to='core.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'message of a spectator',
                'verbose_name_plural': 'messages of spectators',
                'ordering': ['id'],
                'indexes': [models.Index(fields=['game', 'id'], name='spectator_message_of_game')],
            },
        ),
    ]
