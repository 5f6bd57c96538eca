from django.urls import path

from games.dumps.api import views

urlpatterns = [
    path("dumps/", views.DumpsView.as_view(), name="dumps"),
]
