from django.urls import path

from games.disputes.api import views

urlpatterns = [
    path("disputes/", views.DisputesView.as_view(), name="disputes"),
    path("disputes/<int:number>/", views.DisputeView.as_view(), name="dispute"),
    path("disputes/<int:number>/withdrawal/", views.WithdrawalView.as_view(), name="withdrawal"),
    path("disputes/<int:number>/appeal/", views.AppealView.as_view(), name="appeal"),
    path("games/<int:number>/disputes/", views.GameDisputesView.as_view(), name="game_disputes"),
    path("measures/", views.MeasuresView.as_view(), name="measures"),
    path("measures/<int:measure_id>/acknowledgement/", views.AcknowledgementView.as_view(), name="acknowledgement"),
]
