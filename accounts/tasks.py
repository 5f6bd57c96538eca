"""Periodic tasks of accounts."""

from accounts import factor_secrets, guests, idempotency, lasting_access, sessions, tokens, unused
from accounts.oauth import connections
from accounts.passwords import former
from accounts.privacy import erasure, exports, waiting
from accounts.security import addresses, mails
from kit import database_time
from kit.periodic import periodic_task, run_again, work_off


# The export of a player with ten thousand games takes a minute or two; exports.LEASE is longer than the limit.
@periodic_task(every=10.0, soft_time_limit=13 * 60, time_limit=14 * 60)
def make_data_exports() -> None:
    """Make the requested data exports, and send the mails about them."""
    while exports.make_next() or exports.send_next_mail():
        pass


@periodic_task(every=5.0)
def send_security_mails() -> None:
    """Tell owners of changes of their accounts."""
    if work_off(mails.send_next):
        run_again(send_security_mails)


@periodic_task(every=3600.0)
def warn_of_ending_tokens() -> None:
    """Tell owners which API tokens expire soon."""
    if work_off(tokens.warn_of_ends):
        run_again(warn_of_ending_tokens)


@periodic_task(every=3600.0)
def encrypt_second_factors() -> None:
    """Encrypt second factors that a former version has stored in clear, or that are encrypted with a former key."""
    factor_secrets.encrypt_stored()


@periodic_task(every=60.0)
def delete_ended_access() -> None:
    """Delete webhooks and the like whose tokens have ended. Nothing is sent to them by then."""
    lasting_access.delete_ended()


@periodic_task(every=3600.0)
def delete_what_nobody_confirmed() -> None:
    """Delete addresses that were never confirmed, and accounts that were never used."""
    if work_off(unused.delete_addresses):
        run_again(delete_what_nobody_confirmed)
    unused.delete_accounts()


@periodic_task(every=60.0)
def finish_deletions() -> None:
    """Delete accounts whose deletion has waited long enough, and go on with deletions that were interrupted."""
    waiting.work()
    erasure.finish_all()


@periodic_task(every=3600.0)
def clean_up() -> None:
    """Delete what is not needed any more: ended sessions and their guests, connections, kept answers, old exports
    and the like."""
    sessions.delete_ended()
    guests.remove_abandoned()
    connections.delete_ended()
    idempotency.delete_old()
    exports.delete_old()
    erasure.erase_again()
    work_off(former.delete_old)
    mails.delete_old()
    addresses.delete_old(now=database_time.now())
