import django.contrib.postgres.fields
import django.db.models.deletion
import kit.database_time
from django.conf import settings
from django.db import migrations, models

# The database itself refuses to change, delete or empty the audit log.
REFUSE = """
CREATE FUNCTION disputes_audit_is_appended_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only appended to' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_is_appended_to BEFORE UPDATE OR DELETE ON disputes_auditentry
    FOR EACH ROW EXECUTE FUNCTION disputes_audit_is_appended_to();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON disputes_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION disputes_audit_is_appended_to();
"""
ALLOW = """
DROP TRIGGER audit_is_not_emptied ON disputes_auditentry;
DROP TRIGGER audit_is_appended_to ON disputes_auditentry;
DROP FUNCTION disputes_audit_is_appended_to();
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('core', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('number', models.BigAutoField(primary_key=True, serialize=False, verbose_name='number')),
                ('category', models.CharField(choices=[('draw', 'draw not recognised'), ('repetition', 'repetition'), ('stalling', 'stalling'), ('timeout', 'wrongly lost on time'), ('abuse', 'abuse in messages'), ('computer_help', 'computer help'), ('other', 'something else')], max_length=16, verbose_name='category')),
                ('text', models.CharField(blank=True, max_length=2000, verbose_name='text')),
                ('plies', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), blank=True, default=list, size=None, verbose_name='half-moves')),
                ('evidence', models.JSONField(default=dict, verbose_name='evidence')),
                ('status', models.CharField(choices=[('open', 'open'), ('taken', 'under review'), ('decided', 'decided'), ('withdrawn', 'withdrawn')], default='open', max_length=9, verbose_name='status')),
                ('opened_at', models.DateTimeField(default=kit.database_time.now, verbose_name='opened')),
                ('taken_at', models.DateTimeField(blank=True, null=True, verbose_name='taken')),
                ('escalated_at', models.DateTimeField(blank=True, null=True, verbose_name='marked as urgent')),
                ('verdict', models.CharField(blank=True, choices=[('proven', 'proven'), ('refuted', 'refuted'), ('draw', 'drawn'), ('white_won', 'White wins'), ('black_won', 'Black wins'), ('annulled', 'annulled'), ('resumed', 'game continues'), ('warned', 'warning'), ('muted', 'muted'), ('suspended', 'suspended'), ('lifted', 'lifted'), ('dismissed', 'dismissed'), ('settled', 'settled by the players')], max_length=9, verbose_name='decision')),
                ('reason', models.CharField(blank=True, max_length=2000, verbose_name='reason')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                ('appeal_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='disputes.dispute', verbose_name='appeal against')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('escalated_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='marked as urgent by')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='core.game', verbose_name='game')),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to=settings.AUTH_USER_MODEL, verbose_name='opened by')),
                ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='taken by')),
            ],
            options={
                'verbose_name': 'dispute',
                'verbose_name_plural': 'disputes',
                'ordering': ['number'],
                'permissions': [('note', 'Can write internal notes'), ('decide_games', 'Can decide games'), ('impose', 'Can warn, mute and suspend players')],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action', models.CharField(max_length=32, verbose_name='what')),
                ('before', models.JSONField(default=dict, verbose_name='before')),
                ('after', models.JSONField(default=dict, verbose_name='after')),
                ('reason', models.TextField(blank=True, verbose_name='reason')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='when')),
                ('digest', models.CharField(max_length=64, unique=True, verbose_name='seal')),
                ('actor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='who')),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit', to='core.game', verbose_name='game')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='whom')),
                ('dispute', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit', to='disputes.dispute', verbose_name='dispute')),
            ],
            options={
                'verbose_name': 'entry of the audit log',
                'verbose_name_plural': 'audit log',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='DisputeNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=2000, verbose_name='text')),
                ('created_at', models.DateTimeField(default=kit.database_time.now, verbose_name='created')),
                ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('dispute', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='disputes.dispute', verbose_name='dispute')),
            ],
            options={
                'verbose_name': 'internal note',
                'verbose_name_plural': 'internal notes',
                'ordering': ['id'],
            },
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(fields=['game', 'number'], name='dispute_of_game'),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(condition=models.Q(('status__in', ['open', 'taken'])), fields=['opened_at'], name='dispute_pending'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('appeal_of', None), ('status__in', ['open', 'taken'])), fields=('game', 'opened_by'), name='dispute_one_pending_a_player_and_game'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'taken'), _negated=True), models.Q(('taken_at__isnull', False), ('taken_by__isnull', False)), _connector='OR'), name='dispute_taken_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('escalated_at', None), ('escalated_by', None)), models.Q(('escalated_at__isnull', False), ('escalated_by__isnull', False)), _connector='OR'), name='dispute_escalated_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', False), ('status', 'decided'), models.Q(('verdict', ''), _negated=True)), models.Q(models.Q(('status', 'decided'), _negated=True), ('decided_at', None), ('decided_by', None), ('verdict', '')), _connector='OR'), name='dispute_has_verdict_iff_decided'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('decided_by', None), models.Q(('reason', ''), _negated=True), _connector='OR'), name='dispute_arbiter_gives_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='disputenote',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='dispute_note_says_something'),
        ),
        migrations.RunSQL(REFUSE, ALLOW),
    ]
