"""For those who write programs: the guides, beside the schema to browse."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.web.guides import FILES, address_of, guide, guides


def developers(request: HttpRequest, name: str = "") -> HttpResponse:
    """A guide; the first of them has no name."""
    if name not in FILES:
        raise Http404
    others = [(address_of(other), its_guide, other == name) for other, its_guide in guides()]
    return render(request, "games/developers.html", {"guide": guide(name), "guides": others})
