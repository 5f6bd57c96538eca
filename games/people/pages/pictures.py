"""The pictures of players as files. They are the same for everyone, and for good."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.people.pictures import Picture, svg_of
from games.play.pages.pictures.answers import picture_answer


@require_safe
def picture(request: HttpRequest, pattern: int, colour: int) -> HttpResponse:
    wanted = Picture(pattern, colour)
    if not wanted.is_known:
        raise Http404
    return picture_answer(request, svg_of(wanted), form="svg", is_final=True)
