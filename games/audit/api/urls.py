from django.urls import path

from games.audit.api import views

urlpatterns = [
    path("audit/checkpoints/", views.CheckpointsView.as_view(), name="audit_checkpoints"),
    path("audit/rows/", views.AuditRowsView.as_view(), name="audit_rows"),
]
