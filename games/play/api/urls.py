from django.urls import path

from games.play.api import views

urlpatterns = [
    path("games/", views.GamesView.as_view(), name="games"),
    path("games/<int:number>/", views.GameView.as_view(), name="game"),
    path("games/<int:number>/moves/", views.MovesView.as_view(), name="moves"),
    path("games/<int:number>/zwickmuehlen/", views.ZwickmuehlenView.as_view(), name="zwickmuehlen"),
    path("games/<int:number>/conditional-moves/", views.ConditionalMovesView.as_view(), name="conditional-moves"),
    path("games/<int:number>/draw-offer/", views.DrawOfferView.as_view(), name="draw_offer"),
    path("games/<int:number>/draw-offer/acceptance/", views.DrawAcceptanceView.as_view(), name="draw_acceptance"),
    path("games/<int:number>/draw-offer/refusal/", views.DrawRefusalView.as_view(), name="draw_refusal"),
    path("games/<int:number>/draw-claim/", views.DrawClaimView.as_view(), name="draw_claim"),
    path("games/<int:number>/takeback/", views.TakebackView.as_view(), name="takeback"),
    path("games/<int:number>/takeback/acceptance/", views.TakebackAcceptanceView.as_view(), name="takeback_acceptance"),
    path("games/<int:number>/takeback/refusal/", views.TakebackRefusalView.as_view(), name="takeback_refusal"),
    path("games/<int:number>/pause/", views.PauseView.as_view(), name="pause"),
    path("games/<int:number>/pause/acceptance/", views.PauseAcceptanceView.as_view(), name="pause_acceptance"),
    path("games/<int:number>/pause/refusal/", views.PauseRefusalView.as_view(), name="pause_refusal"),
    path("games/<int:number>/resignation/", views.ResignationView.as_view(), name="resignation"),
    path("games/<int:number>/abort/", views.AbortView.as_view(), name="abort"),
    path("games/<int:number>/timeout-claim/", views.TimeoutClaimView.as_view(), name="timeout_claim"),
    path("games/<int:number>/time-gift/", views.TimeGiftView.as_view(), name="time_gift"),
    path("games/<int:number>/reminder/", views.ReminderView.as_view(), name="reminder"),
    path("games/<int:number>/presence/", views.PresenceView.as_view(), name="presence"),
]
