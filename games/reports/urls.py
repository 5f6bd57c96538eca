from django.urls import path

from games.reports.pages import views

urlpatterns = [
    path("reports/", views.reports, name="reports"),
    path("reports/new/", views.new_report, name="new_report"),
]
