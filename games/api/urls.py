"""Addresses of the games' API, below /api/v1/."""

from django.urls import path

from games.api.views import (
    analysis,
    challenges,
    draws,
    endings,
    events,
    games,
    health,
    messages,
    players,
    positions,
    records,
    reference,
    zwickmuehlen,
)

app_name = "api"
urlpatterns = [
    path("health/live/", health.LiveView.as_view(), name="live"),
    path("health/ready/", health.ReadyView.as_view(), name="ready"),
    path("schema/", reference.SchemaView.as_view(), name="schema"),
    path("docs/", reference.reference, name="reference"),
    path("problems/", reference.problems, name="problems"),
    path("players/<slug:username>/", players.PlayerView.as_view(), name="player"),
    path("lobby/", challenges.LobbyView.as_view(), name="lobby"),
    path("challenges/", challenges.ChallengesView.as_view(), name="challenges"),
    path("challenges/<int:number>/", challenges.ChallengeView.as_view(), name="challenge"),
    path("challenges/<int:number>/acceptance/", challenges.AcceptanceView.as_view(), name="acceptance"),
    path("challenges/<int:number>/refusal/", challenges.RefusalView.as_view(), name="refusal"),
    path("challenges/<int:number>/cancellation/", challenges.CancellationView.as_view(), name="cancellation"),
    path("invitations/<slug:secret>/", challenges.InvitationView.as_view(), name="invitation"),
    path(
        "invitations/<slug:secret>/acceptance/",
        challenges.InvitationAcceptanceView.as_view(),
        name="invitation_acceptance",
    ),
    path("games/", games.GamesView.as_view(), name="games"),
    path("games/<int:number>/", games.GameView.as_view(), name="game"),
    path("games/<int:number>/moves/", games.MovesView.as_view(), name="moves"),
    path("games/<int:number>/zwickmuehlen/", zwickmuehlen.ZwickmuehlenView.as_view(), name="zwickmuehlen"),
    path("games/<int:number>/draw-offer/", draws.DrawOfferView.as_view(), name="draw_offer"),
    path("games/<int:number>/draw-offer/acceptance/", draws.DrawAcceptanceView.as_view(), name="draw_acceptance"),
    path("games/<int:number>/draw-offer/refusal/", draws.DrawRefusalView.as_view(), name="draw_refusal"),
    path("games/<int:number>/draw-claim/", draws.DrawClaimView.as_view(), name="draw_claim"),
    path("games/<int:number>/resignation/", endings.ResignationView.as_view(), name="resignation"),
    path("games/<int:number>/abort/", endings.AbortView.as_view(), name="abort"),
    path("games/<int:number>/rematch/", endings.RematchView.as_view(), name="rematch"),
    path("games/<int:number>/messages/", messages.MessagesView.as_view(), name="messages"),
    path("games/<int:number>/record/", records.RecordView.as_view(), name="record"),
    path("games/<int:number>/events/", events.GameEventsView.as_view(), name="game_events"),
    path("events/", events.UserEventsView.as_view(), name="events"),
    path("analysis/", analysis.AnalysisView.as_view(), name="analysis"),
    path("analysis/record/", analysis.AnalysedRecordView.as_view(), name="analysed_record"),
    path("positions/", positions.PositionsView.as_view(), name="positions"),
]
