from django.urls import path

from games.notifications.pages import views

urlpatterns = [
    path("notifications/", views.notifications, name="notifications"),
    path("notifications/seen/", views.seen, name="seen"),
    path("preferences/notifications/", views.notification_settings, name="notification_settings"),
    path("preferences/notifications/arrival/", views.arrival, name="arrival"),
    path("preferences/notifications/mail/", views.mail_on, name="mail_on"),
    path("preferences/notifications/browsers/<int:pk>/", views.forget_browser, name="forget_browser"),
    path("preferences/notifications/links/", views.revoke_addresses, name="revoke_addresses"),
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
