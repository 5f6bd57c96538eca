from django.urls import path

from games.puzzles.pages import views

urlpatterns = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/next/", views.following, name="next_puzzle"),
    path("puzzles/<int:number>/", views.puzzle, name="puzzle"),
]
