"""The refusals of streams and downloads."""

from django.utils.translation import gettext_lazy as _

from games.errors import Refusal


class StreamsFull(Refusal):
    code = "streams_full"
    status = 503
    retry_after = 5
    text = _("Too many streams are open here just now; please try again in a moment.")


class TooManyStreams(Refusal):
    code = "too_many_streams"
    status = 429
    retry_after = 5
    text = _("You have %(count)s streams open already; close one first.")


class TooManyDownloads(Refusal):
    code = "too_many_downloads"
    status = 429
    retry_after = 5
    text = _("A download of yours is under way already; wait until it has ended.")
