from django.urls import path

from games.people.pages import directory, follows, pictures, profile

urlpatterns = [
    path("players/", directory.players, name="players"),
    path("players/pictures/<int:pattern>-<int:colour>.svg", pictures.picture, name="picture"),
    path("players/<str:username>/follow/", follows.follow, name="follow"),
    path("preferences/following/", follows.following, name="following"),
    path("preferences/profile/", profile.own_profile, name="profile"),
]
