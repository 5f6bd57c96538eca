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
            name='DrawOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveSmallIntegerField(verbose_name='half-move')),
                ('reason', models.CharField(blank=True, max_length=500, verbose_name='reason')),
                ('status', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('lapsed', 'lapsed')], default='open', max_length=8, verbose_name='status')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='created')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draw_offers', to='core.game', verbose_name='game')),
                ('offered_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='offered by')),
            ],
            options={
                'verbose_name': 'draw offer',
                'verbose_name_plural': 'draw offers',
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('game',), name='draw_offer_one_open_a_game')],
            },
        ),
        migrations.CreateModel(
            name='Nudge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveSmallIntegerField(verbose_name='half-moves played')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='created')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='nudges', to='core.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'friendly reminder',
                'verbose_name_plural': 'friendly reminders',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('game', 'ply'), name='nudge_once_in_a_turn')],
            },
        ),
        migrations.CreateModel(
            name='Plan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lines', models.JSONField(default=list, verbose_name='lines')),
                ('programme', models.JSONField(blank=True, null=True, verbose_name='Zwickmühle programme')),
                ('updated_at', models.DateTimeField(default=kit.database_time.now, verbose_name='changed')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plans', to='core.game', verbose_name='game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'plan',
                'verbose_name_plural': 'plans',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='plan_one_a_player_and_game'), models.CheckConstraint(condition=models.Q(models.Q(('programme__isnull', True), models.Q(('lines', []), _negated=True)), models.Q(('lines', []), ('programme__isnull', False)), _connector='OR'), name='plan_is_lines_or_programme')],
            },
        ),
    ]
