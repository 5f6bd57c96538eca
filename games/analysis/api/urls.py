from django.urls import path

from games.analysis.api.views import analysis, exports, records

urlpatterns = [
    path("players/<slug:username>/games/", exports.PlayerGamesView.as_view(), name="player_games"),
    path("records/", records.RecordsView.as_view(), name="records"),
    path("records/export/", records.RecordsExportView.as_view(), name="records_export"),
    path("records/<int:number>/", records.OwnRecordView.as_view(), name="record_of_mine"),
    path("games/<int:number>/record/", exports.RecordView.as_view(), name="record"),
    path("analysis/", analysis.AnalysisView.as_view(), name="analysis"),
    path("analysis/record/", analysis.AnalysedRecordView.as_view(), name="analysed_record"),
    path("positions/", analysis.PositionsView.as_view(), name="positions"),
    path("positions/evaluate/", analysis.EvaluationView.as_view(), name="evaluated_position"),
]
