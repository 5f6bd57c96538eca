"""Pages of games. The board's page and its forms are in the middle block; everything else surrounds it."""

from django.urls import URLPattern, URLResolver, path
from django.views.generic import TemplateView

stub = TemplateView.as_view(template_name="games/home.html")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", stub, name="home"),
    path("lobby/", stub, name="lobby"),
    path("challenges/new/", stub, name="new_challenge"),
    path("challenges/<int:number>/", stub, name="challenge"),
    path("games/", stub, name="games"),
    # --- The board's page ---
    # --- Around it ---
    path("games/<int:number>/rematch/", stub, name="rematch"),
    path("players/<str:username>/", stub, name="player"),
    path("rules/", stub, name="rules"),
    path("rules/<slug:name>/", stub, name="rule_set"),
]
