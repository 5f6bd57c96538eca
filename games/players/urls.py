from django.urls import path

from games.players.pages import views

urlpatterns = [
    path("preferences/bot/", views.bot_account, name="bot_account"),
    path("players/<str:username>/relation/", views.relate, name="relate"),
    path("preferences/relations/", views.own_relations, name="relations"),
]
