"""The app config of Django's administration, with our site."""

from django.contrib.admin import apps


class AdminConfig(apps.AdminConfig):
    default_site = "accounts.admin_site.AdminSite"
