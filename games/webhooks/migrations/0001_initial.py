import django.contrib.postgres.fields
import django.db.models.deletion
import kit.database_time
import kit.sealing
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
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500, verbose_name='address')),
                ('host', models.CharField(editable=False, max_length=500, verbose_name='host')),
                ('description', models.CharField(blank=True, max_length=100, verbose_name='what it is for')),
                ('types', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), blank=True, default=list, help_text='None means all of them.', size=None, verbose_name='events')),
                ('nonce', models.CharField(default=kit.sealing.new_nonce, editable=False, max_length=32)),
                ('previous_nonce', models.CharField(blank=True, editable=False, max_length=32)),
                ('previous_until', models.DateTimeField(blank=True, null=True, verbose_name='former secret valid until')),
                ('last_seq', models.PositiveBigIntegerField(default=0, verbose_name='last number looked at')),
                ('leased_until', models.DateTimeField(blank=True, null=True, verbose_name='being processed until')),
                ('failing_since', models.DateTimeField(blank=True, null=True, verbose_name='failing since')),
                ('disabled_at', models.DateTimeField(blank=True, null=True, verbose_name='switched off')),
                ('disabled_reason', models.CharField(blank=True, choices=[('owner', 'switched off by its owner'), ('failing', 'failed for 24 hours'), ('gone', 'gone, according to its server (410)')], max_length=8, verbose_name='why')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, editable=False, verbose_name='created')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('delivered', 'delivered'), ('failed', 'failed')], default='waiting', max_length=9, verbose_name='status')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('next_attempt_at', models.DateTimeField(default=kit.database_time.now, verbose_name='next attempt')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='created')),
                ('delivered_at', models.DateTimeField(blank=True, null=True, verbose_name='delivered')),
                ('attempted_at', models.DateTimeField(blank=True, null=True, verbose_name='last attempt')),
                ('duration_seconds', models.FloatField(blank=True, null=True, verbose_name='duration in seconds')),
                ('status_code', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='answer')),
                ('excerpt', models.CharField(blank=True, max_length=300, verbose_name='beginning of the answer')),
                ('error', models.CharField(blank=True, choices=[('address', 'The name does not lead to an address on the public internet.'), ('unreachable', 'No connection could be made.'), ('tls', 'The certificate is not valid for this name, or TLS failed.'), ('timeout', 'There was no answer in time.'), ('broken', 'The answer was not valid HTTP.'), ('redirect', 'The answer was a redirect; redirects are not followed.'), ('status', 'The status of the answer was not 2xx.'), ('interrupted', 'No attempt was completed.')], max_length=12, verbose_name='error')),
                ('history', models.JSONField(db_default=models.Value([], models.JSONField()), default=list, editable=False, verbose_name='history')),
                ('user_event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='core.userevent', verbose_name='event')),
                ('webhook', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='webhooks.webhook', verbose_name='webhook')),
            ],
            options={
                'verbose_name': 'delivery to a webhook',
                'verbose_name_plural': 'deliveries to webhooks',
                'ordering': ['-id'],
            },
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('disabled_at', None), ('disabled_reason', '')), models.Q(('disabled_at__isnull', False), models.Q(('disabled_reason', ''), _negated=True)), _connector='OR'), name='webhook_off_has_a_reason'),
        ),
        migrations.AddIndex(
            model_name='webhookdelivery',
            index=models.Index(fields=['webhook', '-id'], name='webhook_delivery_log'),
        ),
        migrations.AddIndex(
            model_name='webhookdelivery',
            index=models.Index(condition=models.Q(('status', 'waiting')), fields=['webhook', 'next_attempt_at'], name='webhook_delivery_owed'),
        ),
        migrations.AddIndex(
            model_name='webhookdelivery',
            index=models.Index(fields=['created_at'], name='webhook_delivery_age'),
        ),
        migrations.AddConstraint(
            model_name='webhookdelivery',
            constraint=models.UniqueConstraint(fields=('webhook', 'user_event'), name='webhook_delivery_once_per_event'),
        ),
    ]
