import accounts.models.users
import django.contrib.postgres.fields
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
            name='StaleClocks',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('why', models.CharField(choices=[('leave', 'leave'), ('calendar', 'days off')], db_default='leave', default='leave', max_length=8, verbose_name='why')),
            ],
            options={
                'verbose_name': 'clocks to be renewed',
                'verbose_name_plural': 'clocks to be renewed',
            },
        ),
        migrations.CreateModel(
            name='DaysOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('weekdays', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), blank=True, default=list, size=None, verbose_name='weekdays')),
                ('region', models.CharField(blank=True, db_default='', default='', max_length=6, verbose_name='public holidays of')),
                ('time_zone', models.CharField(max_length=64, validators=[accounts.models.users.validate_time_zone], verbose_name='time zone')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'days off',
                'verbose_name_plural': 'days off',
                'ordering': ['since'],
                'constraints': [models.UniqueConstraint(fields=('user', 'since'), name='days_off_one_version_an_instant')],
            },
        ),
        migrations.CreateModel(
            name='Freeze',
            fields=[
                ('case_number', models.PositiveBigIntegerField(primary_key=True, serialize=False, verbose_name='case')),
                ('starts_at', models.DateTimeField(verbose_name='begins')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='core.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'freeze',
                'verbose_name_plural': 'freezes',
                'ordering': ['starts_at'],
                'indexes': [models.Index(fields=['game', 'ends_at'], name='freeze_of_game')],
                'constraints': [models.CheckConstraint(condition=models.Q(('starts_at__lte', models.F('ends_at'))), name='freeze_ends_after_its_beginning')],
            },
        ),
        migrations.CreateModel(
            name='Leave',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField(verbose_name='begins')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, editable=False, verbose_name='created')),
                ('begun_at', models.DateTimeField(blank=True, null=True, verbose_name='begun')),
                ('end_told_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='end told')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='emergency_days', to='core.game', verbose_name='game')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='leaves', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'leave',
                'verbose_name_plural': 'leaves',
                'ordering': ['starts_at'],
                'indexes': [models.Index(fields=['user', 'ends_at'], name='leave_of_user'), models.Index(condition=models.Q(('begun_at', None)), fields=['starts_at'], name='leave_to_begin'), models.Index(condition=models.Q(('end_told_at', None), ('game', None)), fields=['ends_at'], name='leave_end_to_tell')],
                'constraints': [models.CheckConstraint(condition=models.Q(('starts_at__lt', models.F('ends_at'))), name='leave_ends_after_its_beginning'), models.UniqueConstraint(condition=models.Q(('game__isnull', False)), fields=('user', 'game'), name='leave_one_emergency_day_a_game')],
            },
        ),
    ]
