from django.urls import path

from games.clubs.api import views

urlpatterns = [
    path("clubs/", views.ClubsView.as_view(), name="clubs"),
    path("clubs/<slug:slug>/", views.ClubView.as_view(), name="club"),
    path("clubs/<slug:slug>/link/", views.ClubLinkView.as_view(), name="club_link"),
    path("clubs/<slug:slug>/members/", views.ClubMembersView.as_view(), name="club_members"),
    path("clubs/<slug:slug>/members/<slug:username>/", views.ClubMemberView.as_view(), name="club_member"),
    path("clubs/<slug:slug>/membership/", views.OwnMembershipView.as_view(), name="club_membership"),
    path("clubs/<slug:slug>/posts/", views.PostsView.as_view(), name="club_posts"),
    path("clubs/<slug:slug>/posts/<int:post_id>/", views.PostView.as_view(), name="club_post"),
    path("clubs/<slug:slug>/ranking/", views.ClubRankingView.as_view(), name="club_ranking"),
    path("clubs/<slug:slug>/requests/", views.JoinRequestsView.as_view(), name="club_requests"),
    path("clubs/<slug:slug>/requests/<slug:username>/", views.JoinRequestView.as_view(), name="club_request"),
]
