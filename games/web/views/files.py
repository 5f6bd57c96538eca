"""Small files that browsers and crawlers ask for at fixed addresses."""

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.generic import RedirectView

# What is private or endless; games, players and rules may be found by anybody.
ROBOTS = """\
User-agent: *
Disallow: /accounts/
Disallow: /admin/
Disallow: /analysis/?
Disallow: /api/
Disallow: /calendar/
Disallow: /challenges/
Disallow: /invitations/
Disallow: /players/*/download/
Disallow: /preferences/
Disallow: /records/
"""


@cache_control(max_age=24 * 60 * 60, public=True)
def robots(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


class Favicon(RedirectView):
    """Browsers ask for /favicon.ico whatever the page says."""

    def get_redirect_url(self, *_args: object, **_kwargs: object) -> str:
        return static("games/favicon.svg")
