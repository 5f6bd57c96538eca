"""Dumps as plain data."""

from collections.abc import Iterable

from django.conf import settings
from django.urls import reverse

from games.core.presenters import Data, rfc3339
from games.dumps.models import Dump


def dumps_data(dumps: Iterable[Dump]) -> list[Data]:
    return [
        {
            "name": dump.name,
            "month": f"{dump.month:%Y-%m}",
            "format": dump.form,
            "games": dump.games,
            "size": dump.size,
            "sha256": dump.sha256,
            "made_at": rfc3339(dump.made_at),
            "outdated": dump.is_due,
            "url": settings.SITE_URL + reverse("dump", args=[f"{dump.month:%Y-%m}", dump.form]),
        }
        for dump in dumps
    ]
