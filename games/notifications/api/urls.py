from django.urls import path

from games.notifications.api import views

urlpatterns = [
    path("account/notifications/", views.NotificationSettingsView.as_view(), name="notification_settings"),
    path("notifications/", views.NotificationsView.as_view(), name="notifications"),
    path("notifications/seen/", views.SeenView.as_view(), name="seen"),
    path("notifications/deliveries/", views.SentView.as_view(), name="sent"),
    path("notifications/test/", views.TestView.as_view(), name="notice_test"),
    path("push-subscriptions/", views.PushSubscriptionsView.as_view(), name="push_subscriptions"),
    path("push-subscriptions/renewal/", views.PushRenewalView.as_view(), name="push_renewal"),
    path("push-subscriptions/<int:subscription_id>/", views.PushSubscriptionView.as_view(), name="push_subscription"),
]
