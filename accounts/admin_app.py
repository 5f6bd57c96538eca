"""The administration as an app of Django's, with our site in it."""

from django.contrib.admin import apps


class AdminConfig(apps.AdminConfig):
    default_site = "accounts.admin_site.AdminSite"
