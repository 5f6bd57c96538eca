from django.urls import path

from games.players.api import views

urlpatterns = [
    path("account/bot/", views.BotView.as_view(), name="bot"),
    path("account/relations/", views.RelationsView.as_view(), name="relations"),
    path("account/relations/<slug:username>/", views.RelationView.as_view(), name="relation"),
    path("players/<slug:username>/", views.PlayerView.as_view(), name="player"),
]
