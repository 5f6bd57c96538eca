from django.urls import path

from games.time_off.api import views

urlpatterns = [
    path("days-off/", views.DaysOffView.as_view(), name="days_off"),
    path("leave/", views.LeavesView.as_view(), name="leave"),
    path("leave/<int:leave_id>/", views.LeaveView.as_view(), name="one_leave"),
]
