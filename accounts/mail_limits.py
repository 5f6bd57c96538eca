"""How many mails strangers can have sent to one mailbox: all those that are sent before an address is confirmed.

Each kind of mail counts for itself: who tries to sign up with the address of somebody else uses up no mails of theirs
for a new password. One network has half of them at most. `ACCOUNT_RATE_LIMITS` has the numbers, and how many a caller
can have sent.
"""

import structlog
from allauth.core import context, ratelimit
from allauth.core.internal.ratelimit import get_ip

from accounts import known_browsers

log = structlog.get_logger(__name__)


def may_get_one_more(kind: str, email: str) -> bool:
    """Count a mail of this kind to the address; False if it is too many. What follows a + in it does not matter.

    In a browser in which the owner has logged in before, they have mails of their own, which nobody else uses up.
    """
    request = context.request
    name, _at, host = email.lower().rpartition("@")
    own = known_browsers.counter_of(known_browsers.account_of(email), request)
    mailbox = f"{name.partition('+')[0]}@{host}"
    place = f"{kind}:{own or mailbox}"
    # In this order: what one network cannot have sent is not counted for all of them.
    limits = {"mail_from_network": f"{get_ip(request)}:{place}", "mail": place}
    may = all(ratelimit.consume(request, action=action, key=key) for action, key in limits.items())
    if not may:
        log.warning("mail_left_out")
    return may
