from django.urls import path

from games.mail_moves.pages import views

urlpatterns = [path("move/<str:token>/", views.mail_move, name="mail_move")]
