from django.db import migrations, models
from django.db.models import Q

# Who was notified of the events so far.
NOTIFICATIONS = """
UPDATE core_userevent AS row SET is_notification = CASE
    WHEN event.type IN ('plan_played', 'plan_stopped', 'notice_test') THEN true
    WHEN event.type = 'game_started' THEN row.user_id = game.white_id
    WHEN event.type = 'deadline_moved' THEN event.data->>'why' = 'emergency_day'
        AND row.user_id = CASE (event.data->>'ply')::int % 2 WHEN 0 THEN game.white_id ELSE game.black_id END
    WHEN event.type = 'game_finished' THEN row.user_id <> COALESCE(event.actor_id,
        CASE WHEN event.data->>'termination' IN ('stones', 'blocked', 'repetition', 'quiet_limit')
            THEN CASE (event.data->>'ply')::int % 2 WHEN 1 THEN game.white_id ELSE game.black_id END ELSE 0 END)
    WHEN event.type IN ('challenge_accepted', 'challenge_declined', 'challenge_expired')
        THEN row.user_id = challenger.id AND actor.computer_level IS NULL
    WHEN event.type IN ('move_played', 'deadline_near', 'opponent_reminded', 'time_given', 'draw_offered',
        'draw_declined', 'takeback_asked', 'takeback_declined', 'moves_taken_back', 'pause_offered', 'pause_declined',
        'game_paused', 'challenge_received', 'leave_ends', 'message_sent', 'dispute_opened', 'dispute_decided',
        'warned', 'sanctioned', 'reports_handled', 'webhook_disabled', 'chat_app_disabled')
        THEN event.actor_id IS DISTINCT FROM row.user_id
    ELSE false END,
    covered_by = CASE WHEN event.type = 'game_finished' AND EXISTS (
        SELECT FROM core_event AS verdict
        WHERE verdict.game_id = event.game_id AND verdict.type = 'dispute_decided'
            AND verdict.created_at = event.created_at
            AND verdict.data->>'verdict' IN ('proven', 'draw', 'white_won', 'black_won', 'annulled')
    ) THEN 'dispute' ELSE '' END
FROM core_event AS event LEFT JOIN core_game AS game ON game.number = event.game_id
    LEFT JOIN accounts_user AS actor ON actor.id = event.actor_id
    LEFT JOIN accounts_user AS challenger ON challenger.username = event.data->>'challenger'
WHERE event.id = row.event_id
"""


class Migration(migrations.Migration):
    """Who is notified of an event is decided when it is recorded, and stands in the user's stream."""

    dependencies = [("core", "0009_rule_sets"), ("accounts", "0024_computers")]

    operations = [
        migrations.AddField(
            "userevent",
            "is_notification",
            models.BooleanField(default=False, editable=False, null=True, verbose_name="notification"),
        ),
        migrations.AddField(
            "userevent",
            "covered_by",
            models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=32, verbose_name="covered by"
            ),
        ),
        migrations.RunSQL(NOTIFICATIONS, migrations.RunSQL.noop),
        migrations.AddIndex(
            "userevent",
            models.Index(condition=Q(is_notification=True), fields=["user", "seq"], name="user_event_of_bell"),
        ),
    ]
