"""Where messages for the next page are kept: as Django does it, in a cookie whose name the settings say."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class NamedCookieStorage(CookieStorage):
    cookie_name = settings.MESSAGES_COOKIE_NAME


class Storage(FallbackStorage):
    storage_classes = (NamedCookieStorage, SessionStorage)
