from django.urls import path

from games.reviews.api import views

urlpatterns = [
    path("games/<int:number>/review/", views.ReviewView.as_view(), name="review"),
]
