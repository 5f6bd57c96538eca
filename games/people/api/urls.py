from django.urls import path

from games.people.api import views

urlpatterns = [
    path("players/", views.PlayersView.as_view(), name="players"),
]
