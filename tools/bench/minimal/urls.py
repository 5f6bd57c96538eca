"""One address."""

from django.urls import path

from tools.bench.minimal.views import MovesView

urlpatterns = [path("api/v1/games/<int:number>/moves/", MovesView.as_view())]
