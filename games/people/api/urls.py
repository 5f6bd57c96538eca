from django.urls import path

from games.people.api import views

urlpatterns = [
    path("account/follows/", views.FollowsView.as_view(), name="follows"),
    path("account/follows/<slug:username>/", views.FollowView.as_view(), name="follow"),
    path("players/", views.PlayersView.as_view(), name="players"),
]
