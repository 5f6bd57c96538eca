from django.urls import path

from games.play.api.views import (
    conditional_moves,
    draws,
    endings,
    games,
    pauses,
    presence,
    reminders,
    takebacks,
    zwickmuehlen,
)

urlpatterns = [
    path("games/", games.GamesView.as_view(), name="games"),
    path("games/<int:number>/", games.GameView.as_view(), name="game"),
    path("games/<int:number>/moves/", games.MovesView.as_view(), name="moves"),
    path("games/<int:number>/zwickmuehlen/", zwickmuehlen.ZwickmuehlenView.as_view(), name="zwickmuehlen"),
    path("games/<int:number>/plan/", conditional_moves.PlanView.as_view(), name="plan"),
    path("games/<int:number>/draw-offer/", draws.DrawOfferView.as_view(), name="draw_offer"),
    path("games/<int:number>/draw-offer/acceptance/", draws.DrawAcceptanceView.as_view(), name="draw_acceptance"),
    path("games/<int:number>/draw-offer/refusal/", draws.DrawRefusalView.as_view(), name="draw_refusal"),
    path("games/<int:number>/draw-claim/", draws.DrawClaimView.as_view(), name="draw_claim"),
    path("games/<int:number>/takeback/", takebacks.TakebackView.as_view(), name="takeback"),
    path("games/<int:number>/takeback/acceptance/", takebacks.AcceptanceView.as_view(), name="takeback_acceptance"),
    path("games/<int:number>/takeback/refusal/", takebacks.RefusalView.as_view(), name="takeback_refusal"),
    path("games/<int:number>/pause/", pauses.PauseView.as_view(), name="pause"),
    path("games/<int:number>/pause/acceptance/", pauses.AcceptanceView.as_view(), name="pause_acceptance"),
    path("games/<int:number>/pause/refusal/", pauses.RefusalView.as_view(), name="pause_refusal"),
    path("games/<int:number>/resignation/", endings.ResignationView.as_view(), name="resignation"),
    path("games/<int:number>/abort/", endings.AbortView.as_view(), name="abort"),
    path("games/<int:number>/timeout-claim/", endings.TimeoutClaimView.as_view(), name="timeout_claim"),
    path("games/<int:number>/time-gift/", endings.TimeGiftView.as_view(), name="time_gift"),
    path("games/<int:number>/reminder/", reminders.ReminderView.as_view(), name="reminder"),
    path("games/<int:number>/presence/", presence.PresenceView.as_view(), name="presence"),
]
