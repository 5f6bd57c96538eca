"""What players of the demo have beside their games: records from elsewhere, and webhooks with a past."""

from datetime import datetime, timedelta
from importlib.resources import files

from accounts.models import User
from games.analysis import records
from games.core.models.events import UserEvent
from games.core.models.games import Game
from games.play.events import GAME_FINISHED, GAME_STARTED
from games.trophies.models import Trophy
from games.webhooks.delivery import WAITS
from games.webhooks.models import Webhook, WebhookDelivery
from muehle import STANDARD

TITLE = "Gerdas Zwickmühle"
NOTE = "Ab Zug 21 hat Schwarz keine Antwort mehr. Beim nächsten Mal früher nach c4!"
# Names that lead nowhere: what is sent there after the demo comes to nothing.
CLUB, DISPLAY = "https://verein.example/muehle/ereignisse", "https://anzeige.example/"
CLUB_TYPES: list[str] = [GAME_STARTED, GAME_FINISHED]
ERROR = WebhookDelivery.Error
# Of an attempt: seconds, status, error, and what came back.
ARRIVED = (0.214, 204, "", "")
BUSY = (0.871, 503, ERROR.STATUS.value, "Wartungsarbeiten, gleich wieder da.")
SLOW = (10.0, None, ERROR.TIMEOUT.value, "")
AWAY = (0.032, None, ERROR.UNREACHABLE.value, "")


def bring_records(owner: User) -> None:
    """Three games from elsewhere, in three notations; of one of them there is something to say."""
    text = files("tools.demo").joinpath("brought.txt").read_text(encoding="utf-8")
    *_others, last = records.import_records(owner, text, rules=STANDARD.name)
    records.describe_record(owner, last.number, title=TITLE, note=NOTE)


def award_trophy(owner: User) -> None:
    """For the last game that the owner has won on the board, as if its review had proved it."""
    won = Game.objects.filter(white=owner, result=Game.Result.WHITE_WON, termination=Game.Termination.STONES)
    game = won.order_by("-finished_at").first()
    if game is not None and game.finished_at is not None:
        Trophy.objects.create(user=owner, kind=Trophy.Kind.PERFECT_ENDGAME, game=game, earned_at=game.finished_at)


def set_up_webhooks(owner: User, *, now: datetime) -> None:
    """One that is well, with a hiccup behind it, and one that fails just now."""
    news = UserEvent.objects.filter(user=owner).select_related("event").order_by("-seq")
    club = _webhook(owner, CLUB, "Anzeigetafel im Verein", CLUB_TYPES)
    for number, event in enumerate(list(news.filter(event__type__in=CLUB_TYPES)[:5])[::-1]):
        _deliver(club, event, [BUSY, SLOW, ARRIVED] if number == 3 else [ARRIVED])
    display = _webhook(owner, DISPLAY, "", [])
    before, last = news[1], news[0]
    _deliver(display, before, [ARRIVED])
    _deliver(display, last, [SLOW, AWAY, AWAY, BUSY], next_attempt_at=now + timedelta(hours=2))
    Webhook.objects.filter(pk=display.pk).update(failing_since=last.event.created_at)


def _webhook(owner: User, url: str, description: str, types: list[str]) -> Webhook:
    reached = UserEvent.objects.filter(user=owner).latest("seq").seq
    host = url.split("/")[2]
    return Webhook.objects.create(
        owner=owner, url=url, host=host, description=description, types=types, last_seq=reached
    )


def _deliver(
    webhook: Webhook,
    event: UserEvent,
    attempts: list[tuple[float, int | None, str, str]],
    *,
    next_attempt_at: datetime | None = None,
) -> None:
    """The delivery as these attempts have left it; without a next one the last has arrived."""
    at = event.event.created_at + timedelta(seconds=1)
    row = WebhookDelivery(webhook=webhook, user_event=event, created_at=at, next_attempt_at=next_attempt_at or at)
    for wait, (seconds, status_code, error, excerpt) in zip((timedelta(), *WAITS), attempts, strict=False):
        at += wait
        row.begin_attempt(at)
        row.end_attempt(seconds=seconds, status_code=status_code, error=error, excerpt=excerpt)
    if next_attempt_at is None:
        row.status, row.delivered_at = WebhookDelivery.Status.DELIVERED, at
    row.save()
