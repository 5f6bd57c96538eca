"""Django's middleware where ours does less. What accounts need is in accounts/middleware.py."""

from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class DocumentPolicyMiddleware(CSPMiddleware):
    """A Content-Security-Policy for documents alone: JSON runs no scripts, and composing one costs half as much time as
    storing a move."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if "json" in response.get("Content-Type", ""):
            return response
        answer: HttpResponseBase = super().process_response(request, response)
        return answer


class PageCompressionMiddleware(GZipMiddleware):
    """Compresses pages and drawings, which shrink to a quarter. JSON answers are small and many, and the head of a
    stream, which comes this way too, must not promise what the rest of it does not keep.

    Django hides the length of what it compresses (BREACH), and masks the CSRF token in each page.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith(("text/html", "image/svg+xml")):
            return response
        answer: HttpResponseBase = super().process_response(request, response)
        return answer
