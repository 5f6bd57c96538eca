from django.urls import path

from games.learn.pages import views

urlpatterns = [
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:name>/", views.rule_set, name="rule_set"),
    path("learn/", views.learn, name="learn"),
    path("learn/done/", views.learned, name="learned"),
    path("learn/<slug:slug>/", views.step, name="learn_step"),
]
