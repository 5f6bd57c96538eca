from django.urls import path

from games.challenges.pages import computers, lobby, views

urlpatterns = [
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/play/", computers.play, name="play_computer"),
    path("challenges/new/", views.new_challenge, name="new_challenge"),
    path("challenges/<int:number>/", views.challenge, name="challenge"),
    path("challenges/<int:number>/accept/", views.accept, name="accept_challenge"),
    path("challenges/<int:number>/decline/", views.decline, name="decline_challenge"),
    path("challenges/<int:number>/cancel/", views.cancel, name="cancel_challenge"),
    path("invitations/<str:secret>/", views.invitation, name="invitation"),
    path("invitations/<str:secret>/accept/", views.accept_invitation, name="accept_invitation"),
    path("games/<int:number>/rematch/", views.rematch, name="rematch"),
]
