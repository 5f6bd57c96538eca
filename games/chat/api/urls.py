from django.urls import path

from games.chat.api import views

urlpatterns = [
    path("canned-messages/", views.CannedMessagesView.as_view(), name="canned_messages"),
    path("games/<int:number>/messages/", views.MessagesView.as_view(), name="messages"),
    path("games/<int:number>/spectator-chat/", views.SpectatorMessagesView.as_view(), name="spectator_chat"),
    path(
        "games/<int:number>/spectator-chat/<int:message_id>/",
        views.SpectatorMessageView.as_view(),
        name="spectator_message",
    ),
    path("games/<int:number>/note/", views.NoteView.as_view(), name="note"),
    path("games/<int:number>/notes/", views.RevealedNotesView.as_view(), name="notes"),
]
