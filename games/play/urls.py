from django.urls import path

from games.play.pages.pictures import views

urlpatterns = [
    path("card.png", views.site_card, name="site_card"),
    path("games/<int:number>/board.<slug:form>", views.board_of_game, name="board_of_game"),
    path("games/<int:number>/card.png", views.card_of_game, name="card_of_game"),
    path("games/<int:number>/qr.svg", views.qr_of_game, name="qr_of_game"),
    path("positions/board.<slug:form>", views.board_of_position, name="board_of_position"),
]
