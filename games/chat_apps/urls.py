from django.urls import path

from games.chat_apps.pages import views

urlpatterns = [
    path("preferences/chat-apps/", views.chat_apps, name="chat_apps"),
    path("preferences/chat-apps/<int:pk>/test/", views.test_chat_app, name="test_chat_app"),
    path("preferences/chat-apps/<int:pk>/switch/", views.switch_chat_app, name="switch_chat_app"),
    path("preferences/chat-apps/<int:pk>/delete/", views.delete_chat_app, name="delete_chat_app"),
]
