from django.urls import path

from games.computer.api import views

urlpatterns = [
    path("computers/", views.ComputersView.as_view(), name="computers"),
]
