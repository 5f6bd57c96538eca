import django.db.models.deletion
import kit.database_time
import kit.sealing
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
            name='NoticeSettings',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('choices', models.JSONField(blank=True, default=dict, verbose_name='notifications')),
                ('pace', models.CharField(choices=[('at_once', 'immediately'), ('hourly', 'collected, every hour'), ('daily', 'collected, once a day')], default='at_once', max_length=8, verbose_name='email')),
                ('daily_hour', models.PositiveSmallIntegerField(default=8, verbose_name='hour of the daily email')),
                ('quiet_from', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='quiet from')),
                ('quiet_until', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='quiet until')),
                ('email_off_address', models.EmailField(blank=True, db_default='', default='', max_length=254, verbose_name='address without email')),
                ('email_off_reason', models.CharField(blank=True, choices=[('bounced', 'rejected as unknown'), ('complained', 'marked as spam')], db_default='', default='', max_length=10, verbose_name='why')),
                ('email_off_at', models.DateTimeField(blank=True, null=True, verbose_name='email switched off')),
                ('bell_seen_seq', models.PositiveBigIntegerField(db_default=0, default=0, editable=False, verbose_name='seen up to')),
                ('nonce', models.CharField(default=kit.sealing.new_nonce, editable=False, max_length=32)),
            ],
            options={
                'verbose_name': 'notification settings',
                'verbose_name_plural': 'notification settings',
                'constraints': [models.CheckConstraint(condition=models.Q(('daily_hour__lt', 24)), name='notices_daily_hour_is_an_hour'), models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_until', None)), models.Q(('quiet_from__isnull', False), ('quiet_from__lt', 24), ('quiet_until__isnull', False), ('quiet_until__lt', 24)), _connector='OR'), name='notices_quiet_hours_have_both_ends')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('bell', 'bell'), ('email', 'email'), ('push', 'push')], max_length=8, verbose_name='channel')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('skipped', 'no longer needed'), ('seen', 'seen on the board'), ('failed', 'not delivered')], default='waiting', max_length=8, verbose_name='status')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('next_attempt_at', models.DateTimeField(verbose_name='next attempt')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('error', models.CharField(blank=True, max_length=500, verbose_name='error')),
                ('reached', models.JSONField(db_default=models.Value([], models.JSONField()), default=list, editable=False)),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='core.event', verbose_name='event')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
                'ordering': ['id'],
                'indexes': [models.Index(condition=models.Q(('status', 'waiting')), fields=['next_attempt_at'], name='delivery_owed'), models.Index(fields=['user', '-id'], name='delivery_log')],
                'constraints': [models.UniqueConstraint(fields=('event', 'user', 'channel'), name='delivery_once_per_event_and_channel')],
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(editable=False, max_length=500, unique=True, verbose_name='address')),
                ('host', models.CharField(editable=False, max_length=500, verbose_name='host')),
                ('p256dh', models.CharField(editable=False, max_length=100)),
                ('auth', models.CharField(editable=False, max_length=32)),
                ('device', models.CharField(blank=True, max_length=300, verbose_name='browser')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, editable=False, verbose_name='created')),
                ('last_accepted_at', models.DateTimeField(blank=True, null=True, verbose_name='last sent')),
                ('failing_since', models.DateTimeField(blank=True, null=True, verbose_name='failing since')),
                ('disabled_at', models.DateTimeField(blank=True, null=True, verbose_name='switched off')),
                ('disabled_reason', models.CharField(blank=True, choices=[('gone', 'no longer subscribed'), ('failing', 'failed for 24 hours')], max_length=8, verbose_name='why')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'browser with push notifications',
                'verbose_name_plural': 'browsers with push notifications',
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('disabled_at', None), ('disabled_reason', '')), models.Q(('disabled_at__isnull', False), models.Q(('disabled_reason', ''), _negated=True)), _connector='OR'), name='push_subscription_off_has_a_reason')],
            },
        ),
        migrations.CreateModel(
            name='Reminder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField(verbose_name='half-moves played')),
                ('kind', models.CharField(choices=[('quarter', 'a quarter of the time is left'), ('day', 'a day is left')], max_length=8, verbose_name='kind')),
                ('deadline_at', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='created')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reminders', to='core.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'reminder',
                'verbose_name_plural': 'reminders',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('game', 'ply', 'kind', 'deadline_at'), name='reminder_once_per_deadline_and_kind')],
            },
        ),
    ]
