"""Pages of games. The board's page and its forms are in the middle block; everything else surrounds it."""

from django.urls import URLPattern, URLResolver, path

from games.web.views import (
    analysis,
    bots,
    challenges,
    elsewhere,
    files,
    game_page,
    games,
    home,
    learn,
    lobby,
    pictures,
    players,
    rules,
    shell,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("challenges/new/", challenges.new_challenge, name="new_challenge"),
    path("challenges/<int:number>/", challenges.challenge, name="challenge"),
    path("challenges/<int:number>/accept/", challenges.accept, name="accept_challenge"),
    path("challenges/<int:number>/decline/", challenges.decline, name="decline_challenge"),
    path("challenges/<int:number>/cancel/", challenges.cancel, name="cancel_challenge"),
    path("invitations/<str:secret>/", challenges.invitation, name="invitation"),
    path("invitations/<str:secret>/accept/", challenges.accept_invitation, name="accept_invitation"),
    path("games/", games.games, name="games"),
    # --- Pictures, and games elsewhere ---
    path("card.png", pictures.site_card, name="site_card"),
    path("games/<int:number>/board.<slug:form>", pictures.board_of_game, name="board_of_game"),
    path("games/<int:number>/card.png", pictures.card_of_game, name="card_of_game"),
    path("games/<int:number>/qr.svg", pictures.qr_of_game, name="qr_of_game"),
    path("games/<int:number>/embed/", elsewhere.embed, name="embed"),
    path("games/<int:number>/print/", elsewhere.print_view, name="print"),
    path("positions/board.<slug:form>", pictures.board_of_position, name="board_of_position"),
    # --- The board's page ---
    path("games/<int:number>/rematch/", challenges.rematch, name="rematch"),
    path("games/<int:number>/", game_page.game, name="game"),
    path("games/<int:number>/<slug:name>/", game_page.do_in_game, name="do_in_game"),
    # --- Around it ---
    path("analysis/", analysis.analysis, name="analysis"),
    path("preferences/bot/", bots.bot_account, name="bot_account"),
    path("players/<str:username>/", players.player, name="player"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:name>/", rules.rule_set, name="rule_set"),
    path("learn/", learn.learn, name="learn"),
    path("learn/done/", learn.learned, name="learned"),
    path("learn/<slug:slug>/", learn.step, name="learn_step"),
    path("robots.txt", files.robots, name="robots"),
    path("service-worker.js", shell.service_worker, name="service_worker"),
    path("manifest/<slug:language>.webmanifest", shell.manifest, name="manifest"),
    path("offline/<slug:language>/", shell.offline, {"case": "offline"}, name="offline"),
    path("unanswered/<slug:language>/", shell.offline, {"case": "unanswered"}, name="unanswered"),
    path("favicon.ico", files.Favicon.as_view(), name="favicon"),
]
