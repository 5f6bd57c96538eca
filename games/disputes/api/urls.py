from django.urls import path

from games.disputes.api.views import cases, disputes

urlpatterns = [
    path("disputes/", disputes.DisputesView.as_view(), name="disputes"),
    path("disputes/<int:number>/", disputes.DisputeView.as_view(), name="dispute"),
    path("disputes/<int:number>/withdrawal/", disputes.WithdrawalView.as_view(), name="withdrawal"),
    path("disputes/<int:number>/appeal/", disputes.AppealView.as_view(), name="appeal"),
    path("games/<int:number>/disputes/", disputes.GameDisputesView.as_view(), name="game_disputes"),
    path("cases/", cases.CasesView.as_view(), name="cases"),
    path("cases/<int:number>/", cases.CaseView.as_view(), name="case"),
    path("cases/<int:number>/taking/", cases.CaseTakingView.as_view(), name="case_taking"),
    path("cases/<int:number>/hold/", cases.CaseHoldView.as_view(), name="case_hold"),
    path("cases/<int:number>/return/", cases.CaseReturnView.as_view(), name="case_return"),
    path("cases/<int:number>/notes/", cases.CaseNotesView.as_view(), name="case_notes"),
    path("cases/<int:number>/escalation/", cases.CaseEscalationView.as_view(), name="case_escalation"),
    path("cases/<int:number>/verdict/", cases.CaseVerdictView.as_view(), name="case_verdict"),
    path("measures/", disputes.MeasuresView.as_view(), name="measures"),
    path("measures/<int:measure_id>/acknowledgement/", disputes.AcknowledgementView.as_view(), name="acknowledgement"),
]
