from django.urls import path

from games.streams.api import views

urlpatterns = [
    path("games/<int:number>/events/", views.GameEventsView.as_view(), name="game_events"),
    path("events/", views.UserEventsView.as_view(), name="events"),
]
