from django.urls import path

from games.challenges.api import views

urlpatterns = [
    path("lobby/", views.LobbyView.as_view(), name="lobby"),
    path("challenges/", views.ChallengesView.as_view(), name="challenges"),
    path("challenges/<int:number>/", views.ChallengeView.as_view(), name="challenge"),
    path("challenges/<int:number>/acceptance/", views.AcceptanceView.as_view(), name="acceptance"),
    path("challenges/<int:number>/refusal/", views.RefusalView.as_view(), name="refusal"),
    path("challenges/<int:number>/cancellation/", views.CancellationView.as_view(), name="cancellation"),
    path("invitations/<slug:secret>/", views.InvitationView.as_view(), name="invitation"),
    path(
        "invitations/<slug:secret>/acceptance/", views.InvitationAcceptanceView.as_view(), name="invitation_acceptance"
    ),
    path("games/<int:number>/rematch/", views.RematchView.as_view(), name="rematch"),
]
