from django.urls import path

from games.computer.pages import views

urlpatterns = [
    path("computers/", views.computers, name="computers"),
    path("computers/watch/", views.watch, name="watch_computers"),
]
