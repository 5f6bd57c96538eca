from django.urls import path

from games.reviews.pages import views

urlpatterns = [
    path("games/<int:number>/review/", views.review, name="game_review"),
    path("games/<int:number>/review/ask/", views.ask, name="ask_for_review"),
    path("games/<int:number>/review/<int:ply>/", views.better_move, name="better_move"),
    path(
        "games/<int:number>/review/turning-point.<slug:form>", views.turning_point_picture, name="turning_point_picture"
    ),
]
