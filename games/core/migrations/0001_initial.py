import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.lookups
import kit.database_time
import games.core.event_types
import games.core.time_controls
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='UserStream',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('last_seq', models.PositiveBigIntegerField(default=0, verbose_name='last number')),
            ],
            options={
                'verbose_name': 'event stream',
                'verbose_name_plural': 'event streams',
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('rules', models.CharField(choices=[('standard', 'Standard'), ('applet', 'Applet'), ('pink-green', 'Pink and green'), ('classic', 'Classic (before 2010)'), ('brettspielnetz', 'Brettspielnetz')], default='standard', max_length=20, verbose_name='rules')),
                ('rated', models.BooleanField(default=True, verbose_name='rated')),
                ('clock_system', models.CharField(choices=games.core.time_controls.names, default='days_per_move', max_length=32, verbose_name='time control')),
                ('clock_parameters', models.JSONField(blank=True, default=dict, verbose_name='parameters of the time control')),
                ('leave_days', models.PositiveSmallIntegerField(db_default=0, default=30, verbose_name='days of leave for each side')),
                ('days_off', models.BooleanField(db_default=False, default=True, verbose_name='days off pause the clock')),
                ('timeout', models.CharField(choices=[('automatic', 'the game ends automatically'), ('claim', 'the opponent may claim the win')], db_default='automatic', default='automatic', max_length=9, verbose_name='time-out')),
                ('number', models.BigAutoField(primary_key=True, serialize=False, verbose_name='number')),
                ('colours_by_lot', models.BooleanField(default=False, verbose_name='colours chosen at random')),
                ('status', models.CharField(choices=[('ongoing', 'in progress'), ('finished', 'finished'), ('aborted', 'aborted')], default='ongoing', max_length=8, verbose_name='status')),
                ('result', models.CharField(choices=[('1-0', '1-0'), ('0-1', '0-1'), ('1/2-1/2', '½-½'), ('*', '*')], default='*', max_length=7, verbose_name='result')),
                ('termination', models.CharField(blank=True, choices=[('stones', 'fewer than three stones'), ('blocked', 'no legal move'), ('repetition', 'repetition'), ('quiet_limit', 'too many moves without a mill'), ('agreement', 'agreement'), ('resignation', 'resignation'), ('timeout', 'time-out'), ('adjudication', 'adjudication'), ('abort', 'aborted')], max_length=12, verbose_name='ended by')),
                ('ply', models.PositiveSmallIntegerField(default=0, verbose_name='half-moves played')),
                ('position', models.CharField(default='........................ w 9 9 0', max_length=48, verbose_name='position')),
                ('repetitions', models.PositiveSmallIntegerField(default=1, verbose_name='occurrences of the position')),
                ('last_move', models.CharField(blank=True, max_length=8, verbose_name='last move')),
                ('white_seconds', models.PositiveIntegerField(verbose_name='White’s remaining time in seconds')),
                ('black_seconds', models.PositiveIntegerField(verbose_name='Black’s remaining time in seconds')),
                ('turn_started_at', models.DateTimeField(verbose_name='turn began')),
                ('deadline_at', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
                ('quarter_at', models.DateTimeField(blank=True, null=True, verbose_name='a quarter of the time is left')),
                ('standstills', models.TextField(blank=True, db_default='', default='', verbose_name='pauses in this turn')),
                ('white_leave_seconds', models.PositiveIntegerField(db_default=0, default=0, verbose_name='White’s leave in seconds')),
                ('black_leave_seconds', models.PositiveIntegerField(db_default=0, default=0, verbose_name='Black’s leave in seconds')),
                ('grace_until', models.DateTimeField(blank=True, null=True, verbose_name='grace period until')),
                ('freezes', models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name='times stopped by disputes')),
                ('frozen_until', models.DateTimeField(blank=True, null=True, verbose_name='stopped by a dispute until')),
                ('pool', models.CharField(choices=[('people', 'games between people'), ('bots', 'games with bots')], db_default='people', default='people', max_length=6, verbose_name='pool')),
                ('white_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='White’s rating')),
                ('black_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Black’s rating')),
                ('white_rating_change', models.SmallIntegerField(blank=True, null=True, verbose_name='change for White')),
                ('black_rating_change', models.SmallIntegerField(blank=True, null=True, verbose_name='change for Black')),
                ('started_at', models.DateTimeField(default=kit.database_time.now, verbose_name='begun')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('black', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='games_as_black', to=settings.AUTH_USER_MODEL, verbose_name='Black')),
                ('draw_offered_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='draw offered by')),
                ('on_move', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='side to move')),
                ('white', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='games_as_white', to=settings.AUTH_USER_MODEL, verbose_name='White')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'ordering': ['-number'],
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('type', models.CharField(choices=games.core.event_types.choices, max_length=32, verbose_name='type')),
                ('subject_type', models.CharField(blank=True, max_length=32, verbose_name='type of the subject')),
                ('subject_id', models.PositiveBigIntegerField(blank=True, null=True, verbose_name='number of the subject')),
                ('data', models.JSONField(default=dict, verbose_name='details')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='created')),
                ('dispatched_at', models.DateTimeField(blank=True, null=True, verbose_name='notifications created')),
                ('actor', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='caused by')),
                ('game', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='core.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveSmallIntegerField(verbose_name='half-move')),
                ('notation', models.CharField(max_length=8, verbose_name='move')),
                ('position', models.CharField(max_length=48, verbose_name='position')),
                ('played_at', models.DateTimeField(verbose_name='played at')),
                ('seconds_spent', models.PositiveIntegerField(verbose_name='seconds spent')),
                ('deadline_at', models.DateTimeField(verbose_name='deadline')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='core.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'move',
                'verbose_name_plural': 'moves',
                'ordering': ['ply'],
            },
        ),
        migrations.CreateModel(
            name='UserEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveBigIntegerField(verbose_name='number in the stream')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='user_events', to='core.event', verbose_name='event')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'event for a player',
                'verbose_name_plural': 'events for players',
                'ordering': ['seq'],
            },
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'ongoing')), fields=['deadline_at'], name='game_overdue'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(django.db.models.functions.comparison.Coalesce('grace_until', 'deadline_at'), condition=models.Q(('status', 'ongoing')), name='game_due'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'ongoing')), fields=['on_move', 'deadline_at'], name='game_on_move'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['white', 'number'], name='game_of_white'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['black', 'number'], name='game_of_black'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'ongoing')), fields=['white', 'deadline_at'], name='game_ongoing_white'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'ongoing')), fields=['black', 'deadline_at'], name='game_ongoing_black'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'ongoing'), _negated=True), fields=['white', '-finished_at'], name='game_ended_white'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'ongoing'), _negated=True), fields=['black', '-finished_at'], name='game_ended_black'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'ongoing'), _negated=True), fields=['-finished_at'], name='game_ended'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('clock_system', ''), _negated=True), django.db.models.lookups.Exact(models.Func('clock_parameters', function='jsonb_typeof', output_field=models.CharField()), 'object'), models.Q(models.Func('clock_parameters', models.Value('strict $.* ? (@.type() != "number" || @ < 0 || @.floor() != @)'), models.Value('{}'), models.Value(True), function='jsonb_path_exists', output_field=models.BooleanField()), _negated=True)), name='game_clock_has_its_shape'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('rules__in', ['standard', 'applet', 'pink-green', 'classic', 'brettspielnetz'])), name='game_rules_are_known'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('leave_days__lte', 30)), name='game_leave_is_limited'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('timeout__in', ['automatic', 'claim'])), name='game_timeout_is_known'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('white', models.F('black')), _negated=True), name='game_players_differ'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('deadline_at__isnull', False), ('on_move__isnull', False), ('status', 'ongoing')), models.Q(models.Q(('status', 'ongoing'), _negated=True), ('deadline_at', None), ('draw_offered_by', None), ('on_move', None)), _connector='OR'), name='game_has_deadline_iff_ongoing'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at', None), ('status', 'ongoing')), models.Q(models.Q(('status', 'ongoing'), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='game_has_end_date_iff_ended'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('result', '*'), ('status', 'ongoing'), ('termination', '')), models.Q(('result', '*'), ('status', 'aborted'), ('termination__in', ['abort', 'adjudication'])), models.Q(('status', 'finished'), models.Q(('result', '*'), _negated=True), models.Q(('termination__in', ['', 'abort']), _negated=True)), _connector='OR'), name='game_result_matches_its_status'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('on_move', None), ('on_move', models.F('white')), ('on_move', models.F('black')), _connector='OR'), name='game_on_move_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('pool__in', ['people', 'bots'])), name='game_pool_is_known'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('grace_until', None), models.Q(('status', 'ongoing'), ('timeout', 'claim')), _connector='OR'), name='game_grace_is_for_claims'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('frozen_until', None), models.Q(('freezes__gt', 0), ('status', 'ongoing')), _connector='OR'), name='game_frozen_while_ongoing'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(condition=models.Q(('game__isnull', False)), fields=['game', 'id'], name='event_of_game'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(condition=models.Q(('dispatched_at', None)), fields=['id'], name='event_not_dispatched'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('subject_id', None), ('subject_type', '')), models.Q(models.Q(('subject_type', ''), _negated=True), ('subject_id__isnull', False)), _connector='OR'), name='event_subject_has_type_and_number'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(fields=('game', 'ply'), name='move_ply_unique_in_game'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.CheckConstraint(condition=models.Q(('ply__gte', 1)), name='move_ply_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='userevent',
            constraint=models.UniqueConstraint(fields=('user', 'seq'), name='user_event_seq_unique_in_stream'),
        ),
    ]
