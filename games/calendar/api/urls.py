from django.urls import path

from games.calendar.api import views

urlpatterns = [
    path("calendar-feed/", views.CalendarFeedView.as_view(), name="calendar_feed_of_mine"),
]
