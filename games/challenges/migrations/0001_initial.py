import django.db.models.deletion
import django.utils.timezone
import games.core.time_controls
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('rules', models.CharField(choices=[('standard', 'Standard'), ('applet', 'Applet'), ('pink-green', 'Pink and green'), ('classic', 'Classic (before 2010)'), ('brettspielnetz', 'Brettspielnetz (draws by claim)')], default='standard', max_length=20, verbose_name='rules')),
                ('rated', models.BooleanField(default=True, verbose_name='rated')),
                ('clock_system', models.CharField(choices=games.core.time_controls.names, default='days_per_move', max_length=32, verbose_name='time control')),
                ('clock_parameters', models.JSONField(blank=True, default=dict, verbose_name='parameters of the time control')),
                ('leave_days', models.PositiveSmallIntegerField(db_default=0, default=30, verbose_name='days of leave for each side')),
                ('days_off', models.BooleanField(db_default=False, default=True, verbose_name='days off count')),
                ('timeout', models.CharField(choices=[('automatic', 'the game ends by itself'), ('claim', 'the opponent may claim the game')], db_default='automatic', default='automatic', max_length=9, verbose_name='time-out')),
                ('number', models.BigAutoField(primary_key=True, serialize=False, verbose_name='number')),
                ('kind', models.CharField(choices=[('direct', 'to one player'), ('open', 'open to all'), ('link', 'by invitation link')], max_length=6, verbose_name='kind')),
                ('status', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('cancelled', 'cancelled'), ('expired', 'expired')], default='open', max_length=9, verbose_name='status')),
                ('colour', models.CharField(choices=[('white', 'White'), ('black', 'Black'), ('lot', 'by lot')], default='lot', max_length=5, verbose_name="challenger's colour")),
                ('min_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='lowest rating')),
                ('max_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='highest rating')),
                ('min_reliability', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='lowest reliability')),
                ('bots_welcome', models.BooleanField(db_default=False, default=False, verbose_name='bots are welcome')),
                ('message', models.CharField(blank=True, max_length=500, verbose_name='message')),
                ('decline_reason', models.CharField(blank=True, max_length=500, verbose_name='reason')),
                ('link_digest', models.CharField(blank=True, editable=False, max_length=64, null=True, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges_sent', to=settings.AUTH_USER_MODEL, verbose_name='challenger')),
            ],
            options={
                'verbose_name': 'challenge',
                'verbose_name_plural': 'challenges',
                'ordering': ['-number'],
                'abstract': False,
            },
        ),
    ]
