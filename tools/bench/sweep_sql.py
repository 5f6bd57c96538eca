"""The SQL of tools.bench.sweep: filling the tables, and the sweep itself as bare statements to compare with."""

# Cohorts are groups of games whose deadlines lie a hundred days apart, each to be settled at a `now` of its own.
FILL = (
    """
    INSERT INTO accounts_user (id, password, is_superuser, username, first_name, last_name, is_staff, is_active,
        date_joined, email, language, time_zone, email_on_your_move, email_on_game_over)
    SELECT id, '!', false, 'player' || id, '', '', false, true,
        now(), '', 'de', 'Europe/Berlin', true, true
    FROM generate_series(1, %(players)s) AS id
    """,
    """
    INSERT INTO players_rating (user_id, rules, value, deviation, volatility, games, updated_at)
    SELECT id, 'standard', 1200 + id %% 700, 60 + id %% 200, 0.06, 20, now() FROM generate_series(1, %(players)s) AS id
    """,
    """
    INSERT INTO core_userstream (user_id, last_seq) SELECT id, 100 FROM generate_series(1, %(players)s) AS id
    """,
    """
    INSERT INTO core_game (number, rules, rated, clock_system, clock_parameters, white_id, black_id, colours_by_lot,
        status, result, termination, ply, position, repetitions, last_move, on_move_id, white_seconds, black_seconds,
        turn_started_at, deadline_at, white_rating, black_rating, started_at, draw_offered_by_id)
    SELECT number, 'standard', true, 'days_per_move', '{"days_per_move": 3}', white, black, false,
        'ongoing', '*', '', %(ply)s, %(position)s, 1, %(last_move)s,
        CASE %(ply)s %% 2 WHEN 0 THEN white ELSE black END, 259200, 259200,
        deadline_at - interval '3 days', deadline_at, 1500, 1500, %(start)s,
        CASE WHEN number / %(spacing)s %% 10 = 0 AND is_due THEN CASE %(ply)s %% 2 WHEN 0 THEN black ELSE white END END
    FROM (
        SELECT number,
            1 + number * 7919 %% %(players)s AS white,
            1 + (number * 7919 + 1 + number %% (%(players)s - 1)) %% %(players)s AS black,
            number %% %(spacing)s < %(cohorts)s AS is_due,
            CASE WHEN number %% %(spacing)s < %(cohorts)s
                THEN %(start)s + 100 * (1 + number %% %(spacing)s) * interval '1 day' + random() * interval '1 hour'
                ELSE %(start)s + interval '30 years' + random() * interval '3 days'
            END AS deadline_at
        FROM generate_series(1, %(games)s::bigint) AS number
    ) AS drawn
    """,
    """
    INSERT INTO play_drawoffer (game_id, offered_by_id, ply, reason, status, created_at)
    SELECT number, draw_offered_by_id, ply, '', 'open', turn_started_at FROM core_game
    WHERE draw_offered_by_id IS NOT NULL
    """,
    """
    SELECT setval('accounts_user_id_seq', %(players)s), setval('core_game_number_seq', %(games)s)
    """,
)

# One batch, in one statement. It writes the same rows as transitions.settle_overdue_games; only the arithmetic of the
# ratings is left out (every player moves by ten points a game), for SQL is no place for it.
SETTLE = """
WITH overdue AS MATERIALIZED (
    SELECT number, white_id, black_id, ply, rules, on_move_id,
        CASE on_move_id WHEN white_id THEN '0-1' ELSE '1-0' END AS result
    FROM core_game
    WHERE finished_at IS NULL AND COALESCE(grace_until, deadline_at) < %(now)s
    ORDER BY deadline_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED
), ended AS (
    UPDATE core_game AS game
    SET status = 'finished', result = overdue.result, termination = 'timeout', finished_at = %(now)s,
        deadline_at = NULL, on_move_id = NULL, draw_offered_by_id = NULL,
        white_rating_change = CASE overdue.result WHEN '1-0' THEN 10 ELSE -10 END,
        black_rating_change = CASE overdue.result WHEN '1-0' THEN -10 ELSE 10 END
    FROM overdue WHERE game.number = overdue.number
), lapsed AS (
    UPDATE play_drawoffer AS offer SET status = 'lapsed', answered_at = %(now)s
    FROM overdue WHERE offer.game_id = overdue.number AND offer.status = 'open'
), player AS MATERIALIZED (
    SELECT number, rules, white_id AS user_id, CASE result WHEN '1-0' THEN 10 ELSE -10 END AS change FROM overdue
    UNION ALL
    SELECT number, rules, black_id, CASE result WHEN '1-0' THEN -10 ELSE 10 END FROM overdue
), rated AS (
    UPDATE players_rating AS rating
    SET value = rating.value + gain.change, games = rating.games + gain.games, updated_at = %(now)s
    FROM (SELECT user_id, rules, sum(change) AS change, count(*) AS games FROM player GROUP BY user_id, rules) AS gain
    WHERE rating.user_id = gain.user_id AND rating.rules = gain.rules
), stream AS (
    INSERT INTO core_userstream AS stream (user_id, last_seq)
    SELECT user_id, count(*) FROM player GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET last_seq = stream.last_seq + EXCLUDED.last_seq
    RETURNING user_id, last_seq
), event AS (
    INSERT INTO core_event (type, game_id, data, created_at)
    SELECT 'game_finished', number,
        jsonb_build_object('result', result, 'termination', 'timeout', 'ply', ply), %(now)s
    FROM overdue
    RETURNING id, game_id
), told AS (
    INSERT INTO core_userevent (user_id, seq, event_id, is_notification)
    SELECT user_id, stream.last_seq + 1 - row_number() OVER (PARTITION BY user_id ORDER BY event.id DESC), event.id,
        true
    FROM player JOIN event ON event.game_id = player.number JOIN stream USING (user_id)
)
SELECT count(*) FROM overdue
"""
