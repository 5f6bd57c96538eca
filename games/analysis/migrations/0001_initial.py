import django.db.models.deletion
import kit.database_time
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Record',
            fields=[
                ('number', models.BigAutoField(primary_key=True, serialize=False, verbose_name='number')),
                ('title', models.CharField(blank=True, max_length=200, verbose_name='title')),
                ('note', models.CharField(blank=True, max_length=2000, verbose_name='note')),
                ('white', models.CharField(blank=True, max_length=100, verbose_name='White')),
                ('black', models.CharField(blank=True, max_length=100, verbose_name='Black')),
                ('tags', models.JSONField(default=dict, verbose_name='tags')),
                ('rules', models.CharField(choices=[('standard', 'Standard'), ('applet', 'Applet'), ('pink-green', 'Pink and green'), ('classic', 'Classic (before 2010)'), ('brettspielnetz', 'Brettspielnetz')], default='standard', max_length=20, verbose_name='rules')),
                ('start', models.CharField(default='........................ w 9 9 0', max_length=48, verbose_name='starting position')),
                ('moves', models.TextField(blank=True, verbose_name='moves')),
                ('ply', models.PositiveSmallIntegerField(default=0, verbose_name='half-moves played')),
                ('position', models.CharField(default='........................ w 9 9 0', max_length=48, verbose_name='position')),
                ('result', models.CharField(choices=[('1-0', '1-0'), ('0-1', '0-1'), ('1/2-1/2', '½-½'), ('*', '*')], default='*', max_length=7, verbose_name='result')),
                ('termination', models.CharField(blank=True, choices=[('stones', 'fewer than three stones'), ('blocked', 'no legal move'), ('repetition', 'repetition'), ('quiet_limit', 'too many moves without a mill'), ('agreement', 'agreement'), ('resignation', 'resignation'), ('timeout', 'time-out'), ('adjudication', 'adjudication'), ('abort', 'aborted')], max_length=12, verbose_name='ended by')),
                ('notation', models.CharField(choices=[('pgn', 'pgn'), ('playok', 'playok'), ('separate', 'separate')], max_length=8, verbose_name='read in the notation')),
                ('imported_at', models.DateTimeField(default=kit.database_time.now, verbose_name='imported')),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='records', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'imported game',
                'verbose_name_plural': 'imported games',
                'ordering': ['-number'],
                'indexes': [models.Index(fields=['owner', '-number'], name='record_of_owner')],
                'constraints': [models.CheckConstraint(condition=models.Q(('result__in', ['1-0', '0-1', '1/2-1/2', '*'])), name='record_result_is_known'), models.CheckConstraint(condition=models.Q(('rules__in', ['standard', 'applet', 'pink-green', 'classic', 'brettspielnetz'])), name='record_rules_are_known')],
            },
        ),
    ]
