from django.urls import path

from games.explorer.api import views

urlpatterns = [
    path("openings/", views.OpeningView.as_view(), name="openings"),
]
