from django.urls import path

from games.reports.api import views

urlpatterns = [path("reports/", views.ReportsView.as_view(), name="reports")]
