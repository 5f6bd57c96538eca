import django.db.models.deletion
import django.db.models.lookups
import kit.database_time
import games.core.time_controls
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
            name='Challenge',
            fields=[
                ('rules', models.CharField(choices=[('standard', 'Standard'), ('applet', 'Applet'), ('pink-green', 'Pink and green'), ('classic', 'Classic (before 2010)'), ('brettspielnetz', 'Brettspielnetz')], default='standard', max_length=20, verbose_name='rules')),
                ('rated', models.BooleanField(default=True, verbose_name='rated')),
                ('clock_system', models.CharField(choices=games.core.time_controls.names, default='days_per_move', max_length=32, verbose_name='time control')),
                ('clock_parameters', models.JSONField(blank=True, default=dict, verbose_name='parameters of the time control')),
                ('leave_days', models.PositiveSmallIntegerField(db_default=0, default=30, verbose_name='days of leave for each side')),
                ('days_off', models.BooleanField(db_default=False, default=True, verbose_name='days off pause the clock')),
                ('timeout', models.CharField(choices=[('automatic', 'the game ends automatically'), ('claim', 'the opponent may claim the win')], db_default='automatic', default='automatic', max_length=9, verbose_name='time-out')),
                ('number', models.BigAutoField(primary_key=True, serialize=False, verbose_name='number')),
                ('kind', models.CharField(choices=[('direct', 'to one player'), ('open', 'open to all'), ('link', 'by invitation link')], max_length=6, verbose_name='kind')),
                ('status', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('cancelled', 'withdrawn'), ('expired', 'expired')], default='open', max_length=9, verbose_name='status')),
                ('colour', models.CharField(choices=[('white', 'White'), ('black', 'Black'), ('lot', 'At random')], default='lot', max_length=5, verbose_name='challenger’s colour')),
                ('min_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='lowest rating')),
                ('max_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='highest rating')),
                ('min_reliability', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='lowest reliability')),
                ('bots_welcome', models.BooleanField(db_default=False, default=False, verbose_name='bots may accept')),
                ('message', models.CharField(blank=True, max_length=500, verbose_name='message')),
                ('decline_reason', models.CharField(blank=True, max_length=500, verbose_name='reason')),
                ('link_digest', models.CharField(blank=True, editable=False, max_length=64, null=True, unique=True)),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='created')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges_sent', to=settings.AUTH_USER_MODEL, verbose_name='challenger')),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenge', to='core.game', verbose_name='game')),
                ('opponent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenges_received', to=settings.AUTH_USER_MODEL, verbose_name='opponent')),
                ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rematches', to='core.game', verbose_name='rematch of')),
            ],
            options={
                'verbose_name': 'challenge',
                'verbose_name_plural': 'challenges',
                'ordering': ['-number'],
                'abstract': False,
                'indexes': [models.Index(condition=models.Q(('status', 'open')), fields=['kind', '-number'], name='challenge_lobby'), models.Index(condition=models.Q(('status', 'open')), fields=['expires_at'], name='challenge_running_out')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('clock_system', ''), _negated=True), django.db.models.lookups.Exact(models.Func('clock_parameters', function='jsonb_typeof', output_field=models.CharField()), 'object'), models.Q(models.Func('clock_parameters', models.Value('strict $.* ? (@.type() != "number" || @ < 0 || @.floor() != @)'), models.Value('{}'), models.Value(True), function='jsonb_path_exists', output_field=models.BooleanField()), _negated=True)), name='challenge_clock_has_its_shape'), models.CheckConstraint(condition=models.Q(('rules__in', ['standard', 'applet', 'pink-green', 'classic', 'brettspielnetz'])), name='challenge_rules_are_known'), models.CheckConstraint(condition=models.Q(('leave_days__lte', 30)), name='challenge_leave_is_limited'), models.CheckConstraint(condition=models.Q(('timeout__in', ['automatic', 'claim'])), name='challenge_timeout_is_known'), models.CheckConstraint(condition=models.Q(('opponent', None), models.Q(('opponent', models.F('challenger')), _negated=True), _connector='OR'), name='challenge_not_to_oneself'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'direct'), _negated=True), ('opponent__isnull', False), _connector='OR'), name='challenge_direct_has_opponent'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'link'), ('link_digest__isnull', False)), models.Q(models.Q(('kind', 'link'), _negated=True), ('link_digest', None)), _connector='OR'), name='challenge_has_secret_iff_link'), models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', False), ('status', 'accepted')), models.Q(models.Q(('status', 'accepted'), _negated=True), ('game', None)), _connector='OR'), name='challenge_has_game_iff_accepted'), models.CheckConstraint(condition=models.Q(('min_reliability', None), models.Q(('min_reliability__gte', 1), ('min_reliability__lte', 100)), _connector='OR'), name='challenge_reliability_is_in_percent'), models.UniqueConstraint(condition=models.Q(('rematch_of__isnull', False), ('status__in', ['open', 'accepted'])), fields=('rematch_of',), name='challenge_one_rematch_a_game')],
            },
        ),
    ]
