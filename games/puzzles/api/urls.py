from django.urls import path

from games.puzzles.api import views

urlpatterns = [
    path("puzzles/daily/", views.DailyPuzzleView.as_view(), name="daily_puzzle"),
    path("puzzles/next/", views.NextPuzzleView.as_view(), name="next_puzzle"),
    path("puzzles/<int:number>/", views.PuzzleView.as_view(), name="puzzle"),
    path("puzzles/<int:number>/attempt/", views.AttemptView.as_view(), name="puzzle_attempt"),
]
