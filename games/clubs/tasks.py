"""The periodic task of clubs."""

from games.clubs import joining, members, noticeboard
from kit.periodic import periodic_task


@periodic_task(every=3600.0)
def tidy_clubs() -> None:
    """Let clubs of closed accounts have another owner, and forget old requests and removed posts."""
    members.replace_closed_owners()
    joining.forget_requests()
    noticeboard.empty_removed()
