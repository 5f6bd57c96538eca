"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "ratings.json",
        _("your ratings"),
        of="players.Rating.user",
        columns="rules pool value deviation volatility is_fixed games rated_at updated_at",
    ),
    table(
        "rating-changes.ndjson",
        _("how your ratings changed by each rated game"),
        of="players.RatingChange.user",
        columns=(
            "game=game_id opponent=opponent__username rules pool score finished_at is_void is_on_game is_fixed rated_at"
            " value deviation volatility new_value new_deviation new_volatility opponent_value"
        ),
    ),
    table(
        "reliability.json",
        _("your reliability"),
        of="players.StoredReliability.user",
        columns="games on_time percent",
    ),
    table(
        "relations.json",
        _("players you have blocked or muted"),
        of="players.Relation.owner",
        columns="player=other__username blocked muted changed_at",
    ),
    table(
        "sanctions.json",
        _("what arbiters have told you"),
        of="players.Sanction.user",
        columns="dispute=case_number game=game_id person_case kind reason imposed_at until acknowledged_at lifted_at",
    ),
    table("visits.json", _("your last visit"), of="players.LastSeen.user", columns="seen_at news_since"),
)


erasure.add(
    gone=(
        "players.Rating.user",
        "players.StoredReliability.user",
        "players.Relation.other",
        "players.Relation.owner",
        "players.LastSeen.user",
    ),
    of_every_account=("players.LastSeen.user",),
)
