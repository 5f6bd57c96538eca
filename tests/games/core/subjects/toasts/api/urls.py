from django.urls import path

from tests.games.core.subjects.toasts.api.views import ToastsView

urlpatterns = [path("games/<int:number>/toasts/", ToastsView.as_view(), name="toasts")]
