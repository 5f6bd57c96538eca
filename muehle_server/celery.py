"""The Celery application and the beat schedule. Deadlines live in the database; beat only says when to look."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")

app = Celery("muehle_server")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# A tick that could not be run in time is dropped, not queued up: the next one finds the same work in the database.
app.conf.beat_schedule = {
    "settle-overdue-games": {
        "task": "games.play.tasks.settle_overdue_games",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "keep-clocks": {"task": "games.play.tasks.keep_clocks", "schedule": 10.0, "options": {"expires": 10}},
    "expire-challenges": {
        "task": "games.challenges.tasks.expire_challenges",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "remind-of-deadlines": {
        "task": "games.notifications.tasks.remind_of_deadlines",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "deliver-notices": {
        "task": "games.notifications.tasks.deliver_notices",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "deliver-push": {"task": "games.notifications.tasks.deliver_push", "schedule": 2.0, "options": {"expires": 2}},
    "deliver-webhooks": {"task": "games.webhooks.tasks.deliver_webhooks", "schedule": 2.0, "options": {"expires": 2}},
    "make-data-exports": {"task": "accounts.tasks.make_data_exports", "schedule": 10.0, "options": {"expires": 10}},
    "finish-deletions": {"task": "accounts.tasks.finish_deletions", "schedule": 60.0, "options": {"expires": 60}},
    "clean-up": {"task": "games.site.tasks.clean_up", "schedule": 3600.0, "options": {"expires": 3600}},
}
