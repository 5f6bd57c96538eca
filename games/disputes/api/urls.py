from django.urls import path

from games.disputes.api import views

urlpatterns = [
    path("disputes/", views.DisputesView.as_view(), name="disputes"),
    path("disputes/<int:number>/", views.DisputeView.as_view(), name="dispute"),
    path("disputes/<int:number>/withdrawal/", views.WithdrawalView.as_view(), name="withdrawal"),
    path("disputes/<int:number>/appeal/", views.AppealView.as_view(), name="appeal"),
    path("games/<int:number>/disputes/", views.GameDisputesView.as_view(), name="game_disputes"),
    path("sanctions/", views.SanctionsView.as_view(), name="sanctions"),
    path("sanctions/<int:sanction_id>/acknowledgement/", views.AcknowledgementView.as_view(), name="acknowledgement"),
]
