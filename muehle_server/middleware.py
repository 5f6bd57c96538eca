"""Django's middleware where ours does less. What accounts need is in accounts/middleware.py."""

from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponseBase


class DocumentPolicyMiddleware(CSPMiddleware):
    """A Content-Security-Policy for documents alone: JSON runs no scripts, and composing one costs half as much time as
    storing a move."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if "json" in response.get("Content-Type", ""):
            return response
        answer: HttpResponseBase = super().process_response(request, response)
        return answer
