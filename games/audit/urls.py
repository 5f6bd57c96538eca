from django.urls import path

from games.audit.pages import views

urlpatterns = [path("audit/", views.audit, name="audit")]
