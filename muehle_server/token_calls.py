"""A shorter chain of middleware for calls of the API with a token, which depend on no cookie.

Whether a request is one is seen from its view, before any middleware runs: the view accepts tokens, and the request
brings a credential. Such a call is answered or refused by its token alone; a cookie beside it is not looked at.
"""

from typing import Any

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, ResolverMatch
from django.utils.module_loading import import_string

from accounts.api.authentication import TokenAuthentication

# What a call of the API with a token goes without: static files, and what cookies are for.
COOKIE_MIDDLEWARE = {
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "muehle_server.middleware.CookielessMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.SessionUseMiddleware",
    "accounts.middleware.AccountPreferencesMiddleware",
    "accounts.middleware.KeptRequestsMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
}


class TokenCalls(BaseHandler):
    """A handler with both chains. Hooks for views and exceptions are those of the whole chain in both."""

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async)
        # The stubs do not know these attributes of Django's handler.
        handler: Any = self
        chain: Any = convert_exception_to_response(handler._get_response)  # noqa: SLF001
        for path in reversed(settings.MIDDLEWARE):
            if path not in COOKIE_MIDDLEWARE:
                chain = convert_exception_to_response(import_string(path)(chain))
        self._whole_chain: Any = handler._middleware_chain  # noqa: SLF001
        self._short_chain = chain
        handler._middleware_chain = self._answer  # noqa: SLF001

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        chain = self._short_chain if self._is_token_call(request) else self._whole_chain
        answer: HttpResponseBase = chain(request)
        return answer

    def _is_token_call(self, request: HttpRequest) -> bool:
        if "HTTP_AUTHORIZATION" not in request.META:
            return False
        try:
            view = self.resolve_request(request).func
        except Resolver404:
            return False
        return TokenAuthentication in getattr(getattr(view, "cls", None), "authentication_classes", ())

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        match: ResolverMatch = request.resolver_match or super().resolve_request(request)
        return match
