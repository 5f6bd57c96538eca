from django.urls import path

from games.chat_apps.api import views

urlpatterns = [
    path("chat-connections/", views.ChatConnectionsView.as_view(), name="chat_connections"),
    path("chat-connections/<int:connection_id>/", views.ChatConnectionView.as_view(), name="chat_connection"),
    path(
        "chat-connections/<int:connection_id>/test/",
        views.ChatConnectionTestView.as_view(),
        name="chat_connection_test",
    ),
]
