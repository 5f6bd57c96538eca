from django.urls import path

from games.calendar.pages import views

urlpatterns = [
    path("calendar/<str:secret>.ics", views.calendar_feed, name="calendar_feed"),
    path("preferences/calendar/", views.calendar, name="calendar"),
    path("preferences/calendar/change/", views.change_calendar, name="change_calendar"),
    path("preferences/calendar/revoke/", views.revoke_calendar, name="revoke_calendar"),
]
