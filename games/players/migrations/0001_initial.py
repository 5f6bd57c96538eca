import django.db.models.deletion
import kit.database_time
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('core', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='LastSeen',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('seen_at', models.DateTimeField(verbose_name='last look')),
                ('news_since', models.DateTimeField(verbose_name='news since')),
            ],
            options={
                'verbose_name': 'last seen',
                'verbose_name_plural': 'last seen',
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(choices=[('standard', 'Standard'), ('applet', 'Applet'), ('pink-green', 'Pink and green'), ('classic', 'Classic (before 2010)'), ('brettspielnetz', 'Brettspielnetz')], max_length=20, verbose_name='rules')),
                ('pool', models.CharField(choices=[('people', 'games between people'), ('bots', 'games with bots')], db_default='people', default='people', max_length=6, verbose_name='pool')),
                ('value', models.FloatField(default=1500.0, verbose_name='rating')),
                ('deviation', models.FloatField(default=350.0, verbose_name='deviation')),
                ('volatility', models.FloatField(default=0.06, verbose_name='volatility')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='rated games')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'constraints': [models.UniqueConstraint(fields=('user', 'rules', 'pool'), name='rating_one_a_player_rules_and_pool'), models.CheckConstraint(condition=models.Q(('pool__in', ['people', 'bots'])), name='rating_pool_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Relation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('blocked', models.BooleanField(default=False, verbose_name='blocked')),
                ('muted', models.BooleanField(default=False, verbose_name='muted')),
                ('changed_at', models.DateTimeField(default=kit.database_time.now, verbose_name='changed')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='other player')),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'blocked or muted player',
                'verbose_name_plural': 'blocked and muted players',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('owner', 'other'), name='relation_one_a_pair'), models.CheckConstraint(condition=models.Q(('owner', models.F('other')), _negated=True), name='relation_not_to_oneself'), models.CheckConstraint(condition=models.Q(('blocked', True), ('muted', True), _connector='OR'), name='relation_says_something')],
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('case_number', models.PositiveBigIntegerField(db_index=True, verbose_name='case')),
                ('kind', models.CharField(choices=[('warning', 'warning'), ('mute', 'no messages'), ('suspension', 'suspended')], max_length=10, verbose_name='kind')),
                ('reason', models.CharField(max_length=2000, verbose_name='reason')),
                ('imposed_at', models.DateTimeField(default=kit.database_time.now, verbose_name='imposed')),
                ('until', models.DateTimeField(blank=True, null=True, verbose_name='until')),
                ('acknowledged_at', models.DateTimeField(blank=True, null=True, verbose_name='acknowledged')),
                ('lifted_at', models.DateTimeField(blank=True, null=True, verbose_name='lifted')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.game', verbose_name='game')),
                ('imposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='imposed by')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'sanction',
                'verbose_name_plural': 'sanctions',
                'ordering': ['-imposed_at'],
                'indexes': [models.Index(fields=['user', '-imposed_at'], name='sanction_of_user'), models.Index(condition=models.Q(('acknowledged_at', None), ('kind', 'warning')), fields=['user'], name='sanction_to_acknowledge')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'warning'), ('until', None)), models.Q(models.Q(('kind', 'warning'), _negated=True), ('until__isnull', False)), _connector='OR'), name='sanction_ends_unless_a_warning'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='sanction_has_a_reason')],
            },
        ),
    ]
