from django.urls import path

from games.time_off.pages import views

urlpatterns = [
    path("preferences/days-off/", views.days_off, name="days_off"),
    path("preferences/leave/", views.leave, name="leave"),
    path("preferences/leave/<int:pk>/end/", views.end_leave, name="end_leave"),
    path("preferences/leave/emergency-day/", views.set_emergency_day, name="set_emergency_day"),
]
