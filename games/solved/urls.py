from django.urls import path

from games.solved.pages import views

urlpatterns = [
    path("solved/", views.solved, name="solved"),
]
