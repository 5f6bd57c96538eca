from django.urls import path

from games.reviews.pages import views

urlpatterns = [
    path("games/<int:number>/review/", views.review, name="game_review"),
    path("games/<int:number>/review/ask/", views.ask, name="ask_for_review"),
]
