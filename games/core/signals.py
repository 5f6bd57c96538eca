"""Signals from lower apps to higher ones. Receivers run in the transaction of the sender."""

from django.dispatch import Signal

# Games are ending: `games` with their rows locked, `now`. A receiver returns the events to record with the ending.
games_ended = Signal()
# The latest notifications about `game` are wanted, `most` at most: a receiver returns SentNotification rows.
notifications_asked = Signal()
# The leave or days off of a player have changed: `mark`, a StaleClocks row. Sent after the commit.
clocks_changed = Signal()
# Old records are about to be deleted. A receiver returns rows whose `game` names the games that keep theirs.
records_in_use = Signal()
# A reader has met a game that is overdue: `number`. The receiver ends it on time, and returns it as it stands then.
game_overdue = Signal()
# Events were written: `entries`, `now`. What a receiver does belongs to the same transaction, and is quick.
recorded = Signal()
