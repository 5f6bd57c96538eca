from django.urls import path

from games.clubs.pages import managing, posts, views

urlpatterns = [
    path("clubs/", views.clubs, name="clubs"),
    path("clubs/new/", views.found, name="found_club"),
    path("clubs/join/<str:secret>/", views.by_link, name="join_club"),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/membership/", views.membership, name="club_membership"),
    path("clubs/<slug:slug>/ranking/", views.ranking, name="club_ranking"),
    path("clubs/<slug:slug>/posts/", posts.posts, name="club_posts"),
    path("clubs/<slug:slug>/posts/removal/", posts.remove_post, name="remove_club_post"),
    path("clubs/<slug:slug>/manage/", managing.manage, name="manage_club"),
    path("clubs/<slug:slug>/manage/link/", managing.link, name="club_link"),
    path("clubs/<slug:slug>/manage/request/", managing.answer_request, name="answer_club_request"),
    path("clubs/<slug:slug>/manage/dissolution/", managing.dissolve, name="dissolve_club"),
    path("clubs/<slug:slug>/member/", managing.change_member, name="change_club_member"),
]
