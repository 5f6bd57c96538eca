from django.urls import path

from games.rankings.api import views

urlpatterns = [
    path("ratings/", views.RankingView.as_view(), name="ranking"),
    path("players/<slug:username>/ratings/<slug:rules>/", views.PlayerRatingView.as_view(), name="player_rating"),
    path("players/<slug:username>/ratings/<slug:rules>/history/", views.HistoryView.as_view(), name="rating_history"),
    path("players/<slug:username>/against/<slug:opponent>/", views.EncountersView.as_view(), name="encounters"),
]
