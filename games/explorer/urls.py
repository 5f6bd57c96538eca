from django.urls import path

from games.explorer.pages import views

urlpatterns = [
    path("openings/", views.openings, name="openings"),
]
