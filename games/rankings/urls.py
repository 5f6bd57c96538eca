from django.urls import path

from games.rankings.pages import views

urlpatterns = [
    path("ratings/", views.ranking, name="ranking"),
    path("players/<str:username>/ratings/<slug:rules>/", views.player_rating, name="player_rating"),
]
