from django.urls import path

from games.webhooks.pages import views

urlpatterns = [
    path("preferences/webhooks/", views.webhooks, name="webhooks"),
    path("preferences/webhooks/<int:pk>/", views.webhook, name="webhook"),
    path("preferences/webhooks/<int:pk>/ping/", views.ping_webhook, name="ping_webhook"),
    path("preferences/webhooks/<int:pk>/redelivery/", views.redeliver, name="redeliver"),
    path("preferences/webhooks/<int:pk>/switch/", views.switch_webhook, name="switch_webhook"),
    path("preferences/webhooks/<int:pk>/secret/", views.rotate_secret, name="rotate_secret"),
    path("preferences/webhooks/<int:pk>/delete/", views.delete_webhook, name="delete_webhook"),
]
