import accounts.models.apps
import accounts.models.users
import accounts.oauth.redirects
import django.contrib.auth.models
import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import kit.database_time
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

# Nothing takes the mark of a bot back: neither page, API, administration nor shell.
STAYS_A_BOT = """
CREATE FUNCTION accounts_user_stays_a_bot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'account % is a bot and stays one', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'user_stays_a_bot', TABLE = 'accounts_user';
END
$$;
CREATE TRIGGER user_stays_a_bot BEFORE UPDATE OF bot_since ON accounts_user FOR EACH ROW
WHEN (OLD.bot_since IS NOT NULL AND NEW.bot_since IS DISTINCT FROM OLD.bot_since)
EXECUTE FUNCTION accounts_user_stays_a_bot();
"""
MAY_CHANGE = """
DROP TRIGGER user_stays_a_bot ON accounts_user;
DROP FUNCTION accounts_user_stays_a_bot();
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(max_length=30, unique=True, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\\Z', 'Use letters a–z, digits, hyphens and underscores. Begin and end with a letter or a digit.')], verbose_name='username')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('language', models.CharField(choices=[('de', 'German'), ('en', 'English')], default='de', max_length=2, verbose_name='language')),
                ('time_zone', models.CharField(default='Europe/Berlin', max_length=64, validators=[accounts.models.users.validate_time_zone], verbose_name='time zone')),
                ('email_on_your_move', models.BooleanField(default=True, verbose_name='email when it is my move')),
                ('email_on_game_over', models.BooleanField(default=True, verbose_name='email when a game is finished')),
                ('emergency_day', models.BooleanField(db_default=True, default=True, verbose_name='use an emergency day before losing on time')),
                ('board_style', models.CharField(choices=[('wood', 'Wood'), ('paper', 'Paper'), ('slate', 'Slate'), ('pink-green', 'Pink and green'), ('contrast', 'High contrast')], db_default='wood', default='wood', max_length=20, verbose_name='board')),
                ('color_scheme', models.CharField(choices=[('system', 'Same as device'), ('light', 'Light'), ('dark', 'Dark')], db_default='system', default='system', max_length=10, verbose_name='light or dark')),
                ('marks', models.BooleanField(db_default=True, default=True, verbose_name='last move and mills are marked')),
                ('confirm_moves', models.BooleanField(db_default=True, default=True, verbose_name='moves are confirmed')),
                ('touch_move', models.BooleanField(db_default=False, default=False, verbose_name='touch-move')),
                ('go_on', models.BooleanField(db_default=True, default=True, verbose_name='go to the next game after a move')),
                ('sounds', models.BooleanField(db_default=False, default=False, verbose_name='sounds')),
                ('bot_since', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='a bot since')),
                ('operator', models.CharField(blank=True, db_default='', default='', max_length=100, verbose_name='operated by')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='App',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('client_id', models.CharField(default=accounts.models.apps.new_client_id, editable=False, max_length=40, unique=True, verbose_name='client ID')),
                ('name', models.CharField(max_length=50, verbose_name='name')),
                ('homepage', models.CharField(blank=True, max_length=200, validators=[django.core.validators.URLValidator(['https', 'http'])], verbose_name='website')),
                ('redirect_uris', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=300, validators=[accounts.oauth.redirects.validate_redirect_uri]), size=None, verbose_name='redirect addresses')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, editable=False, verbose_name='registered')),
                ('switched_off_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='switched off')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='apps', to=settings.AUTH_USER_MODEL, verbose_name='registered by')),
            ],
            options={
                'verbose_name': 'app',
                'verbose_name_plural': 'apps',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Connection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), size=None, verbose_name='permissions')),
                ('redirect_uri', models.CharField(editable=False, max_length=400)),
                ('code_digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('code_challenge', models.CharField(editable=False, max_length=43)),
                ('created_at', models.DateTimeField(default=kit.database_time.now, editable=False, verbose_name='allowed')),
                ('begun_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('last_used_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last used')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                ('app', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='connections', to='accounts.app', verbose_name='app')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='connections', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'connection of an app',
                'verbose_name_plural': 'connections of apps',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='AccessToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('description', models.CharField(max_length=100, verbose_name='what it is for')),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('game:read', 'Read your games and events, also what only you may see'), ('game:play', 'Play your games: move, offer and claim draws, resign'), ('bot:play', 'Play automatically if this is a bot account, and turn a new account into a bot account'), ('challenge:read', 'Read your challenges'), ('challenge:write', 'Send, accept and decline challenges for you'), ('message:write', 'Write messages in your name'), ('dispute:write', 'Dispute your games, appeal verdicts and acknowledge warnings for you'), ('preference:read', 'Read your preferences'), ('preference:write', 'Change your preferences'), ('record:read', 'Read your imported games'), ('record:write', 'Import, rename and delete games for you'), ('email:read', 'Read your email address'), ('webhook:write', 'Have your events sent to other servers, also what only you may see'), ('moderate', 'Decide other players’ disputes for you, as far as your role on this site allows')], max_length=32), size=None, verbose_name='permissions')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, editable=False, verbose_name='created')),
                ('expires_at', models.DateTimeField(blank=True, null=True, verbose_name='expires')),
                ('last_used_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last used')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='access_tokens', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('connection', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='access_tokens', to='accounts.connection', verbose_name='connection of an app')),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='DataExport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'being prepared'), ('ready', 'ready'), ('failed', 'could not be created'), ('gone', 'replaced')], default='waiting', max_length=7, verbose_name='state')),
                ('requested_at', models.DateTimeField(default=kit.database_time.now, verbose_name='requested')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('leased_until', models.DateTimeField(blank=True, null=True, verbose_name='being processed until')),
                ('ready_at', models.DateTimeField(blank=True, null=True, verbose_name='ready')),
                ('told_at', models.DateTimeField(blank=True, null=True, verbose_name='reported by email')),
                ('expires_at', models.DateTimeField(blank=True, null=True, verbose_name='expires')),
                ('size', models.PositiveBigIntegerField(default=0, verbose_name='size in bytes')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'copy of all data',
                'verbose_name_plural': 'copies of all data',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='DataExportPiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempt', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('export', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pieces', to='accounts.dataexport')),
            ],
            options={
                'verbose_name': 'part of a copy',
                'verbose_name_plural': 'parts of copies',
            },
        ),
        migrations.CreateModel(
            name='KeptAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key_digest', models.CharField(max_length=64)),
                ('request_digest', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField(default=0)),
                ('content_type', models.CharField(blank=True, max_length=100)),
                ('sealed_content', models.BinaryField(default=bytes)),
                ('created_at', models.DateTimeField(db_index=True, default=kit.database_time.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'stored answer',
                'verbose_name_plural': 'stored answers',
            },
        ),
        migrations.CreateModel(
            name='RefreshToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=kit.database_time.now)),
                ('used_at', models.DateTimeField(null=True)),
                ('connection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='refresh_tokens', to='accounts.connection')),
                ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='children', to='accounts.refreshtoken')),
            ],
            options={
                'verbose_name': 'refresh token',
                'verbose_name_plural': 'refresh tokens',
            },
        ),
        migrations.CreateModel(
            name='Deletion',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='deletion', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('asked_at', models.DateTimeField(default=kit.database_time.now, verbose_name='requested')),
                ('erased_at', models.DateTimeField(blank=True, null=True, verbose_name='data erased')),
                ('name_digest', models.CharField(blank=True, db_index=True, editable=False, max_length=64)),
            ],
            options={
                'verbose_name': 'deleted account',
                'verbose_name_plural': 'deleted accounts',
                'indexes': [models.Index(condition=models.Q(('erased_at', None)), fields=['user'], name='deletion_to_finish')],
            },
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='user_username_unique_ignoring_case'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='user_email_unique_ignoring_case'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('board_style__in', ['wood', 'paper', 'slate', 'pink-green', 'contrast'])), name='user_board_style_is_known'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('color_scheme__in', ['system', 'light', 'dark'])), name='user_color_scheme_is_known'),
        ),
        migrations.AddIndex(
            model_name='dataexport',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['id'], name='dataexport_owed'),
        ),
        migrations.AddIndex(
            model_name='dataexport',
            index=models.Index(condition=models.Q(('state', 'ready'), ('told_at', None)), fields=['id'], name='dataexport_to_tell'),
        ),
        migrations.AddConstraint(
            model_name='dataexport',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('user',), name='dataexport_one_in_the_making'),
        ),
        migrations.AddConstraint(
            model_name='dataexport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'ready'), _negated=True), models.Q(('expires_at__isnull', False), ('ready_at__isnull', False)), _connector='OR'), name='dataexport_ready_says_until_when'),
        ),
        migrations.AddConstraint(
            model_name='dataexportpiece',
            constraint=models.UniqueConstraint(models.F('export'), models.F('attempt'), models.F('number'), name='dataexportpiece_once'),
        ),
        migrations.AddConstraint(
            model_name='keptanswer',
            constraint=models.UniqueConstraint(models.F('user'), models.F('key_digest'), name='keptanswer_once_a_key'),
        ),
        migrations.RunSQL(STAYS_A_BOT, MAY_CHANGE),
    ]
