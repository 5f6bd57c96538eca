from django.urls import path

from games.analysis.pages.views import analysis, downloads, records

urlpatterns = [
    path("records/", records.own_records, name="records"),
    path("records/download/", downloads.records_of_mine, name="download_records"),
    path("records/<int:number>/", records.own_record, name="record"),
    path("records/<int:number>/download/", downloads.record_of_mine, name="download_record"),
    path("records/<int:number>/delete/", records.delete_record, name="delete_record"),
    path("analysis/", analysis.analysis, name="analysis"),
    path("preferences/export/<int:pk>/download/", downloads.export_of_mine, name="download_export"),
]
