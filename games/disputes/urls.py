from django.urls import path

from games.disputes.pages import views

urlpatterns = [
    path("games/<int:number>/dispute/", views.new_dispute, name="new_dispute"),
    path("disputes/", views.disputes, name="disputes"),
    path("disputes/<int:number>/", views.dispute, name="dispute"),
    path("disputes/<int:number>/withdraw/", views.withdraw_dispute, name="withdraw_dispute"),
    path("sanctions/<int:pk>/acknowledge/", views.acknowledge_warning, name="acknowledge_warning"),
]
