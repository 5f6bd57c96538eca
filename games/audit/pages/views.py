"""The public page of the audit log."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.audit.models import Checkpoint
from kit.pages import page_of

PAGE = 25


def audit(request: HttpRequest) -> HttpResponse:
    """Checkpoints, newest first, and how they are verified."""
    return render(request, "audit/checkpoints.html", {"page": page_of(Checkpoint.objects.all(), request, size=PAGE)})
