from django.urls import path

from games.dumps.pages import views

urlpatterns = [
    path("dumps/", views.dumps, name="dumps"),
    path("dumps/SHA256SUMS", views.checksums, name="dump_checksums"),
    path("dumps/muehle-rated-<slug:month>.<slug:form>.gz", views.dump, name="dump"),
]
