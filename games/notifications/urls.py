from django.urls import path

from games.notifications.pages import views

urlpatterns = [
    path("notices/", views.notifications, name="notifications"),
    path("notices/seen/", views.seen, name="seen"),
    path("preferences/notices/", views.notices, name="notices"),
    path("preferences/notices/arrival/", views.arrival, name="arrival"),
    path("preferences/notices/mail/", views.mail_on, name="mail_on"),
    path("preferences/notices/browsers/<int:pk>/", views.forget_browser, name="forget_browser"),
    path("preferences/notices/links/", views.revoke_addresses, name="revoke_addresses"),
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
