"""The SQL that fills the tables of tools.bench.history: players, ended and ongoing games, and all that belongs to them.

Games are numbered by age. A quarter of them still go on.
"""

# Triggers of foreign keys are off while the tables are filled; the rows refer to each other by construction.
FILL = {
    # What migrations have made.
    "nothing": "TRUNCATE accounts_user CASCADE",
    "players": """
    INSERT INTO accounts_user (id, password, is_superuser, username, first_name, last_name, is_staff, is_active,
        date_joined, email, language, time_zone, email_on_your_move, email_on_game_over)
    SELECT id, '!', false, CASE id WHEN 1 THEN 'heavy' WHEN 2 THEN 'ordinary' ELSE 'player' || id END, '', '', false,
        true, %(now)s - interval '4 years', 'player' || id || '@example.org', 'de', 'Europe/Berlin', true, true
    FROM generate_series(1, %(players)s) AS id
    """,
    "addresses": """
    INSERT INTO account_emailaddress (email, verified, "primary", user_id) SELECT email, true, true, id
    FROM accounts_user
    """,
    "ratings": """
    INSERT INTO players_rating (user_id, rules, pool, value, deviation, volatility, games, rated_at, updated_at)
    SELECT id, 'standard', 'people', 1200 + id * 7919 %% 70000 / 100.0, 60 + id %% 70, 0.06, 20,
        %(now)s - id %% 180 * interval '1 day', %(now)s FROM accounts_user
    """,
    "reliability": """
    INSERT INTO players_storedreliability (user_id, games, on_time, percent)
    SELECT id, 20, 20 - id %% 5, 100 * (25 - id %% 5) / 25 FROM accounts_user
    """,
    "profiles": """
    INSERT INTO people_profile (user_id, country, about, favourite_rules, shows_presence, changed_at)
    SELECT id, CASE WHEN id %% 5000 = 7 THEN 'LI' ELSE (ARRAY['DE', 'DE', 'AT', 'CH', 'NL', ''])[1 + id %% 6] END,
        'Plays after work.', '', id %% 10 = 0, %(now)s
    FROM accounts_user WHERE id %% 3 > 0
    """,
    "words of names": "INSERT INTO people_nameword (user_id, word) SELECT id, username FROM accounts_user",
    "follows": """
    INSERT INTO people_follow (follower_id, followed_id, is_told, since)
    SELECT id, 1 + (id + each * 97) %% %(players)s, each = 1, %(now)s
    FROM accounts_user, generate_series(1, 5) AS each
    """,
    "ways to play": """
    CREATE TEMPORARY TABLE way AS
    SELECT way, ply, notation, position FROM jsonb_to_recordset(%(ways)s::jsonb)
        AS way (way int, ply int, notation text, position text)
    """,
    "its index": "CREATE UNIQUE INDEX ON way (way, ply)",
    "games": """
    INSERT INTO core_game (rules, rated, clock_system, clock_parameters, leave_days, days_off, timeout, number,
        colours_by_lot, status, result, termination, ply, position, repetitions, last_move, white_seconds,
        black_seconds, turn_started_at, deadline_at, quarter_at, remind_at, white_rating, black_rating,
        white_rating_change, black_rating_change, started_at, finished_at, black_id, draw_offered_by_id, on_move_id,
        white_id)
    SELECT 'standard', true, 'days_per_move', '{"days_per_move": 3}', 30, true, 'automatic', number, false,
        CASE WHEN goes_on THEN 'ongoing' ELSE 'finished' END,
        CASE WHEN goes_on THEN '*' ELSE (ARRAY['1-0', '0-1', '1/2-1/2'])[1 + number %% 3] END,
        CASE WHEN goes_on THEN '' ELSE (ARRAY['resignation', 'timeout', 'agreement'])[1 + number %% 3] END,
        drawn.ply, way.position, 1, way.notation, 259200, 259200, turn_started_at,
        CASE WHEN goes_on THEN turn_started_at + interval '3 days' END,
        CASE WHEN goes_on THEN turn_started_at + interval '54 hours' END,
        CASE WHEN goes_on AND turn_started_at + interval '48 hours' > %(now)s
            THEN turn_started_at + interval '48 hours' END,
        1500, 1500, CASE WHEN NOT goes_on THEN 8 END, CASE WHEN NOT goes_on THEN -8 END,
        turn_started_at - drawn.ply * interval '36 hours',
        CASE WHEN NOT goes_on THEN turn_started_at + interval '1 hour' END,
        black, NULL, CASE WHEN goes_on THEN CASE drawn.ply %% 2 WHEN 0 THEN white ELSE black END END, white
    FROM (
        SELECT number, ply, goes_on, CASE WHEN is_heavy AND number %% 2 = 0 THEN 1 ELSE white END AS white,
            CASE WHEN is_heavy AND number %% 2 = 1 THEN 1 ELSE white + 1 + number %% 7 END AS black,
            CASE WHEN goes_on THEN %(now)s - number * 7919 %% 71 * interval '1 hour' - number * interval '1 millisecond'
                ELSE %(now)s - interval '3 days' - (%(games)s - number) * interval '3 years' / %(games)s
            END AS turn_started_at
        FROM (
            SELECT number, number > %(games)s * 0.77 AS goes_on, 3 + number * 7919 %% (%(players)s - 10) AS white,
                CASE WHEN number > %(games)s * 0.77 THEN 8 + number %% 17 ELSE 24 - number %% 5 END AS ply,
                number %% %(heavy)s = 0 AS is_heavy
            FROM generate_series(1, %(games)s::bigint) AS number
        ) AS numbered
    ) AS drawn JOIN way ON way.way = number %% %(different)s AND way.ply = drawn.ply
    """,
    "games of an ordinary player": """
    UPDATE core_game SET white_id = 2, on_move_id = CASE on_move_id WHEN white_id THEN 2 ELSE on_move_id END
    WHERE white_id <> 1 AND black_id <> 2 AND number %% %(ordinary)s = 1
    """,
    "moves": """
    INSERT INTO core_move (ply, notation, position, played_at, seconds_spent, deadline_at, game_id)
    SELECT way.ply, notation, way.position, at, 129600, at + interval '36 hours', number
    FROM core_game AS game
    JOIN way ON way.way = number %% %(different)s AND way.ply <= game.ply,
    LATERAL (SELECT turn_started_at - (game.ply - way.ply) * interval '36 hours' AS at) AS played
    ORDER BY number, way.ply
    """,
    "rating changes": """
    INSERT INTO players_ratingchange (game_id, user_id, opponent_id, rules, pool, score, finished_at, is_fixed,
        rated_at, value, deviation, volatility, new_value, new_deviation, new_volatility, opponent_value, is_void,
        is_on_game)
    SELECT number, user_id, opponent_id, 'standard', 'people', score, finished_at, false, NULL,
        1500 + number %% 200, 80, 0.06, 1500 + number * 7 %% 200, 79, 0.06, 1600, false, true
    FROM core_game, LATERAL (VALUES
        (white_id, black_id, CASE result WHEN '1-0' THEN 1 WHEN '0-1' THEN 0 ELSE 0.5 END),
        (black_id, white_id, CASE result WHEN '1-0' THEN 0 WHEN '0-1' THEN 1 ELSE 0.5 END)
    ) AS side (user_id, opponent_id, score)
    WHERE status = 'finished' ORDER BY finished_at
    """,
    "events": """
    INSERT INTO core_event (type, subject_type, data, created_at, dispatched_at, actor_id, game_id)
    SELECT * FROM (
        SELECT 'move_played', '', jsonb_build_object('ply', move.ply, 'move', notation, 'position', move.position,
            'deadline_at', to_char(move.deadline_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), played_at, played_at,
            CASE move.ply %% 2 WHEN 1 THEN white_id ELSE black_id END, game_id
        FROM core_move AS move JOIN core_game AS game ON game.number = game_id
        WHERE played_at > %(now)s - interval '1 year'
        UNION ALL
        SELECT 'game_finished', '', jsonb_build_object('result', result, 'termination', termination, 'ply', ply),
            finished_at, finished_at, NULL, number
        FROM core_game WHERE finished_at > %(now)s - interval '1 year'
    ) AS event (type, subject_type, data, created_at, dispatched_at, actor_id, game_id) ORDER BY created_at
    """,
    "last moves": """
    INSERT INTO people_activity (user_id, moved_at, event_id)
    SELECT actor_id, max(created_at), max(id) FROM core_event WHERE type = 'move_played' GROUP BY actor_id
    """,
    "events for players": """
    INSERT INTO core_userevent (user_id, seq, event_id, is_notification)
    SELECT user_id, row_number() OVER (PARTITION BY user_id ORDER BY event.id), event.id,
        actor_id IS DISTINCT FROM user_id
    FROM core_event AS event JOIN core_game AS game ON number = game_id,
    LATERAL (VALUES (white_id), (black_id)) AS recipient (user_id)
    """,
    "streams": """
    INSERT INTO core_userstream (user_id, last_seq) SELECT user_id, max(seq) FROM core_userevent GROUP BY user_id
    """,
    "deliveries": """
    INSERT INTO notifications_delivery (channel, status, attempts, next_attempt_at, sent_at, error, event_id, user_id)
    SELECT 'email', 'sent', 1, created_at, created_at, '', event_id, user_id
    FROM core_userevent JOIN core_event AS event ON event.id = event_id
    WHERE actor_id <> user_id AND created_at > %(now)s - interval '100 days' ORDER BY event_id
    """,
    "reminders": """
    INSERT INTO notifications_reminder (ply, kind, deadline_at, created_at, game_id)
    SELECT ply, kind, deadline_at, turn_started_at + interval '54 hours', number
    FROM core_game, LATERAL (VALUES ('quarter'), ('day')) AS kinds (kind)
    WHERE status = 'ongoing' AND turn_started_at < %(now)s - interval '47 hours'
    """,
    "messages": """
    INSERT INTO chat_message (ply, text, created_at, author_id, game_id)
    SELECT 4, 'Viel Spaß!', started_at, white_id, number FROM core_game WHERE number %% 5 = 0
    """,
    "messages of readers": """
    INSERT INTO chat_spectatormessage (ply, text, created_at, author_id, game_id)
    SELECT 4, 'Schönes Spiel!', started_at, white_id, number - 1 FROM core_game WHERE number %% 50 = 2
    """,
    "draw offers": """
    INSERT INTO play_drawoffer (game_id, offered_by_id, ply, reason, status, created_at, answered_at)
    SELECT number, white_id, ply, '', 'lapsed', started_at, finished_at FROM core_game
    WHERE status <> 'ongoing' AND number %% 10 = 0
    """,
    "challenges": """
    INSERT INTO challenges_challenge (rules, rated, clock_system, clock_parameters, kind, status, colour, message,
        decline_reason, created_at, expires_at, answered_at, challenger_id, game_id, opponent_id)
    SELECT 'standard', true, 'days_per_move', '{"days_per_move": 3}', 'direct', 'accepted', 'lot', '', '',
        started_at, started_at + interval '14 days', started_at, white_id, number, black_id FROM core_game
    """,
    "seats": """
    INSERT INTO challenges_challenge (rules, rated, clock_system, clock_parameters, kind, status, colour, message,
        decline_reason, created_at, expires_at, challenger_id)
    SELECT 'standard', true, 'days_per_move', '{"days_per_move": 3}', 'open', 'open', 'lot', '', '',
        %(now)s - interval '1 day', %(now)s + interval '13 days', id FROM accounts_user WHERE id BETWEEN 3 AND 500
    """,
    "disputes": """
    INSERT INTO disputes_dispute (category, text, plies, evidence, status, opened_at, taken_at, verdict, reason,
        decided_at, decided_by_id, game_id, opened_by_id)
    SELECT 'other', 'Bitte ansehen.', '{}', '{}', 'decided', finished_at, finished_at, 'refuted', 'So ist es.',
        finished_at + interval '1 day', black_id, number, white_id
    FROM core_game WHERE status <> 'ongoing' AND number %% 100 = 0
    """,
    "leave": """
    INSERT INTO time_off_leave (starts_at, ends_at, created_at, begun_at, end_told_at, user_id)
    SELECT %(now)s - interval '200 days', %(now)s - interval '190 days', %(now)s - interval '210 days',
        %(now)s - interval '200 days', %(now)s - interval '192 days', id
    FROM accounts_user WHERE id %% 10 = 3
    """,
    "last visits": """
    INSERT INTO players_lastseen (user_id, seen_at, news_since)
    SELECT id, %(now)s - id * interval '5 seconds', %(now)s - interval '1 day' - id * interval '5 seconds'
    FROM accounts_user
    """,
    "webhook": """
    INSERT INTO webhooks_webhook (url, host, description, types, nonce, previous_nonce, last_seq, created_at,
        disabled_reason, owner_id)
    SELECT 'https://example.org/', 'example.org', '', '{}', 'a', '', last_seq, %(now)s - interval '1 year', '', 1
    FROM core_userstream WHERE user_id = 1
    """,
    "deliveries to it": """
    INSERT INTO webhooks_webhookdelivery (status, attempts, next_attempt_at, created_at, delivered_at, excerpt, error,
        user_event_id, webhook_id)
    SELECT 'sent', 1, event.created_at, event.created_at, event.created_at, '', '', user_event.id, webhook.id
    FROM core_userevent AS user_event JOIN core_event AS event ON event.id = event_id, webhooks_webhook AS webhook
    WHERE user_id = 1 AND event.created_at > %(now)s - interval '40 days'
    """,
    "the end": "DROP TABLE way",
}

SEQUENCES = """
SELECT setval(pg_get_serial_sequence(relation, number), highest) FROM (VALUES
    ('accounts_user', 'id', (SELECT max(id) FROM accounts_user)),
    ('core_game', 'number', (SELECT max(number) FROM core_game))
) AS given (relation, number, highest)
"""

# Games of the heavy player whose deadline has passed while everything was switched off.
OUTAGE = """
UPDATE core_game SET deadline_at = %(now)s - number %% 100 * interval '1 second'
WHERE number IN (SELECT number FROM core_game WHERE status = 'ongoing' AND 1 IN (white_id, black_id) LIMIT 100)
"""
