import django.db.models.deletion
import django.db.models.lookups
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('challenges', '0001_initial'),
        ('core', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='challenge',
            name='game',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenge', to='core.game', verbose_name='game'),
        ),
        migrations.AddField(
            model_name='challenge',
            name='opponent',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenges_received', to=settings.AUTH_USER_MODEL, verbose_name='opponent'),
        ),
        migrations.AddField(
            model_name='challenge',
            name='rematch_of',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rematches', to='core.game', verbose_name='rematch of'),
        ),
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['kind', '-number'], name='challenge_lobby'),
        ),
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['expires_at'], name='challenge_running_out'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('clock_system', ''), _negated=True), django.db.models.lookups.Exact(models.Func('clock_parameters', function='jsonb_typeof', output_field=models.CharField()), 'object'), models.Q(models.Func('clock_parameters', models.Value('strict $.* ? (@.type() != "number" || @ < 0 || @.floor() != @)'), models.Value('{}'), models.Value(True), function='jsonb_path_exists', output_field=models.BooleanField()), _negated=True)), name='challenge_clock_has_its_shape'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(('rules__in', ['standard', 'applet', 'pink-green', 'classic', 'brettspielnetz'])), name='challenge_rules_are_known'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(('leave_days__lte', 30)), name='challenge_leave_is_limited'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(('timeout__in', ['automatic', 'claim'])), name='challenge_timeout_is_known'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(('opponent', None), models.Q(('opponent', models.F('challenger')), _negated=True), _connector='OR'), name='challenge_not_to_oneself'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'direct'), _negated=True), ('opponent__isnull', False), _connector='OR'), name='challenge_direct_has_opponent'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'link'), ('link_digest__isnull', False)), models.Q(models.Q(('kind', 'link'), _negated=True), ('link_digest', None)), _connector='OR'), name='challenge_has_secret_iff_link'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', False), ('status', 'accepted')), models.Q(models.Q(('status', 'accepted'), _negated=True), ('game', None)), _connector='OR'), name='challenge_has_game_iff_accepted'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(('min_reliability', None), models.Q(('min_reliability__gte', 1), ('min_reliability__lte', 100)), _connector='OR'), name='challenge_reliability_is_in_percent'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.UniqueConstraint(condition=models.Q(('rematch_of__isnull', False), ('status__in', ['open', 'accepted'])), fields=('rematch_of',), name='challenge_one_rematch_a_game'),
        ),
    ]
