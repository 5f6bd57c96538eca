from django.urls import path

from games.webhooks.api import views

urlpatterns = [
    path("webhooks/", views.WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<int:webhook_id>/", views.WebhookView.as_view(), name="webhook"),
    path("webhooks/<int:webhook_id>/test/", views.WebhookTestView.as_view(), name="webhook_test"),
    path("webhooks/<int:webhook_id>/secret/", views.WebhookSecretView.as_view(), name="webhook_secret"),
    path("webhooks/<int:webhook_id>/deliveries/", views.WebhookDeliveriesView.as_view(), name="webhook_deliveries"),
    path(
        "webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/redelivery/",
        views.RedeliveryView.as_view(),
        name="webhook_redelivery",
    ),
]
