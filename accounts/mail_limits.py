"""How many mails strangers can have sent to one mailbox: all those that are sent before an address is confirmed.

`ACCOUNT_RATE_LIMITS` has the number, and how many a caller can have sent.
"""

import structlog
from allauth.core import context, ratelimit

from accounts import known_browsers

log = structlog.get_logger(__name__)


def may_get_one_more(email: str) -> bool:
    """Count a mail to the address; False if it is too many. What follows a + in it does not matter.

    In a browser in which the owner has logged in before, they have mails of their own, which nobody else uses up.
    """
    name, _at, host = email.lower().rpartition("@")
    mailbox = f"{name.partition('+')[0]}@{host}"
    own = known_browsers.counter_of(known_browsers.account_of(email), context.request)
    may: bool = ratelimit.consume(context.request, action="mail", key=own or mailbox)
    if not may:
        log.warning("mail_left_out")
    return may
