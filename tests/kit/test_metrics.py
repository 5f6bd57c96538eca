"""What the broker says of tasks."""

from kombu import Connection

from games.play.tasks import settle_overdue_games
from muehle_server.celery import app
from tests.support.metrics import of_server


def test_tasks_that_no_worker_has_taken_are_counted(db: None) -> None:
    with app.connection_for_write() as broker:
        purge(broker)
        settle_overdue_games.delay()
        settle_overdue_games.delay()
        waiting = of_server().value("muehle_tasks_waiting")
        purge(broker)

    assert (waiting, of_server().value("muehle_tasks_waiting")) == (2, 0)


def purge(broker: Connection) -> None:
    app.control.purge(connection=broker)
