"""Notices as e-mail: to the confirmed address, in the reader's language and time zone, as text and as HTML.

The board of the HTML is a picture that travels in the letter: nothing is fetched when it is opened, so nobody learns
that it was. Where pictures are not shown, its words are.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from email.mime.image import MIMEImage
from typing import Any, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from accounts.emails import DRESS
from accounts.models import User
from games.chat.queries import messages_for
from games.core.labels import as_seen, moment, shown_colour, side_name, stones_in_words
from games.core.models.events import Event
from games.core.models.games import Game
from games.disputes import labels
from games.disputes.events import DISPUTE_DECIDED, WARNED
from games.disputes.models import Dispute
from games.notifications import choices, unsubscribing
from games.notifications.drawing import SIGNS, as_text, drawing
from games.notifications.models import Delivery
from games.notifications.policy import ENDING_VERDICTS, Notice, end_of_use, leave_ends_at, notice_of
from games.notifications.wording import games_waiting, headline, reason, reason_of_offer, said_in, seats
from games.pictures import BLACK_BELOW, STYLES, UPRIGHT, BoardPicture, png_of
from games.play.events import DRAW_DECLINED
from muehle import Color, Move, RuleSet

# The picture is shown at half the size, so that it is sharp on a phone.
PICTURE_PIXELS: Final = 560
DECLINED: Final = "draw_declined"
PICTURE_ID: Final = "board@muehle"


class Letter(EmailMultiAlternatives):
    """Text and HTML; what is attached belongs to the HTML, and is no paper clip beside it."""

    mixed_subtype = "related"


def address_of(user: User) -> str | None:
    """The user's confirmed address; None where there is none, or the account is closed."""
    rows = EmailAddress.objects.filter(user=user, verified=True, primary=True)
    address: str | None = rows.values_list("email", flat=True).first() if user.is_active else None
    return address


def letter_about(deliveries: Sequence[Delivery], *, address: str) -> EmailMultiAlternatives:
    """The letter that tells the deliveries' user of their events, as things stand now."""
    user = deliveries[0].user
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        if len(deliveries) == 1:
            name, (subject, context) = _kind_of(deliveries[0].event), _written(deliveries[0])
        else:
            name, (subject, context) = "digest", _gathered(deliveries)
        end_url = _end_url(user, deliveries)
        context |= {"subject": subject, "reader": user, "site": urlsplit(settings.SITE_URL).netloc, **DRESS}
        context |= {"preferences_url": _url("notices"), "end_url": end_url, "language": user.language}
        letter = Letter(
            subject,
            render_to_string(f"notifications/mail/{name}.txt", context),
            to=[address],
            headers=_headers(deliveries, end_url=end_url),
        )
        if "picture" in context:
            _enclose(letter, context["picture"])
        letter.attach_alternative(render_to_string(f"notifications/mail/{name}.html", context), "text/html")
    return letter


def _written(delivery: Delivery) -> tuple[str, dict[str, Any]]:
    """Subject and context of a letter about one event."""
    return _WRITERS[_kind_of(delivery.event)](delivery.event, delivery.user)


def _kind_of(event: Event) -> str:
    """Which letter it is; an offer and the no to it are one notice to choose, and two letters."""
    return DECLINED if event.type == DRAW_DECLINED else str(notice_of(event))


def _gathered(deliveries: Sequence[Delivery]) -> tuple[str, dict[str, Any]]:
    """The same for a letter about several, what is most urgent first."""
    rows = [_written(delivery) for delivery in sorted(deliveries, key=_urgency)]
    items = [{"title": title, **context} for title, context in rows]
    words = ngettext("%(count)s piece of news from your games", "%(count)s pieces of news from your games", len(items))
    return words % {"count": len(items)}, {"items": items, "url": _url("home")}


def _urgency(delivery: Delivery) -> tuple[bool, datetime, int]:
    """Sorts what asks for something by a deadline before what only tells, and both by time."""
    event = delivery.event
    asks_until = end_of_use(event)
    if asks_until is None and event.challenge is not None:
        asks_until = event.challenge.expires_at
    return asks_until is None, asks_until or event.created_at, event.pk


def _end_url(user: User, deliveries: Sequence[Delivery]) -> str:
    """Where mails of this kind, or of these kinds, are ended without a login; empty for what is always told."""
    notices = {notice_of(delivery.event) for delivery in deliveries}
    kinds = tuple(notice for notice in choices.NOTICES if notice in notices)
    return _url("unsubscribe", token=unsubscribing.token_for(user, kinds)) if kinds else ""


def _enclose(letter: EmailMultiAlternatives, picture: BoardPicture) -> None:
    """Put the board into the letter, where the HTML finds it by its Content-ID."""
    board = MIMEImage(png_of(picture.svg(), width=PICTURE_PIXELS), "png")
    board.add_header("Content-ID", f"<{PICTURE_ID}>")
    board.add_header("Content-Disposition", "inline", filename="board.png")
    letter.attach(board)


def _headers(deliveries: Sequence[Delivery], *, end_url: str) -> dict[str, str]:
    """What tells one letter from another: a repeated delivery has the same Message-ID, a game's letters one thread."""
    host = urlsplit(settings.SITE_URL).hostname
    first, event = deliveries[0], deliveries[0].event
    headers = {"Message-ID": f"<notice-{first.pk}-event-{event.pk}@{host}>", "Auto-Submitted": "auto-generated"}
    if len(deliveries) == 1:
        headers["References"] = f"<{_subject_of(event)}@{host}>"
    if end_url:
        return headers | {"List-Unsubscribe": f"<{end_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return headers


def _subject_of(event: Event) -> str:
    if event.game_id:
        return f"game-{event.game_id}"
    if event.challenge_id:
        return f"challenge-{event.challenge_id}"
    return f"webhook-{event.data['webhook']}" if "webhook" in event.data else f"event-{event.pk}"


def _your_move(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    game = _game(event)
    context = _game_context(game, reader)
    assert game.deadline_at is not None  # noqa: S101  (a notice that is due is of an ongoing game)
    context |= {"deadline_at": game.deadline_at, "deadline": moment(game.deadline_at)}
    context["is_draw_offered"] = game.draw_offered_by_id not in (None, reader.pk)
    context["message"] = _message_with(game, reader)
    words = {"opponent": context["opponent"].shown_name, "number": game.number}
    if game.ply == 0:
        return gettext("Your game against %(opponent)s begins (game %(number)s)") % words, context
    return gettext("Your move against %(opponent)s (game %(number)s)") % words, context


def _deadline_near(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    _subject, context = _your_move(event, reader)
    words = {"opponent": context["opponent"].shown_name, "number": context["game"].number}
    return gettext("Your time is running out against %(opponent)s (game %(number)s)") % words, context


def _emergency_day(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    _subject, context = _your_move(event, reader)
    words = {"opponent": context["opponent"].shown_name, "number": context["game"].number}
    return gettext("A day of leave has saved your game against %(opponent)s (game %(number)s)") % words, context


def _nudge(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    _subject, context = _your_move(event, reader)
    words = {"opponent": context["opponent"].shown_name, "number": context["game"].number}
    return gettext("%(opponent)s is looking forward to your move (game %(number)s)") % words, context


def _leave_ends(event: Event, _reader: User) -> tuple[str, dict[str, Any]]:
    count, deadline = event.data["games_waiting"], moment(leave_ends_at(event))
    words = ngettext(
        "Your leave ends soon, and %(count)s game waits for you",
        "Your leave ends soon, and %(count)s games wait for you",
        count,
    )
    subject = words % {"count": count} if count else gettext("Your leave ends soon")
    return subject, {"waiting": games_waiting(count), "deadline": deadline, "url": _url("home")}


def _draw_offer(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    game = _game(event)
    context = _game_context(game, reader) | {"reason": reason_of_offer(event, reader)}
    words = {"opponent": context["opponent"].shown_name, "number": game.number}
    return gettext("%(opponent)s offers you a draw (game %(number)s)") % words, context


def _draw_declined(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    _subject, context = _draw_offer(event, reader)
    words = {"opponent": context["opponent"].shown_name, "number": context["game"].number}
    return gettext("%(opponent)s has declined your draw offer (game %(number)s)") % words, context


def _message(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    game = _game(event)
    context = _game_context(game, reader) | {"message": said_in(event)}
    words = {"opponent": context["opponent"].shown_name, "number": game.number}
    return gettext("%(opponent)s has written to you (game %(number)s)") % words, context


def _dispute(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    game = _game(event)
    words = {"headline": labels.headline(event, game, reader), "number": game.number}
    context = _game_context(game, reader) | {"headline": words["headline"]}
    context |= {"details": labels.details(event, game), "reason": labels.reason_of(event)}
    context["is_measure"] = event.type == WARNED
    if not context["is_measure"]:
        context["url"] = _url("dispute", number=event.data["dispute"])
    if event.type == DISPUTE_DECIDED:
        dispute = Dispute.objects.select_related("opened_by").get(number=event.data["dispute"])
        dispute.game = game
        context["details"] = labels.outcome(dispute)
        context["opening"] = "" if dispute.opened_by_id == reader.pk else labels.opening(dispute)
        # What an arbiter has decided, he has decided in spite of them.
        context["claims"] = [] if dispute.decided_by_id else dispute.claims
        context["marked"] = "" if dispute.decided_by_id else labels.of_marked(dispute)
        context |= _rated(game, reader) if event.data["verdict"] in ENDING_VERDICTS else {}
    return gettext("%(headline)s (game %(number)s)") % words, context


def _game_over(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    game = _game(event)
    context = _game_context(game, reader) | _rated(game, reader)
    context["headline"] = headline(game, reader)
    context["reason"] = reason(game, reader)
    subject = gettext("%(headline)s (game %(number)s)") % {"headline": context["headline"], "number": game.number}
    return subject, context


def _rated(game: Game, reader: User) -> dict[str, Any]:
    """The reader’s rating after the game, and by how much it has changed; empty where it has not."""
    is_white = reader.pk == game.white_id
    rating, change = (
        (game.white_rating, game.white_rating_change) if is_white else (game.black_rating, game.black_rating_change)
    )
    if rating is None or change is None:
        return {}
    return {"rating": rating + change, "rating_change": f"{change:+d}".replace("-", "−")}


def _challenge(event: Event, reader: User) -> tuple[str, dict[str, Any]]:
    challenge = event.challenge
    assert challenge is not None  # noqa: S101  (a constraint of the table)
    context = {
        "challenge": challenge,
        "challenger": challenge.challenger,
        "rated": gettext("rated") if challenge.rated else gettext("casual"),
        "seats": seats(challenge),
        "deadline": moment(challenge.expires_at),
        "url": _url("challenge", number=challenge.number),
    }
    words = {"challenger": challenge.challenger.shown_name}
    if challenge.rematch_of_id is not None:
        return gettext("%(challenger)s asks you for a rematch") % words, context
    return gettext("%(challenger)s challenges you to a game of Mühle") % words, context


def _webhook_disabled(event: Event, _reader: User) -> tuple[str, dict[str, Any]]:
    host = urlsplit(event.data["url"]).hostname
    context = {"host": host, "address": event.data["url"], "description": event.data["description"]}
    context |= {"reason": event.data["reason"], "url": _url("webhook", pk=event.data["webhook"])}
    return gettext("Your webhook to %(host)s is switched off") % {"host": host}, context


def _test(_event: Event, _reader: User) -> tuple[str, dict[str, Any]]:
    return gettext("Your notices arrive"), {"url": _url("arrival")}


_WRITERS: Final[Mapping[str, Callable[[Event, User], tuple[str, dict[str, Any]]]]] = {
    Notice.YOUR_MOVE: _your_move,
    Notice.DEADLINE_NEAR: _deadline_near,
    Notice.EMERGENCY_DAY: _emergency_day,
    Notice.LEAVE_ENDS: _leave_ends,
    Notice.DRAW_OFFER: _draw_offer,
    DECLINED: _draw_declined,
    Notice.MESSAGE: _message,
    Notice.NUDGE: _nudge,
    Notice.DISPUTE: _dispute,
    Notice.GAME_OVER: _game_over,
    Notice.CHALLENGE: _challenge,
    Notice.WEBHOOK_DISABLED: _webhook_disabled,
    Notice.TEST: _test,
}


def _game_context(game: Game, reader: User) -> dict[str, Any]:
    color = game.color_of(reader.pk) or Color.WHITE
    rules = as_seen(game.ruleset, reader.board_style)
    drawn = drawing(game.board, rules, is_flipped=color is Color.BLACK)
    return {
        "game": game,
        "opponent": game.player(color.opponent),
        "side": side_name(rules, color),
        "url": _url("game", number=game.number),
        "picture": _picture(game, reader),
        "picture_id": PICTURE_ID,
        "picture_words": stones_in_words(game.board, rules),
        "board_text": as_text(drawn),
        "hands": _hands(game, rules),
    }


def _picture(game: Game, reader: User) -> BoardPicture:
    """The board as the reader has it on the game's page: his style, his side below, and the last move marked."""
    return BoardPicture(
        position=game.board,
        style=STYLES[reader.board_style],
        colours=game.ruleset.colours,
        lies=BLACK_BELOW if reader.pk == game.black_id else UPRIGHT,
        last_move=Move.parse(game.last_move) if game.last_move and reader.marks else None,
    )


def _hands(game: Game, rules: RuleSet) -> list[dict[str, Any]]:
    """For each player, White first: name, colour in words and as a sign, stones still to be placed."""
    return [
        {
            "player": player.shown_name,
            "side": side_name(rules, color),
            "sign": SIGNS[shown_colour(rules, color)],
            "count": game.board.hand(color),
        }
        for color, player in ((Color.WHITE, game.white), (Color.BLACK, game.black))
    ]


def _message_with(game: Game, reader: User) -> str:
    """What the opponent wrote since the reader's last move."""
    rows = messages_for(game, reader.pk).filter(ply=game.ply).exclude(author=reader).order_by("-id")
    last = rows.first()
    return last.translated_text if last else ""


def _game(event: Event) -> Game:
    assert event.game is not None  # noqa: S101  (such events are written with a game)
    return event.game


def _url(name: str, **kwargs: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, kwargs=kwargs)}"
