from django.urls import path

from games.notifications.api import views

urlpatterns = [
    path("account/notices/", views.NoticesView.as_view(), name="notices"),
    path("notices/", views.NotificationsView.as_view(), name="notifications"),
    path("notices/seen/", views.SeenView.as_view(), name="seen"),
    path("notices/deliveries/", views.SentView.as_view(), name="sent"),
    path("notices/test/", views.TestView.as_view(), name="notice_test"),
    path("push-subscriptions/", views.PushSubscriptionsView.as_view(), name="push_subscriptions"),
    path("push-subscriptions/renewal/", views.PushRenewalView.as_view(), name="push_renewal"),
    path("push-subscriptions/<int:subscription_id>/", views.PushSubscriptionView.as_view(), name="push_subscription"),
]
