"""Translated details of errors that the framework raises, with what would have been right."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request

from games.api.throttling import LimitReached


def sentence(error: exceptions.APIException, request: Request, view: Any) -> str:
    """The detail of a problem; empty if the general meaning of its code is enough."""
    match error:
        case LimitReached():
            return _(
                "The limit “%(name)s” is %(requests)s requests in %(seconds)s seconds; try again in %(wait)s seconds."
            ) % {**error.details["limit"], "wait": error.wait_seconds}
        case exceptions.MethodNotAllowed():
            methods = [method for method in view.allowed_methods if method != "OPTIONS"]
            known = {"method": request.method, "known": ", ".join(methods)}
            return _("%(method)s is not supported here; supported: %(known)s.") % known
        case exceptions.NotAcceptable():
            forms = ", ".join(dict.fromkeys(each.media_type for each in error.available_renderers or ()))
            return _("None of the formats you accept is available; available: %(forms)s.") % {"forms": forms}
        case exceptions.UnsupportedMediaType():
            return _about_the_body(request.content_type, media_types_of(view))
    is_borrowed = type(error).__module__.startswith("rest_framework") and error.detail == error.default_detail
    return "" if is_borrowed else str(error.detail)


def media_types_of(view: Any) -> str:
    """The media types that the view parses, in the format of an Accept header."""
    return ", ".join(parser.media_type for parser in view.parser_classes)


def _about_the_body(sent: str, forms: str) -> str:
    if not sent:
        return _("Set Content-Type to one of: %(forms)s.") % {"forms": forms}
    parts = {"sent": sent[:100], "forms": forms}
    return _("The type “%(sent)s” is not supported; supported: %(forms)s.") % parts
