from django.urls import path

from games.site.pages import guides, home, players, shell
from games.site.pages.game import elsewhere, views

urlpatterns = [
    path("", home.home, name="home"),
    path("waiting/", home.waiting, name="waiting"),
    path("games/", home.games, name="games"),
    path("games/<int:number>/embed/", elsewhere.embed, name="embed"),
    path("games/<int:number>/review/embed/", elsewhere.embed_review, name="embed_review"),
    path("games/<int:number>/print/", elsewhere.print_view, name="print"),
    path("games/<int:number>/", views.game, name="game"),
    path("games/<int:number>/<slug:name>/", views.do_in_game, name="do_in_game"),
    path("players/<str:username>/", players.player, name="player"),
    path("players/<str:username>/download/", players.games_of_player, name="download_games"),
    path("developers/", guides.developers, name="developers"),
    path("developers/<slug:name>/", guides.developers, name="guide"),
    path("robots.txt", shell.robots, name="robots"),
    path(".well-known/security.txt", shell.security, name="security"),
    path("service-worker.js", shell.service_worker, name="service_worker"),
    path("manifest/<slug:language>.webmanifest", shell.manifest, name="manifest"),
    path("offline/<slug:language>/", shell.offline, {"case": "offline"}, name="offline"),
    path("unanswered/<slug:language>/", shell.offline, {"case": "unanswered"}, name="unanswered"),
    path("favicon.ico", shell.Favicon.as_view(), name="favicon"),
]
